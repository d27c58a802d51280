"""What decks of drafts bring in play, beside what their cards are worth together: the games the coach's scale rests on.

Bots of all levels draft for two to six players. Of each pool the thirty cards that are worth most and thirty at random
are played against the nine published decks, with either starting, by greedy players or those of a level.

    python -m benchmarks.drafts.deck_strength [DRAFTS [FIRST]] --player strong --results FILE
    python -m benchmarks.drafts.deck_strength 0 --results FILE --table fixtures/bluemoon/strong/strength_of_decks.csv
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from itertools import product
from pathlib import Path

from benchmarks.evidence.self_play import shipped_player
from benchmarks.stored_results import Row, StoredResults
from cards.core.catalogue_csv import read_catalogue_file
from cards.core.facts import PEOPLES, Catalogue
from decks.core.building.best_of_pool import best_deck_from_pool, deck_value
from drafts.core.engine.setup import DEAL_TABLE, DECK_SIZE, Setup
from drafts.core.simulator import simulate_draft
from game.arena import play_game
from game.engine.table import published_codes
from game.evidence import Measurements, read_evidence
from game.players.computer import LEVELS

FOLDER = Path(__file__).resolve().parents[2] / "fixtures" / "bluemoon"
GAMES = {"best": 2, "random": 1}  # with each published deck
FIRST_SEED = 1 << 21
GREEDY = "greedy"


def measure(catalogue: Catalogue, evidence: Measurements, number: int, player: str = GREEDY) -> Row:
    """Play a draft: for each seat and deck its value by the evidence, the cards it shares with the best, its games,
    their crystals and the squares of these, and how many were won."""
    chance = random.Random(f"pools {number}")
    players = sorted(DEAL_TABLE)[number % len(DEAL_TABLE)]
    setup = Setup(players, tuple(chance.sample(PEOPLES, DEAL_TABLE[players].decks)))
    decks = []
    for seat, hand in enumerate(
        simulate_draft(setup, catalogue, seed=f"pools {number}", evidence=evidence).state.hands
    ):
        usable = sorted(code for code in hand if catalogue[code].playable)
        chosen = {
            "best": best_deck_from_pool(hand, catalogue.by_code, evidence),
            "random": tuple(sorted(chance.sample(usable, min(DECK_SIZE, len(usable))))),
        }
        for kind, codes in chosen.items():
            worth = deck_value(codes, catalogue.by_code, evidence)
            scores = scores_of(catalogue, codes, GAMES[kind], FIRST_SEED + 1000 * number + 100 * seat, player)
            won, squares = sum(score > 0 for score in scores), sum(score * score for score in scores)
            common = len(set(codes) & set(chosen["best"]))
            decks.append([seat, kind, round(worth, 3), common, len(scores), sum(scores), squares, won])
    return {"players": players, "decks": decks}


def scores_of(catalogue: Catalogue, deck: Sequence[str], turns: int, seed: int, player: str) -> list[int]:
    """Return the crystals of a deck against each published one, several times."""
    scores = []
    for turn, (at, people) in product(range(turns), enumerate(PEOPLES)):
        players = None if player == GREEDY else (shipped_player(player), shipped_player(player))
        published, start, game_seed = published_codes(catalogue, people), (turn + at) % 2, seed + 9 * turn + at
        ended = play_game(catalogue, tuple(deck), published, start=start, seed=game_seed, players=players)
        scores.append(ended.crystals)
    return scores


def write_table(rows: Sequence[Row], table: Path) -> None:
    """Write the measured decks, one per line."""
    lines = ["draft,players,seat,deck,worth,common,games,crystals,squares,won"]
    for row in rows:
        for seat, *figures in row["decks"]:
            lines.append(",".join(map(str, (row["number"], row["players"], seat, *figures))))
    table.write_text("\n".join(lines) + "\n", encoding="utf-8")


def main(drafts: int, first: int, results: Path, table: Path | None, player: str) -> None:
    """Draft and play what is not measured yet, and write the table."""
    catalogue, evidence, stored = (
        read_catalogue_file(FOLDER / "cards.csv"),
        read_evidence(FOLDER),
        StoredResults(results),
    )
    for number in range(first, first + drafts):
        if number not in stored:
            stored.add(number, measure(catalogue, evidence, number, player))
    if table is not None:
        write_table([stored.rows[number] for number in sorted(stored.rows)], table)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("drafts", type=int, nargs="?", default=110)
    parser.add_argument("first", type=int, nargs="?", default=0)
    parser.add_argument("--results", type=Path, required=True, help="an interrupted run goes on there")
    parser.add_argument("--player", default=GREEDY, choices=(GREEDY, *LEVELS), help="who plays both decks")
    parser.add_argument("--table", type=Path, help="the table of decks to write")
    asked = parser.parse_args()
    main(asked.drafts, asked.first, asked.results, asked.table, asked.player)
