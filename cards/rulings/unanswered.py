"""Unanswered questions: stored without their authors."""

import re
import unicodedata

from django.db import DatabaseError, transaction
from django.db.models import F
from django.utils import timezone

from cards.models import UnansweredQuestion
from common.text import tidy_name

MIN_WORDS = 3
MAX_QUESTIONS, MAX_QUESTIONS_PER_DAY = 1000, 100
# Addresses, in any notation, and long numbers are personal data.
_PERSONAL = re.compile(r"@|[(\[]at[)\]]|\d(?:\W*\d){5}|://|\w\.[^\W\d]{2}")


def keep_unanswered_question(text: str, language: str) -> None:
    """Store a question of several words, or count it again.

    When there are too many, the oldest of the rarest are deleted, so that nobody can push out what many have typed.
    While the database is busy, nothing is stored.
    """
    question = tidy_name(unicodedata.normalize("NFKC", text).lower(), length=200)
    if len(question.split()) < MIN_WORDS or _PERSONAL.search(question):
        return
    today, questions = timezone.localdate(), UnansweredQuestion.objects
    try:
        with transaction.atomic():
            same = questions.filter(text=question, language=language)
            if (
                same.update(day=today, times=F("times") + 1)
                or questions.filter(day=today).count() >= MAX_QUESTIONS_PER_DAY
            ):
                return
            newest = questions.create(text=question, language=language, day=today)
            others = questions.exclude(pk=newest.pk).order_by("-times", "-day", "-pk")
            questions.filter(pk__in=list(others.values_list("pk", flat=True)[MAX_QUESTIONS - 1 :])).delete()
    except DatabaseError:
        return
