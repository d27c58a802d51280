"""Ways of sharing the cards other than passing packets (DRAFT-27 to DRAFT-31), pure; `entries` begins any draft."""
