"""Form of a note at a step of a replay."""

from typing import ClassVar

from django import forms

from common.text import remove_invisible
from online.models import StepNote


class StepNoteForm(forms.ModelForm[StepNote]):
    """A note, for oneself or for everyone with the link."""

    class Meta:
        model = StepNote
        fields: ClassVar = ["text", "is_shared"]
        widgets: ClassVar = {"text": forms.Textarea(attrs={"rows": 3})}

    def clean_text(self) -> str:
        return remove_invisible(self.cleaned_data["text"])
