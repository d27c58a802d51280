"""Powers: the effects of each card (`cards`), declared with a fixed set of verbs (`verbs`)."""
