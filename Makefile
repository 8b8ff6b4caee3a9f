# `make run` builds and starts the server, and `make test` runs all tests. Each installs missing packages on its first
# run and prints their names.

SHELL := /bin/bash
.DEFAULT_GOAL := help
.PHONY: help run demo wallet-demo docs test test-sanitize explore fuzz lint format bench bench-users apple-check page-check page-tests swift-tests docs-check python-tests clean

DATA ?= .doorward
DATABASE ?= sqlite
ARGS ?=
BENCH_USERS ?= 1000000
SECONDS_EACH ?= 600
VENV := .venv
PYTHON := $(VENV)/bin/python
TEST_TARGETS := StandardsTests TextTests IdentifierTests PasswordTests FactorTests PhotoTests SecurityKeyTests WebBundlerTests HTTPTests PostgreSQLTests DeliveryTests ServerTests ClientTests FlowTests EndToEndTests
# These tests need a display. On Linux they run with a virtual display.
SCREEN_TEST_TARGETS := NEARConnectTests
SCREEN := $(if $(filter Linux,$(shell uname -s)),xvfb-run -a)
# These tests need a display and a screen reader's bus, and exist on Linux only. The tests above mostly wait for web views, so
# they run beside these, with the display of another number.
DESKTOP_TEST_TARGETS := $(if $(filter Linux,$(shell uname -s)),GTKTests)
DESKTOP := $(SCREEN) --server-num=150 dbus-run-session --
CHECKS := lint apple-check page-check page-tests swift-tests docs-check python-tests
ifeq ($(DATABASE),postgres)
# The tests whose servers can have either store. The others have no server, or choose its store themselves.
TEST_TARGETS := ServerTests
SCREEN_TEST_TARGETS :=
DESKTOP_TEST_TARGETS :=
CHECKS := swift-tests python-tests
swift-tests python-tests: export DOORWARD_TEST_STORE := postgresql
endif
# The release is one file, except for the C libraries. macOS includes the Swift libraries.
STATIC := $(if $(filter Linux,$(shell uname -s)),--static-swift-stdlib)
RELEASE_OF := swift build -c release $(STATIC) --product
RELEASE := $(RELEASE_OF) doorward

help: ## list the targets
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/  make \1|\2/' | column -t -s '|'

run: ## build and start the server for this machine; ARGS="--listen …" adds options, DATABASE=postgres uses a temporary PostgreSQL
	@scripts/install-packages build
	@$(if $(filter postgres,$(DATABASE)),scripts/install-packages postgresql)
	@echo "Building doorward (the first time takes a few minutes) …"
	@$(RELEASE)
	@echo "Starting: data in $(DATA), Ctrl-C stops. Open the account address in a browser."
	@exec $(if $(filter postgres,$(DATABASE)),scripts/with-postgresql) "$$($(RELEASE) --show-bin-path)/doorward" serve --development --data $(DATA) $(ARGS)

demo: ## build and open the demo of the windows, with a server that it starts itself
	@scripts/install-packages swift-tests
	@echo "Building DoorwardDemo and its server (the first time takes a few minutes) …"
	@swift build --product doorward
	@swift build --product DoorwardDemo
	@exec "$$(swift build --show-bin-path)/DoorwardDemo" $(ARGS)

wallet-demo: ## build and open the wallet demo; ARGS="--testnet" starts on the test network
	@scripts/install-packages swift-tests
	@echo "Building WalletDemo (the first time takes a few minutes) …"
	@swift build --product WalletDemo
	@exec "$$(swift build --show-bin-path)/WalletDemo" $(ARGS)

test: $(CHECKS) ## run all checks and tests; DATABASE=postgres runs the server and contract tests on PostgreSQL instead
	@echo "make test: everything passed"

lint: ## check the format of every Swift file
	@scripts/install-packages build
	@echo "Checking the format …"
	@swift format lint --strict --parallel --recursive Sources Plugins Tests Examples Benchmarks Package.swift

format: ## format every Swift file
	@swift format --in-place --parallel --recursive Sources Plugins Tests Examples Benchmarks Package.swift

apple-check: ## check the Apple sources and run the Apple host with hand-written interfaces, also with mutations
	@scripts/install-packages apple-check
	@echo "Checking the Apple sources (the first time takes a few minutes) …"
	@scripts/apple-check --self-test
	@scripts/apple-host --self-test

page-check: ## check the types of the hosted page's scripts
	@scripts/install-packages page
	@echo "Checking the types of the page's scripts …"
	@scripts/page-types
	@tsc --project Sources/DoorwardPages/Web

