#!/usr/bin/env python3
"""showtrace.py TRACE.json[.gz] N: each step of a trace of the peer, and what it changed in at most N months: the
month's figures, then per category [budgeted, spent, balance, carryover] before and after."""
import gzip
import json
import sys


def categories(month):
    return {(c["group"], c["name"]): [c.get(k) for k in ("budgeted", "spent", "balance", "carryover")]
            for c in month["categories"]}


def changes(before, after):
    figures = {k: (before[k], after[k]) for k in before
               if k not in ("month", "categories") and before[k] != after[k]}
    old, new = categories(before), categories(after)
    moved = [(k, old.get(k), new.get(k)) for k in sorted(old.keys() | new.keys()) if old.get(k) != new.get(k)]
    return figures, moved


def main():
    path, most = sys.argv[1], int(sys.argv[2])
    with (gzip.open if path.endswith(".gz") else open)(path, "rt", encoding="utf-8") as f:
        trace = json.load(f)
    print("window", trace["window"], "recompute changed", trace["recompute_changed_something"],
          "reopen changed", trace["reopen_changed_something"])
    previous = {}
    for i, step in enumerate(trace["steps"]):
        error = "ERR " + step["error"] if "error" in step else ""
        print(i, step["op"], json.dumps(step["args"], ensure_ascii=False), "->", step.get("result"), error)
        shown = [(m["month"], *changes(previous[m["month"]], m)) for m in step["months"] if m["month"] in previous]
        shown = [s for s in shown if s[1] or s[2]]
        for s in shown[:most]:
            print("     ", *s)
        if len(shown) > most:
            print("      ... and", len(shown) - most, "more months")
        previous = {m["month"]: m for m in step["months"]}


main()
