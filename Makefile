# The only list of commands. `make help` shows it.
#
# What a target needs is installed into .venv the first time, as requirements.txt pins it: the stamp
# .venv/dev, for example, is newer than that. Nothing has to be activated.

PYTHON ?= python3
BIN := .venv/bin
# uv takes a twentieth of pip's time. Where it cannot be had, or does not find a registry that only
# pip's configuration names, pip does the same.
PIP := $(BIN)/python -m pip --disable-pip-version-check install -qq
install_packages = PATH="$(BIN):$$PATH" uv pip install -q --python $(BIN)/python $(1) 2>/dev/null || $(PIP) $(1)
# What requirements.txt has for an install, by its name.
install_pinned = $(BIN)/python -m tools.pins $(1) > .venv/$(1).txt && { $(call install_packages,--require-hashes --no-deps -r .venv/$(1).txt); }
PINS := requirements.txt tools/pins.py
PROTOS := $(wildcard proto/croupier/v1/*.proto proto/croupier_game/*.proto) $(wildcard games/*/*/game.proto)
# Where the environment forbids Python to keep what it has compiled, as many containers do, every
# process of a run would compile all modules again. An empty value allows it.
export PYTHONDONTWRITEBYTECODE :=

.DEFAULT_GOAL := help
.PHONY: help install lock proto run backup restore demo test-fast test test-all test-game coverage mutants check format docs openapi clients clients-native vectors alerts monitoring strength soak-games soak-arrays observations soak-streams soak-choices soak-counters soak-deals soak-proofs soak-ratings soak-pairings soak-tournaments soak-tournament-streams twins abuse fuzz faults faults-sealed faults-store faults-rollout faults-games faults-redis compat release-protos verify reindex bench bench-steps bench-boards bench-overload bench-peers bench-local audit sbom dist sdk sdk-check sdk-types sdk-faults sdk-restarts test-proxies test-web web-build web-earlier web-matches web-openings vendor icons pictures images images-check k8s-smoke faults-archive release release-files release-notes site clean policies faults-ratings faults-tournaments faults-herald bench-hooks bench-studios

help: ## show this list
	@grep -hE '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-14s %s\n", $$1, $$2}'

install: .venv/dev libs/croupier/v1/generated ## make .venv and what is generated

.venv/local: $(PINS)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Python 3.11 or newer is needed; name one: make PYTHON=python3.12 ..."; exit 1; }
	@echo "Installing into .venv (once) ..."
	@$(PYTHON) -m venv --clear .venv
	@$(BIN)/python -m tools.pins uv > .venv/uv.txt
	@command -v uv >/dev/null || $(PIP) --require-hashes --no-deps -r .venv/uv.txt || true
	@$(call install_pinned,local)
	@touch $@

