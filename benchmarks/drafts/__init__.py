"""Benchmarks of drafts: core, bots, tables, sockets, and a site under the load of many tables."""
