"""OpenAPI schema: adds the error response to every operation."""

from typing import Any

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import ComponentRegistry
from rest_framework import serializers


class DetailSerializer(serializers.Serializer[Any]):
    """One error."""

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
    """The body of every error response: RFC 9457, and `error`, which has more details."""

    type = serializers.CharField(help_text="The link to an explanation of the code.")
    title = serializers.CharField(help_text="The kind of error, in English.")
    status = serializers.IntegerField(help_text="The HTTP status.")
    detail = serializers.CharField(help_text="The same sentence as `error.message`.")
    error = ErrorBodySerializer(help_text="The error itself.")


class ApiSchema(AutoSchema):
    """Schema generator that adds error responses; `tenmoons.api.description` lists where each occurs."""

    def get_operation(self, *args: Any, **kwargs: Any) -> Any:
        """Return the description of an operation; resolving the error adds its component to the schema."""
        operation: Any = super().get_operation(*args, **kwargs)
        self.resolve_serializer(ErrorSerializer, "response")
        return operation

    def query_parameters(self, path: str, method: str) -> dict[str, tuple[str, ...]]:
        """Return the query parameters of an operation, each with its allowed values; an empty tuple allows any."""
        operation = self.get_operation(path, path, "", method, ComponentRegistry())
        query = [parameter for parameter in operation.get("parameters", ()) if parameter["in"] == "query"]
        return {parameter["name"]: _allowed_values(parameter["schema"]) for parameter in query}


def _allowed_values(schema: dict[str, Any]) -> tuple[str, ...]:
    """Return the allowed values of a parameter; an empty tuple allows any."""
    return ("true", "false", "1", "0") if schema.get("type") == "boolean" else tuple(map(str, schema.get("enum", ())))
