"""Schedule of the Celery beat: each task by name, with the seconds between two calls."""

from typing import Any

BEAT_SCHEDULE: dict[str, dict[str, Any]] = {
    # The rows are the clocks (docs/architecture.md, "Time is data"). Clock threads look at them every second; this is
    # for the case that such a thread has died.
    "expire-due-picks": {"task": "drafts.tasks.expire_due_picks", "schedule": 10.0, "options": {"expires": 5}},
    "send-due-notices": {"task": "matches.tasks.send_due_notices", "schedule": 5.0, "options": {"expires": 5}},
    "send-due-pushes": {"task": "accounts.tasks.send_due_pushes", "schedule": 5.0, "options": {"expires": 5}},
    "push-waiting": {"task": "drafts.tasks.push_waiting", "schedule": 2.0, "options": {"expires": 2}},
    "search-again": {"task": "decks.tasks.search_again", "schedule": 30.0, "options": {"expires": 30}},
    "recount-listings": {"task": "matches.tasks.recount_listings", "schedule": 60.0, "options": {"expires": 50}},
    "remind-overdue": {"task": "matches.tasks.remind_overdue", "schedule": 3600.0, "options": {"expires": 600}},
    "renew-listings": {"task": "decks.tasks.renew_listings", "schedule": 20.0, "options": {"expires": 20}},
    "forget-answers": {"task": "accounts.tasks.forget_answers", "schedule": 3600.0, "options": {"expires": 600}},
    "clear-sessions": {"task": "accounts.tasks.clear_sessions", "schedule": 3600.0, "options": {"expires": 600}},
    "forget-log-ins": {"task": "accounts.tasks.forget_log_ins", "schedule": 3600.0, "options": {"expires": 600}},
    "forget-application-tokens": {
        "task": "accounts.tasks.forget_application_tokens",
        "schedule": 3600.0,
        "options": {"expires": 600},
    },
    "forget-guests": {"task": "accounts.tasks.forget_guests", "schedule": 3600.0, "options": {"expires": 600}},
    "forget-unreachable": {
        "task": "tenmoons.tasks.forget_unreachable",
        "schedule": 86400.0,
        "options": {"expires": 3600},
    },
    "delete-old-lobbies": {"task": "drafts.tasks.delete_old_lobbies", "schedule": 3600.0, "options": {"expires": 600}},
    "tell-of-devices": {"task": "accounts.tasks.tell_of_devices", "schedule": 60.0, "options": {"expires": 50}},
    "remind-waiting": {"task": "drafts.tasks.remind_waiting", "schedule": 60.0, "options": {"expires": 50}},
}
