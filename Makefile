# Ten Moons. `make run` and `make test` are all a newcomer needs; both set up what is missing first.
# The first Python 3.11 that pyenv did not build, else any: distributions build it to be fast, with pyenv's all takes a quarter longer.
PYTHON ?= $(shell IFS=:; for folder in $$PATH; do \
	"$$folder/python3.11" -c 'import ensurepip, sys; sys.exit("pyenv" in sys.prefix)' 2>/dev/null && echo "$$folder/python3.11" && exit; \
	done; command -v python3.11 || command -v python3)
VENV := .venv
BIN := $(VENV)/bin
PORT ?= 8000
# The locked files name everything with its hash, so nothing is resolved: a new release elsewhere cannot break an install.
# Python compiles what it loads when it loads it; that is a quarter of what lies there.
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile --no-deps --require-hashes
COMPILE := build/lock/bin/pip-compile -q --generate-hashes --no-emit-index-url --no-emit-find-links \
	--no-emit-trusted-host --strip-extras
CHECK_INSTALLED := $(BIN)/python -m pip check --disable-pip-version-check >/dev/null

.DEFAULT_GOAL := help
.PHONY: help run share demo dev cluster faults setup setup-dev compile test quick thorough coverage format lock release client screenshots docs clean

help:  ## Show this list
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile | expand -t 16

run: setup  ## Set everything up and serve the site at 127.0.0.1:8000 (PORT=… for another port)
	@$(BIN)/python manage.py serve --port $(PORT) $(if $(SHARE),--share)

share: setup  ## The same for phones and computers on this network, with a QR code
	@$(BIN)/python manage.py serve --port $(PORT) --share

demo: setup  ## Serve a demo site from its own folder: drafts, decks, an event, a season
	@$(BIN)/python manage.py demo --port $(PORT) $(if $(SHARE),--share)

dev: setup-dev  ## Serve the site for developers: full errors, the debug toolbar, and a reload when the code changes
	@DEBUG=yes DJANGO_SETTINGS_MODULE=tests.developing.settings $(BIN)/python manage.py serve --port $(PORT) --reload

cluster: setup-dev  ## Serve the site as several processes: PostgreSQL, Redis, two web processes, worker, beat, nginx; stop with Ctrl-C
	@$(BIN)/python -m tests.local_cluster --port $(PORT)

faults: setup-dev  ## Kill parts of a cluster while it’s in use, and count what was lost (ROUNDS=…)
	@$(BIN)/python -m tests.faults --rounds $(or $(ROUNDS),20)

setup: $(VENV)/.runtime  ## Install the site’s dependencies

compile: setup  ## Compile all modules, for a site whose processes can’t write to the checkout
	@$(BIN)/python -m compileall -q $(VENV)/lib accounts boards cards common decks drafts game live matches online tenmoons

setup-dev: $(VENV)/.dev  ## Install the developer tools as well

test: setup-dev  ## Run every check: format, lint, types, contracts, migrations, deployment, schema, tests
	@$(BIN)/python -m tests.gate

quick: setup-dev  ## Run the checks that take a second: format, lint, import contracts
	@$(BIN)/python -m tests.gate format lint "import contracts"

thorough: setup-dev  ## Run every check in full: every state of every page, all walks and pictures, in random order (half an hour)
	@THOROUGH=yes $(BIN)/python -m tests.gate

coverage: setup-dev  ## Run the tests and list the lines and branches they never reach (slower)
	@COVERAGE_FILE=.coverage $(BIN)/python -m pytest -n 2 --dist loadgroup --cov --cov-report term

format: setup-dev  ## Format code, templates, style sheets and scripts
	@$(BIN)/python -m tests.tidy fix

client: setup-dev  ## Generate the Python client (tenmoons-client) in build/ from the API description
	@$(BIN)/python clients/python/generate.py

screenshots: setup-dev  ## Retake the pictures in docs/ (needs Chromium)
	@$(BIN)/python -m tests.screenshots

docs: setup  ## Write docs/ to var/docs as static pages (FOLDER=… for another folder)
	@DEBUG=yes $(BIN)/python manage.py write_static_docs $(or $(FOLDER),var/docs)

lock: build/lock/bin/pip-compile  ## Update the three lock files with hashed dependencies
	@$(COMPILE) --extra postgres --extra papers -o requirements.txt pyproject.toml
	@$(COMPILE) --allow-unsafe --extra postgres --extra papers --extra dev -c requirements.txt -o requirements-dev.txt pyproject.toml
	@printf 'hatchling\npolib\n' | $(COMPILE) -c requirements-dev.txt -o requirements-build.txt -

build/lock/bin/pip-compile:
	@"$(PYTHON)" -m venv build/lock && build/lock/bin/python -m pip install --quiet --disable-pip-version-check pip-tools

release: setup-dev  ## Build the wheel, its dependency list and their hashes in build/release/
	@$(BIN)/python deploy/release.py

clean:  ## Delete the environment and everything the checks created (never var/)
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis htmlcov .coverage staticfiles

$(VENV)/bin/python:
	@"$(PYTHON)" -c 'import sys; sys.exit("Ten Moons needs Python 3.11 or newer; this is " + sys.version.split()[0]) if sys.version_info < (3, 11) else None'
	@"$(PYTHON)" -m venv $(VENV)

$(VENV)/.runtime: $(VENV)/bin/python requirements.txt
	@echo "Installing what the site needs (once, about a minute) …"
	@$(INSTALL) -r requirements.txt && $(CHECK_INSTALLED)
	@touch $@

$(VENV)/.dev: $(VENV)/.runtime requirements-dev.txt
	@echo "Installing what the checks need (once, about a minute) …"
	@$(INSTALL) -r requirements-dev.txt && $(CHECK_INSTALLED)
	@touch $@
