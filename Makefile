# `make run` builds and starts the server, and `make test` runs all tests. Each installs missing packages on its first
# run and prints their names.

SHELL := /bin/bash
.DEFAULT_GOAL := help
.PHONY: help run demo wallet-demo docs test test-all test-area test-postgres test-sanitize explore fuzz lint format bench bench-users apple-check mac-check page-check page-tests swift-build swift-tests docs-check python-tests clean

DATA ?= .doorward
DATABASE ?= sqlite
ARGS ?=
BENCH_USERS ?= 1000000
SECONDS_EACH ?= 600
VENV := .venv
PYTHON := $(VENV)/bin/python
TEST_TARGETS := SamplingTests StandardsTests TextTests IdentifierTests PasswordTests FactorTests PhotoTests SecurityKeyTests BundlerTests HTTPTests PostgreSQLTests DeliveryTests ServerTests ClientTests
# These tests need a display, and mostly wait for its windows, so they run beside the others. On Linux they have virtual
# displays. GTKTests also need a screen reader's bus, and exist on Linux only. FlowTests use one processor, and EndToEndTests
# wait for programs. They follow NEARConnectTests, because GTKTests take longer.
SCREEN := $(if $(filter Linux,$(shell uname -s)),xvfb-run -a)
SCREEN_TESTS := --aside "$(SCREEN)" NEARConnectTests FlowTests EndToEndTests
SCREEN_TESTS += $(if $(filter Linux,$(shell uname -s)),--aside "$(SCREEN) --server-num=150 dbus-run-session --" GTKTests)
# The tests in Python, in three processes side by side that take about as long as each other: all of them also wait, for time
# limits, databases and pages.
SECOND_PART := test_journeys.py,test_purposes.py,test_journey_secrets.py,test_database_faults.py,test_database_doctor.py,test_database_passwords.py,test_two_processes.py
CONTRACT := Contract:^$(SECOND_PART) Contract:$(SECOND_PART)
SUITES := $(CONTRACT) Server/Browser
STEPS := lint apple-check page-check page-tests swift-build swift-tests docs-check python-tests
ifeq ($(DATABASE),postgres)
# The tests whose servers can have either store. The others have no server, or choose its store themselves.
TEST_TARGETS := ServerTests
SCREEN_TESTS :=
SUITES := $(CONTRACT)
STEPS := swift-build swift-tests python-tests
swift-tests python-tests: export DOORWARD_TEST_STORE := postgresql
endif
# The text that chooses the part of generated cases that a run takes: see scripts/sampling.py.
ifndef SAMPLE
SAMPLE := $(shell git rev-parse --short=12 HEAD 2>/dev/null || echo none)
endif
export DOORWARD_SAMPLE ?= $(SAMPLE)
# The build of the programs that the tests in Python run: `release` is faster, and needs a build of its own.
PROGRAMS ?= debug
# The package of the server has everything: see docs/decisions/two-packages.md.
BUILD := swift build --package-path Server
DEBUG := $(BUILD) --explicit-target-dependency-import-check error
# The product is `doorward-server`, because `doorward` would be the library `Doorward` where names differ by more than case. The
# installed program is `doorward`.
# The release is one file, except for the C libraries. macOS includes the Swift libraries.
STATIC := $(if $(filter Linux,$(shell uname -s)),--static-swift-stdlib)
RELEASE_OF := $(BUILD) -c release $(STATIC) --product
RELEASE := $(RELEASE_OF) doorward-server

help: ## list the targets
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/  make \1|\2/' | column -t -s '|'
	@echo; echo "Areas of make test-area: $$(scripts/test-area --list)"

run: ## build and start the server for this machine; ARGS="--listen …" adds options, DATABASE=postgres uses a temporary PostgreSQL
	@scripts/install-packages build
	@$(if $(filter postgres,$(DATABASE)),scripts/install-packages postgresql)
	@echo "Building doorward (the first time takes a few minutes) …"
	@$(RELEASE)
	@echo "Starting: data in $(DATA), Ctrl-C stops. Open the account address in a browser."
	@exec $(if $(filter postgres,$(DATABASE)),scripts/with-postgresql) "$$($(RELEASE) --show-bin-path)/doorward-server" serve --development --data $(DATA) $(ARGS)

