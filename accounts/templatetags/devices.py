"""Template filter `device`: browser and system of a User-Agent header; "" for an unknown one."""

from django import template

from accounts.log_ins.devices import device_of

register = template.Library()
register.filter("device", device_of)
