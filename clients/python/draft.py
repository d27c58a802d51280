"""Plays a draft against three bots over HTTP: the whole way from a table to a legal deck."""

import os
import time

from tenmoons_client.api.cards import cards_read
from tenmoons_client.api.decks import decks_complete, decks_create
from tenmoons_client.api.drafts import drafts_create, drafts_pick, drafts_pool, drafts_read, drafts_start
from tenmoons_client.site import Refused, Site

site = Site(os.environ["MOONS"], token=os.environ["MOONS_TOKEN"])
table = {"players": 4, "peoples": ["Vulca", "Hoax", "Mimix", "Flit", "Khind", "Terrah"], "name": "Friday"}
key = site.call(drafts_create, body=table).draft.key
site.call(drafts_start, key)
while (draft := site.call(drafts_read, key)).status != "done":
    mine = draft.mine
    if mine and mine.packet and not mine.chosen:
        site.call(drafts_pick, key, body={"round": mine.round_, "number": mine.number, "card": mine.packet[0]})
    else:
        time.sleep(0.1)
pool = site.call(drafts_pool, key)
built = site.call(decks_complete, body={"format": "draft", "pool": pool.pool})
deck = site.call(decks_create, body={"text": built.proposal.text, "pool": pool.pool})
print(len(pool.cards), deck.report.status)
try:
    site.call(cards_read, "Catussan")
except Refused as error:
    print(error.status, error.code, error.details[0].suggestions[0])
