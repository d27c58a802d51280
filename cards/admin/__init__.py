"""The admin of the catalogue, its editing and the rulings."""

from cards.admin import catalogue, editing, rulings