page-tests: ## the unit tests of the hosted page's scripts
	@scripts/install-packages page
	@echo "Testing the page's scripts …"
	@node --test --test-reporter=dot Tests/Page/*.test.mjs

# Tests have time limits. If all tests of a target started at once, each would wait for all others.
swift-tests: export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH ?= 8
swift-tests: ## the Swift test targets
	@scripts/install-packages swift-tests
	@scripts/install-python $(VENV)
	@echo "Building the tests (the first time takes several minutes) …"
	@swift build --build-tests --explicit-target-dependency-import-check error
	@# One process for each target: the vector tests use all cores for seconds, which would delay the tests of
	@# time limits on sockets. Two of them run at once, which the package manager refuses unless it ignores its lock.
	@set -o pipefail; failed=""; \
	run() { \
	  echo "Testing $$1 …"; \
	  $$2 swift test --ignore-lock --skip-build --filter "^$$1\." 2>&1 | tee ".build/$$1.log"; \
	}; \
	for target in $(TEST_TARGETS); do run $$target || failed="$$failed $$target"; done; \
	besides=""; \
	for target in $(SCREEN_TEST_TARGETS); do run $$target "$(SCREEN)" > /dev/null & besides="$$besides $$target:$$!"; done; \
	for target in $(DESKTOP_TEST_TARGETS); do run $$target "$(DESKTOP)" || failed="$$failed $$target"; done; \
	for each in $$besides; do \
	  wait $${each#*:} || failed="$$failed $${each%:*}"; cat ".build/$${each%:*}.log"; \
	done; \
	for target in $$failed; do echo "Failed in $$target:"; grep "✘\|error:" ".build/$$target.log"; done; \
	[ -z "$$failed" ]

docs-check: ## check the DocC catalogs of Doorward and NEARConnect; make swift-tests builds what it needs
	@echo "Checking the DocC catalogs …"
	@scripts/docs-check

docs: ## write the documentation of Doorward and NEARConnect to .build/documentation
	@scripts/install-packages swift-tests
	@echo "Building the modules (the first time takes several minutes) …"
	@swift build --build-tests --explicit-target-dependency-import-check error
	@scripts/docs-check --write .build/documentation
	@echo "To read it: python3 -m http.server --directory .build/documentation/Doorward 8000, then open"
	@echo "http://localhost:8000/documentation/doorward"

test-sanitize: ## the client tests with Thread Sanitizer; not part of make test, because it builds everything again
	@scripts/install-packages swift-tests
	@echo "Building the tests for Thread Sanitizer (the first time takes several minutes) …"
	@swift build --build-tests --sanitize=thread --scratch-path .build/tsan
	@TSAN_OPTIONS=halt_on_error=1 swift test --no-parallel --skip-build --sanitize=thread --scratch-path .build/tsan --filter '^ClientTests\.'

explore: export DOORWARD_TESTS := ClientTests
explore: export DOORWARD_EXPLORATION := full
explore: export DOORWARD_WALKS := 100000
explore: ## explore the session's state machine in full; not part of make test, because it takes an hour
	@scripts/install-packages swift-tests
	@echo "Building the client tests in release mode (the first time takes several minutes) …"
	@swift build -c release -Xswiftc -enable-testing --scratch-path .build/explore --product doorwardPackageTests
	@swift test -c release -Xswiftc -enable-testing --scratch-path .build/explore --skip-build --filter '^ClientTests\.(SessionExplorationTests|RandomWalkTests)'

fuzz: ## run libFuzzer on the WebAuthn and CBOR parsers, ten minutes each; SECONDS_EACH=60 runs each target for less
	@scripts/install-packages build
	@scripts/fuzz $(SECONDS_EACH)

python-tests: ## the browser, contract and interoperation tests, against the built program
	@scripts/install-packages test
	@scripts/install-python $(VENV)
	@echo "Building doorward in release mode (the first time takes a few minutes) …"
	@$(RELEASE)
	@$(RELEASE_OF) BackendExample
	@$(RELEASE_OF) doorward-user
	@# The browser tests run beside the contract tests, which use one core. Their output follows. With PostgreSQL, the
	@# contract tests run alone.
	@folder="$$($(RELEASE) --show-bin-path)"; log=.build/browser-tests.log; \
	export DOORWARD_BINARY="$$folder/doorward" DOORWARD_USER_BINARY="$$folder/doorward-user"; \
	$(if $(filter postgres,$(DATABASE)),true,$(PYTHON) -m pytest -q Tests/Browser) > $$log 2>&1 & browser=$$!; \
	$(PYTHON) -m pytest -q Tests/Contract; contract=$$?; \
	wait $$browser; browser=$$?; cat $$log; exit $$((contract || browser))

bench: ## measure, print the table and write it to docs/performance.md
	@scripts/install-packages build
	@scripts/install-packages postgresql
	@$(RELEASE)
	@scripts/with-postgresql sh -c '"$$0/doorward" bench --users $(BENCH_USERS) --database "$$DOORWARD_DATABASE" --write docs/performance.md' "$$($(RELEASE) --show-bin-path)"
	@set -e; for program in ClientBench FoundationAlone SDKAlone; do $(RELEASE_OF) $$program; done
	@set -o pipefail; folder="$$($(RELEASE) --show-bin-path)"; "$$folder/ClientBench" "$$folder/FoundationAlone" "$$folder/SDKAlone" | tee -a docs/performance.md
	@scripts/install-packages swift-tests
	@swift build -c release --product WalletBench
	@# GTK warns at each start that this display has no desktop environment.
	@set -o pipefail; $(SCREEN) "$$(swift build -c release --show-bin-path)/WalletBench" Tests/NEARConnectTests/Web 2> >(grep -v WARNING >&2) | tee -a docs/performance.md

bench-users: ## compare the times of known and unknown users
	@scripts/install-packages test
	@scripts/install-python $(VENV)
	@$(RELEASE)
	@DOORWARD_BINARY="$$($(RELEASE) --show-bin-path)/doorward" $(PYTHON) Benchmarks/UserTiming/compare.py

clean: ## remove build results, the virtual environment and the data of make run
	rm -rf .build $(VENV) $(DATA)
