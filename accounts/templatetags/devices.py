"""Template filter `device`: browser and system of a User-Agent header; "" for an unknown one."""

from django import template

from accounts.log_ins.devices import browser_and_system

register = template.Library()
register.filter("device", browser_and_system)
