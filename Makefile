VENV := .venv
BIN := $(VENV)/bin
PORT ?=
ARGS ?=

# One BLAS thread: the app's systems are small, and a second thread slows them down.
export OPENBLAS_NUM_THREADS := 1
export OMP_NUM_THREADS := 1

PIP_INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check
GET_CHROMIUM := tests/tools/get_chromium
GET_ENGINE := tests/tools/get_engine
GET_POSTGRES := tests/tools/get_postgres
GET_POPPLER := tests/tools/get_poppler
GET_ORCA := tests/tools/get_orca

.PHONY: help run test mutants newest bench load soak handouts questions site engine check
.DELETE_ON_ERROR:

help: ## print this list
	@sed -n 's/^\([a-z]*\): [^#]*## /  make \1	/p' Makefile

run: $(VENV)/run.stamp ## start the app and print its address (PORT=8501)
	@exec $(BIN)/python -m streamlit run app.py $(if $(PORT),--server.port $(PORT))

# Two workers take the groups of tests in turn, those in Chromium first. If a browser, PostgreSQL, the program that reads
# printed sheets, or the screen reader of the thorough run is missing and can't be installed, the run prints this, also
# at its end. Bytecode is written, so that the many processes that the tests start need not compile again.
test: $(VENV)/dev.stamp ## run the quick set of tests (ARGS=--thorough for all, ARGS="tests/core -k hinge" for some)
	@if path=$$($(GET_CHROMIUM)); then export CHROMIUM="$$path"; fi; \
	for engine in firefox webkit; do $(GET_ENGINE) $$engine >/dev/null || true; done; \
	$(GET_POSTGRES) >/dev/null || true; \
	$(GET_POPPLER) >/dev/null || true; \
	case "$(ARGS)" in *--thorough*) $(GET_ORCA) >/dev/null || true;; esac; \
	unset PYTHONDONTWRITEBYTECODE; \
	exec $(BIN)/python -m pytest -n 2 --dist loadscope --no-loadscope-reorder $(ARGS)

mutants: $(VENV)/dev.stamp ## plant one fault at a time, and report whether a test notices it (ARGS=--list: those that none did)
	@if path=$$($(GET_CHROMIUM)); then export CHROMIUM="$$path"; fi; \
	exec $(BIN)/python -m tests.tools.mutants $(ARGS)

newest: ## test kernel_core and lab with the newest Python on this machine (PYTHON=...)
	@for python in $(PYTHON) python3.15 python3.14 python3.13 python3.12 $$(ls -d "$$HOME"/.pyenv/versions/3.1[2-9]*/bin/python 2>/dev/null | sort -rV); do \
		if "$$python" -c "$(USABLE)" 2>/dev/null; then \
			"$$python" -m venv build/newest && build/newest/bin/python --version && \
			build/newest/bin/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt && \
			exec build/newest/bin/python -m pytest -p no:cacheprovider -n 2 tests/core tests/lab $(ARGS); exit 1; \
		fi; \
	done; \
	echo "No Python newer than 3.11 was found; name one: make PYTHON=/path/to/python3.13 newest"; exit 1

bench: $(VENV)/dev.stamp ## measure what has to be fast, and compare it with similar programs
	@CHROMIUM="$$($(GET_CHROMIUM))" && export CHROMIUM && exec $(BIN)/python -m benchmarks $(ARGS)

load: $(VENV)/load.stamp ## measure 30, 100 and 300 learners at once, and compare plain Streamlit (15 minutes)
	@exec $(BIN)/python -m benchmarks.load $(ARGS)

soak: $(VENV)/load.stamp ## run twenty minutes of mixed load with faults
	@exec $(BIN)/python -m benchmarks.load.soak $(ARGS)

handouts: $(VENV)/run.stamp ## write every page's first picture as a file that needs no server, in build/handouts
	@exec $(BIN)/python -m features.site --handouts build/handouts $(if $(APP),--app "$(APP)")

questions: $(VENV)/run.stamp ## write quizzes and predictions for Moodle, QTI, GIFT, Anki (ARGS="--variants 5 --seed 7")
	@exec $(BIN)/python -m features.questions build/questions $(ARGS)

site: $(VENV)/site.stamp ## write the whole course as a folder that needs no server, in build/site
	@exec $(BIN)/python -m features.site build/site $(ARGS)

engine: $(VENV)/site.stamp ## write the engine with which learners' browsers relieve the app, in build/engine
	@exec $(BIN)/python -m features.site --engine build/engine

check: $(VENV)/dev.stamp ## check style, types, imports, the scripts without a browser, and known vulnerabilities
	@$(BIN)/python -m ruff check .
	@$(BIN)/python -m ruff format --check .
	@$(BIN)/oxlint assets features pages tests/js
	@$(BIN)/python -m mypy
	@$(BIN)/python -m tests.tools.typescript
	@$(BIN)/python -m pytest tests/test_arrows.py tests/js --deselect tests/js/test_types.py::test_scripts_have_no_type_error
	@$(BIN)/python deploy/audit.py

# The stamps are older than a requirements file only when that file has changed.
$(VENV)/run.stamp: requirements.txt $(VENV)/pyvenv.cfg
	@echo "Installing the app's packages into $(VENV) ..."
	@$(PIP_INSTALL) -r requirements.txt
	@touch $@

$(VENV)/site.stamp: requirements-site.txt $(VENV)/run.stamp
	@echo "Installing the packages for the static site into $(VENV) ..."
	@$(PIP_INSTALL) -r requirements-site.txt
	@touch $@

$(VENV)/dev.stamp: requirements-dev.txt requirements-postgres.txt requirements-site.txt requirements.txt tests/js/package-lock.json $(VENV)/pyvenv.cfg
	@echo "Installing the app's and the tests' packages into $(VENV) ..."
	@$(PIP_INSTALL) -r requirements-dev.txt
	@$(BIN)/python -m tests.tools.typescript --install || true
	@touch $(VENV)/run.stamp $(VENV)/site.stamp $@

$(VENV)/load.stamp: requirements-load.txt $(VENV)/dev.stamp
	@echo "Installing the load tool into $(VENV) ..."
	@$(PIP_INSTALL) -r requirements-load.txt
	@touch $@

# A Python on PATH may be too old, lack venv, or be a shim for a missing one: test each before its use.
USABLE := import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))

$(VENV)/pyvenv.cfg:
	@for python in $(PYTHON) python3 python3.13 python3.12 python3.11 python; do \
		if "$$python" -c "$(USABLE)" 2>/dev/null; then exec "$$python" -m venv $(VENV); fi; \
	done; \
	echo "Python 3.11 or newer with its venv module is needed, and none was found on PATH."; \
	echo "Install one (Debian: apt-get install python3 python3-venv), or name it:"; \
	echo "    make PYTHON=/path/to/python3.12 run"; \
	exit 1
