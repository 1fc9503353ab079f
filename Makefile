# Each target does all of its own set-up. `make` alone lists the targets.

PYTHON ?= python3
PORT ?= 8000
# One more than there are cores as a rule: some tests only wait.
JOBS ?= 3

# Relative on purpose: the path of the checkout may then contain spaces.
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
TEST_SITE := build/test-site
BOWTIE := build/bowtie/bin/bowtie
PLAYERS := build/players
AXE_VERSION := 4.14.0
AXE := build/axe/node_modules/axe-core/axe.min.js

# Keeps the theme's notice about its own end of life (May 2027) out of every build.
export NO_MKDOCS_2_WARNING := 1

# Tests start many processes of Python: code that was compiled once is kept.
unexport PYTHONDONTWRITEBYTECODE

MAKEFLAGS += --no-print-directory
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help venv test beside check prove bounds bench play fmt site serve browser test-site clean

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' Makefile

venv: $(STAMP) ## Create .venv and install the project with its tools

$(STAMP): pyproject.toml constraints.txt
	@command -v "$(PYTHON)" >/dev/null 2>&1 || \
		{ echo "Python 3.11 or later is needed, but there is no '$(PYTHON)' here." \
		       "Name another one: make PYTHON=python3.12" >&2; exit 1; }
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Python 3.11 or later is needed, but '$(PYTHON)' is $$("$(PYTHON)" --version 2>&1)." \
		       "Name another one: make PYTHON=python3.12" >&2; exit 1; }
	@echo "== set-up: installing into $(VENV)"
	@"$(PYTHON)" -m venv $(VENV)
	@$(BIN)/python -m pip install -qq --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $(STAMP)

test: $(STAMP) ## Run the format, lint, type and import checks, the tests and the docs build
	@echo "== format"
	@$(BIN)/ruff format --check --quiet || { echo "run: make fmt" >&2; exit 1; }
	@echo "== lint"
	@$(BIN)/ruff check --quiet
	@echo "== tests, and beside them types, imports and docs"
	@mkdir -p build; $(MAKE) beside >build/beside.log 2>&1 & beside=$$!; status=0; \
		$(BIN)/pytest -q -n $(JOBS) || status=1; \
		wait $$beside || { cat build/beside.log >&2; status=1; }; exit $$status
	@echo "== all passed"

# Each waits for no other core than its own; the tests keep all others busy.
beside:
	@echo "== types"
	@$(BIN)/mypy --no-error-summary
	@echo "== imports"
	@log=$$($(BIN)/lint-imports 2>&1) || { printf '%s\n' "$$log" >&2; exit 1; }
	@echo "== docs"
	@log=$$($(BIN)/mkdocs build --strict --site-dir $(TEST_SITE) 2>&1) || { printf '%s\n' "$$log" >&2; exit 1; }

check: $(STAMP) ## Run the conformance suite on the bundled implementations
	@# Two of them need compiled rules: these are made while the first is judged, which tells if it goes wrong.
	@$(BIN)/python adapters/wasm_node > /dev/null 2>&1 & made=$$!; $(BIN)/tilelaw check --inherited none; status=$$?; wait $$made; exit $$status

prove: $(STAMP) ## Compare both engines on 200,000 states, try 100,000 texts with mistakes, work out all annexes again, and run every test without samples
	@$(BIN)/python tests/prove.py $(PART) $(if $(STATES),--states $(STATES)) $(if $(TEXTS),--texts $(TEXTS)) $(if $(SAME),--same)

bounds: ## Try the lowest versions of the dependencies that pyproject.toml allows
	@"$(PYTHON)" -m venv build/bounds
	@"$(PYTHON)" -c 'import tomllib; project = tomllib.load(open("pyproject.toml", "rb"))["project"]; \
		print(*(each.replace(">=", "==") for each in project["dependencies"]), sep="\n")' >build/bounds/lowest.txt
	@build/bounds/bin/pip install -qq --disable-pip-version-check -c build/bounds/lowest.txt \
		-e . hypothesis jsonschema pytest
	@build/bounds/bin/tilelaw check --impl reference
	@build/bounds/bin/pytest -q tests/dsl tests/reference

bench: $(STAMP) ## Measure how fast the engine and the runner are, beside others of their kind
	@test -d $(PLAYERS) || { echo "== set-up: installing python-chess and OpenSpiel into $(PLAYERS)"; \
		for package in chess open_spiel; do \
			$(BIN)/pip install -qq --disable-pip-version-check --target $(PLAYERS) $$package || \
				echo "$$package cannot be installed here: its lines will be missing" >&2; \
		done; }
	@$(BIN)/python benchmarks/engine.py --packages $(PLAYERS)
	@test -x $(BOWTIE) || { echo "== set-up: installing Bowtie into build/bowtie"; \
		"$(PYTHON)" -m venv build/bowtie && \
		build/bowtie/bin/pip install -qq --disable-pip-version-check bowtie-json-schema; } || \
		echo "Bowtie cannot be installed here: its lines will be missing" >&2
	@$(BIN)/python benchmarks/runner.py $$(test -x $(BOWTIE) && echo --bowtie $(BOWTIE))

play: $(STAMP) ## Watch four random players play one game
	@$(BIN)/tilelaw play origins/discovery --players 4 --random $(if $(SEED),--seed $(SEED))

fmt: $(STAMP) ## Format code and rules, and apply the safe lint fixes
	@$(BIN)/ruff check --fix-only --quiet
	@$(BIN)/ruff format --quiet
	@$(BIN)/tilelaw rules fmt spec/tilelaw_spec/*/*.rules tests/foreign/*.rules

site: $(STAMP) ## Build the site, all five languages, into site/
	@$(BIN)/python docs/hooks/build_site.py

# Python's server ends at Ctrl-C with a message of its own, and that is no failure.
serve: site ## Build the site and show it on this machine (PORT=8000)
	@echo "== http://localhost:$(PORT)/ shows the site; Ctrl-C ends it"
	@trap 'exit 0' INT; $(BIN)/python -m http.server --bind localhost --directory site $(PORT) >build/serve.log 2>&1 || \
		{ tail -1 build/serve.log >&2; exit 1; }

# Chromium with its driver, and axe; where they can be had they are installed, elsewhere one sentence says what is missing.
browser:
	@{ command -v chromium || command -v chromium-browser || command -v google-chrome; } >/dev/null && \
		command -v chromedriver >/dev/null || \
		{ test "$$(id -u)" = 0 && command -v apt-get >/dev/null && \
			echo "== set-up: installing chromium and chromium-driver" && \
			{ timeout 300 apt-get update -qq && \
			  DEBIAN_FRONTEND=noninteractive timeout 600 apt-get install -qq -y chromium chromium-driver; } >/dev/null 2>&1; } || \
		{ echo "The site is tested in a browser: install chromium and chromium-driver." >&2; exit 1; }
	@test -f $(AXE) || { mkdir -p build/axe && \
		npm install --prefix build/axe --silent --no-audit --no-fund --no-save axe-core@$(AXE_VERSION) >/dev/null 2>&1; } || \
		{ echo "The site is tested with axe-core: npm cannot install it here." >&2; exit 1; }

test-site: browser site ## Try the site in a browser: every kind of page, in all languages
	@TILELAW_SITE=site timeout -k 20 1200 $(BIN)/pytest -q -n0 tests/site

clean: ## Remove built output and caches; .venv stays
	@rm -rf build dist site .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	@find . -name .venv -prune -o -name .git -prune -o -type d -name __pycache__ -exec rm -rf {} +
