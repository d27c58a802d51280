"""Request bodies for each URL, valid so that only the sender’s rights decide the response."""

from __future__ import annotations

from typing import Any

from common.fingerprints import settings_fingerprint
from decks.core.collection import SETS
from matches.core.scoring import MatchSettings
from matches.events.queries import event_by_key, load_event
from matches.events.serializers import EventRulesSerializer
from matches.models import Season
from matches.play.core_values import settings_of_match
from matches.play.queries import group_by_key, match_by_key
from matches.play.serializers import SheetSerializer
from matches.play.services import settings_columns
from tests.access.world import World
from tests.drafts.tables import setup_for

_PEOPLES = [people.value for people in setup_for(2).peoples]
_DECK = {"text": "Name: T\nFormat: custom\nLeader: Terrah 00\n\nTerrah 01\n"}
_POSITION = "TM1 el=fire ph=engage h0=V05 c1=H09 h1=H01"
_SEASON = {"name": "Spring", "first": "2025-03-01", "order": "match", "best": 6, "minimum": 5}
_PAST = {"text": "date,player,opponent,crystals\n2025-03-15,Roland,Elinor,5:3\n"}
_SHEET = {
    "edition": "legends",
    "target": "5",
    "penalty": "none",
    "penalty_crystals": "1",
    "decks_shown": "always",
    "deck_changes": "free",
    "six_cards": "combat_and_support",
}
_GAME = {"winner": "b", "dragons": 1, "crystal_cards": 0, "ended": "out_of_cards"}
_TABLE = {"players": "2", "peoples": _PEOPLES, "step8": "right", "seating": "as_sat"}
_EVENT = {
    "name": "Another",
    "format": "swiss",
    "edition": "legends",
    "target": "5",
    "cut_size": "0",
    "points_win": "3",
    "points_draw": "1",
    "points_loss": "0",
    "points_bye": "3",
    "decks_seen": "staff",
    "round_minutes": "50",
    "days_between": "7",
    "tie_1": "opponents",
}
_WRONG_PASSWORD = {"login": "Host", "password": "not it"}

_QUERIES: dict[str, dict[str, Any]] = {
    "matches_api:group_duel": {"a": "Roland", "b": "Elinor"},
    "matches_api:group_player": {"name": "Roland"},
}
_PAGES: dict[str, dict[str, Any]] = {
    "accounts:nickname": {"nickname": "Somebody"},
    "accounts:push_device": {"kinds": "packet"},
    "account_login": _WRONG_PASSWORD,
    "account_signup": {"username": "x"},
    "admin:login": {"username": "Host", "password": "not it"},
    "cards:save_search": {"q": "fire>5", "name": "Hot"},
    "cards:text_packs": {"name": "Pack", "text": "code,text\nVulca 03,words\n"},
    "cards:text_pack": {"act": "remove"},
    "cards:witness": {"name": "Ferryman"},
    "cards:keeping_upload": {"text": "code,notes\nVulca 03,x\n"},
    "decks:check": _DECK,
    "decks:import": _DECK,
    "decks:create": {"people": "Vulca", "format": "custom", "start": "box"},
    "decks:formats": {"name": "Mine", "declaration": '{"base": "custom"}'},
    "decks:format": {"listed": "1"},
    "decks:format_deck": {"people": "Vulca"},
    "decks:put": {"tap": "1 Vulca 03"},
    "decks:maybe": {"tap": "1 Vulca 03"},
    "decks:leader": {"leader": "Terrah 00"},
    "decks:name_version": {"name": "before"},
    "decks:write": _DECK | {"save": "1", "version": "1"},
    "decks:built": {"built": "1"},
    "decks:editors": {"act": "open"},
    "decks:guide": {"text": "Earth first.", "version": "0"},
    "decks:write_guide": {"text": "Earth first.", "version": "0"},
    "decks:like": {"liked": "1"},
    "drafts:remind": {"wanted": "yes"},
    "drafts:create": _TABLE,
    "drafts:figures": _TABLE,
    "drafts:practice": _TABLE | {"players": "1", "packet": "5", "rounds": "9", "last_deal": "0"},
    "drafts:lists": {"name": "Mine", "cards": "Vulca 03"},
    "drafts:list": {"name": "Mine", "cards": "Vulca 03"},
    "drafts:paper_create": _TABLE | {"names": "One\nTwo"},
    "drafts:paper_step": {"version": "1"},
    "drafts:paper_pool": {"card": ["Vulca 03"]},
    "drafts:move": {"to": "2"},
    "drafts:watching": {"watching": "once"},
    "drafts:simulator": {"players": "2", "sharing": "packets", "company": "expert", "drafts": "1"},
    "drafts:ready": {"ready": "yes"},
    "drafts:notes": {"text": "a note"},
    "drafts:say": {"phrase": "0"},
    "matches:say": {"phrase": "0"},
    "matches:create": _SHEET | {"name_a": "One", "name_b": "Two", "me": ""},
    "matches:group_create": {"name": "A group", "me": "Me"},
    "matches:members": {"name": "Somebody"},
    "matches:member_rename": {"name": "Renamed"},
    "matches:group_join": {"name": "Newcomer"},
    "matches:season_keep": _SEASON,
    "matches:season_import": _PAST | {"do": "keep"},
    "matches:join": {"side": "b"},
    "matches:event_create": _EVENT,
    "matches:event_help": {"name": "Helper"},
    "matches:event_desk_waive": {"reason": "lent one"},
    "matches:event_desk_rename": {"name": "Renamed"},
    "matches:event_desk_substitute": {"name": "Newcomer"},
    "matches:event_desk_penalty": {"kind": "match_loss"},
}
_ACTS: dict[str, dict[str, Any]] = {
    "decide": {"request": "999999", "admit": "1"},
    "check_in": {"number": "1", "here": "1"},
    "announce": {"text": "Lunch"},
    "register": {"name": "Somebody"},
    "add": {"names": "Somebody"},
    "unpaste": {"first": "1", "last": "1"},
    "registration": {"open": "0"},
    "drop": {"number": "1"},
    "return": {"number": "1"},
    "byes": {"number": "1"},
    "seed": {"number": "1", "to": "1"},
    "deck": {"number": "1", "deck": ""},
    "pair": {"number": "1"},
    "unpair": {"number": "1"},
    "close": {"number": "1", "unfinished": "1"},
    "cut": {},
    "finish": {},
    "clock": {"number": "1", "running": "1"},
    "longer": {"number": "1", "minutes": "5"},
    "give_bye": {"number": "1", "to": "1"},
    "swap": {"number": "1", "first": "1", "second": "1"},
    "plan": {"rounds": "3"},
    "note": {"number": "1", "kind": "note", "text": "late"},
    "pods": {"most": "6"},
}


