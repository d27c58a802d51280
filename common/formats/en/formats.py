"""How dates are written in English: as the British do."""

DATE_FORMAT = "j M Y"
