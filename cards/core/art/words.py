"""Words of names: which of them become a motif of the picture, as Storm and Bear do."""

import re
from functools import lru_cache

from common.text import fold

# Beginnings of words, folded, with the drawing they call; the first row that fits decides. `~` fits within a word.
_ROWS: tuple[tuple[str, str], ...] = (
    ("dragon drachen ~dragon", "dragon"),
    ("butterfl ~falter", "butterfly"),
    ("caterpillar ~raupe", "caterpillar"),
    ("potion trunk bottelus gulpus", "potion"),
    ("octopus octak kraken tentacle hydra polyp", "octopus"),
    ("eel serpent snake worm leech kelp", "serpent"),
    ("behemoth razorjaw shark fish deep dagon", "fish"),
    ("crustacean crab", "crab"),
    ("siren mermaid", "mermaid"),
    ("bear", "bear"),
    ("fox topdog hound dog wolf wolves coolcub", "fox"),
    ("gazelle antelope goat dhole", "gazelle"),
    ("unicorn horse", "unicorn"),
    ("coolcat cat cats ulthar", "cat"),
    ("phoenix", "phoenix"),
    ("crow hawk magpie raven byakhee nightgaunt falcon bird", "bird"),
    ("locust bug bugs ~kakerlak insect swarm bee", "bugs"),
    ("thunder lightning flash electric blitz bolt volt", "bolts"),
    ("snow doom ice winter frozen cold arctic", "snow"),
    ("sand desert dune", "sand"),
    ("rain", "rain"),
    ("~taifun typhoon stormbringer storm waterspout whirl vortex wind", "whirl"),
    ("undertow rattle hypno madness insan maze labyrinth chaos confusion", "spiral"),
    ("earthquake ~quake tremor earthtremor seismic drill mountainshaker earthblast eroder eartheroder", "crack"),
    ("wall cataclysm flickering", "flames"),
    ("torch", "torch"),
    ("ember cinder ash", "ashes"),
    ("lava lavar volca erupt furnace volcanic", "lava"),
    ("flame ~flame flamit flaming fire fireblast firewater fireeater burn blaze scorch ignite inferno", "flame"),
    ("spark sparkling glimmer shimmer flare flares sear dazzling", "burst"),
    ("flood wave tide tidal drown undertow watertamer", "wave"),
    ("water earthwater sea tears ocean", "drop"),
    ("swamp marsh mud slime oil quicksand gluing cloying", "mire"),
    ("fog haze gas mist dust breath breeze eveningbreeze morningwind smoke", "mist"),
    ("moon monduntergang lunar", "moon"),
    ("sun dawn day light lightseeker", "sun"),
    ("star stars astronom cosmic yuggoth", "star"),
    ("night dusk owl shadow dark midnight", "owl"),
    ("armor shield", "armor"),
    ("gauntlet fist bounce swift", "gauntlet"),
    ("boomerang", "boomerang"),
    ("tome book necronomicon librar professor scholar storyteller letter diary text manuscript cartographer", "book"),
    ("trebuchet ballista schleuder catapult", "catapult"),
    ("arrow missile topshot archer", "arrows"),
    ("hatchet axe", "axe"),
    ("shockwave chant whistle chatter pandemonium music song rhetorician squeak squawk choir", "notes"),
    ("laugh ~laugh masque mask theatre play actor", "masks"),
    ("duplicator", "twins"),
    ("brain brainstorm mind nobrains thought", "brain"),
    ("wisdom eye auge boshaftes watcher detective lookout scout seeker seer sceptic vision", "eye"),
    ("ghost spirit soul phantom spectre wraith", "ghost"),
    ("dance dancer wardance heroine amazon", "dancer"),
    ("reinforcement council khindship cult mob gang crowd followers opposition resistance", "crowd"),
    ("bag", "bag"),
    ("favor marque seal pact oath contract", "seal"),
    ("mutant devil demon", "horns"),
    ("armory sword blade knife dagger saber", "swords"),
    ("cannon topgun gun colt rifle revolver powder shotgun", "cannon"),
    ("captain commodore sailingmaster coxswain quartermaster boatswain ship", "wheel"),
    ("key gate door portal", "gate"),
    ("king yellow crown queen prince chosen auserwahlte", "crown"),
    ("clock time wachterin hour ancient", "hourglass"),
    ("rock stone rocara boulder", "rocks"),
    ("fun kite kid", "kite"),
    ("monk serene virgin immortality tranquility blessing", "lotus"),
    ("launch traveler locust commence comet meteor", "comet"),
    ("enchantment magic spell ritual sorcer", "star"),
)
_WORD = re.compile(r"[^\W\d_]+")
_PARTS = tuple(
    (part.removeprefix("~"), part.startswith("~"), motif) for parts, motif in _ROWS for part in parts.split()
)
_SHORT = 3  # letters; so short a part must be a whole word, so that a Cataclysm is no cat


@lru_cache(maxsize=4096)
def motif_of(name: str) -> str:
    """The drawing that a name calls for, empty where none of its words does.

    >>> motif_of("Swirling Snow Storm"), motif_of("Young Bear"), motif_of("Bashdin")
    ('snow', 'bear', '')
    """
    words = _WORD.findall(fold(name))
    return next((motif for part, within, motif in _PARTS if any(_fits(part, word, within) for word in words)), "")


def _fits(part: str, word: str, within: bool) -> bool:
    if within:
        return part in word
    return word == part or (len(part) > _SHORT and word.startswith(part))
