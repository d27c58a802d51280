"""Palettes: the colours of each land, its sky from top to horizon, its ranges from far to near, its ground."""

from dataclasses import dataclass

FIRE, EARTH = "#ff6a2b", "#7fc24f"


@dataclass(frozen=True, slots=True)
class Palette:
    """Colours as #rrggbb: the sky at its top, in its middle, at the horizon; land far, middle, near; ground; light."""

    top: str
    middle: str
    horizon: str
    far: str
    mid: str
    near: str
    ground: str
    light: str


PALETTES = {
    "vulca": Palette("#1d0612", "#6b1518", "#f2652c", "#8e2a20", "#571519", "#350c14", "#17060c", "#ffc14d"),
    "hoax": Palette("#0b0a33", "#2c2a7c", "#8d7fe0", "#4b47a8", "#302d83", "#1d1b5c", "#0b0a2b", "#ffd98a"),
    "mimix": Palette("#03160f", "#0e4a35", "#8fca7a", "#3f8a5c", "#1d5c40", "#0f3c2b", "#041710", "#e6f7a0"),
    "flit": Palette("#123a72", "#4a97d2", "#f4e9d2", "#a9d2ea", "#7db4d8", "#3e7cb0", "#123357", "#ffffff"),
    "khind": Palette("#2a1047", "#a33a86", "#ffb3a0", "#d8709c", "#8e3179", "#571c5a", "#220a31", "#ffd7e4"),
    "terrah": Palette("#2a1d14", "#8a5a30", "#f3cd8a", "#b98a58", "#835630", "#55351d", "#20130b", "#ffe9bf"),
    "pillar": Palette("#101d12", "#3f6a1c", "#dbe36a", "#8aa83a", "#557c24", "#2f4f18", "#0f1d0b", "#fff36b"),
    "aqua": Palette("#04121f", "#0a4c63", "#3ccbc6", "#1a8f9e", "#0c6379", "#074257", "#031824", "#a8fff0"),
    "buka": Palette("#1a1f38", "#5d5a78", "#f3b27c", "#56647f", "#38496a", "#233350", "#0d1426", "#ffe2ae"),
    "mutant": Palette("#140a24", "#4b1f6e", "#e05fd0", "#6d3290", "#452064", "#2a1342", "#12071f", "#8dffcf"),
    "inquisitor": Palette("#16090b", "#4d1420", "#d9a441", "#6a2630", "#461720", "#2a0d14", "#130609", "#ffe08a"),
    "emissary": Palette("#0c1030", "#3d3a86", "#f6c9a0", "#6a62a8", "#453f80", "#292657", "#100e2a", "#fff0c4"),
    "hyla": Palette("#02201f", "#0c6a5c", "#f0e08c", "#3fa384", "#1f7763", "#0e4a41", "#042320", "#fff7b8"),
    "tutu": Palette("#27184a", "#a8577a", "#ffd27f", "#e0a25c", "#b87843", "#7c4a34", "#2c1724", "#fff1b0"),
    "crystal": Palette("#050d2c", "#1c3f94", "#9fe6ff", "#5f9fe0", "#3a69bd", "#213f86", "#091538", "#e8fbff"),
    "interference": Palette("#0d0d12", "#3a3d4a", "#ff5b5b", "#5a5d6b", "#3c3e4a", "#23252f", "#0b0b10", "#ffdede"),
    "spirit": Palette("#07101f", "#1f4a5e", "#b9f0d2", "#4b8b93", "#2c6170", "#173c4a", "#06141c", "#eafff4"),
    "agency": Palette("#0c1626", "#2b4c74", "#d7c7a0", "#4d6b8d", "#33506f", "#1d3450", "#0a1422", "#ffd98a"),
    "miskatonic": Palette("#1b1209", "#6b4a24", "#efcf8a", "#9a7540", "#6f5129", "#432f17", "#1a1108", "#ffeaa8"),
    "syndicate": Palette("#160d16", "#54324a", "#e59a6a", "#6f4a5c", "#4d3040", "#2d1a28", "#120911", "#ffb86b"),
    "silver": Palette("#12151c", "#4c5566", "#d5d9e2", "#7d8798", "#596375", "#363e4d", "#12161d", "#f3f7ff"),
    "cthulhu": Palette("#031613", "#0d4a3e", "#76c9a0", "#2c7b68", "#185646", "#0c382f", "#03140f", "#b6ffd0"),
    "hastur": Palette("#1c1604", "#6e5a12", "#f3dc6a", "#a38c33", "#74611e", "#463a10", "#191404", "#fff4a0"),
    "shub": Palette("#17090a", "#4f2418", "#c98b4a", "#6b4030", "#4a2a20", "#2c1713", "#140806", "#ffcf7a"),
    "yog": Palette("#100720", "#40217a", "#c79bff", "#6a48a8", "#472c7e", "#2a184f", "#0f071f", "#f0d8ff"),
    "neutral": Palette("#10131a", "#39414e", "#c9b99a", "#5d6470", "#424954", "#282e38", "#0d1015", "#ffe9c4"),
    "story": Palette("#0b0b1a", "#332a52", "#d09ab0", "#554a70", "#3b3254", "#241e38", "#0b0914", "#ffd9e8"),
}
