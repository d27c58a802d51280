"""The description of the API: the error shape, and its place in every operation."""

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

    def _get_response_bodies(self, direction: Literal["request", "response"] = "response") -> Any:
        """The described answers plus the errors that any operation may give."""
        answers: Any = super()._get_response_bodies(direction)
        made: Any = self._get_response_for_code
        statuses = [400, 401, 403, 404, 409, 429, 503] + ([] if self.method == "GET" else [415])
        for status in statuses:
            if str(status) not in answers:
                answers[str(status)] = made(ErrorSerializer, str(status), direction=direction)
        return answers
