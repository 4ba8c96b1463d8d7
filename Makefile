# Two commands matter: `make run` and `make test`. The others are their parts.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := run

LISTEN ?= 127.0.0.1:8080
WEB_SOURCES := $(shell find web/src web/public web/index.html web/package-lock.json web/vite.config.ts -type f 2>/dev/null)
TRACK_SOURCES := $(shell find track-web/src track-web/public track-web/index.html track-web/package-lock.json track-web/vite.config.ts -type f 2>/dev/null)

.PHONY: run web test rust-test web-test e2e bench fmt contract check advisories

# Builds the product and serves it with the demonstration company.
run: web
	cargo build --profile product -p app --bin forwarder
	FORWARDER_LISTEN=$(LISTEN) target/product/forwarder serve --demo

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

# Every check: form, layers, Rust on both databases, web, contract, browser.
test:
	scripts/install-test-tools
	$(MAKE) --no-print-directory check
	$(MAKE) --no-print-directory web
	$(MAKE) --no-print-directory web-test
	$(MAKE) --no-print-directory rust-test
	$(MAKE) --no-print-directory e2e
	@echo "All checks passed."

check:
	scripts/check-layers
	scripts/check-dependencies
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --quiet -- -D warnings

# Known faults of what is built in. Needs the network, so it is run by hand: before a release, and every week.
advisories:
	scripts/advisories

rust-test:
	scripts/with-postgres cargo test --workspace --lib --bins --tests --quiet
	cargo build -p app --bin forwarder
	scripts/check-contract target/debug/forwarder
	if [ -x ../shared/spec/check_ledger.py ]; then ../shared/spec/check_ledger.py . ; fi

web-test:
	cd web && npm run --silent check
	cd track-web && npm run --silent check

e2e:
	scripts/install-node-packages e2e
	cargo build -p app --bin forwarder
	cd e2e && npm run --silent test

# Measures one core: status messages read and waybills drawn. Then the product on BENCH_ORDERS orders (a million), with
# a PostgreSQL server that syncs. Ends with an error where a figure is below its minimum.
bench: web
	cargo run --release --quiet -p trade --example messages_per_second
	cargo run --release --quiet -p print --example waybills_per_second
	cargo build --release -p app -p bench
	POSTGRES_OPTIONS="-c fsync=on -c synchronous_commit=on -c full_page_writes=on -c max_wal_size=4GB" \
	  scripts/with-postgres sh -c 'missed=0; for part in CALLS EXPORT IMPORT GUESSES; do \
	    env BENCH_$$part=1 target/release/bench || missed=1; done; exit $$missed'

fmt:
	cargo fmt --all

contract:
	cargo run -q -p app --bin forwarder -- contract