demo: ## build and open the demo of the windows, with a server that it starts itself
	@scripts/install-packages swift-tests
	@echo "Building DoorwardDemo and its server (the first time takes a few minutes) …"
	@$(DEBUG) --product doorward-server
	@$(DEBUG) --product DoorwardDemo
	@exec "$$($(BUILD) --show-bin-path)/DoorwardDemo" $(ARGS)

wallet-demo: ## build and open the wallet demo; ARGS="--testnet" starts on the test network
	@scripts/install-packages swift-tests
	@echo "Building WalletDemo (the first time takes a few minutes) …"
	@$(DEBUG) --product WalletDemo
	@exec "$$($(BUILD) --show-bin-path)/WalletDemo" $(ARGS)

test: ## run all checks, and the tests with a sample of generated cases; SAMPLE=… repeats one, DATABASE=postgres tests the server on PostgreSQL
	@scripts/test-steps $(STEPS)
	@echo "make test: everything passed"

test-all: export DOORWARD_SAMPLE := all
test-all bench: export DOORWARD_BENCHMARKS := 1
test-all: ## run everything, complete: every generated case, the release of the server, and the server on PostgreSQL too
	@scripts/test-steps $(STEPS) test-postgres PROGRAMS=release
	@echo "make test-all: everything passed"

test-postgres:
	@$(MAKE) --no-print-directory swift-tests python-tests DATABASE=postgres

test-area: ## run the tests of one area on all levels, such as AREA=passkeys, with a sample of generated cases
	@scripts/install-packages swift-tests
	@scripts/install-packages test
	@scripts/install-packages page
	@scripts/install-python $(VENV)
	@$(DEBUG) --build-tests
	@scripts/test-area "$(AREA)" "$$($(BUILD) --show-bin-path)" $(SCREEN_TESTS)

lint: ## check the format of every Swift file
	@scripts/install-packages build
	@echo "Checking the format …"
	@swift format lint --strict --parallel --recursive Sources Tests Examples Benchmarks Package.swift

format: ## format every Swift file
	@swift format --in-place --parallel --recursive Sources Tests Examples Benchmarks Package.swift

apple-check: ## check the Apple sources and run the Apple host with hand-written interfaces, also with mutations
	@scripts/install-packages apple-check
	@echo "Checking the Apple sources (the first time takes a few minutes) …"
	@scripts/apple-check --self-test
	@scripts/apple-host --self-test

mac-check: ## on a Mac: check, build and try what only a Mac can, and write a report to send; ARGS="--alone" asks nothing
	@scripts/mac-check $(ARGS)

page-check: ## check the types of the scripts of the hosted page and of the dashboard
	@scripts/install-packages page
	@echo "Checking the types of the page's scripts …"
	@scripts/page-types
	@tsc --project Sources/Server/DoorwardPages/Web
	@tsc --project Sources/Server/DoorwardAdministration/Web

