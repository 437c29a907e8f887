# Two commands: `make run` opens the inn, `make test` checks everything. Both do all their own set-up.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PORT ?=

# Debian packages: a browser for the pages, a QR reader for the codes on them.
FOR_TEST := libzbar0 chromium

.PHONY: run test bench train translations format clean

run: $(VENV)/ready
	@$(BIN)/butterbur serve $(if $(PORT),--port $(PORT))

test: $(VENV)/ready-to-test
	@.ci/system-packages $(FOR_TEST)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/pytest -n 2

# Heavy measurements, printed side by side with what they are compared to.
# The dice need pictures to be measured on: make bench PICTURES=folder.
bench: $(VENV)/ready-to-test
	$(BIN)/python -m tests.benchmarks.streams
	$(BIN)/python -m tests.benchmarks.letters
	$(if $(PICTURES),$(BIN)/python -m tests.benchmarks.dice $(PICTURES))

# Makes the dice reader's networks anew (about two hours on two cores).
train: $(VENV)/ready
	@.ci/system-packages fontconfig fonts-symbola fonts-dejavu-core fonts-liberation fonts-urw-base35 npm
	$(BIN)/pip install --quiet --editable '.[train]'
	$(BIN)/python -m calibration.training $(NETWORKS)

# Collects new sentences into the translators' files; fill in what is empty.
translations: $(VENV)/ready-to-test
	$(BIN)/pybabel -q extract -F pyproject.toml -k say -k say_many:1,2 --no-location --sort-output --omit-header -o $(VENV)/butterbur.pot companion devices web
	for language in ru pl; do $(BIN)/pybabel -q update -N --ignore-obsolete --omit-header --no-wrap -l $$language -i $(VENV)/butterbur.pot -o companion/languages/$$language.po; done

format: $(VENV)/ready-to-test
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:
	rm -rf $(VENV) build *.egg-info

$(VENV)/ready: pyproject.toml
	@.ci/virtual-environment $(PYTHON) $(VENV)
	@$(BIN)/pip install --quiet --editable .
	@touch $@

$(VENV)/ready-to-test: pyproject.toml
	@.ci/virtual-environment $(PYTHON) $(VENV)
	@$(BIN)/pip install --quiet --editable '.[test]'
	@touch $@ $(VENV)/ready
