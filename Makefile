# The only list of commands. `make help` shows it.
#
# What a target needs is installed into .venv the first time, as requirements/*.txt pin it: the stamp
# .venv/dev, for example, is newer than requirements/dev.txt. Nothing has to be activated.

PYTHON ?= python3
BIN := .venv/bin
# uv takes a twentieth of pip's time. Where it cannot be had, or does not find a registry that only
# pip's configuration names, pip does the same.
PIP := $(BIN)/python -m pip --disable-pip-version-check install -qq
install_packages = PATH="$(BIN):$$PATH" uv pip install -q --python $(BIN)/python $(1) 2>/dev/null || $(PIP) $(1)
HASHED := --require-hashes --no-deps -r
PROTOS := $(wildcard proto/croupier/v1/*.proto)
GAMES := $(subst _,-,$(patsubst tests/engine/games/%/spec.py,%,$(wildcard tests/engine/games/*/spec.py)))
ARM = $(subst -,_,$(GAME))
GAME_SUITES = tests/engine/games/$(ARM) $(wildcard tests/engine/games/test_*.py) \
  tests/engine/store/test_stored_shapes.py tests/soak/test_games.py tests/bots \
  tests/docs/test_rules_pages.py tests/gateway/contract/test_json_schema.py \
  tests/gateway/routes/test_games.py tests/gateway/routes/test_moves_by_game.py tests/e2e/test_secrecy.py

# Where the environment forbids Python to keep what it has compiled, as many containers do, every
# process of a run would compile all modules again. An empty value allows it.
export PYTHONDONTWRITEBYTECODE :=

.DEFAULT_GOAL := help
.PHONY: help install lock proto run demo test-fast test test-all new-game test-game coverage mutants check format docs openapi clients vectors alerts monitoring strength soak-games soak-streams soak-deals soak-proofs twins abuse fuzz faults faults-sealed faults-store faults-rollout faults-redis compat release-protos verify reindex bench bench-rules bench-path bench-live bench-followers bench-overload bench-peers bench-million audit sbom dist sdk sdk-check sdk-types sdk-faults sdk-restarts test-web web-matches vendor icons pictures images images-check k8s-smoke faults-archive bench-archive chart release release-files site clean policies

help: ## show this list
	@grep -hE '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-14s %s\n", $$1, $$2}'

install: .venv/dev services/croupier/v1/generated ## make .venv and the protobuf code

.venv/local: requirements/local.txt requirements/uv.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Python 3.11 or newer is needed; name one: make PYTHON=python3.12 ..."; exit 1; }
	@echo "Installing into .venv (once) ..."
	@$(PYTHON) -m venv --clear .venv
	@command -v uv >/dev/null || $(PIP) $(HASHED) requirements/uv.txt || true
	@$(call install_packages,$(HASHED) requirements/local.txt)
	@touch $@

# The services and the SDK as editable packages: installed again only when their pyproject.toml changes.
.venv/croupier: .venv/local pyproject.toml sdk/python/pyproject.toml
	@$(call install_packages,--no-index --no-deps --no-build-isolation -e . -e sdk/python)
	@touch $@

.venv/dev: .venv/croupier requirements/dev.txt
	@echo "Installing what tests and checks need (once) ..."
	@$(call install_packages,$(HASHED) requirements/dev.txt)
	@touch $@

.venv/k8s .venv/bench .venv/audit .venv/web .venv/clients .venv/docs: .venv/%: .venv/dev requirements/%.txt
	@$(call install_packages,$(HASHED) requirements/$*.txt)
	@touch $@

lock: .venv/local ## pin what pyproject.toml demands, in requirements/; UPGRADE=all or names
	@UPGRADE="$(UPGRADE)" $(BIN)/python -m tools.lock

services/croupier/v1/generated: .venv/croupier $(PROTOS) tools/protoc.py
	@$(BIN)/python -m tools.protoc
	@touch $@

proto: .venv/croupier ## generate the protobuf code, and remove that of files that are gone
	@$(BIN)/python -m tools.protoc
	@touch services/croupier/v1/generated

run: services/croupier/v1/generated ## start Redis, the engine and the gateway; PORT=8080 REDIS_URL= CROUPIER_DATA=var
	@$(BIN)/python -m tools.run

demo: services/croupier/v1/generated ## bots play a match on the terminal; GAME=livingstone SEATS=5 DELAY=1 URL=
	@$(BIN)/python -m tools.demo

PYTEST := $(BIN)/python -m pytest -n auto --maxprocesses 4 --dist worksteal

test-fast: install ## the tests that need no server: rules, domain, contract; under a minute
	@$(PYTEST) --size fast

