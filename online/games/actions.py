"""Actions: commands, and the writer that commits the commands of several games together."""

from collections.abc import Sequence
from dataclasses import dataclass

from accounts.models import Person
from common.errors import DomainError
from live.group_writer import GroupWriter, WriteResults, write_together
from online.games import services
from online.games.loaded import LoadedGame


@dataclass(frozen=True, slots=True)
class ActionCommand:
    """Command to carry out an offer from a seat’s view at `version`."""

    by: Person | None
    key: str
    version: int
    do: str


def write_actions(commands: Sequence[ActionCommand]) -> WriteResults[LoadedGame]:
    """Write actions together; notify the seats that see them after the commit."""
    return write_together(
        commands,
        _write_actions_together,
        lambda command: services.write_action_alone(command.by, command.key, command.version, command.do),
    )


action_writer = GroupWriter("game-writer", write_actions)


def write_action(by: Person | None, key: str, version: int, do: str) -> LoadedGame:
    """Carry out an offer through the writer; raises as `services.prepare_action`."""
    return action_writer.write(ActionCommand(by, key, version, do))


def _write_actions_together(commands: Sequence[ActionCommand], _fresh: bool) -> WriteResults[LoadedGame]:
    """Write actions in the caller’s transaction, which is rolled back if an action fails after its check."""
    outcomes: dict[int, LoadedGame | Exception] = {}
    # All processes lock games in the same order, to avoid deadlocks.
    for index, command in sorted(enumerate(commands), key=lambda each: each[1].key):
        try:
            write = services.prepare_action(command.by, command.key, command.version, command.do)
        except DomainError as error:
            outcomes[index] = error
            continue
        outcomes[index] = write()
    return WriteResults([outcomes[index] for index in range(len(commands))], [])
