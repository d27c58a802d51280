"""Unanswered questions: what the search had no answer to, kept without its asker."""

import re

from django.db import DatabaseError, transaction
from django.db.models import F
from django.utils import timezone

from cards.models import UnansweredQuestion

MIN_WORDS = 3
MAX_QUESTIONS, MAX_QUESTIONS_PER_DAY = 1000, 100
# An address or a long number says something of a person.
_PERSONAL = re.compile(r"@|\d[\d ./-]{5,}\d|://")


def keep_unanswered_question(text: str, language: str) -> None:
    """Keep a question of several words, or count it again. The oldest give way; a busy database keeps none."""
    question = " ".join(text.lower().split())[:200]
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
            questions.create(text=question, language=language, day=today)
            kept = questions.order_by("-day", "-pk").values("pk")[:MAX_QUESTIONS]
            questions.exclude(pk__in=[row["pk"] for row in kept]).delete()
    except DatabaseError:
        return
