"""`{% demo key %}`: a chip that marks demo content; nothing for all else."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from common.keys import is_demo_key

register = template.Library()


@register.simple_tag(name="demo")
def demo(key: object) -> SafeString | str:
    return format_html('<span class="chip demo">{}</span>', _("demo")) if is_demo_key(key) else ""
