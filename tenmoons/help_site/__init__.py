"""The help: the documents of `docs/` as pages of the site, their search, and the generated references."""

from tenmoons.help_site.documents import DocumentPage, document_library
from tenmoons.help_site.search import search_help_pages
