# Needs make and Python 3.11 or newer; everything else is installed into .venv by the first target.

SHELL := /bin/sh
BIN := .venv/bin
READY := .venv/.ready
TYPED := tools/page/node_modules/.ready
PRETTIER := $(TYPED:.ready=.bin/prettier) --config tools/page/prettier.json "src/punto/page/**/*.js" "tests/page/*.js"
STARTED := $(shell date +%s)
PORT ?= 8080
JOBS ?= 2
ONLY ?=

# Hundreds of processes are started: each would compile everything anew where the environment forbids to keep bytecode.
unexport PYTHONDONTWRITEBYTECODE

# The newest thing tried is not the best: what the user calls python3 is, if it is new enough.
FIND_PYTHON = for p in $(PYTHON) python3 python3.13 python3.12 python3.11; do \
	if "$$p" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then echo "$$p"; break; fi; done
TOTAL = echo "$@: $$(($$(date +%s) - $(STARTED))) s"
COMPILE = $(BIN)/uv pip compile --quiet --no-config --universal --generate-hashes --python-version 3.11 \
	--no-emit-index-url --custom-compile-command "make lock"

# $(call quietly,name,command): one line when it passes, the whole output when it does not.
define quietly
@begun=$$(date +%s); \
if out=$$($(2) 2>&1); then printf '%-8s ok %3s s\n' '$(1)' $$(($$(date +%s) - begun)); \
else status=$$?; printf '%s\n' "$$out"; printf '%-8s FAILED: %s\n' '$(1)' '$(2)'; exit $$status; fi
endef

.PHONY: help run check test browser lint warm page pages pictures soak docs format lock clean
.DELETE_ON_ERROR:

help: ## say what there is to make
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 16

run: $(READY) ## the main job: opens the floor with demo tables, and prints its address
	@$(BIN)/punto serve --demo --port $(PORT)

check: lint ## format, lint, types, layers and the quick tests; below a minute
	@HYPOTHESIS_PROFILE=quick $(BIN)/python -m pytest -q -n $(JOBS) -m "not slow"
	@$(TOTAL)

test: browser $(READY) ## everything: check, the slow tests, the manual; results in results.xml
	@$(MAKE) --no-print-directory -j 2 lint warm
	@PUNTO_RECORD=1 $(BIN)/python -m pytest -q -n $(JOBS) --cache-clear --junitxml=results.xml || $(BIN)/python -m tools.again
	@$(MAKE) --no-print-directory docs
	@$(TOTAL)

lint: $(READY) page
	$(call quietly,format,$(BIN)/ruff format --check)
	$(call quietly,lint,$(BIN)/ruff check --output-format concise)
	$(call quietly,types,$(BIN)/mypy)
	$(call quietly,layers,$(BIN)/lint-imports --cache-dir .cache/import-linter)

warm: $(READY)
	$(call quietly,warm,$(BIN)/python -m tools.warm)

# The page is tried in a real browser: it is installed where that can be done, and asked for in a line where not.
browser:
	@needed=; { command -v chromium || command -v chromium-browser || command -v google-chrome; } >/dev/null || needed=chromium; \
	command -v npm >/dev/null || needed="$$needed npm"; [ -z "$$needed" ] || \
	{ [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get update -qq && apt-get install -y -qq $$needed >/dev/null; } || \
	{ echo "the tests of the page need what is not here: sudo apt-get install $$needed"; exit 1; }

# The page ships as it is written; form and types are checked by tools from npm, by the lock beside it.
page: ## check form and types of the page's scripts, where npm is
	@if command -v npm >/dev/null; then $(MAKE) --no-print-directory $(TYPED) && begun=$$(date +%s) && \
	$(PRETTIER) --check --log-level warn && $(TYPED:.ready=.bin/tsc) -p tools/page && printf '%-8s ok %3s s\n' page $$(($$(date +%s) - begun)); \
	else echo "page     not checked: npm is not installed (apt-get install npm)"; fi

$(TYPED): tools/page/package-lock.json
	@cd tools/page && npm ci --silent --no-audit --no-fund && touch node_modules/.ready

pictures: $(READY) ## draw the manual's pictures of the page, with a real browser at a real floor, and of the terminal
	@$(BIN)/python -m tests.apps.terminal.pictures
	@$(BIN)/python -m tests.page.pictures

PAGES := tools.manual tests.rules.findings tests.record.vocabulary tests.scenario.sheets tests.table.irregularities tools.school_examples

pages: $(READY) ## write anew what the manual has from the code: pages, tables, pictures
	@for part in $(PAGES); do $(BIN)/python -m $$part || exit 1; done

docs: $(READY) ## build the manual into site/ and check it
	$(call quietly,manual,$(BIN)/zensical build --clean --strict)
	$(call quietly,site,$(BIN)/python -m tools.check_site site)

soak: $(READY) ## the full-size checks, resumable; ONLY=substring for some
	@$(BIN)/python -m tools.soak $(if $(ONLY),--only "$(ONLY)")

format: $(READY) ## put the code in its form and repair what can be repaired
	@$(BIN)/ruff format --quiet
	@$(BIN)/ruff check --fix --output-format concise
	@if command -v npm >/dev/null; then $(MAKE) --no-print-directory $(TYPED) && $(PRETTIER) --write --log-level warn; fi

lock: $(READY) ## resolve the dependencies again, to their newest allowed versions
	@$(COMPILE) --upgrade pyproject.toml -o requirements/run.txt
	@$(COMPILE) --upgrade pyproject.toml --extra all --group dev --constraint requirements/run.txt -o requirements/dev.txt
	@$(COMPILE) --upgrade pyproject.toml --extra floor --constraint requirements/dev.txt -o requirements/floor.txt
	@echo 'uv>=0.13,<0.14' | $(COMPILE) --upgrade - -o requirements/uv.txt
	@if grep -nE '://|index-url|find-links' requirements/*.txt; then echo "an address in a lock"; exit 1; fi

clean: ## remove all that make made, save the soak's state
	@rm -rf .venv tools/page/node_modules site dist build results.xml .cache .mypy_cache .pytest_cache .ruff_cache .hypothesis
	@find src tests tools -name __pycache__ -type d -prune -exec rm -rf {} +

$(READY): requirements/uv.txt requirements/dev.txt pyproject.toml
	@python=$$($(FIND_PYTHON)); \
	if [ -z "$$python" ]; then echo "Punto needs Python 3.11 or newer; set PYTHON=/path/to/python3.11" >&2; exit 1; fi; \
	echo "setting up .venv ..."; \
	"$$python" -m venv .venv
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --require-hashes -r requirements/uv.txt
	@$(BIN)/uv pip install --quiet --python $(BIN)/python --require-hashes -r requirements/dev.txt
	@$(BIN)/uv pip install --quiet --python $(BIN)/python --no-deps --no-build-isolation --editable .
	@touch $@
