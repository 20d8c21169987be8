# The only list of commands. `make help` shows it.

PYTHON ?= python3
BIN := .venv/bin
PROTOS := $(wildcard proto/croupier/v1/*.proto)
GAMES := $(subst _,-,$(patsubst tests/engine/games/%/spec.py,%,$(wildcard tests/engine/games/*/spec.py)))
ARM = $(subst -,_,$(GAME))
GAME_SUITES = tests/engine/games/$(ARM) $(wildcard tests/engine/games/test_*.py) \
  tests/engine/store/test_stored_shapes.py tests/soak/test_games.py tests/bots \
  tests/docs/test_rules_pages.py tests/gateway/routes/test_games.py \
  tests/gateway/routes/test_moves_by_game.py tests/e2e/test_secrecy.py

.DEFAULT_GOAL := help
.PHONY: help install proto run demo test new-game test-game soak-games soak-streams faults-redis check format compat docs release-protos verify reindex bench bench-million bench-path bench-peers bench-rules bench-live alerts images k8s-smoke faults faults-rollout clean

help: ## show this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-14s %s\n", $$1, $$2}'

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

proto: .venv/local ## generate the protobuf code, and remove that of files that are gone
	@$(BIN)/python -m tools.protoc
	@touch services/croupier/v1/generated

run: services/croupier/v1/generated ## start Redis, engine and gateway; PORT=8080, REDIS_URL=
	@$(BIN)/python -m tools.run

demo: services/croupier/v1/generated ## bots play a match; GAME=livingstone SEATS=5 URL=
	@$(BIN)/python -m tools.demo

test: install ## all tests; SWITCHES=off without what makes moves fast
	@SWITCHES=$(SWITCHES) $(BIN)/python -m pytest -n auto --maxprocesses 4 --dist worksteal

new-game: install ## make the skeleton of a game; NAME=ticket-to-mars
	@$(BIN)/python -m tools.new_game '$(NAME)'

test-game: install ## all that concerns one game: rules, every suite, secrecy; GAME=livingstone
	@[ -n "$(filter $(GAME),$(GAMES))" ] || { echo "There is no game '$(GAME)'. GAME is one of: $(GAMES)"; exit 1; }
	@$(BIN)/python -m pytest $(GAME_SUITES) -k '$(GAME) or $(ARM)' -q -n auto --maxprocesses 4 --dist worksteal

alerts: ## the alerts in deploy/monitoring against their cases; needs promtool
	@command -v promtool >/dev/null || { echo "promtool is missing: it is in Debian's package prometheus."; exit 1; }
	@promtool check rules deploy/monitoring/alerts.yaml
	@promtool test rules deploy/monitoring/alerts_test.yaml

soak-games: install ## random matches; N=1000 of each game and number of players, SEED=
	@$(BIN)/python -m tests.soak.games --matches $(or $(N),1000) $(if $(SEED),--seed $(SEED))

soak-streams: install ## streams that are opened and cut, and what they leave; N=10000, SEED=
	@$(BIN)/python -m tests.soak.streams --streams $(or $(N),10000) $(if $(SEED),--seed $(SEED))

faults-redis: install ## kill primaries under load, by profile; KILLS=3 of each, ONLY=, SEED=
	@$(BIN)/python -m tests.redis.faults --kills $(or $(KILLS),3) --only '$(ONLY)' $(if $(SEED),--seed $(SEED))

faults: install ## kill engines, gateways and Redis under load, and check; N=200 kills, SEED=
	@$(BIN)/python -m tests.faults.kills --kills $(or $(N),200) $(if $(SEED),--seed $(SEED))

faults-rollout: install ## restart all under load, one after the other; N=20 rounds, SEED=
	@$(BIN)/python -m tests.faults.rollout --rounds $(or $(N),20) $(if $(SEED),--seed $(SEED))

check: install ## lint, format, types, import direction: what CI checks
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports

format: install ## format the code
	@$(BIN)/ruff check --fix-only --quiet .
	@$(BIN)/ruff format .

compat: install ## engines of another version beside this one's, in play; REF=v0.1.0
	@$(BIN)/python -m tests.compat.two_versions $(REF)

release-protos: install ## keep the protocol of this version, when it is released
	@$(BIN)/python -m tools.released

docs: install ## write what is generated in docs/, after a change of settings
	@PYTHONPATH=services $(BIN)/python -m tools.settings_table

verify: services/croupier/v1/generated ## recompute a replay offline: make verify FILE=replay.json
	@$(BIN)/python -m engine.verify $(FILE)

reindex: services/croupier/v1/generated ## rebuild the lists of matches; REDIS_URL=
	@REDIS_URL="$${REDIS_URL:-$$(cat var/redis.url 2>/dev/null)}" $(BIN)/python -m engine.admin reindex

bench-rules: .venv/local ## speed of the rules beside OpenSpiel and RLCard; QUICK=1 is short
	@[ -x .venv-bench/bin/python ] || $(BIN)/python -m venv .venv-bench
	@for peer in $$(cat bench/requirements.txt); do .venv-bench/bin/python -m pip install -qq $$peer || \
	  echo "$$peer cannot be installed here; going on without it."; done
	@PYTHONPATH=services .venv-bench/bin/python -m bench.rules

bench: install ## what a stored move costs beside a hello world; QUICK=1 is short
	@$(BIN)/python -m bench.moves
	@$(BIN)/python -m bench.peers

bench-million: install ## the memory of a million matches; N=200000 are stored
	@$(BIN)/python -m bench.million --matches $(or $(N),200000)

bench-peers: install ## beside boardgame.io and Colyseus, with Node; QUICK=1 is short
	@$(BIN)/python -m bench.peers

bench-path: install ## what each step of a move costs, in this process
	@$(BIN)/python -m bench.path

bench-live: install ## what it costs to follow matches; QUICK=1 is short
	@$(BIN)/python -m bench.live

images: ## build croupier-engine and croupier-gateway; BUILDER=podman BASE=python:3.13-slim
	@$(PYTHON) -m tools.images

k8s-smoke: install ## the dev overlay's pods in Podman, and a match played there; COMPONENT=redis-cluster
	@$(BIN)/python -m tools.k8s_smoke

clean: ## remove everything that was made here
	rm -rf .venv .venv-bench .bench-peers var build services/croupier services/*.egg-info
