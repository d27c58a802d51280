"""App configuration: drafts."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class DraftsConfig(AppConfig):
    """The pass draft."""

    name = "drafts"
    verbose_name = _("Drafts")

    def ready(self) -> None:
        """Connect the handlers of saved seats and the simulator to the worker, and register what can be reported."""
        from decks.hooks import run_draft_simulation
        from drafts import signals  # noqa: F401
        from drafts.lists.report_kinds import register_report_kinds
        from drafts.simulator.services import run_simulation_job

        run_draft_simulation.register(run_simulation_job)
        register_report_kinds()
