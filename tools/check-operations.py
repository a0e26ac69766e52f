#!/usr/bin/env python3
"""Checks that what operators are given holds together: metrics, alerts, dashboard, runbook, and the image.

usage: tools/check-operations.py

Reads files only. What the programs emit is what their sources name.
"""

import json
import re
import sys
from pathlib import Path

SOURCES = ["care", "shared", "stripe-standin", "web-api", "worker"]
# The suffixes that Prometheus adds to a histogram.
OF_A_HISTOGRAM = re.compile(r"_(bucket|sum|count)$")
METRIC = re.compile(r"\b(stillwater_[a-z_]+[a-z]|process_resident_memory_bytes)\b")


def main() -> int:
    """Prints every mismatch and returns 1, or prints one line and returns 0."""
    emitted = metrics_in_the_code()
    problems = metric_problems(emitted) + runbook_problems() + image_problems()
    for problem in problems:
        print(f"✗ {problem}")
    if problems:
        return 1
    print(f"{len(emitted)} metrics, {len(alerts())} alerts and their pages, and what the image copies, are in order.")
    return 0


def metrics_in_the_code() -> set[str]:
    """Returns the names of metrics in the sources, where each is a string literal."""
    named = re.compile(r'"(stillwater_[a-z_]+|process_resident_memory_bytes)"')
    code = (file.read_text() for crate in SOURCES for file in Path(crate, "src").rglob("*.rs"))
    names = {name for text in code for name in named.findall(text)}
    return names - {"stillwater_customer", "stillwater_gift", "stillwater_subscription"}  # Keys of metadata at Stripe.


def metric_problems(emitted: set[str]) -> list[str]:
    """Lists documented metrics that are not emitted, and emitted metrics that are not documented."""
    page = Path("docs/metrics.md").read_text()
    documented = set(re.findall(r"^\| `([a-z_]+)` \|", page, re.MULTILINE))
    problems = [f"docs/metrics.md has no row for {name}" for name in sorted(emitted - documented)]
    problems += [f"docs/metrics.md: nobody emits {name}" for name in sorted(documented - emitted)]
    for path in ["deploy/alerts.yml", *map(str, Path("deploy/grafana").glob("*.json"))]:
        used = set(METRIC.findall(Path(path).read_text()))
        unknown = {name for name in used if name not in emitted and OF_A_HISTOGRAM.sub("", name) not in emitted}
        problems += [f"{path}: nobody emits {name}" for name in sorted(unknown)]
    for dashboard in Path("deploy/grafana").glob("*.json"):
        json.loads(dashboard.read_text())
    return problems


def alerts() -> list[tuple[str, str]]:
    """Returns each alert with the runbook page that it names."""
    rules = Path("deploy/alerts.yml").read_text()
    names, pages = re.findall(r"- alert: (\w+)", rules), re.findall(r"runbook: ([^\s}]+)", rules)
    if not names or len(names) != len(pages):
        sys.exit("✗ deploy/alerts.yml: each alert needs one runbook")
    return list(zip(names, pages))


def runbook_problems() -> list[str]:
    """Compares the alerts with the runbook's pages and its index."""
    listed = Path("docs/runbook/README.md").read_text()
    problems = []
    for name, page in alerts():
        if page != f"docs/runbook/{name}.md" or not Path(page).is_file():
            problems.append(f"the alert {name} has no page docs/runbook/{name}.md")
        if f"({name}.md)" not in listed:
            problems.append(f"docs/runbook/README.md does not list {name}")
    known = {name for name, _ in alerts()} | {"README"}
    return problems + [f"{page} is of no alert" for page in Path("docs/runbook").glob("*.md") if page.stem not in known]


def image_problems() -> list[str]:
    """Lists files that the programs embed and that their Dockerfile stage lacks."""
    stage = re.search(r"^FROM \S+ AS program$(.*?)^FROM ", Path("Dockerfile").read_text(), re.MULTILINE | re.DOTALL)
    if stage is None:
        return ["the Dockerfile has no stage called program"]
    before_the_build = stage.group(1).split("bin/build program")[0]
    lines = re.findall(r"^COPY (?!--from)(.+) \S+$", before_the_build, re.MULTILINE)
    copied = [Path(path) for line in lines for path in line.split()]
    here = Path.cwd()
    problems = []
    for file in (file for crate in SOURCES for file in Path(crate, "src").rglob("*.rs")):
        if file.name == "tests.rs" or "tests" in file.parts or "testing" in file.stem:
            continue
        for path in re.findall(r'include_(?:str|bytes)!\(\s*"([^"]+)"', file.read_text()):
            included = (file.parent / path).resolve().relative_to(here)
            if not any(included.is_relative_to(source) for source in copied):
                problems.append(f"{file} compiles in {included}, which the Dockerfile's stage program does not copy")
    return problems


if __name__ == "__main__":
    sys.exit(main())
