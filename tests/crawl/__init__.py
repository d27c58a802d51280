"""A crawl of one made-up site: every address, filter, pair of filters and link, for everybody."""
