#!/usr/bin/env python3
"""Checks that the code of before still works once the migrations of now have run: both run side by side in a release.

usage: tools/check-migrations.py [COMMIT]     with DATABASE_URL, a Postgres in which databases may be made

The code of before is that of COMMIT (a release, say), else of the commit before the newest migration came. Its migrations
are applied, then ours on top, and it is asked: does Postgres still take every statement of that code (`.sqlx/`)? Has a
column another type? Must one be filled in that a statement of then leaves empty? Is there a new constraint or trigger on
a table of then? Nobody but its author knows whether that refuses what the old code writes: the migration must say so in a
comment that names "old code" or "the code of the release before". A migration that was there then must be as it was.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

FOLDER = "migrations"
# The words in a migration with which its author states that the previous code keeps working.
JUDGED = re.compile(r"old\s+code|code\s+of\s+the\s+release\s+before", re.IGNORECASE)
# The statements that PREPARE accepts; others (listen, lock) name no column.
PREPARABLE = re.compile(r"\s*(select|insert|update|delete|merge|with|values)\b", re.IGNORECASE)
COLUMNS = """select c.relname, a.attname, format_type(a.atttypid, a.atttypmod),
        a.attnotnull and not a.atthasdef and a.attidentity = '' and a.attgenerated = ''
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm') and a.attnum > 0
        and not a.attisdropped"""
# Each name contains the definition, so that a changed rule is a new rule.
RULES = """select c.relname, 'constraint ' || k.conname || ' ' || pg_get_constraintdef(k.oid)
        from pg_constraint k join pg_class c on c.oid = k.conrelid where c.relnamespace = 'public'::regnamespace
    union all select c.relname, 'index ' || pg_get_indexdef(i.indexrelid)
        from pg_index i join pg_class c on c.oid = i.indrelid
        where i.indisunique and c.relnamespace = 'public'::regnamespace
    union all select c.relname, 'trigger ' || pg_get_triggerdef(t.oid)
        from pg_trigger t join pg_class c on c.oid = t.tgrelid
        where not t.tgisinternal and c.relnamespace = 'public'::regnamespace"""


def main() -> int:
    """Prints everything that would break the previous code and returns 1, or prints one line and returns 0."""
    before = sys.argv[1] if len(sys.argv) > 1 else before_newest_migration()
    if before is None:
        print("– not checked: the history here does not reach back to before the newest migration")
        return 0
    then = {name: git("show", f"{before}:{name}") for name in files_at(before, FOLDER, ".sql")}
    now = {str(path): path.read_text() for path in sorted(Path(FOLDER).glob("*.sql"))}
    problems = [f"{name} was there at {before[:9]} and is another now" for name in then if now.get(name) != then[name]]
    new = {name: text for name, text in now.items() if name not in then}
    if new and then and min(new) < max(then):
        problems.append(f"{min(new)} comes before {max(then)}, which was applied already")
    queries = [json.loads(git("show", f"{before}:{name}"))["query"] for name in files_at(before, ".sqlx", ".json")]
    if not problems:
        problems = problems_of(then, new, queries)
    for problem in problems:
        print(f"✗ {problem}")
    if problems:
        return 1
    print(f"The {len(queries)} statements of {before[:9]} work after {len(new)} newer migrations.")
    return 0


def git(*words: str) -> str:
    """Returns the output of git."""
    return subprocess.run(["git", *words], check=True, capture_output=True, text=True).stdout


def files_at(commit: str, folder: str, ending: str) -> list[str]:
    """Returns the files of a folder at a commit, in the order of their names."""
    names = git("ls-tree", "-r", "--name-only", commit, "--", f"{folder}/").splitlines()
    return sorted(name for name in names if name.endswith(ending))


def before_newest_migration() -> str | None:
    """Returns the commit before the one that added the newest migration, HEAD if that is not committed yet."""
    newest = max(str(path) for path in Path(FOLDER).glob("*.sql"))
    if not Path(".git").exists():
        return None
    added = git("log", "-1", "--diff-filter=A", "--format=%H %P", "--", newest).split()
    if not added:
        return git("rev-parse", "HEAD").strip()
    # The last commit of a shallow clone has no readable parent.
    return added[1] if len(added) > 1 else None


def problems_of(then: dict[str, str], new: dict[str, str], queries: list[str]) -> list[str]:
    """Applies the previous and the new migrations to a separate database, and returns what breaks."""
    name = f"check_migrations_{os.getpid()}"
    psql(f"create database {name} template template0")
    try:
        for text in then.values():
            psql(text, name)
        columns, rules = table(COLUMNS, name), table(RULES, name)
        broken_before = set(refused(queries, name))
        for text in new.values():
            psql(text, name)
        problems = [f"refused: {said}" for said in refused(queries, name) if said not in broken_before]
        problems += column_problems(columns, table(COLUMNS, name), queries)
        if not any(JUDGED.search(text) for text in new.values()):
            known = {row[0] for row in columns}
            problems += [
                f"{where} has a new rule, and no migration says what it means for the old code: {rule}"
                for where, rule in sorted(set(map(tuple, table(RULES, name))) - set(map(tuple, rules)))
                if where in known
            ]
    finally:
        psql(f"drop database {name} with (force)")
    return problems


def column_problems(then: list[list[str]], now: list[list[str]], queries: list[str]) -> list[str]:
    """Lists columns whose type has changed, and new required columns that the previous statements do not fill."""
    tables = {row[0] for row in then}
    old = {(row[0], row[1]): row for row in then}
    problems = []
    for where, column, kind, required in now:
        if where not in tables:
            continue
        was = old.get((where, column))
        if was and was[2] != kind:
            problems.append(f"{where}.{column} was {was[2]} and is {kind}")
        if required == "t" and not (was and was[3] == "t"):
            inserting = re.compile(rf"insert\s+into\s+{where}\b", re.IGNORECASE)
            named = re.compile(rf"\b{column}\b", re.IGNORECASE)
            if any(inserting.search(query) and not named.search(query) for query in queries):
                problems.append(f"{where}.{column} must be filled in, and a statement of then does not")
    return problems


def refused(queries: list[str], database: str) -> list[str]:
    """Returns Postgres' error for each statement that it rejects, with the beginning of the statement."""
    script, begins = [], []
    for number, query in enumerate(queries):
        if PREPARABLE.match(query):
            begins.append((sum(text.count("\n") for text in script) + 1, query))
            script.append(f"prepare statement_{number} as {query}\n;\n")
    with tempfile.NamedTemporaryFile("w", suffix=".sql") as file:
        file.write("".join(script))
        file.flush()
        errors = psql("", database, "-v", "ON_ERROR_STOP=0", "-f", file.name).stderr
    said = []
    for line, reason in re.findall(r"^psql:[^:]*:(\d+): ERROR:\s*(.*)$", errors, re.MULTILINE):
        query = next(query for start, query in reversed(begins) if start <= int(line))
        said.append(f"{reason}: {' '.join(query.split())[:120]}")
    return said


def table(query: str, database: str) -> list[list[str]]:
    """Returns the rows of a result as lists of text."""
    out = psql(f"copy ({query}) to stdout", database).stdout
    return [line.split("\t") for line in out.splitlines()]


def psql(text: str, database: str | None = None, *words: str) -> subprocess.CompletedProcess[str]:
    """Runs statements in a database of the server of DATABASE_URL, and stops at the first that fails."""
    url = os.environ["DATABASE_URL"]
    if database:
        url = re.sub(r"^([a-z]+://[^/?]*)(/[^?]*)?", rf"\1/{database}", url)
    words = words or ("-v", "ON_ERROR_STOP=1", "-f", "-")
    done = subprocess.run(["psql", "-q", "-X", *words, url], input=text, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"✗ psql: {done.stderr.strip()}")
    return done


if __name__ == "__main__":
    sys.exit(main())
