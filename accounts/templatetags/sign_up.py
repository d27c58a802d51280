"""Template tag `sign_up_is_closed`: whether a link to sign up would be useless."""

from django import template
from django.conf import settings

register = template.Library()


@register.simple_tag
def sign_up_is_closed() -> bool:
    return bool(settings.SIGN_UP == "closed")
