# Two commands matter: `make run` and `make test`. The others are their parts.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := run

LISTEN ?= 127.0.0.1:8080
# Where cargo builds: another folder by CARGO_TARGET_DIR.
TARGET := $(abspath $(or $(CARGO_TARGET_DIR),target))
export CARGO_TARGET_DIR := $(TARGET)
# The Rust of rust-toolchain.toml, or what stands in for it on this machine.
ifndef RUSTUP_TOOLCHAIN
STAND_IN := $(shell scripts/toolchain)
ifneq ($(STAND_IN),)
export RUSTUP_TOOLCHAIN := $(STAND_IN)
endif
endif
STAGE := scripts/stage
WEB_SOURCES := $(shell find contract/pages contract/planned-pages.tsv web/src web/scripts web/public web/index.html web/package-lock.json web/vite.config.ts -type f 2>/dev/null)
TRACK_SOURCES := $(shell find track-web/src track-web/public track-web/index.html track-web/package-lock.json track-web/vite.config.ts -type f 2>/dev/null)

.PHONY: run build release web test stages form rust-build rust-test program contract-test web-test e2e axe test-room settle-sequences bench bench-charges bench-bills bench-upgrade bench-lists fmt contract check advisories

# Builds the product and serves it with the demonstration company.
run:
	@scripts/preflight run "$(TARGET)"
	@[ -x "$(TARGET)/product/forwarder" ] || echo "The first build takes about ten minutes on two cores; later ones take seconds."
	$(MAKE) --no-print-directory web
	cargo build --profile product -p app --bin forwarder
	FORWARDER_LISTEN=$(LISTEN) "$(TARGET)/product/forwarder" serve --demo

# Builds the program as it is installed: target/release/forwarder, with the web applications inside.
build:
	@scripts/preflight run "$(TARGET)"
	$(MAKE) --no-print-directory web
	cargo build --release --locked -p app --bin forwarder

# The same with what it is installed with, in an archive with its checksum, in dist.
release: build
	scripts/release-archive "$(TARGET)/release/forwarder" dist

# Builds both web applications, packed for serving.
web: web/dist/.built track-web/dist/.built

web/dist/.built: $(WEB_SOURCES)
	scripts/install-node-packages web
	cd web && npm run --silent build
	node scripts/compress-assets.mjs web/dist
	touch $@

track-web/dist/.built: $(TRACK_SOURCES)
	scripts/install-node-packages track-web
	cd track-web && npm run --silent build
	node scripts/compress-assets.mjs track-web/dist
	touch $@

# Every check: form, layers, Rust on both databases, web, contract, browser. Says what each stage took, and fails where
# one takes much more than its budget.
test:
	@scripts/preflight test "$(TARGET)"
	@notes=$$(mktemp); trap 'rm -f "$$notes"' EXIT; export STAGES="$$notes"; \
	  scripts/stage tools scripts/install-test-tools; \
	  scripts/in-budget scripts/test-budget.tsv $(MAKE) --no-print-directory stages
	@echo "All checks passed."

# Rust's tests, and those of the web and in the browser, each wait for what they talk to: beside each other neither
# processor does.
stages:
	$(STAGE) tools scripts/install-test-tools
	$(STAGE) form $(MAKE) --no-print-directory form
	$(STAGE) web-build $(MAKE) --no-print-directory web
	$(STAGE) rust-build $(MAKE) --no-print-directory rust-build
	scripts/side-by-side '$(STAGE) rust-test $(MAKE) --no-print-directory rust-test' \
	  '$(STAGE) web-test $(MAKE) --no-print-directory web-test; \
	   $(STAGE) contract $(MAKE) --no-print-directory contract-test; $(STAGE) browser $(MAKE) --no-print-directory e2e'

# What is seen without a build.
form:
	scripts/tests/preflight
	scripts/tests/in-budget
	scripts/tests/side-by-side
	scripts/tests/release-archive
	scripts/check-layers
	scripts/check-dependencies
	scripts/page-lines
	scripts/check-words
	cargo fmt --all --check

check: form rust-build

# Known faults of what is built in. Needs the network, so it is run by hand: before a release, and every week.
advisories:
	scripts/advisories

# Clippy is the compiler of the test build: what it checks is compiled once. The product's program is among what is built.
CLIPPED := RUSTC_WORKSPACE_WRAPPER=clippy-driver CLIPPY_ARGS=-Dwarnings__CLIPPY_HACKERY__
TESTS := --workspace --lib --bins --tests --examples

rust-build:
	$(CLIPPED) cargo test $(TESTS) --no-run --quiet

# A database server that is missing is an error here, and no silent skip.
rust-test: export TEST_NEEDS_POSTGRES := 1
rust-test:
	$(CLIPPED) scripts/with-postgres cargo test $(TESTS) --quiet

