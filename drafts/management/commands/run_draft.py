"""`manage.py run_draft`: a whole draft by bots, for scripts and to try the rules."""

import json
import secrets
from argparse import ArgumentParser
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.db import DatabaseError
from django.utils.translation import override

from cards.core.catalogue_csv import read_catalogue_file
from cards.core.facts import PEOPLES, Catalogue
from cards.games.labels import people_label
from common.errors import DomainError, Invalid
from common.text import fold, gettext_noop
from drafts.core.engine.setup import LastDealDirection, Setup, default_peoples, parse_last_deal, parse_peoples
from drafts.core.simulator import SimulatedDraft, reasons_for_picks, simulate_draft
from game.shipped_evidence import shipped_evidence

EXIT_UNREADABLE = 3


class Command(BaseCommand):
    """Run a whole draft by bots and print it."""

    help = "Play a draft with a bot in every seat, and print the pools and, with --json, the deal and the picks."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--players", default="4", help="number of players, 2 to 6 (default: 4)")
        parser.add_argument(
            "--peoples",
            default="",
            help="peoples separated by commas, in any of the site’s languages (default: the usual ones)",
        )
        parser.add_argument("--seed", default="", help="the same seed gives the same draft (default: a new seed)")
        parser.add_argument(
            "--step8", default=LastDealDirection.RIGHT.value, help="direction of the last deal: right or alternate"
        )
        parser.add_argument("--explain", action="store_true", help="print every pick and the reason for it")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        """Exit with 0, or with 3 for a set-up that the rules don’t allow."""
        seed = str(options["seed"]) or secrets.token_hex(4)
        try:
            setup = _parse_setup(str(options["players"]), str(options["peoples"]), str(options["step8"]))
            cards, evidence = _site_or_shipped_catalogue(), shipped_evidence()
            played = simulate_draft(setup, cards, seed=seed, evidence=evidence)
        except DomainError as error:
            self.exit_with_error(error, as_json=options["json"])
        reasons = [why.template % why.params for why in reasons_for_picks(played, cards, evidence)]
        if options["json"]:
            self.stdout.write(json.dumps(_draft_as_dict(played, seed, reasons), ensure_ascii=False))
        else:
            self.stdout.write("\n".join(_draft_as_lines(played, seed)))
            if options["explain"]:
                self.stdout.write("")
                for pick, why in zip(played.picks, reasons, strict=True):
                    self.stdout.write(f"Seat {pick.seat}, round {pick.round}, pick {pick.number}: {pick.card}. {why}")

    def exit_with_error(self, error: DomainError, *, as_json: bool) -> None:
        if as_json:
            details = [detail.as_dict() for detail in error.details]
            body = {"code": error.code, "message": error.message, "rule": error.rule, "details": details}
            self.stdout.write(json.dumps({"error": body}, ensure_ascii=False))
        else:
            rule = f" ({error.rule})" if error.rule else ""
            self.stderr.write(f"{error.message}{rule}")
        raise SystemExit(EXIT_UNREADABLE)


def _parse_setup(players: str, peoples: str, step8: str) -> Setup:
    try:
        number = int(players)
    except ValueError:
        raise Invalid(gettext_noop("“%(text)s” isn’t a valid number of players."), {"text": players[:40]}) from None
    if not peoples.strip():
        return Setup(number, default_peoples(number), parse_last_deal(step8))
    return Setup(number, parse_peoples(map(_english_people_name, peoples.split(","))), parse_last_deal(step8))


def _english_people_name(name: str) -> str:
    """Return the English name of a people, given in any language of the site; other texts unchanged."""
    for language, _title in settings.LANGUAGES:
        with override(language):
            names = {fold(people_label(people)): people.value for people in PEOPLES}
        if fold(name) in names:
            return names[fold(name)]
    return name


def _site_or_shipped_catalogue() -> Catalogue:
    """Return the catalogue of the database, or that of the fixture if there is no database yet."""
    from cards.catalogue.queries import catalogue

    try:
        stored = catalogue()
    except DatabaseError:
        stored = Catalogue(())
    return (
        stored if len(stored) else read_catalogue_file(Path(settings.BASE_DIR) / "fixtures" / "bluemoon" / "cards.csv")
    )


def _draft_as_dict(played: SimulatedDraft, seed: str, reasons: Sequence[str]) -> dict[str, object]:
    state = played.state
    figures = state.setup.figures
    return {
        "setup": {
            "players": figures.players,
            "peoples": [people.value.lower() for people in state.setup.peoples],
            "seed": seed,
            "step8": state.setup.step8.value,
            "packet": figures.packet,
            "rounds": figures.rounds,
            "last_deal": figures.last_deal,
            "pool": figures.pool,
            "dealt": figures.dealt,
            "rest": figures.rest,
            "kept": figures.kept,
            "leftover": figures.leftover,
            "discard_pile": figures.discards,
            "sideboard": figures.sideboard,
        },
        "deal": list(state.deal),
        "picks": [asdict(pick) for pick in played.picks],
        "reasons": list(reasons),
        "pools": [list(hand) for hand in state.hands],
        "discards": list(state.discards),
        "leftover": list(state.undealt_cards),
    }


def _draft_as_lines(played: SimulatedDraft, seed: str) -> Sequence[str]:
    state = played.state
    setup, counts = state.setup, state.setup.figures
    last = f", then {counts.last_deal} each" if counts.last_deal else ""
    lines = [
        f"{counts.players} players, {', '.join(setup.peoples)}; seed {seed}",
        f"{counts.pool} cards: {counts.rounds} rounds with packets of {counts.packet}{last}.",
        f"Each player keeps {counts.kept}; {counts.discards} are discarded ({counts.leftover} never dealt).",
    ]
    for seat, hand in enumerate(state.hands):
        lines += ["", f"Seat {seat}:", *(f"  {code}" for code in sorted(hand))]
    return lines
