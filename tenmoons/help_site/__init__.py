"""The help: the documents of `docs/` as pages of the site, their search, and the generated references."""

from tenmoons.help_site.documents import Page, library
from tenmoons.help_site.search import find