# The services and the SDK as editable packages: installed again only when their pyproject.toml changes.
GAME_PACKAGES := $(patsubst %/pyproject.toml,%,$(wildcard games/*/pyproject.toml))

.venv/croupier: .venv/local pyproject.toml sdk/python/pyproject.toml $(addsuffix /pyproject.toml,$(GAME_PACKAGES))
	@$(call install_packages,--no-index --no-deps --no-build-isolation -e . -e sdk/python $(addprefix -e ,$(GAME_PACKAGES)))
	@touch $@

.venv/dev: .venv/croupier $(PINS)
	@echo "Installing what tests and checks need (once) ..."
	@$(call install_pinned,dev)
	@touch $@

.venv/k8s .venv/audit .venv/page .venv/protos .venv/web .venv/clients .venv/docs .venv/native: .venv/%: .venv/dev $(PINS)
	@$(call install_pinned,$*)
	@touch $@

lock: .venv/local ## pin what pyproject.toml demands, in requirements.txt; UPGRADE=all or names
	@UPGRADE="$(UPGRADE)" $(BIN)/python -m tools.lock

# What is written by a tool, and is not in git: the code of the protocol, and the types of the SDKs.
GENERATORS := tools/protoc.py tools/sdk_types.py sdk/python/croupier_client/types/writing.py

libs/croupier/v1/generated: .venv/croupier $(PROTOS) docs/openapi.json $(GENERATORS)
	@$(BIN)/python -m tools.protoc
	@$(BIN)/python -m tools.sdk_types python
	@touch $@

SDK_JAVASCRIPT := sdk/javascript/types/schema.d.ts

$(SDK_JAVASCRIPT): .venv/web docs/openapi.json tools/sdk_types.py sdk/javascript/deno.json sdk/javascript/bin/types.js
	@$(BIN)/python -m tools.sdk_types javascript

proto: .venv/croupier ## generate the protobuf code, and remove that of files that are gone
	@$(BIN)/python -m tools.protoc
	@touch libs/croupier/v1/generated

run: libs/croupier/v1/generated ## start Redis, the engine and the gateway; PORT=8080 LAN=yes for all in this network, HERALD=yes for webhooks and Web Push, CONSOLE=yes for the operator's console, REDIS_URL= CROUPIER_DATA=var
	@$(BIN)/python -m tools.run

backup: libs/croupier/v1/generated ## write a snapshot of the data of make run, which may go on; FILE=backup.rdb CROUPIER_DATA=var
	@$(BIN)/python -m tools.backup $(if $(FILE),"$(FILE)")

restore: libs/croupier/v1/generated ## give make run the data of a snapshot; FILE=backup.rdb ANYWAY=yes takes one with wrong matches
	@$(BIN)/python -m tools.restore $(if $(ANYWAY),--anyway) $(if $(FILE),"$(FILE)")

demo: libs/croupier/v1/generated ## bots play a match on the terminal; GAME=livingstone SEATS=5 DELAY=1 URL=
	@$(BIN)/python -m tools.demo

PYTEST := $(BIN)/python -m pytest -n auto --maxprocesses 4 --dist worksteal
FULL := .venv/k8s .venv/audit .venv/protos .venv/web .venv/docs .venv/native $(SDK_JAVASCRIPT)

test-fast: install .venv/k8s .venv/page ## the tests that need no server: rules, domain, contract; under a minute
	@$(PYTEST) --size fast

test: install .venv/k8s .venv/page $(if $(TURN),$(FULL)) ## also those with one Redis and one service; TURN=0 and a tenth of what test-all has more; SEEDS=3 SWITCHES=off
	@SWITCHES=$(SWITCHES) SEEDS=$(SEEDS) $(PYTEST) --size service $(if $(TURN),--turn $(TURN))

test-all: install $(FULL) ## also kills, clusters, TLS, load, other versions; SEEDS=30
	@SWITCHES=$(SWITCHES) SEEDS=$(or $(SEEDS),30) $(PYTEST) --size full

# Tests of the services only: what measures time elsewhere would measure the tracing.
COVERED := libs/croupier_game/kit/suite tests/croupier_match tests/croupier_rating tests/croupier_tournament tests/engine tests/gateway tests/herald tests/openid tests/redislink tests/telemetry tests/tls

coverage: install ## the lines of services/ that their tests run; fails below the floor of pyproject.toml
	@export COVERAGE_CORE=$$($(BIN)/python -c 'import sys; print("sysmon" if sys.version_info >= (3, 12) else "ctrace")'); \
	  SEEDS=1 $(PYTEST) --size service $(COVERED) --cov --cov-report=term --cov-report=html

mutants: install ## plant faults in the code, and report how many the tests catch; N=200 ONLY=archive SEED=
	@$(BIN)/python -m tests.mutation --count $(or $(N),200) --only '$(ONLY)' $(if $(SEED),--seed $(SEED))

test-game: install ## what every game must pass, and the tests of this one; GAME=livingstone MUTANTS=20
	@[ -d 'games/$(subst -,_,$(GAME))' ] || { echo "There is no game '$(GAME)'. GAME is one of: $(subst _,-,$(notdir $(GAME_PACKAGES)))"; exit 1; }
	@$(BIN)/python -m croupier_game.kit.run_suite games/$(subst -,_,$(GAME)) $(if $(MUTANTS),--mutate $(MUTANTS))

alerts: ## check the alerts of deploy/monitoring against their cases; needs promtool
	@command -v promtool >/dev/null || { echo "promtool is missing: it is in Debian's package prometheus."; exit 1; }
	@promtool check rules deploy/monitoring/alerts.yaml
	@promtool test rules deploy/monitoring/alerts_test.yaml deploy/monitoring/alerts_day_test.yaml

monitoring: ## write the alerts as a PrometheusRule, whose spec is the rule file
	@cd deploy/monitoring && { sed '/^spec:/q' prometheusrule.yaml; sed -e '/^#/d' -e 's/^\(.\)/  \1/' alerts.yaml; } > new && \
	  mv new prometheusrule.yaml

strength: install ## the table of docs/strength.md, by the arena, in hours; N=20 deals a row instead, SEED=, GAME=just4fun PLAYER=emil
	@$(BIN)/python -m tools.strength $(if $(N),--pairs $(N)) $(if $(SEED),--seed $(SEED)) $(if $(GAME),--game $(GAME)) $(if $(PLAYER),--player $(PLAYER))

soak-games: install ## play random matches; N=300 of each game and number of players
	@SEEDS=$(or $(N),300) $(PYTEST) -q libs/croupier_game/kit/suite/test_every_game.py

soak-arrays: install ## play games by their rules and over arrays, and compare all; N=1000000 moves of each, GAME=livingstone SEED=
	@$(BIN)/python -m tests.soak.arrays --moves $(or $(N),1000000) $(if $(GAME),--game $(GAME)) $(if $(SEED),--seed $(SEED))

observations: install ## what learners see here is what the API shows, to the byte; N=1000 whole matches of each game
	@SEEDS=$(or $(N),1000) $(PYTEST) -q --size service tests/sdk/test_envs.py -k over_the_api

soak-streams: install ## open and cut streams, and measure what they leave; N=10000 SEED=
	@$(BIN)/python -m tests.soak.streams --streams $(or $(N),10000) $(if $(SEED),--seed $(SEED))

twins: install ## what can be taken back is the same in positions that a seat cannot tell apart; N=100000 SEED=
	@$(BIN)/python -m tests.soak.undo --positions $(or $(N),100000) $(if $(SEED),--seed $(SEED))

soak-choices: install ## four bots choose at the same time over HTTP, and no choice is refused as stale; N=500 SEED=
	@$(BIN)/python -m tests.soak.choices --matches $(or $(N),500) $(if $(SEED),--seed $(SEED))

soak-deals: install ## deal every deck by recipe 2, and test that chance favours nothing; N=1000000 SEED=
	@$(BIN)/python -m tests.soak.deals --deals $(or $(N),1000000) $(if $(SEED),--seed $(SEED))

soak-proofs: install .venv/web ## both verifiers about random replays, changed ones, and all forged ones; N=2000 SEED=
	@$(BIN)/python -m tests.soak.proofs --matches $(or $(N),2000) $(if $(SEED),--seed $(SEED))

soak-ratings: install .venv/web ## the rating recipe beside openskill, both verifiers about random ledgers and forged ones, and order by skill; N=100000 SEED=
	@$(BIN)/python -m tests.soak.ratings --matches $(or $(N),100000) $(if $(SEED),--seed $(SEED))

soak-pairings: install .venv/web ## random tournaments whose players leave: nobody twice, no second bye, none stuck; the verifier in JavaScript about 10,000 rounds; N=100000 ROUNDS=10000 SEED=
	@$(BIN)/python -m tests.soak.pairings --tournaments $(or $(N),100000) --rounds $(or $(ROUNDS),10000) $(if $(SEED),--seed $(SEED))

soak-tournaments: install ## 10,000 bots play five rounds, and every table is made within 15 s of its pairing; N=10000 ROUNDS=5 SEED=
	@$(BIN)/python -m tests.soak.tournaments --bots $(or $(N),10000) --rounds $(or $(ROUNDS),5) $(if $(SEED),--seed $(SEED))

soak-tournament-streams: install ## 10,000 players follow one tournament, and what gateways need for them; N=10000 GATEWAYS=1 SEED=
	@$(BIN)/python -m tests.soak.tournament_streams --streams $(or $(N),10000) --gateways $(or $(GATEWAYS),1) $(if $(SEED),--seed $(SEED))

soak-counters: install ## kill engines and Redis while matches end, and compare all counters of players; N=12000 KILLS=200 SEED=
	@$(BIN)/python -m tests.soak.counters --matches $(or $(N),12000) --kills $(or $(KILLS),200) $(if $(SEED),--seed $(SEED))

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

faults-ratings: install ## kill engines and Redis while rated matches end, and make all ratings anew; N=200 SEED= RATE=100
	@$(BIN)/python -m tests.faults.ratings --kills $(or $(N),200) --rate $(or $(RATE),100) $(if $(SEED),--seed $(SEED))

faults-tournaments: install ## kill engines, gateways and Redis while clubs play tournaments: no table twice, no result lost; N=200 SEED=
	@$(BIN)/python -m tests.faults.tournaments --kills $(or $(N),200) $(if $(SEED),--seed $(SEED))

faults-herald: install ## kill heralds while players with webhooks play, and compare what they were told; N=50 SEED=
	@$(BIN)/python -m tests.faults.herald --kills $(or $(N),50) $(if $(SEED),--seed $(SEED))

abuse: install ## attack a service with its default limits while others play; ONLY= SECONDS=10 SEED=
	@$(BIN)/python -m tests.abuse.campaign --only '$(ONLY)' --seconds $(or $(SECONDS),10) $(if $(SEED),--seed $(SEED))

fuzz: install ## send requests that nobody should send, and look at what they leave; N=50000 SEED=
	@$(BIN)/python -m tests.fuzz.campaign --requests $(or $(N),50000) $(if $(SEED),--seed $(SEED))

faults-rollout: install ## restart all processes under load, one after the other; N=20 SEED= TIMEOUTS=default
	@$(BIN)/python -m tests.faults.rollout --rounds $(or $(N),20) $(if $(SEED),--seed $(SEED)) $(if $(TIMEOUTS),--timeouts $(TIMEOUTS))

faults-games: install ## add a game and remove it under load, engine by engine; N=5 SEED=
	@$(BIN)/python -m tests.faults.games --rounds $(or $(N),5) $(if $(SEED),--seed $(SEED))

check: install .venv/protos ## lint, format, types, import direction, and what breaks the protocol of a release
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports
	@$(BIN)/python -m tools.breaking

format: install ## format the code, and fix what can be fixed
	@$(BIN)/ruff check --fix-only --quiet .
	@$(BIN)/ruff format .

compat: install ## play on engines of the last release and of this version at once; REF= names another
	@$(BIN)/python -m tests.compat.last_release $(REF)

release-protos: install ## write the protocol of this version to proto/released/
	@$(BIN)/python -m tools.released

vectors: install ## write docs/vectors: honest and forged replays for verifiers, from fixed seeds
	@PYTHONPATH=libs:services $(BIN)/python -m tests.vectors

clients: install .venv/clients ## make clients with others' generators, and play with them; needs Node
	@$(BIN)/python -m tests.clients

clients-native: install .venv/native ## make clients for phones with openapi-generator, and play with that of Java; needs a JDK
	@command -v javac >/dev/null || echo "There is no javac here (Debian: default-jdk-headless); going on without the client of Java."
	@$(BIN)/python -m pytest -q -n 2 --dist loadfile --size full tests/clients

# The pages as they lie, with what they link to, and the API's document in the page that the gateway has for it.
SITE := build/site/pages
SITE_FILES := '*.md' LICENSE bots bench/results deploy docs tests/clients/programs tests/clients/native tests/clients/native.py examples/channel/channel.py ':!tools' ':!tests/*/*.md' ':!examples/*.md' ':!.github'
site: install .venv/docs ## make a site of the pages and the API's reference in build/site/html/; a broken link is an error
	@rm -rf build/site && mkdir -p $(SITE) && cp tools/site.toml build/site/zensical.toml
	@git ls-files -z $(SITE_FILES) | tar -c --null -T - | tar -x -C $(SITE)
	@cp tools/site.css $(SITE); cp tools/reference.html $(BIN)/../lib/python*/site-packages/fastapi_offline/static/swagger* $(SITE)/docs
	@cd build/site && ../../$(BIN)/zensical build --strict --clean -f zensical.toml
	@cp llms.txt build/site/html && cp docs/agents.md build/site/html/docs # as text, for coding agents

openapi: libs/croupier/v1/generated ## write docs/openapi.json, the document of this clone; no service runs for it
	@$(BIN)/python -m tools.openapi

docs: install ## write the table of settings in docs/operations/settings.md
	@PYTHONPATH=libs:services $(BIN)/python -m tools.settings_table

verify: libs/croupier/v1/generated ## recompute a match from its replay; FILE=replay.json, or URL= and TOKEN=; ID=, COMMITMENT=, TERMS=; or ratings: RATINGS=ledger.ndjson; or a tournament: TOURNAMENT=log.ndjson
	@$(BIN)/python -m engine.verify $(if $(RATINGS),--ratings $(RATINGS)) $(if $(TOURNAMENT),--tournament $(TOURNAMENT)) $(FILE) $(URL) $(if $(ID),--id=$(ID)) $(if $(COMMITMENT),--commitment=$(COMMITMENT)) $(if $(TERMS),--terms=$(TERMS))

reindex: libs/croupier/v1/generated ## rebuild the indexes of matches; REDIS_URL=
	@REDIS_URL="$${REDIS_URL:-$$(cat "$${CROUPIER_DATA:-var}/redis.url" 2>/dev/null)}" $(BIN)/python -m engine.admin reindex

bench: install ## compare moves with a hello world and with peers; QUICK=1 ONLY="seen-64 read"
	@$(BIN)/python -m bench.moves
	@[ -n "$$ONLY" ] || $(BIN)/python -m bench.peers

bench-steps: install ## instructions of each step beside what was accepted; fails 3 % above; needs valgrind; ONLY="engine lost-cities" ACCEPT=1
	@$(BIN)/python -m bench.steps

bench-peers: install ## compare with boardgame.io, Colyseus, workerd; needs Node; QUICK=1
	@$(BIN)/python -m bench.peers

# In an environment of its own: nothing of ours needs it.
.venv/rivals/installed: .venv/dev $(PINS)
	@echo "Installing the games of other libraries (once) ..."
	@$(BIN)/python -m venv --clear .venv/rivals
	@$(BIN)/python -m tools.pins rivals > .venv/rivals.txt
	@.venv/rivals/bin/python -m pip --disable-pip-version-check install -qq --require-hashes --no-deps -r .venv/rivals.txt
	@touch $@

bench-local: install .venv/rivals/installed ## compare matches in one process, and a thousand at once, with OpenSpiel, pgx and RLCard; GAME=lost-cities QUICK=1
	@$(BIN)/python -m bench.local

bench-hooks: install ## what webhooks cost a herald, idle and sending; N=100000 hooks, MESSAGES=5000
	@$(BIN)/python -m bench.hooks --hooks $(or $(N),100000) --messages $(or $(MESSAGES),5000)

bench-studios: install ## measure what idle installations take; N=20 installations, FOR=180 seconds
	@$(BIN)/python -m bench.studios --installations $(or $(N),20) --seconds $(or $(FOR),180)

bench-boards: install ## measure pages of a board of 1,000,000 players over HTTP, and their memory; fails below its goals; PLAYERS=20000 ASKED=200
	@$(BIN)/python -m bench.boards

bench-overload: install ## measure bursts of 200 and 500 players, and what is answered at 0.5 to 5 times the capacity; fails below its goals
	@$(BIN)/python -m bench.overload

dist: libs/croupier/v1/generated .venv/page ## build into dist/ the server's package, croupier, with all programs, and those of the games
	@$(BIN)/python -m tools.packages games server

sdk: install .venv/web ## build the clients' packages into dist/
	@$(BIN)/python -m tools.packages python npm

sdk-check: install $(SDK_JAVASCRIPT) ## check the types and the style of sdk/javascript, and run its tests
	@$(BIN)/python -m pytest -q -n 2 --dist worksteal --size full tests/sdk/javascript

sdk-types: install .venv/web ## write the types of the clients from docs/openapi.json; what needs them does so by itself
	@$(BIN)/python -m tools.sdk_types

sdk-faults: install ## let the clients meet all faults of tests/sdk/faults.json
	@$(BIN)/python -m pytest -q -n 0 --size full tests/sdk/test_faults.py

sdk-restarts: install ## two bots play while gateways restart; N=20
	@$(BIN)/python -m tests.sdk.restarts --restarts $(or $(N),20)

WEB_TURN := $(if $(TURN),--size service --turn $(TURN))

test-web: install $(SDK_JAVASCRIPT) ## check and test web/, in browsers as well; needs Chromium, takes Firefox and WebKit; TURN=0 a tenth of those that have turns; CHROMIUM= TWINS=50
	@$(BIN)/python -m pytest -n 2 --dist worksteal $(WEB_TURN) tests/web || \
	  { echo "What has failed beside other browsers must pass alone:"; \
	    $(BIN)/python -m pytest -n 0 --last-failed --last-failed-no-failures none $(WEB_TURN) tests/web; }

test-proxies: install .venv/web ## the service behind nginx, haproxy, caddy and apache2 of Debian, by docs/operations/proxies.md
	@$(BIN)/python -m pytest -n 2 --dist loadfile tests/proxies

web-build: .venv/page ## build the web table into web/dist, as packages and images have it; GATEWAY_WEB=web/dist make run
	@$(BIN)/python -m tools.web_build

web-matches: install .venv/web ## play whole matches in browsers by role and name, with all numbers of players; SEATS="2 5"
	@SEATS="$(or $(SEATS),2 3 4 5)" $(BIN)/python -m pytest -n 2 tests/web -k "by_role_and_name or browsers_play"

web-openings: install .venv/web ## open tables in browsers on slow lines: to a drawn board, by turns with REF=HEAD~1, and with sealed deals to the first move; ROUNDS=5 N=200 SEED=
	@$(BIN)/python -m tests.web.first_board --rounds $(or $(ROUNDS),5) $(REF)
	@$(BIN)/python -m tests.web.openings --openings $(or $(N),200) $(if $(SEED),--seed $(SEED))

icons: install .venv/web ## draw web/icons/*.png, the pictures for home screens
	@$(BIN)/python -m tools.icons

pictures: install .venv/web ## draw docs/pictures, the screens of the web table; ONLY="home lobby"
	@$(BIN)/python -m tools.pictures $(ONLY)

vendor: .venv/web ## bundle what the web table has of others into web/vendor; VENDOR.md there has the hashes that it prints
	@cd tools/vendor && for name in axe leanqr lit marked; do ../../$(BIN)/deno bundle --quiet --lock=deno.lock --minify \
	  --platform=browser $$name.js -o ../../web/vendor/$$name.js || exit 1; done
	@cd web/vendor && sha256sum *.js

images: ## build croupier-engine, croupier-gateway, croupier-herald and croupier-bots; BUILDER=podman BASE=python:3.13-slim
	@$(PYTHON) -m tools.images

images-check: ## build the images again without a cache: every file must be the same; BUILDER= BASE= as for images
	@$(PYTHON) -m tools.images check

policies: install .venv/k8s ## hold an overlay of yours, or values for the chart, against all rules for manifests; OVERLAY= or VALUES=
	@[ -n "$(OVERLAY)$(VALUES)" ] || { echo "Name what to check: make policies OVERLAY=deploy/k8s/overlays/mine"; exit 2; }
	@OVERLAY='$(OVERLAY)' VALUES='$(VALUES)' $(BIN)/python -m tests.deploy.policies

web-earlier: ## put the web table of the last release before this commit, if there is one, into web/earlier, for web-build; needs gh and unzip
	@[ "$$(git rev-parse --is-shallow-repository)" = false ] || { echo "A shallow clone knows no earlier release: git fetch --unshallow --tags"; exit 1; }
	@set -e; tag=$$(git describe --tags --abbrev=0 --match 'v[0-9]*' HEAD^ 2>/dev/null || true); \
	rm -rf web/earlier; [ -z "$$tag" ] || { mkdir -p web/earlier; \
	  gh release download "$$tag" --pattern 'croupier-*.whl' --output web/earlier.whl --clobber; \
	  unzip -qj web/earlier.whl 'croupier_server/tree/web/*' -d web/earlier; rm web/earlier.whl; }

release-files: install .venv/web .venv/audit .venv/k8s ## build all packages and bills of materials, with SHA256SUMS, into dist/; SIGN=KEY NO_CHART=yes
	@rm -rf dist
	@$(BIN)/python -m tools.packages games server python npm $(if $(NO_CHART),,chart)
	@$(call write_bills)
	@cd dist && sha256sum * > SHA256SUMS && cat SHA256SUMS
	@[ -z '$(SIGN)' ] || ssh-keygen -q -Y sign -n croupier-release -f $(SIGN) dist/SHA256SUMS

release: install .venv/protos .venv/web .venv/audit .venv/k8s ## commit and tag a version, and build its files; nothing is pushed; VERSION= DRY=1 SIGN=KEY NO_CHART=yes
	@NO_CHART='$(NO_CHART)' VERSION='$(VERSION)' DRY='$(DRY)' SIGN='$(abspath $(SIGN))' $(BIN)/python -m tools.release

release-notes: ## print what CHANGELOG.md says of this version, if TAG is its tag; TAG=v0.1.0
	@[ '$(TAG)' = 'v$(THIS_VERSION)' ] || { echo "The tag '$(TAG)' is not v$(THIS_VERSION), the version in pyproject.toml." >&2; exit 1; }
	@awk '/^(## |\[)/ { here = index($$0, "## [$(THIS_VERSION)]") == 1; found += here; next } here { print } \
	  END { if (!found) { print "CHANGELOG.md has no section [$(THIS_VERSION)]." > "/dev/stderr"; exit 1 } }' CHANGELOG.md

# What cannot be looked up is an error: nothing would be known of it.
audit: install .venv/audit ## look up known vulnerabilities of all that is pinned in requirements.txt
	@$(BIN)/pip-audit --progress-spinner=off --strict --disable-pip --require-hashes --requirement=requirements.txt

# A bill has what requirements.txt pins for the image, by its hashes; what the base image has is not among it.
THIS_VERSION = $(shell sed -n 's/^version = "\(.*\)"/\1/p' pyproject.toml)
write_bills = for image in engine gateway herald bots; do \
	  $(BIN)/python -m tools.pins $$image | $(BIN)/cyclonedx-py requirements - --pyproject=pyproject.toml --mc-type=application \
	    --output-reproducible --output-format=JSON --output-file=dist/croupier-$$image-$(THIS_VERSION).cdx.json || exit 1; \
	done

sbom: install .venv/audit ## write what is in the images to dist/, as CycloneDX
	@mkdir -p dist && $(call write_bills)

k8s-smoke: install .venv/k8s ## run the pods of the dev overlay with Podman, and play; N=1 COMPONENT=redis-cluster CHART=yes
	@$(BIN)/python -m tools.k8s_smoke

clean: ## remove all that make has made, the data of make run among it; not while it runs
	@$(PYTHON) -m tools.data rm -rf .venv .bench-peers var build dist libs/croupier
