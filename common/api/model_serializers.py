"""Serializers with fields from a model, for settings that clients read and write."""

import copy
from typing import Any

from django.db import models
from rest_framework import serializers


class SettingsSerializer(serializers.ModelSerializer[Any]):
    """Fields of a model by the names in `Meta.fields`, and declared ones.

    Optional fields have the model’s default. With `Meta.of`, the fields belong to that attribute; with `Meta.optional`,
    each of them may be left out, and then has no value.
    """

    def get_fields(self) -> dict[str, Any]:
        """Copy the fields, built once per class: building takes ten times as long as copying."""
        kind = type(self)
        if "_made" not in vars(kind):
            kind._made = super().get_fields()  # type: ignore[attr-defined]
        fields: dict[str, Any] = copy.deepcopy(kind._made)  # type: ignore[attr-defined]
        return fields

    def get_field_names(self, declared_fields: Any, info: Any) -> list[str]:
        """Return the names in `Meta.fields`, then the declared ones, also those of base classes."""
        return list(dict.fromkeys([*self.Meta.fields, *declared_fields]))

    def build_standard_field(self, field_name: str, model_field: models.Field[Any, Any]) -> Any:
        """Add the model’s default, which the framework leaves out."""
        kind, kwargs = super().build_standard_field(field_name, model_field)
        if getattr(self.Meta, "optional", False):
            kwargs["required"] = False
        elif kwargs.pop("required", True) is False:
            kwargs["default"] = model_field.default if model_field.has_default() else None
        if of := getattr(self.Meta, "of", ""):
            kwargs["source"] = f"{of}.{field_name}"
        return kind, kwargs
