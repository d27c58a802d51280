"""The description of the API: the error shape, and its place in every operation."""

from __future__ import annotations

from typing import Any

from drf_spectacular.openapi import AutoSchema
from rest_framework import serializers


class DetailSerializer(serializers.Serializer[Any]):
    """One faulty place."""

    message = serializers.CharField()
    field = serializers.CharField(allow_null=True)
    line = serializers.IntegerField(allow_null=True)
    column = serializers.IntegerField(allow_null=True)
    suggestions = serializers.ListField(child=serializers.CharField())


class ErrorBodySerializer(serializers.Serializer[Any]):
    """What is wrong."""

    code = serializers.CharField(help_text="invalid, not_allowed, not_found, conflict, throttled …")
    message = serializers.CharField()
    rule = serializers.CharField(allow_null=True, help_text="The number of the rule it rests on.")
    details = DetailSerializer(many=True)


class ErrorSerializer(serializers.Serializer[Any]):
    """The one shape of every answer that is not a success."""

    error = ErrorBodySerializer()


class Schema(AutoSchema):
    """Adds the error answers to every operation, so that the description keeps what the handler does."""

    def get_response_serializers(self) -> Any:
        """The described answers plus the errors that any operation may give."""
        found: Any = super().get_response_serializers()
        answers = dict(found) if isinstance(found, dict) else {self._success(): found}
        statuses = [400, 403, 404, 429] if self.method == "GET" else [400, 403, 404, 409, 415, 429]
        for status in statuses:
            answers.setdefault(status, ErrorSerializer)
        return answers

    def _success(self) -> int:
        if self.method == "DELETE":
            return 204
        return 201 if self.method == "POST" and getattr(self.view, "action", "") == "create" else 200
