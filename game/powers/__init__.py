"""Powers: what each card does (`cards`), declared over a fixed set of verbs (`verbs`)."""
