"""OpenAPI schema: the error shape, added to every operation."""

from typing import Any, Literal

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import ComponentRegistry
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

    code = serializers.CharField(help_text="The error’s code, which is never translated.")
    message = serializers.CharField()
    rule = serializers.CharField(allow_null=True, help_text="The number of the rule behind it.")
    details = DetailSerializer(many=True)


class ErrorSerializer(serializers.Serializer[Any]):
    """The body of every error response: RFC 9457, and `error`, which has more to say."""

    type = serializers.CharField(help_text="The link to an explanation of the code.")
    title = serializers.CharField(help_text="The kind of error, in English.")
    status = serializers.IntegerField(help_text="The HTTP status.")
    detail = serializers.CharField(help_text="The same sentence as `error.message`.")
    error = ErrorBodySerializer(help_text="The error itself.")


class Schema(AutoSchema):
    """Schema generator that knows the body of every error; `tenmoons.api.description` says where each occurs."""

    def _get_response_bodies(self, direction: Literal["request", "response"] = "response") -> Any:
        """The described responses; the error is resolved once, so that the schema has its component."""
        answers: Any = super()._get_response_bodies(direction)
        made: Any = self._get_response_for_code
        made(ErrorSerializer, "400", direction=direction)
        return answers

    def query_parameters(self, path: str, method: str) -> dict[str, tuple[str, ...]]:
        """The names that the operation takes in its address, without describing the rest of it, and of each the values
        it may have; none where any may stand there."""
        self.registry = ComponentRegistry()
        self.path = self.path_regex = path
        self.method = method.upper()
        query = [parameter for parameter in self._get_parameters() if parameter["in"] == "query"]
        return {parameter["name"]: _values(parameter["schema"]) for parameter in query}


def _values(schema: dict[str, Any]) -> tuple[str, ...]:
    """The values that a parameter may have; none where any may stand there."""
    return ("true", "false", "1", "0") if schema.get("type") == "boolean" else tuple(map(str, schema.get("enum", ())))
