"""Static files: what `collectstatic` leaves out, so that a first start takes seconds."""

from django.contrib.staticfiles.apps import StaticFilesConfig


class SiteStaticFilesConfig(StaticFilesConfig):
    """Django’s app, without the pages of two libraries that the site does not use."""

    ignore_patterns = [*StaticFilesConfig.ignore_patterns, "redoc", "rest_framework"]
