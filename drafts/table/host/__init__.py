"""The host of a draft table: seats, pause, handing the role on, ending the draft."""
