"""OpenAPI schema: adds the shape of errors to every operation."""

from typing import Any

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


class ApiSchema(AutoSchema):
    """Schema generator that knows the body of errors; `tenmoons.api.description` lists where each occurs."""

    def get_operation(self, *args: Any, **kwargs: Any) -> Any:
        """Return the described operation; the error is resolved beside it, so that the schema has its component."""
        operation: Any = super().get_operation(*args, **kwargs)
        self.resolve_serializer(ErrorSerializer, "response")
        return operation

    def query_parameters(self, path: str, method: str) -> dict[str, tuple[str, ...]]:
        """Return the names that the operation takes in its query, each with the values it may have; an empty tuple
        where any value may stand there."""
        operation = self.get_operation(path, path, "", method, ComponentRegistry())
        query = [parameter for parameter in operation.get("parameters", ()) if parameter["in"] == "query"]
        return {parameter["name"]: _allowed_values(parameter["schema"]) for parameter in query}


def _allowed_values(schema: dict[str, Any]) -> tuple[str, ...]:
    """Return the values a parameter may have; an empty tuple where any value may stand there."""
    return ("true", "false", "1", "0") if schema.get("type") == "boolean" else tuple(map(str, schema.get("enum", ())))