# The program for what is run by hand; within the whole run the test build made it.
program:
	@[ -n "$${STAGES:-}" ] || cargo build -p app --bin forwarder

contract-test: program
	scripts/check-contract "$(TARGET)/debug/forwarder"
	if [ -x ../shared/spec/check_ledger.py ]; then ../shared/spec/check_ledger.py . ; fi

# The whole workspace is named so that libraries are built with the features they have in every other build.
ONE_ROOM = --workspace --no-default-features --features suites/$(ROOM) --test rooms -- $(ROOM)::
# The tests of one room on both databases, or on the embedded one alone: make test-room ROOM=af [DB=sqlite]
test-room:
	@if ! [[ "$(ROOM)" =~ ^[a-z]+$$ && -d "crates/$(ROOM)" ]]; then \
	  echo "Which room? For example: make test-room ROOM=af [DB=sqlite]" >&2; exit 1; fi
ifeq ($(DB),sqlite)
	env -u TEST_DATABASE_URL cargo test $(ONE_ROOM)
else
	TEST_NEEDS_POSTGRES=1 scripts/with-postgres cargo test $(ONE_ROOM)
endif

# 1,000 random sequences of calls between bill, bank and books on each database: hours. `.ci/run` runs three of them.
# Others by SETTLE_SEED=… and SETTLE_SEQUENCES=…
settle-sequences: export SETTLE_SEQUENCES ?= 1000
settle-sequences: export TEST_NEEDS_POSTGRES := 1
settle-sequences:
	scripts/with-postgres cargo test --workspace --no-default-features --features suites/receivable --test rooms -- \
	  --nocapture what_is_settled_is_true_after_any_sequence_of_calls

web-test: web
	cd web && npm run --silent check
	cd track-web && npm run --silent check

e2e: export TEST_NEEDS_POSTGRES := 1
e2e: program
	scripts/install-node-packages e2e
	cd e2e && ../scripts/with-postgres npm run --silent test

# Every page that is declared, in both looks; the browser tests do that for lists that hold every kind of part.
axe: web program
	scripts/install-node-packages e2e
	cd e2e && npm run --silent every-look

# Measures one core: status messages read and waybills drawn. Then the product on BENCH_ORDERS orders (a million), with
# a PostgreSQL server that syncs. Ends with an error where a figure is below its minimum.
bench: web
	cargo run --release --quiet -p trade --example messages_per_second
	cargo run --release --quiet -p print --example waybills_per_second
	cargo build --release -p app -p bench
	POSTGRES_OPTIONS="-c fsync=on -c synchronous_commit=on -c full_page_writes=on -c max_wal_size=4GB" \
	  scripts/with-postgres sh -c 'missed=0; for part in CALLS EXPORT IMPORT GUESSES MEMORY; do \
	    env BENCH_$$part=1 "$(TARGET)/release/bench" || missed=1; done; exit $$missed'

# Charges at BENCH_LINES lines (ten millions): minutes to load, 20 GB of disk. `.ci/run` does not run it.
bench-charges: web
	cargo build --release -p app -p bench
	POSTGRES_OPTIONS="-c fsync=on -c synchronous_commit=on -c full_page_writes=on -c max_wal_size=4GB" \
	  BENCH_CHARGES=1 scripts/with-postgres "$(TARGET)/release/bench"

# What becomes of BENCH_LINES charges (ten millions) from the bill to the bank, on a million bills: as long to load, 25 GB of
# disk. `.ci/run` does not run it either.
bench-bills: web
	cargo build --release -p app -p bench
	POSTGRES_OPTIONS="-c fsync=on -c synchronous_commit=on -c full_page_writes=on -c max_wal_size=4GB" \
	  BENCH_BILLS=1 scripts/with-postgres "$(TARGET)/release/bench"

# The upgrade of a database of an earlier release with BENCH_ORDERS orders (a million), undisturbed and killed half-way: the
# database, a copy of it and a backup on the disk. `.ci/run` does not run it either.
bench-upgrade: web
	cargo build --release -p app -p bench
	POSTGRES_OPTIONS="-c fsync=on -c synchronous_commit=on -c full_page_writes=on -c max_wal_size=4GB" \
	  BENCH_UPGRADE=1 scripts/with-postgres "$(TARGET)/release/bench"

# Every declared list in one company of BENCH_ORDERS orders (a million) with ten charges on each: 20 GB of disk.
bench-lists: web
	cargo build --release -p app -p bench
	POSTGRES_OPTIONS="-c fsync=on -c synchronous_commit=on -c full_page_writes=on -c max_wal_size=4GB" \
	  BENCH_LISTS=1 scripts/with-postgres "$(TARGET)/release/bench"

fmt:
	cargo fmt --all

contract:
	cargo run -q -p app --bin forwarder -- contract
