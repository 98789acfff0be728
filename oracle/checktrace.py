#!/usr/bin/env python3
"""checktrace.py TRACE.json[.gz]...: recompute every month of every step from what the user entered
(budgeted, carryover flag, money held) and what the register says (spent, received), by the
arithmetic below, and compare with what the peer showed.

 balance        = budgeted + spent + (previous balance if last month's carryover flag is set,
                  else max(0, previous balance))
 overspent      = sum over categories without last month's flag of min(0, previous balance)
 from last month = previous to-budget + previous held
 to budget      = income + from last month + overspent - sum budgeted - held
"""
import gzip
import json
import sys

for path in sys.argv[1:]:
    with (gzip.open if path.endswith(".gz") else open)(path, "rt", encoding="utf-8") as f:
        t = json.load(f)
    months = bad = 0
    for s in t["steps"]:
        prev, prev_cats = None, {}
        for m in s["months"]:
            cats = {(c["group"], c["name"]): c for c in m["categories"] if "budgeted" in c}
            want = {"lastMonthOverspent": 0, "totalBudgeted": 0, "totalSpent": 0, "totalBalance": 0}
            for k, c in cats.items():
                p = prev_cats.get(k, {"balance": 0, "carryover": False})
                bal = c["budgeted"] + c["spent"] + (p["balance"] if p["carryover"] else max(0, p["balance"]))
                if bal != c["balance"]:
                    bad += 1
                    print(path, s["op"], m["month"], k, "balance", bal, c["balance"])
                if not p["carryover"]:
                    want["lastMonthOverspent"] += min(0, p["balance"])
                want["totalBudgeted"] -= c["budgeted"]
                want["totalSpent"] += c["spent"]
                want["totalBalance"] += c["balance"]
            want["totalIncome"] = sum(c.get("received", 0) for c in m["categories"])
            want["fromLastMonth"] = prev["toBudget"] + prev["forNextMonth"] if prev else 0
            want["incomeAvailable"] = want["totalIncome"] + want["fromLastMonth"]
            want["toBudget"] = (want["incomeAvailable"] + want["lastMonthOverspent"]
                                + want["totalBudgeted"] - m["forNextMonth"])
            for k, v in want.items():
                if m[k] != v:
                    bad += 1
                    print(path, s["op"], m["month"], k, v, m[k])
            prev, prev_cats, months = m, cats, months + 1
    print(path, len(t["steps"]), "steps,", months, "months recomputed,", bad, "differences")
