"""How the modules of matches hang together: no circles, and no chain of imports so long that nobody can follow it."""

from __future__ import annotations

from functools import cache
from graphlib import TopologicalSorter

import grimp

MAX_IMPORTS_IN_A_CHAIN = 12


def imports() -> dict[str, set[str]]:
    """What each module of matches imports of matches; migrations left out."""
    graph = grimp.build_graph("matches", cache_dir=None)
    modules = {module for module in graph.modules if ".migrations" not in module}
    return {module: graph.find_modules_directly_imported_by(module) & modules for module in modules}


def test_no_two_modules_import_each_other_and_no_chain_is_longer_than_twelve() -> None:
    found = imports()
    TopologicalSorter(found).prepare()  # raises CycleError, which names the circle

    @cache
    def longest(module: str) -> tuple[str, ...]:
        return module, *max((longest(other) for other in found[module]), key=len, default=())

    chain = max((longest(module) for module in found), key=len)
    assert len(chain) - 1 <= MAX_IMPORTS_IN_A_CHAIN, " > ".join(chain)


def test_no_folder_is_too_large_to_see() -> None:
    modules = set(imports())
    packages = {module.rpartition(".")[0] for module in modules}
    folders: dict[str, int] = {}
    for module in modules - packages:
        folder = module.rpartition(".")[0]
        folders[folder] = folders.get(folder, 0) + 1
    assert max(folders.values()) <= 25, folders
