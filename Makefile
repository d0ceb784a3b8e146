# Every target sets up what it needs: a Python 3.12 or newer is all that must be there.
SHELL := /bin/bash
.DEFAULT_GOAL := help

export PYTHON
VENV := .venv
BIN := $(VENV)/bin
RUN_STAMP := $(VENV)/.requirements
DEV_STAMP := $(VENV)/.requirements-dev
LLM_VENV := .venv-llm
LLM_STAMP := $(LLM_VENV)/.requirements
MANIFEST := dbt_project/target/manifest.json
DBT_FILES := $(shell find dbt_project -type f -not -path 'dbt_project/target/*' -not -path 'dbt_project/logs/*')

.PHONY: help tournament demo season ui sql manifest test slowtest dockertest test-local-llm lint format lock clean

help:  ## List the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

tournament: $(RUN_STAMP) $(MANIFEST)  ## Play the running week's tournament (WEEK=YYYY-MM-DD, LAST=number of weeks, SEASON=name or path)
	$(BIN)/duels tournament $(if $(WEEK),--week $(WEEK)) $(if $(LAST),--last $(LAST)) $(if $(SEASON),--season $(SEASON))

demo: export DUELS_HOME := $(or $(DUELS_HOME),$(CURDIR)/.duels-demo)
demo: $(RUN_STAMP) $(MANIFEST)  ## Play four weeks of a smaller season into .duels-demo/, for plots with a history
	$(BIN)/duels tournament --season demo --last 4
	@echo "See it in the UI: DUELS_HOME=$$DUELS_HOME make ui SEASON=demo"

season: export DUELS_HOME := $(or $(DUELS_HOME),$(CURDIR)/.duels-season)
season: $(RUN_STAMP) $(MANIFEST)  ## Play eight weeks of house players that learn from week to week into .duels-season/
	$(BIN)/duels tournament --season coevolution --last 8
	@echo "See it in the UI: DUELS_HOME=$$DUELS_HOME make ui SEASON=coevolution"

ui: $(RUN_STAMP) $(MANIFEST)  ## Open Dagster's web UI and daemon on 127.0.0.1:3000
	$(BIN)/duels ui $(if $(SEASON),--season $(SEASON))

sql: $(RUN_STAMP) $(MANIFEST)  ## Query the published results in DuckDB's shell, read-only
	$(BIN)/duels sql

manifest: $(MANIFEST)  ## Parse dbt's project, so that nothing has to when definitions load

test: $(DEV_STAMP) $(MANIFEST)  ## Run the tests
	$(BIN)/pytest -n 3 --dist loadfile

slowtest: $(DEV_STAMP) $(MANIFEST)  ## Run the slow tests: rankings against simulations and declared skills, docs/sql.md against the demo season
	$(BIN)/pytest -m slow -n 2 --dist loadfile

dockertest: export DUELS_SANDBOX := docker
dockertest: $(DEV_STAMP) $(MANIFEST)  ## Run the sandbox's tests in containers (`bin/with-docker make dockertest` brings an engine where none answers)
	$(BIN)/pytest -n 2 --dist loadfile -m 'slow or not slow' tests/sandbox tests/solve_attempts tests/validation tests/house/test_house_season.py

test-local-llm: $(DEV_STAMP) $(MANIFEST) $(LLM_STAMP)  ## Let a small language model play, served on this machine (needs a C++ compiler; builds for minutes)
	$(BIN)/pytest -m local_llm tests/local_llm

lint: $(DEV_STAMP)  ## Check style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: $(DEV_STAMP)  ## Format the code
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

lock:  ## Resolve the requirements anew (needs uv)
	uv pip compile -q --universal --python-version 3.12 --generate-hashes --no-emit-index-url --no-header requirements.in -o requirements.lock
	uv pip compile -q --universal --python-version 3.12 --generate-hashes --no-emit-index-url --no-header --override requirements-overrides.txt requirements-dev.in -o requirements-dev.lock

clean:  ## Remove the virtual environment and caches (results stay in .duels/)
	rm -rf $(VENV) $(LLM_VENV) dbt_project/target .mypy_cache .ruff_cache .pytest_cache *.egg-info

$(MANIFEST): $(DBT_FILES) $(RUN_STAMP)
	$(BIN)/python -m orchestration.dbt.project
	@touch $@

$(RUN_STAMP): requirements.lock pyproject.toml | $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

$(DEV_STAMP): requirements-dev.lock $(RUN_STAMP)
	# The lock is whole, and overrides one package's pin of another: pip must not resolve it anew.
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r requirements-dev.lock
	@touch $@

$(VENV):
	"$$(bin/find-python)" -m venv $(VENV)

$(LLM_STAMP): tests/local_llm/requirements.txt
	"$$(bin/find-python)" -m venv $(LLM_VENV)
	$(LLM_VENV)/bin/python -m pip install --quiet --disable-pip-version-check -r $<
	@touch $@
