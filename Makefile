# Everything a newcomer needs: `make run`, `make test`, `make check`.  Each does its own set-up, once.
# More words for the program go into ARGS: make run ARGS="--port 9000 --speed 4"; make test ARGS="tests/games -x"

VENV := .venv
PYTHON_IN := $(VENV)/bin/python
OPENCV4 := $(VENV)-opencv4
GAME ?= mice-in-a-maze
ARGS ?=
export PYTHON

.PHONY: help run test older check docs screenshots build clean setup

help:
	@echo "make run          set up and play the demonstration on a simulated table (Ctrl-C ends it)"
	@echo "make test         set up and run all tests, in a browser too"
	@echo "make older        the networks asked by OpenCV 4 instead of 5"
	@echo "make check        linter, type checker, house rules"
	@echo "make docs         write the generated tables of docs/ anew"
	@echo "make screenshots  take the pictures of docs/ anew"
	@echo "make build        wheel and sdist in dist/"
	@echo "make setup        only the set-up for playing"
	@echo "make clean        remove everything that was made here"

setup: $(VENV)/.ready-run

# exec: Ctrl-C reaches the program alone, which ends cleanly and returns 0; make then has nothing to complain about.
run: $(VENV)/.ready-run
	@exec $(PYTHON_IN) -m companion demo $(GAME) $(ARGS)

test: $(VENV)/.ready-dev $(VENV)/.ready-browser
	@$(PYTHON_IN) -m pytest -rfEs $(ARGS)

# Version 5 comes by itself; on many a Raspberry Pi lies version 4, which reads files of networks otherwise.
older: $(VENV)/.ready-dev
	@[ -x $(OPENCV4)/bin/python ] || $(PYTHON_IN) -m venv $(OPENCV4)
	@$(OPENCV4)/bin/python -m pip install -q --disable-pip-version-check -e ".[dev]" "opencv-python<5"
	@$(OPENCV4)/bin/python -m pytest -q tests/vision/test_heap_net.py tests/vision/test_heading_net.py

check: $(VENV)/.ready-dev
	$(PYTHON_IN) -m ruff check .
	$(PYTHON_IN) -m mypy
	$(PYTHON_IN) -m pytest tests/house

docs: $(VENV)/.ready-dev
	$(PYTHON_IN) scripts/write_docs.py

screenshots: $(VENV)/.ready-dev $(VENV)/.ready-browser
	$(PYTHON_IN) scripts/screenshots.py

build: $(VENV)/.ready-dev
	$(PYTHON_IN) -m build

clean:
	rm -rf $(VENV) $(OPENCV4) build dist ./*.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis .benchmarks
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/.ready-run: pyproject.toml scripts/setup
	@scripts/setup run

$(VENV)/.ready-dev: pyproject.toml scripts/setup
	@scripts/setup dev

# A browser is a matter of the machine: the set-up of Python does not make it anew.
$(VENV)/.ready-browser: | $(VENV)/.ready-dev
	@scripts/setup browser
