"""Powers: a declaration for each card of the catalogue, in one file a people."""

from collections.abc import Mapping

from game.powers import aqua, buka, flit, hoax, khind, mimix, others, pillar, terrah, vulca
from game.powers.verbs import Power

POWERS: Mapping[str, Power] = {
    code: power
    for module in (vulca, hoax, mimix, flit, khind, terrah, pillar, aqua, buka, others)
    for code, power in module.POWERS.items()
}
