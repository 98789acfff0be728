#!/usr/bin/env python3
"""Makes the databases of earlier programs that TestDatabasesOfEarlierProgramsAreUpgraded reads.

  python3 scripts/old-databases.py

For each commit below, the last one with its schema, it builds the program and lets it import a generated plan
(internal/surface/cli/testdata/schemas/plan.json), add a user and import a bank file. It writes the database
(schema-NN.db.gz) and the figures that the old program shows (schema-NN.txt). It needs the history of the repository, Go, and
the network for modules of that time.
"""

import gzip, json, os, pathlib, subprocess, tempfile

# The commit whose program made each schema. 15 was made before 12 and 13. The first schema's commit does not build any more.
COMMITS = {
    2: "444deb68", 3: "964dea61", 4: "565bb92a", 5: "3f708ea3", 6: "03858977", 10: "bef1673b", 15: "443b917e",
    16: "24395245", 18: "a46a1b7e", 19: "0d897425", 22: "f523d0dc", 23: "53e793cb", 24: "f5e77880", 25: "792d1121",
    26: "fd139332", 27: "e697d418", 28: "ccf31875", 30: "88452fe6",
}
ROOT = pathlib.Path(__file__).resolve().parent.parent
INTO = ROOT / "internal/surface/cli/testdata/schemas"
BUILT = ROOT / ".cache/old-programs"


def run(*command, **options):
    return subprocess.run(command, check=True, text=True, capture_output=True, **options).stdout


def program(commit):
    """Returns the program of a commit, which it builds if it was not built before."""
    path = BUILT / commit
    if not path.exists():
        with tempfile.TemporaryDirectory() as tree:
            run("git", "worktree", "add", "--force", "--detach", tree, commit, cwd=ROOT)
            try:
                run("go", "build", "-trimpath", "-buildvcs=false", "-o", path, "./cmd/holdover", cwd=tree,
                    env=os.environ | {"CGO_ENABLED": "0"})
            finally:
                run("git", "worktree", "remove", "--force", tree, cwd=ROOT)
    return path


def figures(holdover):
    """Returns what the program shows: the balances of accounts and the figures of each month and category."""
    lines = []
    for a in json.loads(holdover("accounts", "Household", "--json")):
        lines.append(f"account {a['id']} {a['balance']} {a['cleared_balance']}")
    for m in json.loads(holdover("months", "Household", "--json")):
        lines.append(f"month {m['month']} {m['income']} {m['budgeted']} {m['activity']} {m['to_budget']}")
        for c in m["categories"]:
            lines.append(f"category {m['month']} {c['id']} {c['budgeted']} {c['activity']} {c['balance']}")
    return "\n".join(lines) + "\n"


def make(schema, commit):
    path = program(commit)
    with tempfile.TemporaryDirectory() as data:
        def holdover(*args, **options):
            return run(path, "--data", data, *args, env={"PATH": os.environ["PATH"], "HOME": data}, **options)

        holdover("import", INTO / "plan.json")
        holdover("user", "add", "Anna", input="plain words for signing in\n")
        if schema >= 6:
            holdover("bank-import", "Household", "Checking", INTO / "bank.ofx")
        (INTO / f"schema-{schema}.txt").write_text(figures(holdover))
        content = (pathlib.Path(data) / "holdover.db").read_bytes()
        (INTO / f"schema-{schema}.db.gz").write_bytes(gzip.compress(content, mtime=0))


if __name__ == "__main__":
    BUILT.mkdir(parents=True, exist_ok=True)
    for schema, commit in COMMITS.items():
        make(schema, commit)
        print(f"schema {schema}: made by {commit}")