test: install .venv/k8s .venv/bench ## also those with one Redis and one service; SEEDS=3 SWITCHES=off
	@SWITCHES=$(SWITCHES) SEEDS=$(SEEDS) $(PYTEST) --size service

test-all: install .venv/k8s .venv/bench .venv/audit .venv/web .venv/docs ## also kills, clusters, TLS, load, other versions; SEEDS=30
	@SWITCHES=$(SWITCHES) SEEDS=$(or $(SEEDS),30) $(PYTEST) --size full

# Tests of the services only: what measures time elsewhere would measure the tracing.
COVERED := tests/engine tests/gateway tests/redislink tests/telemetry tests/tls

coverage: install ## the lines of services/ that their tests run; fails below the floor of pyproject.toml
	@export COVERAGE_CORE=$$($(BIN)/python -c 'import sys; print("sysmon" if sys.version_info >= (3, 12) else "ctrace")'); \
	  SEEDS=1 $(PYTEST) --size service $(COVERED) --cov --cov-report=term --cov-report=html

mutants: install ## plant faults in the code, and report how many the tests catch; N=200 ONLY=archive SEED=
	@$(BIN)/python -m tests.mutation --count $(or $(N),200) --only '$(ONLY)' $(if $(SEED),--seed $(SEED))

new-game: install ## make the skeleton of a new game; NAME=ticket-to-mars
	@$(BIN)/python -m tools.new_game '$(NAME)'

test-game: install ## the tests of one game: rules, every suite, secrecy; GAME=livingstone
	@[ -n "$(filter $(GAME),$(GAMES))" ] || { echo "There is no game '$(GAME)'. GAME is one of: $(GAMES)"; exit 1; }
	@$(PYTEST) -q $(GAME_SUITES) -k '$(GAME) or $(ARM)'

alerts: ## check the alerts of deploy/monitoring against their cases; needs promtool
	@command -v promtool >/dev/null || { echo "promtool is missing: it is in Debian's package prometheus."; exit 1; }
	@promtool check rules deploy/monitoring/alerts.yaml
	@promtool test rules deploy/monitoring/alerts_test.yaml deploy/monitoring/alerts_day_test.yaml

monitoring: install ## write the alerts as a PrometheusRule
	@$(BIN)/python -m tools.prometheus_rule

strength: install ## how often Hugo beats Rosa, with the rules in one process; N=200 SEED=
	@$(BIN)/python -m tests.bots.strength --matches $(or $(N),200) $(if $(SEED),--seed $(SEED))

soak-games: install ## play random matches; N=1000 of each game and number of players, SEED=
	@$(BIN)/python -m tests.soak.games --matches $(or $(N),1000) $(if $(SEED),--seed $(SEED))

soak-streams: install ## open and cut streams, and measure what they leave; N=10000 SEED=
	@$(BIN)/python -m tests.soak.streams --streams $(or $(N),10000) $(if $(SEED),--seed $(SEED))

twins: install ## what can be taken back is the same in positions that a seat cannot tell apart; N=100000 SEED=
	@$(BIN)/python -m tests.soak.undo --positions $(or $(N),100000) $(if $(SEED),--seed $(SEED))

soak-deals: install ## deal every deck by recipe 2, and test that chance favours nothing; N=1000000 SEED=
	@$(BIN)/python -m tests.soak.deals --deals $(or $(N),1000000) $(if $(SEED),--seed $(SEED))

soak-proofs: install .venv/web ## verify random replays as the web table does, and all forged ones; N=10000 SEED=
	@$(BIN)/python -m tests.soak.proofs --matches $(or $(N),10000) $(if $(SEED),--seed $(SEED))

faults-redis: install ## kill Redis primaries under load, by profile; KILLS=3 ONLY= SEED=
	@$(BIN)/python -m tests.redis.faults --kills $(or $(KILLS),3) --only '$(ONLY)' $(if $(SEED),--seed $(SEED))

faults: install ## kill engines, gateways and Redis under load, then faults-sealed and faults-store; N=200 SEED=
	@$(BIN)/python -m tests.faults.kills --kills $(or $(N),200) $(if $(SEED),--seed $(SEED))
	@$(BIN)/python -m tests.faults.sealed $(if $(SEED),--seed $(SEED))
	@$(BIN)/python -m tests.faults.harm $(if $(SEED),--seed $(SEED))

faults-sealed: install ## kill them at each step of sealed deals, and at the deadline; N=180 SEED=
	@$(BIN)/python -m tests.faults.sealed --kills $(or $(N),180) $(if $(SEED),--seed $(SEED))

