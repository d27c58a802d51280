"""The introduction of the API's description: tokens, errors, limits, pages, versions."""

from common.api.problems import CODES


def introduction() -> str:
    """The introduction, in Markdown."""
    rows = "\n".join(f"| `{code}` | {status} | {meaning} |" for code, (status, meaning) in CODES.items())
    return f"{_TEXT}\n\n| code | status | when |\n|---|---|---|\n{rows}\n"


_TEXT = """\
Catalogue, decks, drafts and matches for Blue Moon and Blue Moon Legends.
[Your first script](/help/guides/first-script/) has each step ready to copy;
[the API](/help/api/) says what stays as it is within version 1.

**Who you are.** Reading the catalogue and judging a deck needs nothing. For anything of your own, make a token on
[your page](/accounts/tokens/), or by `POST /api/v1/tokens/` with your
password, and send `Authorization: Bearer tm_…`. A token has areas (read, decks, drafts, matches,
events) and may have an end. Without the right area a writing call is answered as a stranger's, and what is refused
names the missing area. At a draft `X-Seat-Token` is one seat.

**Bodies** are JSON in UTF-8, nested at most 32 levels deep. Unknown fields and parameters are refused with the nearest
name. PUT needs every field and takes back what GET gave; PATCH changes what is named. A change of a deck, an event or
an agreement names the version it is made from: `version` in the body (409 where it is old) or `If-Match` with the
`ETag` (412).

**Lists** have one shape: `count`, `next`, `previous`, `results`; `?page=2&page_size=50`, at most 500 a page.

**Reading again** costs little: send the `ETag` as `If-None-Match`, and get 304 as long as nothing has changed.

**Sending again** does nothing twice: send an `Idempotency-Key` of your own with a POST; within a day the same key gets
the same answer (`Idempotent-Replay: true`).

**Limits.** `RateLimit` and `RateLimit-Policy` say what is left; above it 429 with `Retry-After`.

**Other sites' pages** may read whatever anybody may (CORS), without cookies and tokens.

**Languages.** Sentences are in the language of `Accept-Language` (en, de, nl, ru); codes never change.

**Errors** are `application/problem+json` (RFC 9457): `type`, `title`, `status`, `detail`, and `error` with `code`,
`message`, the number of the `rule` behind it, and `details`: every faulty place with `field`, `line`, `column` and
`suggestions`."""
