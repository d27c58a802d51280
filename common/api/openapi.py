"""OpenAPI schema: the error shape, added to every operation."""

from __future__ import annotations

from typing import Any, Literal

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
    """The error itself."""

    code = serializers.CharField(help_text="invalid, not_allowed, not_found, conflict, throttled …")
    message = serializers.CharField()
    rule = serializers.CharField(allow_null=True, help_text="The number of the rule it rests on.")
    details = DetailSerializer(many=True)


class ErrorSerializer(serializers.Serializer[Any]):
    """The body of every error response."""

    error = ErrorBodySerializer()


class Schema(AutoSchema):
    """Schema generator that adds the error responses, so that the schema matches the exception handler."""

    def _get_response_bodies(self, direction: Literal["request", "response"] = "response") -> Any:
        """The described responses plus the errors that any operation may give."""
        answers: Any = super()._get_response_bodies(direction)
        made: Any = self._get_response_for_code
        statuses = [400, 401, 403, 404, 409, 429, 503] + ([] if self.method == "GET" else [415])
        for status in statuses:
            if str(status) not in answers:
                answers[str(status)] = made(ErrorSerializer, str(status), direction=direction)
        return answers