faults-store: install ## a Redis that is full, evicts, refuses or dies, and a clock that is off; ONLY= SEED=
	@$(BIN)/python -m tests.faults.harm --only '$(ONLY)' $(if $(SEED),--seed $(SEED))

faults-archive: install ## kill engines, PostgreSQL and Redis while matches are archived; N=100 SEED=
	@$(BIN)/python -m tests.faults.archive --kills $(or $(N),100) $(if $(SEED),--seed $(SEED))

abuse: install ## attack a service with its default limits while others play; ONLY= SECONDS=10 SEED=
	@$(BIN)/python -m tests.abuse.campaign --only '$(ONLY)' --seconds $(or $(SECONDS),10) $(if $(SEED),--seed $(SEED))

fuzz: install ## send requests that nobody should send, and look at what they leave; N=1000000 SEED=
	@$(BIN)/python -m tests.fuzz.campaign --requests $(or $(N),1000000) $(if $(SEED),--seed $(SEED))

faults-rollout: install ## restart all processes under load, one after the other; N=20 SEED= TIMEOUTS=default
	@$(BIN)/python -m tests.faults.rollout --rounds $(or $(N),20) $(if $(SEED),--seed $(SEED)) $(if $(TIMEOUTS),--timeouts $(TIMEOUTS))

check: install ## lint, format, types and import direction
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports

format: install ## format the code, and fix what can be fixed
	@$(BIN)/ruff check --fix-only --quiet .
	@$(BIN)/ruff format .

compat: install ## play on engines of this and another version at once; REF=v0.1.0
	@$(BIN)/python -m tests.compat.two_versions $(REF)

release-protos: install ## write the protocol of this version to proto/released/
	@$(BIN)/python -m tools.released

vectors: install ## write docs/vectors: honest and forged replays for verifiers, from fixed seeds
	@PYTHONPATH=services $(BIN)/python -m tests.vectors

clients: install .venv/clients ## make clients with others' generators, and play with them; needs Node
	@$(BIN)/python -m tests.clients

site: install .venv/docs ## make a site of the pages and the API's reference in build/site/html/; any warning is an error
	@$(BIN)/python -m tools.site

openapi: services/croupier/v1/generated ## write docs/openapi.json, the document of this clone; no service runs for it
	@$(BIN)/python -m tools.openapi

docs: install ## write the table of settings in docs/operations.md, and docs/members.md
	@PYTHONPATH=services $(BIN)/python -m tools.settings_table
	@PYTHONPATH=services $(BIN)/python -m tools.members

verify: services/croupier/v1/generated ## recompute a match from its replay; FILE=replay.json, or URL= and TOKEN=; ID=, COMMITMENT=
	@$(BIN)/python -m engine.verify $(FILE) $(URL) $(if $(ID),--id=$(ID)) $(if $(COMMITMENT),--commitment=$(COMMITMENT))

reindex: services/croupier/v1/generated ## rebuild the indexes of matches; REDIS_URL=
	@REDIS_URL="$${REDIS_URL:-$$(cat "$${CROUPIER_DATA:-var}/redis.url" 2>/dev/null)}" $(BIN)/python -m engine.admin reindex

bench-rules: .venv/croupier ## compare the speed of the rules with OpenSpiel and RLCard; QUICK=1
	@[ -x .venv-bench/bin/python ] || $(BIN)/python -m venv .venv-bench
	@for peer in $$(cat bench/requirements.txt); do .venv-bench/bin/python -m pip install -qq $$peer || \
	  echo "$$peer cannot be installed here; going on without it."; done
	@PYTHONPATH=services .venv-bench/bin/python -m bench.rules

bench: install .venv/bench ## compare moves with a hello world and with peers; QUICK=1 ONLY="seen-64 read"
	@$(BIN)/python -m bench.moves
	@[ -n "$$ONLY" ] || $(BIN)/python -m bench.peers
	@[ -n "$$ONLY" ] || $(MAKE) --no-print-directory bench-rules

bench-million: install ## measure the memory of a million matches; N=200000 are stored
	@$(BIN)/python -m bench.million --matches $(or $(N),200000)

bench-archive: install ## measure what an archived match costs, up to a million; N=1000 are played, ROWS=1000000
	@$(BIN)/python -m bench.archive --matches $(or $(N),1000) --rows $(or $(ROWS),1000000)

bench-peers: install ## compare with boardgame.io and Colyseus; needs Node; QUICK=1
	@$(BIN)/python -m bench.peers

bench-path: install ## measure each step of a move in one process
	@$(BIN)/python -m bench.path

