"""Sessions: Django's own in the database, of which each request reads one; so its statement is written once."""

from django.contrib.sessions.backends import db
from django.contrib.sessions.base_session import AbstractBaseSession
from django.utils import timezone

from common.database.prepared_queries import PreparedQuery

_SESSION = PreparedQuery(lambda key: db.SessionStore.get_model_class()._default_manager.filter(session_key=key), "key")


class SessionStore(db.SessionStore):
    """What a browser keeps, by the key of its cookie."""

    def _get_session_from_db(self) -> AbstractBaseSession | None:
        row = _SESSION.first(self.session_key) if self.session_key else None
        if row is None or row.expire_date <= timezone.now():
            self._session_key = None
            return None
        return row
