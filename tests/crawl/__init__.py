"""A crawl of a generated site: every URL, filter, pair of filters and link, for everybody."""