def _of_matches(world: World) -> dict[str, dict[str, Any]]:
    match, new = world.versions
    return {
        "matches:record": _GAME | {"version": match, "number": 2},
        "matches:correct": _GAME | {"version": match},
        "matches:confirm": {"version": match},
        "matches:dispute": _GAME | {"version": match},
        "matches:settle": _GAME | {"version": match},
        "matches:penalise": {"version": match, "side": "a"},
        "matches:forgive": {"version": match},
        "matches:undo": {"version": match},
        "matches:sheet": _SHEET | {"seen": _seen_sheet(world)},
        "matches:note": {"kind": "start", "game": "2", "starter": "a"},
        "matches_api:games": _GAME | {"version": match},
        "matches_api:game": _GAME | {"version": match},
        "matches_api:confirm": {"version": match},
        "matches_api:dispute": {"version": match},
        "matches_api:settle": _GAME | {"version": match},
        "matches_api:undo": {"version": match},
        "matches_api:agreed": {**SheetSerializer(MatchSettings(crystal_cards=False)).data, "version": new},
        "matches_api:penalties": {"version": match, "side": "a"},
        "matches_api:match_group": {"group": ""},
    }


def sends(world: World, name: str, on: str, method: str) -> dict[str, Any]:
    """Return the body of a request, or nothing."""
    if name == "decks_api:compare":
        return {"a": world.things["link deck"]["key"], "b": "Terrah"}
    if method == "GET":
        return dict(_QUERIES.get(name, {}))
    if method == "DELETE":
        return {}
    if name.startswith("matches:event_do_"):
        return dict(_ACTS.get(name.removeprefix("matches:event_do_"), {})) | _result(world)
    if name == "matches_api:event":
        return _event_rules(str(world.things["event"]["key"]))
    body = _PAGES.get(name) or _of_things(world).get(name) or _API.get(name) or {}
    # One game was recorded in it, and nothing else happened.
    return {**body, "version": 2} if on == "group match" and "version" in body else dict(body)


def _seen_season(world: World) -> str:
    return Season.objects.get(key=str(world.things["group"]["season_key"])).fingerprint


def _seen_sheet(world: World) -> str:
    return settings_fingerprint(
        settings_columns(settings_of_match(match_by_key(str(world.things["new match"]["key"]))))
    )


def _result(world: World) -> dict[str, Any]:
    return {"pairing": world.things["event"]["pairing"], "a": "5", "b": "2"}


