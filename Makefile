# The only list of commands. `make help` shows it.

PYTHON ?= python3
BIN := .venv/bin
PROTOS := $(wildcard proto/croupier/v1/*.proto)

.DEFAULT_GOAL := help
.PHONY: help install proto run demo test check format verify reindex clean

help: ## show this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-10s %s\n", $$1, $$2}'

install: .venv/dev services/croupier/v1/generated ## make .venv and the protobuf code

.venv/local: pyproject.toml constraints.txt
	@echo "Installing into .venv (once; a minute or so) ..."
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Python 3.11 or newer is needed; name one: make PYTHON=python3.12 ..."; exit 1; }
	@$(PYTHON) -m venv --clear .venv
	@$(BIN)/python -m pip install -qq -c constraints.txt -e '.[local]'
	@touch $@

.venv/dev: .venv/local
	@echo "Installing what tests and checks need (once; a minute or so) ..."
	@$(BIN)/python -m pip install -qq -c constraints.txt -e '.[dev]'
	@touch $@

services/croupier/v1/generated: .venv/local $(PROTOS) tools/protoc.py
	@$(BIN)/python -m tools.protoc
	@touch $@

proto: services/croupier/v1/generated ## generate the protobuf code

run: services/croupier/v1/generated ## start Redis, engine and gateway; PORT=8080, REDIS_URL=
	@$(BIN)/python -m tools.run

demo: services/croupier/v1/generated ## two bots play a match of Lost Cities
	@$(BIN)/python -m tools.demo

test: install ## all tests
	@$(BIN)/python -m pytest -n auto --maxprocesses 4 --dist worksteal

check: install ## lint, format, types, import direction: what CI checks
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports

format: install ## format the code
	@$(BIN)/ruff check --fix-only --quiet .
	@$(BIN)/ruff format .

verify: services/croupier/v1/generated ## recompute a replay offline: make verify FILE=replay.json
	@$(BIN)/python -m engine.verify $(FILE)

reindex: services/croupier/v1/generated ## rebuild the lists of matches; REDIS_URL=
	@REDIS_URL="$${REDIS_URL:-$$(cat var/redis.url 2>/dev/null)}" $(BIN)/python -m engine.reindex

clean: ## remove everything that was made here
	rm -rf .venv var build services/croupier services/*.egg-info
