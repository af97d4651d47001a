# Everything a contributor does, by name. `make` lists the targets.

export RECURVE_DEPS ?= $(HOME)/.cache/recurve
JOBS   ?= 2
PRESET ?= release
PYTHON := $(RECURVE_DEPS)/venv/bin/python
BUILD  := build/$(PRESET)
BINARY := $(BUILD)/apps/recurve/recurve

.DEFAULT_GOAL := help
.PHONY: help bootstrap configure build server test demo demo-stop bench golden format docs clean

help:  ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-10s %s\n", $$1, $$2}'

bootstrap:  ## install what builds and tests need (Debian 12; needs root for its packages)
	@RECURVE_JOBS=$(JOBS) tools/bootstrap

configure: bootstrap
	@mkdir -p $(BUILD)
	@cmake --preset $(PRESET) >$(BUILD)/configure.log 2>&1 || { cat $(BUILD)/configure.log; exit 1; }

build: configure  ## build all: build/release/apps/recurve/recurve and tests (PRESET=dev|asan|tsan)
	@echo "building all (minutes the first time)"; cmake --build --preset $(PRESET) --parallel $(JOBS) -- --quiet

server: configure  ## build the server only
	@echo "building the server (minutes the first time)"; cmake --build --preset $(PRESET) --parallel $(JOBS) --target recurve -- --quiet

test: build  ## run every test, real nodes included
	@ctest --test-dir $(BUILD) --parallel $(JOBS) --output-on-failure --no-tests=error

demo: server  ## real Elasticsearch, sample data, server, and a stock client (ROWS=1000000)
	@$(PYTHON) tools/demo/demo.py run $(BINARY)

demo-stop:  ## stop what the demo left running
	@$(PYTHON) tools/demo/demo.py stop

bench: server  ## measure against other ways out of the same node (BENCH="--rows 10000000")
	@tools/bootstrap bench
	@$(PYTHON) bench/run.py --recurve $(BINARY) $(BENCH)

golden: build  ## rewrite the expected halves of tests/golden; read the diff
	@RECURVE_UPDATE_GOLDEN=1 ctest --test-dir $(BUILD) --output-on-failure -R golden

format:  ## format every C++ file
	@$(PYTHON) tools/checks/format.py . --fix

docs: server  ## regenerate docs/configuration.md
	@$(BINARY) help-settings > docs/configuration.md

clean:  ## remove build output (not what bootstrap installed)
	@rm -rf build
