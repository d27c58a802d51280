"""Hooks: a lower package asks, and the last registered function answers."""

from __future__ import annotations

from common.hooks import SingleHook


def test_a_hook_answers_for_itself_until_somebody_registers() -> None:
    @SingleHook
    def decks_with(card: str, *, public: bool = True) -> tuple[str, ...]:
        """Return the decks that hold a card."""
        return ()

    assert decks_with("Vulca 03") == ()
    assert decks_with.__doc__ == "Return the decks that hold a card."
    decks_with.register(lambda card, *, public=True: (card, str(public)))
    decks_with.register(lambda card, *, public=True: (card,) if public else ())
    assert decks_with("Vulca 03") == ("Vulca 03",)
    assert decks_with("Vulca 03", public=False) == ()
