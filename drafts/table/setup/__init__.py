"""Set-up pages: create a draft by the rules, or a custom one for practice."""
