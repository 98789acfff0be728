# Everything a fresh machine needs beyond Go and Node, `make test` installs (as root on Debian) or names.
# `make` alone lists what there is.

GO ?= go
NPM ?= npm
FUZZTIME ?= 10m
HAMMER ?= 1000000
BENCH ?=

export CGO_ENABLED = 0

VERSION := $(shell git describe --tags --always --dirty 2>/dev/null)
LDFLAGS := -s -w -X holdover/internal/cli.version=$(VERSION)

SOURCES := $(shell find internal/ui/assets internal/ui/scripts internal/web/app.ts internal/web/*/scripts -type f 2>/dev/null)
BUNDLED := .cache/assets.stamp
MODULES := node_modules/.package-lock.json

.PHONY: help build run check test quick bench fuzz attack citus assets clean

help:
	@echo 'make build    bin/holdover'
	@echo 'make run      build, then serve a sample budget and print its address'
	@echo 'make check    formatting, vet, staticcheck, modules, dead code, known vulnerabilities, browser code, imports between packages'
	@echo 'make quick    the tests without a browser and without PostgreSQL'
	@echo 'make test     install what the tests need, then run all of them; PKG=web/register runs those of one package'
	@echo 'make bench    import beside the floor and the peer; BENCH=-full adds a million transactions'
	@echo 'make fuzz     every parser with HAMMER (1000000) hostile inputs; FUZZ=FuzzDecode searches with one of them for FUZZTIME (10m) first'
	@echo 'make attack   attack by name, a running Holdover, every parser and form, and print what that took; ATTACK=1h sets how long'
	@echo 'make citus    what PostgreSQL is asked, on a coordinator with two workers (scripts/citus.sh build first), under kills too'
	@echo 'make assets   bundle the browser code'
	@echo 'make clean    remove what was built'

build: assets
	$(GO) build -trimpath -ldflags '$(LDFLAGS)' -o bin/holdover ./cmd/holdover

run: build
	bin/holdover demo

assets: $(BUNDLED)

$(BUNDLED): $(SOURCES) $(MODULES) scripts/assets.mjs
	node scripts/assets.mjs
	@mkdir -p $(@D) && touch $@

$(MODULES): package-lock.json .npmrc
	$(NPM) ci
	@touch $@

check: assets
	sh scripts/check.sh

# The longest package stands first, so that it is not left alone at the end. Vet is a part of `make check`. Tests make much
# garbage and keep little: collecting it as seldom as a machine for building bears saves them a quarter of their time. They keep
# their files in memory, where there is room: SQLite waits for the disk at each commit. Without what only debuggers read (-w)
# their seventy programs are linked in two thirds of the time. They have to pass on any day: scripts/onday.sh tries another.
#
# Pages are drawn with the tests' own fonts (internal/browsertest/fonts.go). The second run checks them with a narrower family: whatever
# fits with one family alone fails.
TEST = GOGC=800 sh scripts/inmemory.sh $(GO) test -vet=off -ldflags=-w -timeout 40m
REQUIRE = HOLDOVER_REQUIRE_NGINX=1 HOLDOVER_REQUIRE_POSTGRES=1 HOLDOVER_REQUIRE_BROWSER=1
test: assets
ifdef PKG
	$(TEST) ./internal/$(PKG)
else
	sh scripts/install.sh chromium nginx postgresql python3 fonts-dejavu-core fonts-liberation
	$(REQUIRE) $(TEST) ./internal/web/register ./...
	$(REQUIRE) HOLDOVER_FONTS=liberation $(TEST) -run 'Looks|OnPhone|OnAPhone|RealPages|Fonts' ./internal/browsertest ./internal/web/...
endif

# What a developer runs after each change. HOLDOVER_QUICK=1 skips tests that start Chromium or PostgreSQL.
quick: assets
	HOLDOVER_QUICK=1 $(TEST) ./internal/...

bench: build
	sh scripts/install.sh python3
	$(GO) build -o .cache/bin/gofloor ./oracle/gofloor
	$(GO) build -o .cache/bin/bench ./bench
	.cache/bin/bench $(BENCH)

# Every parser with so many inputs made of its seeds and of what a search found (internal/testkit/hammer.go); FUZZ=FuzzDecode
# searches with one of them first. Making each find smaller for a whole minute, as go test does unless told, takes nine
# tenths of the time.
fuzz:
ifdef FUZZ
	$(GO) test $$(grep -rl --include='*_test.go' 'func $(FUZZ)(' internal | xargs dirname | sed 's,^,./,') -run '^$$' -fuzz '^$(FUZZ)$$' -fuzztime $(FUZZTIME) -fuzzminimizetime 100x
endif
	HAMMER=$(HAMMER) $(GO) test ./internal/... -run '^$(or $(FUZZ),Fuzz)' -v -timeout 0 | grep -E 'inputs in|^(---|ok|FAIL|panic)|: input '

clean:
	rm -rf bin .cache/bin $(BUNDLED)
	find internal/ui/dist -mindepth 1 ! -name README.txt -delete

# Every attack by name, bombs and random requests against a real server, and every parser and form with hostile inputs; ends with a table.
ATTACK ?= 3m
attack: assets
	sh scripts/attack.sh $(ATTACK)

# The tests of PostgreSQL with budgets spread over two workers by Citus, which is no part of Debian; programs, servers and workers
# are killed for KILLING.
KILLING ?= 1m
citus: assets
	HOLDOVER_CITUS=1 HOLDOVER_REQUIRE_POSTGRES=1 $(GO) test -p 1 -timeout 60m ./internal/database ./internal/store ./internal/peoplestore ./internal/waiting ./internal/app ./internal/api
	HOLDOVER_CITUS=1 HOLDOVER_REQUIRE_POSTGRES=1 HOLDOVER_KILLING=$(KILLING) $(GO) test -timeout 60m ./internal/server ./internal/web -run 'StatementsOf|Kill|TwoProcesses|EveryAddress' -v
