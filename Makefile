# `make test` installs everything that a new machine needs beyond Go and Node (as root on Debian), or prints its name. `make`
# without a target lists the targets.

GO ?= go
NPM ?= npm
FUZZTIME ?= 10m
HAMMER ?= 1000000
BENCH ?=

export CGO_ENABLED = 0

# Tests and releases share compiled packages, as both omit the paths of this machine.
export GOFLAGS += -trimpath

# The version of a build that is not a release: the first one of CHANGELOG.md, and the commit.
VERSION := $(shell sed -n 's/^## \[\([0-9][^]]*\)\].*/\1/p' CHANGELOG.md | head -n 1)-dev.$(shell git rev-parse --short=8 HEAD 2>/dev/null)
LDFLAGS := -s -w -X holdover/internal/surface/cli.version=$(VERSION)

SOURCES := $(shell find internal/surface/ui/assets internal/surface/ui/scripts internal/surface/web/app.ts internal/surface/web/*/scripts -type f 2>/dev/null)
BUNDLED := .cache/bundled-packages.json
MODULES := node_modules/.package-lock.json

.PHONY: help build run check test quick bench fuzz attack citus site site-check release assets clean

help:
	@echo 'make build    bin/holdover'
	@echo 'make run      build, then serve a sample budget and print its address'
	@echo 'make check    formatting, vet, staticcheck, modules, dead code, known vulnerabilities, browser code, imports between packages'
	@echo 'make quick    the tests without a browser and without PostgreSQL'
	@echo 'make test     install what the tests need, then run all of them; PKG=surface/web/register runs those of one package'
	@echo 'make bench    import beside the floor and the peer; BENCH=-full adds a million transactions'
	@echo 'make fuzz     every parser with HAMMER (1000000) hostile inputs; FUZZ=FuzzDecode searches with one of them for FUZZTIME (10m) first'
	@echo 'make attack   attack by name, a running Holdover, every parser and form, and print what that took; ATTACK=1h sets how long'
	@echo 'make citus    what PostgreSQL is asked, on a coordinator with two workers (scripts/citus.sh build first), under kills too'
	@echo 'make site     .cache/site, the documentation as a website with pictures of the sample budget'
	@echo 'make release  programs, packages and the rest of a release, from a clean clone into dist; TARGETS=linux/amd64 builds only that'
	@echo 'make assets   bundle the browser code'
	@echo 'make clean    remove what was built'

build: assets
	$(GO) build -ldflags '$(LDFLAGS)' -o bin/holdover ./cmd/holdover

run: build
	bin/holdover demo

assets: $(BUNDLED)

$(BUNDLED): $(SOURCES) $(MODULES) scripts/assets.mjs
	node scripts/assets.mjs

$(MODULES): package-lock.json .npmrc
	$(NPM) ci
	@touch $@

check: assets
	sh scripts/check.sh

# The longest package is first, so that it does not run alone at the end. Vet is part of `make check`. Tests allocate much and
# retain little: GOGC=800 saves a quarter of their time. Their files are in memory if it has space, as SQLite waits for the disk
# at each commit. Without debug information (-w) their seventy programs are linked in two thirds of the time. They must pass on
# any day: scripts/onday.sh tests another.
#
# Pages are rendered with the tests' own fonts (internal/testing/browsertest/fonts.go). The second run uses a narrower font family, to
# find layouts that fit with one family only.
TEST = GOGC=800 sh scripts/inmemory.sh $(GO) test -vet=off -ldflags=-w -timeout 40m
REQUIRE = HOLDOVER_REQUIRE_NGINX=1 HOLDOVER_REQUIRE_CADDY=1 HOLDOVER_REQUIRE_RCLONE=1 HOLDOVER_REQUIRE_POSTGRES=1 HOLDOVER_REQUIRE_BROWSER=1 \
	HOLDOVER_REQUIRE_HLEDGER=1 HOLDOVER_REQUIRE_LEDGER=1 HOLDOVER_REQUIRE_BEANCOUNT=1 HOLDOVER_REQUIRE_PEER=1
test: assets
ifdef PKG
	$(TEST) ./internal/$(PKG)
else
	sh scripts/install.sh chromium nginx caddy rclone postgresql python3 hledger ledger beancount fonts-dejavu-core fonts-liberation
	sh scripts/install-peer.sh
	$(REQUIRE) $(TEST) ./internal/surface/web/register ./...
	sh scripts/test-packages.sh
	$(GO) test -C packaging/release -timeout 20m ./...
	$(GO) test -C oracle/provider -timeout 20m ./...
	$(REQUIRE) HOLDOVER_FONTS=liberation $(TEST) -run 'Looks|OnPhone|OnAPhone|RealPages|Fonts' ./internal/testing/browsertest ./internal/surface/web/...
	$(MAKE) site-check
endif

# For use after each change. HOLDOVER_QUICK=1 skips tests that start Chromium or PostgreSQL.
quick: assets
	HOLDOVER_QUICK=1 $(TEST) ./internal/...

# The website of docs. The program does not need its modules. site-check leaves out the pictures, which need Chromium.
SITE_MODULES := docs/node_modules/.package-lock.json
SITE_PICTURES := .cache/site-public/pictures
site: build $(SITE_MODULES)
	sh scripts/install.sh chromium
	$(GO) run ./scripts/screenshots bin/holdover $(SITE_PICTURES)
	docs/node_modules/.bin/vitepress build docs
	node scripts/check-site.mjs --pictures

site-check: $(SITE_MODULES)
	docs/node_modules/.bin/vitepress build docs
	node scripts/check-site.mjs

$(SITE_MODULES): docs/package-lock.json docs/.npmrc
	cd docs && $(NPM) ci
	@touch $@

bench: build
	sh scripts/install.sh python3
	$(GO) build -o .cache/bin/gofloor ./oracle/gofloor
	$(GO) build -o .cache/bin/bench ./bench
	.cache/bin/bench $(BENCH)

# Runs every parser with HAMMER inputs, derived from its seeds and from earlier finds (internal/testing/testkit/hammer.go);
# FUZZ=FuzzDecode first searches with one of them. By default go test minimises each find for a whole minute, which takes nine
# tenths of the time.
fuzz:
ifdef FUZZ
	$(GO) test $$(grep -rl --include='*_test.go' 'func $(FUZZ)(' internal | xargs dirname | sed 's,^,./,') -run '^$$' -fuzz '^$(FUZZ)$$' -fuzztime $(FUZZTIME) -fuzzminimizetime 100x
endif
	HAMMER=$(HAMMER) $(GO) test ./internal/... -run '^$(or $(FUZZ),Fuzz)' -v -timeout 0 | grep -E 'inputs in|^(---|ok|FAIL|panic)|: input '

# Everything of a release (docs/releasing.md). Vet reads the files of each system, which make check reads for this system only.
TARGETS ?=
release:
	for system in linux darwin windows freebsd; do GOOS=$$system $(GO) vet ./cmd/... ./internal/... || exit; done
	$(GO) run -C packaging/release . -targets '$(TARGETS)'

clean:
	rm -rf bin dist .cache/bin $(BUNDLED)
	find internal/surface/ui/dist -mindepth 1 ! -name README.txt -delete

# All attacks by name, bombs and random requests against a running server, and every parser and form with hostile inputs; prints
# a table.
ATTACK ?= 3m
attack: assets
	sh scripts/attack.sh $(ATTACK)

# The tests of PostgreSQL with budgets distributed over two workers by Citus, which is not in Debian. Programs, servers and
# workers are killed for KILLING.
KILLING ?= 1m
citus: assets
	HOLDOVER_CITUS=1 HOLDOVER_REQUIRE_POSTGRES=1 $(GO) test -p 1 -timeout 60m ./internal/storage/database ./internal/storage/store ./internal/storage/userstore ./internal/storage/pending ./internal/app ./internal/surface/api
	HOLDOVER_CITUS=1 HOLDOVER_REQUIRE_POSTGRES=1 HOLDOVER_KILLING=$(KILLING) $(GO) test -timeout 60m ./internal/surface/server ./internal/surface/web -run 'StatementsOf|Kill|TwoProcesses|EveryAddress' -v
