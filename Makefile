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
.PHONY: help run share demo dev cluster faults setup setup-dev compile test quick thorough coverage format lock release client screenshots clean

help:  ## Show what can be made
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile | expand -t 16

run: setup  ## Set everything up and serve the site on 127.0.0.1:8000 (PORT=… for another port)
	@$(BIN)/python manage.py serve --port $(PORT) $(if $(SHARE),--share)

share: setup  ## The same for phones and computers in this network, with a QR code
	@$(BIN)/python manage.py serve --port $(PORT) --share

demo: setup  ## A living site to look at, in a folder of its own: drafts, decks, an event, a season
	@$(BIN)/python manage.py demo --port $(PORT) $(if $(SHARE),--share)

dev: setup-dev  ## Serve the site for developers: errors in full, the debug toolbar, restarted and loaded again when code changes
	@DEBUG=yes DJANGO_SETTINGS_MODULE=tests.developing.settings $(BIN)/python manage.py serve --port $(PORT) --reload

cluster: setup-dev  ## Serve it as several processes: PostgreSQL, Redis, two web processes, worker, beat, nginx; Ctrl-C ends all of it
	@$(BIN)/python -m tests.local_cluster --port $(PORT)

faults: setup-dev  ## Kill parts of a cluster while it is used, and count what was lost (ROUNDS=…)
	@$(BIN)/python -m tests.faults --rounds $(or $(ROUNDS),20)

setup: $(VENV)/.runtime  ## Install what the site needs

compile: setup  ## Compile all modules once, where the site's processes may not write into the checkout
	@$(BIN)/python -m compileall -q $(VENV)/lib accounts boards cards common decks drafts game live matches tenmoons

setup-dev: $(VENV)/.dev  ## Install what the checks need as well

test: setup-dev  ## The one gate: format, lint, types, contracts, migrations, deployment, schema, tests
	@$(BIN)/python -m tests.gate

quick: setup-dev  ## The checks that take a second: format, lint, import contracts
	@$(BIN)/python -m tests.gate format lint "import contracts"

thorough: setup-dev  ## The gate with nothing left out: every state of every page, all walks and pictures, in random order (half an hour)
	@THOROUGH=yes $(BIN)/python -m tests.gate

coverage: setup-dev  ## Run the tests and say which lines and branches they never reach (slower than the tests alone)
	@COVERAGE_FILE=.coverage $(BIN)/python -m pytest -n 2 --dist loadgroup --cov --cov-report term

format: setup-dev  ## Put code, templates, style sheets and scripts in shape
	@$(BIN)/python -m tests.tidy fix

client: setup-dev  ## Generate the Python client tenmoons-client from the description of the API, into build/
	@$(BIN)/python clients/python/generate.py

screenshots: setup-dev  ## Take the pictures of docs/ again (needs Chromium)
	@$(BIN)/python -m tests.screenshots

docs: setup  ## Write docs/ as static pages into var/docs, for any web space (FOLDER=… for another place)
	@DEBUG=yes $(BIN)/python manage.py write_static_docs $(or $(FOLDER),var/docs)

lock: build/lock/bin/pip-compile  ## Resolve the dependencies again into the three hashed files
	@$(COMPILE) --extra postgres --extra papers -o requirements.txt pyproject.toml
	@$(COMPILE) --allow-unsafe --extra postgres --extra papers --extra dev -c requirements.txt -o requirements-dev.txt pyproject.toml
	@printf 'hatchling\npolib\n' | $(COMPILE) -c requirements-dev.txt -o requirements-build.txt -

build/lock/bin/pip-compile:
	@"$(PYTHON)" -m venv build/lock && build/lock/bin/python -m pip install --quiet --disable-pip-version-check pip-tools

release: setup-dev  ## Build the wheel, the list of what it needs and their hashes into build/release/
	@$(BIN)/python deploy/release.py

clean:  ## Remove the environment and what the checks left behind (never var/)
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