bench-followers: install ## measure the memory of a stream, a subscription and the like; N=200
	@$(BIN)/python -m bench.followers

bench-live: install ## measure what it costs to follow matches; QUICK=1
	@$(BIN)/python -m bench.live

bench-overload: install ## measure what is answered at 0.5 to 5 times the capacity
	@$(BIN)/python -m bench.overload

dist: services/croupier/v1/generated ## build the server's package into dist/, with all programs: croupier
	@$(BIN)/python -m tools.packages server

sdk: install .venv/web ## build the clients' packages into dist/
	@$(BIN)/python -m tools.packages python npm

sdk-check: install .venv/web ## check the types and the style of sdk/javascript, and run its tests
	@$(BIN)/python -m pytest -q -n 0 --size full tests/sdk/javascript

sdk-types: install .venv/web ## write the types of the clients from docs/openapi.json
	@$(BIN)/python -m tools.sdk_types
	@cd sdk/javascript && ../../$(BIN)/deno task -q schema types/schema.d.ts

sdk-faults: install ## let the clients meet all faults of tests/sdk/faults.json
	@$(BIN)/python -m pytest -q -n 0 --size full tests/sdk/test_faults.py

sdk-restarts: install ## two bots play while gateways restart; N=20
	@$(BIN)/python -m tests.sdk.restarts --restarts $(or $(N),20)

test-web: install .venv/web ## check and test web/, in a browser as well; needs Chromium; CHROMIUM= TWINS=50
	@$(BIN)/python -m pytest -n 2 --dist worksteal tests/web || \
	  { echo "What has failed beside other browsers must pass alone:"; \
	    $(BIN)/python -m pytest -n 0 --last-failed --last-failed-no-failures none tests/web; }

web-matches: install .venv/web ## play whole matches in browsers by role and name, with all numbers of players; SEATS="2 5"
	@SEATS="$(or $(SEATS),2 3 4 5)" $(BIN)/python -m pytest -n 2 tests/web -k "by_role_and_name or browsers_play"

icons: install .venv/web ## draw web/icons/*.png, the pictures for home screens
	@$(BIN)/python -m tools.icons

pictures: install .venv/web ## draw docs/pictures, the screens of the web table; ONLY="home lobby"
	@$(BIN)/python -m tools.pictures $(ONLY)

vendor: .venv/web ## write web/vendor, what the web table has of others
	@$(BIN)/python -m tools.vendor

images: ## build croupier-engine and croupier-gateway; BUILDER=podman BASE=python:3.13-slim
	@$(PYTHON) -m tools.images

images-check: ## build the images again without a cache: every file must be the same; BUILDER= BASE= as for images
	@$(PYTHON) -m tools.images_check

policies: install .venv/k8s ## hold an overlay of yours, or values for the chart, against all rules for manifests; OVERLAY= or VALUES=
	@[ -n "$(OVERLAY)$(VALUES)" ] || { echo "Name what to check: make policies OVERLAY=deploy/k8s/overlays/mine"; exit 2; }
	@OVERLAY='$(OVERLAY)' VALUES='$(VALUES)' $(BIN)/python -m tests.deploy.policies

chart: install .venv/k8s ## write the Helm chart in deploy/helm from the manifests of deploy/k8s
	@$(BIN)/python -m tools.chart

release-files: install .venv/web .venv/audit .venv/k8s ## build all packages and bills of materials, with SHA256SUMS, into dist/; SIGN=KEY NO_CHART=yes
	@NO_CHART='$(NO_CHART)' $(BIN)/python -m tools.release_files

release: install .venv/web .venv/audit .venv/k8s ## commit and tag a version, and build its files; nothing is pushed; VERSION= DRY=1 SIGN=KEY NO_CHART=yes
	@NO_CHART='$(NO_CHART)' VERSION='$(VERSION)' DRY='$(DRY)' SIGN='$(SIGN)' $(BIN)/python -m tools.release

audit: install .venv/audit ## look up known vulnerabilities of all that is pinned in requirements/
	@$(BIN)/python -m tools.audit requirements/*.txt

sbom: install .venv/audit ## write what is in the images to dist/, as CycloneDX
	@$(BIN)/python -m tools.sbom

k8s-smoke: install .venv/k8s ## run the pods of the dev overlay with Podman, and play; N=1 COMPONENT=redis-cluster CHART=yes
	@$(BIN)/python -m tools.k8s_smoke

clean: ## remove all that make has made
	rm -rf .venv .venv-bench .bench-peers var build dist services/croupier services/*.egg-info sdk/python/*.egg-info sdk/python/build
