# make run   sets everything up and shows the main job: a filmed deal read, judged and scored
# make test  sets everything up and runs lint, types and tests

PYTHON ?= python3
BIN := .venv/bin

.PHONY: run test lint clean

run: .venv/run.done
	@$(BIN)/companion app --demo

test: .venv/test.done lint
	$(BIN)/python -m pytest -n 2

lint: .venv/test.done
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/vulture

.venv/%.done: pyproject.toml packages.debian.txt setup.sh
	PYTHON=$(PYTHON) sh setup.sh $*

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis
