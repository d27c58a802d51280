"""Proof that no one chose the cards of a game: the site commits to a secret, then both sides put in a number.

All shuffles and draws follow from a seed made of these three (docs/play.md, Proof). The checked file is a game file of
`game.records.games` with an object `proof`; its seal covers the whole file.
"""

import hashlib
import hmac
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from common.errors import Invalid
from common.text import gettext_noop
from game.engine.catalogue import Catalogue
from game.engine.state import new_game
from game.records.games import first_state_of_file, game_table_from_data, replay_game

FORMAT = "tenmoons-game-proof/1"
SEED_BITS = 62
MAX_NUMBER_CHARACTERS = 64
MAX_PROOF_STEPS = 2_000  # a game has about 200; the check plays all of them again in about a second
_KEYS = {"format", "version", "decks", "settings", "order", "start", "seed", "steps", "result", "proof"}
_PROOF_KEYS = {"format", "game", "secret", "commitment", "numbers", "drawn", "ending", "winner", "seal"}
_SECRET = re.compile(r"[0-9a-f]{64}", re.ASCII)


@dataclass(frozen=True, slots=True)
class ProofCheck:
    """One result of the check: what was checked, and whether it is right."""

    sentence: str
    holds: bool


def commitment_to(secret: str) -> str:
    """Return the SHA-256 of the secret’s text; a player sees it before entering a number."""
    return hashlib.sha256(f"{FORMAT} {secret}".encode()).hexdigest()


def clean_random_number(text: str) -> str:
    """Return a side’s number as it is stored, without NUL, which databases don’t accept."""
    return text.replace("\x00", "").strip()[:MAX_NUMBER_CHARACTERS]


def seed_from(secret: str, numbers: tuple[str, str]) -> int:
    """Return the seed of a game: the first 62 bits of an HMAC-SHA256 of both numbers, with the secret as its key."""
    digest = hmac.new(bytes.fromhex(secret), json.dumps(numbers).encode(), hashlib.sha256).digest()
    return int.from_bytes(digest[:8]) >> (64 - SEED_BITS)


def seal_of(data: Mapping[str, Any]) -> str:
    """Return the SHA-256 of a file without its seal, as JSON with sorted keys and no spaces."""
    proof = {name: value for name, value in data["proof"].items() if name != "seal"}
    text = json.dumps({**data, "proof": proof}, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def check_game_proof(
    catalogue: Catalogue, data: Mapping[str, Any], *, commitment: str = "", seal: str = ""
) -> list[ProofCheck]:
    """Check a file, also against a noted commitment and seal; raises `Invalid` for a file that isn’t a proof.

    The check plays the whole game again from its seed, so it finds every missing, added or changed step.
    """
    proof = _proof_of(data)
    first, second = proof["numbers"]
    promised, seed = commitment_to(proof["secret"]), seed_from(proof["secret"], (first, second))
    results = [
        (gettext_noop("The secret is the one the site committed to."), promised == proof["commitment"]),
        (gettext_noop("The seed follows from the secret and both numbers."), seed == data["seed"]),
        (gettext_noop("The seal fits every word of the file."), seal_of(data) == proof["seal"]),
    ]
    if commitment:
        is_noted = commitment.strip().lower() == proof["commitment"]
        results.append((gettext_noop("The commitment is the one you noted."), is_noted))
    if seal:
        results.append((gettext_noop("The seal is the one you noted."), seal.strip().lower() == proof["seal"]))
    if proof["drawn"]:
        results.append((gettext_noop("The seed names the player who starts."), data["start"] == data["seed"] % 2))
    results.append((gettext_noop("Both draw decks follow from the seed."), _decks_follow_from_seed(catalogue, data)))
    outcome = replay_game(catalogue, {name: value for name, value in data.items() if name != "order"}).outcome
    was_played = proof["ending"] == "played"
    is_as_stated = was_played and proof["winner"] == outcome.winner if outcome is not None else not was_played
    results.append((gettext_noop("Every step is legal, and the game ends as the file says."), is_as_stated))
    return [ProofCheck(sentence, holds) for sentence, holds in results]


def _decks_follow_from_seed(catalogue: Catalogue, data: Mapping[str, Any]) -> bool:
    table = game_table_from_data(catalogue, data)
    dealt = new_game(table, seed=data["seed"], start=data["start"])
    stated = first_state_of_file(table, data)
    return all(dealt.opening_deck_of(player) == stated.opening_deck_of(player) for player in (0, 1))


def _proof_of(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the proof of a file; raises `Invalid` for missing and unknown parts, so that every part is checked."""
    proof = data.get("proof")
    if not isinstance(proof, dict) or proof.get("format") != FORMAT:
        raise Invalid(gettext_noop("This game file has no proof of its cards."))
    strange = sorted((set(data) ^ _KEYS) - {"settings", "result"} | (set(proof) ^ _PROOF_KEYS))
    numbers = proof.get("numbers")
    sound = (
        not strange
        and isinstance(numbers, list)
        and len(numbers) == 2
        and all(isinstance(number, str) for number in numbers)
        and all(
            isinstance(proof[name], str) and proof[name].isprintable()
            for name in ("game", "secret", "commitment", "ending", "seal")
        )
        and _SECRET.fullmatch(proof["secret"]) is not None
        and type(data["seed"]) is int
        and type(data["start"]) is int
        and data["start"] in (0, 1)
        and isinstance(data["steps"], list)
        and len(data["steps"]) <= MAX_PROOF_STEPS
        and all(isinstance(step, str) for step in data["steps"])
    )
    if not sound:
        template = gettext_noop("The proof has missing, unknown or changed parts: %(parts)s.")
        raise Invalid(template, {"parts": ", ".join(f"“{name}”" for name in strange) or "…"})
    return proof