def _of_things(world: World) -> dict[str, dict[str, Any]]:
    things = world.things
    members, decks = things["members"], {"deck": things["private deck"]["key"]}
    pick = {"card": things["packet"]["card"], "round": 1, "number": 1}
    names = ("drafts:plan", "drafts:pick", "drafts_api:plan", "drafts_api:picks")
    return (
        _of_matches(world)
        | dict.fromkeys(names, pick)
        | {"online:add_note": {"step": "0", "text": "Well played."}}
        | dict.fromkeys(("online:act", "online_api:act"), things["action"])
        | {
            "matches:event_change": _EVENT | {"seen": event_by_key(str(things["event"]["key"])).fingerprint},
            "matches:group_describe": {"seen": group_by_key(str(things["group"]["key"])).fingerprint},
            "matches:season_change": _SEASON | {"seen": _seen_season(world)},
            "matches:group_hand_over": {"member": members["a"]},
            "matches_api:group_member": {"name": "Renamed"},
            "matches_api:group_matches": {"member": members["a"], "guest": "Mira"},
            "matches_api:group_drafts": {"draft": things["lobby"]["key"]},
            "matches_api:group_member_merge": {"into": members["b"]},
            "matches_api:group_owner": {"member": members["a"]},
            "matches:group_draft_add": {"draft": things["lobby"]["key"]},
            "matches:evening_start": {"a": members["a"], "b": members["b"]},
            "matches:group_start": _SHEET | {"a": members["a"], "b": members["b"]},
            "matches:decks": decks | {"version": world.versions[0], "side": "a"},
            "matches_api:decks": decks | {"version": world.versions[0], "side": "a"},
            "decks:settings": {
                "version": "1",
                "name": "T",
                "format": "custom",
                "edition": "legends",
                "leader": "Terrah 00",
                "visibility": "link",
            },
            "decks:take_help": {"version": "1", "codes": "Terrah 01"},
        }
    )


def _event_rules(key: str) -> dict[str, Any]:
    kept = EventRulesSerializer(load_event(key)).data
    return {name: value for name, value in kept.items() if name != "group"} | {"group": None}


_API: dict[str, dict[str, Any]] = {
    "accounts_api:tokens": {"username": "Host", "password": "a long password", "name": "x", "scopes": ["read"]},
    "boards_api:look": {"position": _POSITION},
    "boards_api:why_not": {"position": _POSITION, "action": "play Vulca 05"},
    "boards_api:play": {"position": _POSITION, "action": "continue"},
    "decks_api:decks": _DECK,
    "decks_api:check": {"leader": "Vulca 00", "cards": [{"card": "Vulca 01"}, {"card": "Flash the Incendiary"}]},
    "decks_api:import": _DECK,
    "decks_api:file": {"ten-moons": "decks", "version": 1, "decks": []},
    "decks_api:repair": _DECK,
    "decks_api:complete": _DECK,
    "decks_api:odds": _DECK,
    "decks_api:formats": {"name": "Mine", "declaration": {"base": "custom"}},
    "decks_api:collection": {"boxes": dict.fromkeys(SETS, 1)},
    "decks_api:deck": _DECK
    | {"version": 1, "notes": "", "visibility": "link", "pool": None, "tags": [], "maybe": []}
    | {"folder": "", "built": False, "archived": False},
    "decks_api:version": {"name": "before"},
    "decks_api:guide": {"text": "Earth first.", "version": 0},
    "drafts_api:wishlist": {"cards": ["Vulca 03"]},
    "drafts_api:drafts": {"players": 2, "peoples": _PEOPLES, "name": "Friday"},
    "drafts_api:preflight": {"players": 2, "peoples": _PEOPLES},
    "drafts_api:lists": {"name": "Mine", "cards": ["Vulca 03"]},
    "drafts_api:list": {"name": "Mine", "cards": ["Vulca 03"], "shared": False},
    "drafts_api:papers": {"names": ["Roland", "Elinor"], "peoples": _PEOPLES},
    "drafts_api:paper_step": {"version": 1},
    "drafts_api:paper_pool": {"cards": ["Vulca 03"]},
    "drafts_api:notes": {"text": "a note"},
    "drafts_api:move": {"to": 2},
    "drafts_api:watching": {"watching": "once"},
    "matches_api:matches": {"players": ["Roland", "Elinor"]},
    "matches_api:notes": {
        "now": 1,
        "notes": [{"id": "n1", "kind": "fight", "game": 2, "at": 1, "data": {"winner": "a"}}],
    },
    "matches_api:power": {"element": "fire", "cards": [{"fire": "3"}, {"fire": "2", "place": "support"}]},
    "matches_api:groups": {"name": "Friday club", "members": ["Elinor"]},
    "matches_api:group": {"place": "Café Crystal", "about": "", "listed": False},
    "matches_api:join": {"side": "b"},
    "matches_api:group_join": {"name": "Mira"},
    "matches_api:group_members": {"name": "Mira"},
    "matches_api:group_seasons": _SEASON,
    "matches_api:group_season": _SEASON | {"last": None},
    "matches_api:group_imports": _PAST,
    "matches_api:events": {"name": "Friday cup", "rounds_planned": 3, "first_day": "2026-05-01"},
    "matches_api:event_stage": {"to": "closed"},
    "matches_api:event_players": {"names": ["Mira", "Ben"]},
    "matches_api:event_player": {"playing": False},
    "matches_api:event_players_taken_back": {"first": 1, "last": 2},
    "matches_api:event_player_merge": {"into": 1},
    "matches_api:event_rounds": {"number": 1},
    "matches_api:event_round": {"clock": "run"},
    "matches_api:event_result": {"crystals": [5, 2]},
    "matches_api:event_request": {"admit": False},
    "matches_api:event_announcements": {"text": "Lunch"},
    "matches_api:event_notes": {"number": 1, "kind": "note", "text": "late"},
    "matches_api:event_webhooks": {"url": "https://moons.example/told-too"},
}