page-tests: ## the unit tests of the scripts of the hosted page and of the dashboard
	@scripts/install-packages page
	@echo "Testing the page's scripts …"
	@node --test --test-reporter=dot Tests/Server/Page/*.test.mjs Tests/Server/Dashboard/*.test.mjs

swift-build: ## build the tests and all programs
	@scripts/install-packages swift-tests
	@echo "Building the tests (the first time takes several minutes) …"
	@$(DEBUG) --build-tests

swift-tests: swift-build ## the Swift test targets
	@scripts/install-python $(VENV)
	@scripts/swift-tests $(TEST_TARGETS) $(SCREEN_TESTS)

docs-check: ## check the DocC catalogs of Doorward and NEARConnect; make swift-tests builds what it needs
	@echo "Checking the DocC catalogs …"
	@scripts/docs-check

docs: ## write the documentation of Doorward and NEARConnect to .build/documentation
	@scripts/install-packages swift-tests
	@echo "Building the modules (the first time takes several minutes) …"
	@$(DEBUG) --build-tests
	@scripts/docs-check --write .build/documentation
	@echo "To read it: python3 -m http.server --directory .build/documentation/Doorward 8000, then open"
	@echo "http://localhost:8000/documentation/doorward"

test-sanitize: ## the client tests with Thread Sanitizer; not part of make test, because it builds everything again
	@scripts/install-packages swift-tests
	@echo "Building the tests for Thread Sanitizer (the first time takes several minutes) …"
	@$(BUILD) --build-tests --sanitize=thread --scratch-path .build/tsan
	@TSAN_OPTIONS=halt_on_error=1 swift test --package-path Server --no-parallel --skip-build --sanitize=thread --scratch-path .build/tsan --filter '^ClientTests\.'

explore: export DOORWARD_TESTS := ClientTests
explore: export DOORWARD_EXPLORATION := full
explore: export DOORWARD_WALKS := 100000
explore: ## explore the session's state machine in full; not part of make test, because it takes an hour
	@scripts/install-packages swift-tests
	@echo "Building the client tests in release mode (the first time takes several minutes) …"
	@$(BUILD) -c release -Xswiftc -enable-testing --scratch-path .build/explore --product doorward-serverPackageTests
	@swift test --package-path Server -c release -Xswiftc -enable-testing --scratch-path .build/explore --skip-build --filter '^ClientTests\.(SessionExplorationTests|RandomWalkTests)'

fuzz: ## run libFuzzer on the WebAuthn and CBOR parsers, ten minutes each; SECONDS_EACH=60 runs each target for less
	@scripts/install-packages build
	@scripts/fuzz $(SECONDS_EACH)

python-tests: ## the browser, contract and interoperation tests, against the built programs
	@scripts/install-packages test
	@scripts/install-python $(VENV)
ifeq ($(PROGRAMS),release)
	@echo "Building doorward in release mode (the first time takes a few minutes) …"
	@set -e; for program in doorward-server BackendExample doorward-user; do $(RELEASE_OF) $$program; done
	@scripts/python-tests "$$($(RELEASE) --show-bin-path)" $(SUITES)
else
	@$(MAKE) --no-print-directory swift-build
	@scripts/python-tests "$$($(BUILD) --show-bin-path)" $(SUITES)
endif

bench: ## measure, print the tables and write them to the page of this processor in docs/performance
	@scripts/install-packages build
	@scripts/install-packages postgresql
	@$(RELEASE)
	@$(RELEASE_OF) DoorwardBench
	@scripts/with-postgresql sh -c '"$$0/DoorwardBench" server --users $(BENCH_USERS) --database "$$DOORWARD_DATABASE" --write "$$(scripts/performance file)"' "$$($(RELEASE) --show-bin-path)"
	@set -e; for program in ClientBench FoundationAlone SDKAlone; do $(RELEASE_OF) $$program; done
	@set -o pipefail; folder="$$($(RELEASE) --show-bin-path)"; "$$folder/ClientBench" "$$folder/FoundationAlone" "$$folder/SDKAlone" | tee -a "$$(scripts/performance file)"
	@scripts/install-packages swift-tests
	@$(BUILD) -c release --product WalletBench
	@# GTK warns at each start that this display has no desktop environment.
	@set -o pipefail; $(SCREEN) "$$($(BUILD) -c release --show-bin-path)/WalletBench" Tests/Client/NEARConnectTests/Web 2> >(grep -v WARNING >&2) | tee -a "$$(scripts/performance file)"
	@scripts/performance overview

bench-users: ## compare the times of known and unknown users
	@scripts/install-packages test
	@scripts/install-python $(VENV)
	@$(RELEASE)
	@DOORWARD_BINARY="$$($(RELEASE) --show-bin-path)/doorward-server" $(PYTHON) Benchmarks/UserTiming/compare.py

clean: ## remove build results, the virtual environment and the data of make run
	rm -rf .build Server/.build $(VENV) $(DATA)
