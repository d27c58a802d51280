"""Template filter: the browser and the system of a device, from what its browser says of itself."""

from django import template

from accounts.log_ins.devices import device_of

register = template.Library()


@register.filter
def device(user_agent: str) -> tuple[str, str]:
    """Browser and system, "" for what is not known."""
    return device_of(user_agent)
