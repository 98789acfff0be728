#!/usr/bin/env python3
"""makesample.py OUT.json.gz - the sample budget of `holdover demo`: three years of a family that could exist.

Rent is paid on the first, salaries come once a month, the card is paid in full, and each expense has its season.
The money figures are genplan.py's: this file only says what the family earned, spent and assigned.
Deterministic: the same bytes every time."""
import calendar
import random
import sys
from collections import defaultdict
from datetime import date, timedelta

import genplan as g

LAST = (2026, 11)
TODAY = "2026-11-20"

# group -> category -> what the family assigns to it each month, in euros, and its note
CATEGORIES = {
    "Home": {
        "Rent": (1180, "Lindner Property, due on the 1st"), "Electricity": (86, None), "Internet": (34.90, None),
        "Phones": (27.98, "Both contracts"), "Home insurance": (10, "118.00 every October")},
    "Everyday": {
        "Groceries": (490, None), "Household": (32, "Detergent, light bulbs, batteries"), "Pharmacy": (17, None),
        "Clothing": (50, None), "Cash for small things": (26, None)},
    "Getting around": {
        "Fuel": (108, None), "Train and bus": (58, "Tom's monthly ticket"), "Car insurance": (35, "412.00 every January"),
        "Car repairs": (30, None), "Car loan": (189, "Ends in 2028")},
    "Children": {
        "School lunches": (52, None), "Music school": (44, "Mila, violin"), "Football club": (14, "Ben"),
        "School trips": (20, None), "Pocket money": (24, None)},
    "Fun": {
        "Eating out": (78, None), "Streaming": (12.99, None), "Books and games": (20, None), "Cinema": (16, None),
        "Presents": (36, None)},
    "For later": {
        "Holidays": (110, "Two weeks in July"), "Emergency fund": (60, "Three months of expenses"), "Dentist": (8, None),
        "New laptop": (30, None), "Index fund": (100, None)},
}

GOALS = {  # category -> kind, amount, day or date
    "Rent": ("NEED", 1215, 1), "Groceries": ("NEED", 490, None), "Electricity": ("NEED", 86, 15), "Holidays": ("TBD", 6000, "2027-06-01"),
    "Clothing": ("NEED", 60, 28), "Eating out": ("NEED", 90, None), "Books and games": ("NEED", 30, None), "Car repairs": ("TB", 500, None),
    "Pocket money": ("WEEK", 6, 6), "Presents": ("YEAR", 250, "2026-12-14"),
    "Emergency fund": ("TB", 9000, None), "Car insurance": ("YEAR", 412, "2027-01-12"), "Home insurance": ("YEAR", 118, "2027-10-01"),
    "New laptop": ("TBD", 1100, "2027-09-01")}

MEMOS = {
    "Groceries": ["weekly shop", "for the barbecue", "Mila's birthday cake", "forgot the milk", "guests on Sunday"],
    "Clothing": ["winter boots for Ben", "school shoes", "raincoat", "two shirts", "gloves"],
    "Eating out": ["pizza after the match", "lunch with Jonas", "anniversary", "ice cream", "Ben's friends came along"],
    "Presents": ["Oma's birthday", "housewarming, Jonas", "Mila: scooter", "wedding of Ines", "advent calendars"],
    "Household": ["light bulbs", "vacuum bags", "paint for the hall", "batteries"],
    "Books and games": ["board game", "for the train", "Ben: comics", "violin scores"],
    "Car repairs": ["inspection", "winter tyres on", "wiper blades"],
    "Dentist": ["Tom: filling", "Ben: check-up"]}


def main():
    p = g.Plan(g.options(["--seed", "20", "--years", "3", "--currency", "EUR", "--end-month", "%d-%02d" % LAST,
                          "--plain", "--name", "Family Keller"]))
    p.today = TODAY
    p.import_seen = defaultdict(int)
    open_accounts(p)
    name_payees(p)
    make_categories(p)
    p.transfer_payees = {x["id"]: x for x in p.payees}
    Life(p).live()
    p.tx.sort(key=lambda t: (t["date"], t["id"]), reverse=True)
    p.opt.tx = len(p.tx)
    schedule(p)
    g.account_figures(p)
    g.choose_budgeted, g.choose_payment, g.give_rest = choose_budgeted, choose_payment, give_rest
    figures = g.month_figures(p)
    cover(p, figures)
    g.check(p, figures)
    doc = g.document(p, g.month_documents(p, figures))
    for month in doc["data"]["plan"]["months"]:
        month["note"] = {"2025-03-01": "Gearbox. Ouch.", "2026-02-01": "New washing machine, from the emergency fund",
                         "2026-07-01": "Two weeks at the lake"}.get(month["month"])
        for c in month["categories"] if month["month"] == "2026-11-01" else []:
            c["goal_snoozed_at"] = "2026-11-03T18:20:00Z" if c["name"] == "Books and games" else None
    g.write_gzip(sys.argv[1], doc)


def cover(p, figures):
    """The law that a family lives by: nothing is promised that is not there."""
    for f in figures:
        assert f["rta"] >= 0, (f["ym"], f["rta"])


# ------------------------------------------------------------- accounts and names

def open_accounts(p):
    add = g.add_account
    p.checking, p.savings, p.wallet = add(p, "Checking", "checking", True), add(p, "Savings", "savings", True), add(p, "Wallet", "cash", True)
    p.visa = add(p, "Visa", "creditCard", True)
    p.fund, p.loan = add(p, "Index fund", "otherAsset", False), add(p, "Car loan", "autoLoan", False)
    p.loan["debt_minimum_payments"] = {"2023-12-01": 189000}
    p.cash, p.cards, p.tracking = [p.checking, p.savings, p.wallet], [p.visa], [p.fund, p.loan]
    p.checking["note"] = "Both salaries and everything that is debited"


def name_payees(p):
    p.start_payee = g.add_payee(p, "Starting Balance")
    p.adjust_payee = g.add_payee(p, "Reconciliation Balance Adjustment")
    p.shops, p.named = [], {}


def payee(p, name):
    if name not in p.named:
        p.named[name] = g.add_payee(p, name)
        p.shops.append(p.named[name])
    return p.named[name]


def make_categories(p):
    internal = g.add_group(p, "Internal Master Category", internal=True)
    p.rta = g.add_category(p, internal, g.RTA, internal=True)
    p.uncategorized = g.add_category(p, internal, "Uncategorized", internal=True)
    cards = g.add_group(p, "Credit Card Payments")
    p.payment = {p.visa["id"]: g.add_category(p, cards, "Visa")}
    p.spending, p.category, p.base = [], {}, {}
    for group_name, members in CATEGORIES.items():
        group = g.add_group(p, group_name)
        for name, (amount, note) in members.items():
            c = g.add_category(p, group, name, note=note)
            p.spending.append(c)
            p.category[name], p.base[c["id"]] = c, euros(amount)
            if name in GOALS:
                aim(c, *GOALS[name])


def aim(c, kind, amount, when):
    c.update(goal_type="NEED" if kind in ("YEAR", "WEEK") else kind, goal_target=euros(amount), goal_creation_month="2026-01-01")
    if kind == "NEED":
        c.update(goal_needs_whole_amount=True, goal_cadence=1, goal_cadence_frequency=1, goal_day=when)
    elif kind == "WEEK":
        c.update(goal_type="NEED", goal_needs_whole_amount=True, goal_cadence=2, goal_cadence_frequency=1, goal_day=when)
    elif kind == "YEAR":
        c.update(goal_needs_whole_amount=False, goal_cadence=13, goal_cadence_frequency=1, goal_target_date=when)
    elif kind == "TBD":
        c.update(goal_cadence=0, goal_target_date=when)


def euros(amount):
    return round(amount * 100) * 10


# ------------------------------------------------------------- three years

class Life:
    def __init__(self, p):
        self.p, self.rng = p, random.Random(11)

    def live(self):
        self.begin()
        for ym in self.p.past:
            self.bills(ym)
            self.season(ym)
            self.shop(ym)
            self.move(ym)

    # pay writes one row; nothing happens after today
    def pay(self, account, day, amount, name, category, memo=None):
        if day > TODAY:
            return None
        p = self.p
        t = g.add_tx(p, account, day, euros(amount), payee(p, name), category and p.category[category], memo or "")
        self.tidy(t, memo)
        return t

    def tidy(self, t, memo=None):
        t.update(memo=memo, flag_color=None, flag_name=None)
        t["approved"] = t["cleared"] != "uncleared" or t["date"] < "2026-11-18"

    def earn(self, day, amount, name, memo=None):
        if day <= TODAY:
            self.tidy(g.add_tx(self.p, self.p.checking, day, euros(amount), payee(self.p, name), self.p.rta, ""), memo)

    def send(self, source, to, day, amount, category=None, memo=None):
        if day <= TODAY and amount > 0:
            for t in g.transfer(self.p, source, to, day, euros(amount), category and self.p.category[category], memo or ""):
                self.tidy(t, memo)

    def begin(self):
        p = self.p
        for account, amount, category in [(p.checking, 2140.55, p.rta), (p.savings, 2600, p.rta), (p.wallet, 85, p.rta),
                                          (p.visa, -412.30, p.rta), (p.fund, 2750, None), (p.loan, -9400, None)]:
            t = g.add_tx(p, account, "2023-12-01", euros(amount), p.start_payee, category, "")
            self.tidy(t)
            t.update(import_id=None, import_payee_name=None, import_payee_name_original=None)

    def bills(self, ym):
        p, (year, month) = self.p, ym
        day = lambda d: g.day_in(ym, d)
        raised = (year - 2023) * 60
        self.earn(day(1), 1590 + raised, "Brightwell Clinic", "salary Nadia")
        self.earn(day(15), 920 + raised / 2, "Ostberg Timber", "salary Tom")
        self.earn(day(5), 500, "Family Office", "child benefit")
        if month == 12:
            self.earn(day(15), 600, "Ostberg Timber", "Christmas bonus")
        if month == 5 and year > 2024:
            self.earn(day(21), 418.60 if year == 2025 else 512.15, "Tax Office", "refund for last year")
        rent = 1180 if ym < (2025, 7) else 1215
        self.pay(p.checking, day(1), -rent, "Lindner Property", "Rent")
        self.pay(p.checking, day(15), -84 if ym < (2026, 3) else -86, "City Power", "Electricity")
        self.pay(p.checking, day(12), -34.90, "TelCo", "Internet")
        self.pay(p.checking, day(8), -27.98, "TelCo", "Phones")
        self.pay(p.visa, day(2), -58, "Coast Rail", "Train and bus")
        self.pay(p.visa, day(17), -12.99, "StreamFlix", "Streaming")
        if month != 8:
            self.pay(p.checking, day(4), -48, "Music School", "Music school")
            self.pay(p.checking, day(6), -self.money(44, 66), "School Kitchen", "School lunches")
        self.pay(p.checking, day(10), -14, "FC Riverside", "Football club")
        self.pay(p.wallet, day(7), -24, "Mila and Ben", "Pocket money")

    def season(self, ym):
        p, (year, month) = self.p, ym
        day = lambda d: g.day_in(ym, d)
        once = {
            1: [(12, -412, "Nordstern Insurance", "Car insurance", None)],
            2: [(14, -38.40 if year == 2025 else 21.75, "City Power", "Electricity", "settlement of the year"),
                (20, -480, "Lakeside Cottages", "Holidays", "deposit")],
            3: [(18, -96.50, "Garage Weber", "Car repairs", "inspection")],
            4: [(9, -85, "School Office", "School trips", "class trip, Mila")],
            6: [(16, -64, "Dr. Amann", "Dentist", "Ben: check-up")],
            7: [(3, -940, "Lakeside Cottages", "Holidays", "the rest"), (6, -38.60, "Village Bakery", "Holidays", None),
                (9, -71.20, "Lake Tavern", "Holidays", "first evening"), (12, -44, "Boat Hire", "Holidays", None),
                (15, -58.90, "Lake Tavern", "Holidays", None)],
            9: [(11, -74.30, "Paper Moon", "Books and games", "school books")],
            10: [(1, -118, "Nordstern Insurance", "Home insurance", None), (24, -49.90, "Garage Weber", "Car repairs", "winter tyres on")],
            11: [(14, -96, "School Office", "School trips", "museum and theatre")],
            12: [(14, -69, "Toy Chest", "Presents", "Mila: scooter"), (16, -54.50, "Paper Moon", "Presents", "for Oma and Opa"),
                 (18, -32, "Toy Chest", "Presents", "Ben: puzzle")]}
        for d, amount, name, category, memo in once.get(month, []):
            self.pay(p.visa if category in ("Holidays", "Presents") else p.checking, day(d), amount, name, category, memo)
        if ym == (2025, 3):
            self.pay(p.visa, day(26), -640, "Garage Weber", "Car repairs", "gearbox")
        if ym == (2026, 2):
            self.pay(p.visa, day(11), -549, "Home Electrics", "Emergency fund", "washing machine")
        if ym == (2025, 9):
            self.pay(p.visa, day(8), -64.95, "Shoe Corner", "Clothing", "school shoes")
            self.pay(p.visa, day(19), 64.95, "Shoe Corner", "Clothing", "too small, sent back")
        if ym == (2026, 11):
            self.pay(p.visa, day(14), -84.50, "Lotus Garden", "Eating out", "Nadia's birthday")
            self.pay(p.checking, day(19), -23.40, "Corner Store", None)

    def shop(self, ym):
        p, rng = self.p, self.rng
        days = calendar.monthrange(*ym)[1]
        for d in range(1, days + 1):
            when = date(ym[0], ym[1], d)
            away = ym[1] == 7 and 3 <= d <= 16
            if when.weekday() == 5 and not away:
                self.weekly(str(when))
            if when.weekday() == 2 and not away and rng.random() < 0.8:
                self.pay(p.visa, str(when), -self.money(11, 36), rng.choice(["Corner Store", "Bakery Lane", "Green Grocer"]), "Groceries")
            if when.weekday() == 4 and rng.random() < 0.48:
                self.buy(when, ["Pizza Roma", "Lotus Garden", "Café Zoë", "Ice Parlour"], "Eating out", 18, 62)
        for category, names, low, high, chance in [
                ("Fuel", ["FuelUp"], 48, 68, 1), ("Fuel", ["FuelUp"], 44, 66, 0.9), ("Pharmacy", ["Green Pharmacy"], 6, 28, 0.8),
                ("Household", ["Hardware Depot", "Drogerie Blum"], 9, 46, 0.9), ("Clothing", ["Thrift & Co", "Shoe Corner", "Kids' Corner"], 24, 88, 0.85),
                ("Books and games", ["Paper Moon", "Bookworm"], 9, 32, 0.6), ("Cinema", ["Old Cinema"], 22, 41, 0.5),
                ("Presents", ["Toy Chest", "Bookworm", "Flower Stall"], 14, 42, 0.55)]:
            if rng.random() < chance:
                self.buy(date(ym[0], ym[1], rng.randint(2, days - 1)), names, category, low, high)

    def buy(self, when, names, category, low, high):
        memo = self.rng.choice(MEMOS[category]) if category in MEMOS and self.rng.random() < 0.4 else None
        self.pay(self.p.visa, str(when), -self.money(low, high), self.rng.choice(names), category, memo)

    # weekly is the big shop on Saturday; now and then the receipt has other things on it too
    def weekly(self, day):
        p, rng = self.p, self.rng
        amount = self.money(74, 128)
        memo = rng.choice(MEMOS["Groceries"]) if rng.random() < 0.2 else None
        account = p.visa if rng.random() < 0.7 else p.checking
        t = self.pay(account, day, -amount, "Market Hall", "Groceries", memo)
        if t is None or rng.random() > 0.18:
            return
        other, part = rng.choice(["Household", "Pharmacy", "Presents"]), euros(self.money(7, 24))
        t["category_id"] = p.split_category
        g.add_sub(p, t, t["amount"] + part, p.category["Groceries"])
        g.add_sub(p, t, -part, p.category[other], memo=rng.choice(MEMOS.get(other, [None])))

    def move(self, ym):
        p, day = self.p, lambda d: g.day_in(ym, d)
        for d in (4, 18):
            self.send(p.checking, p.wallet, day(d), 25)
        self.pay(p.wallet, day(9), -self.money(6, 19), "Bakery Lane", "Cash for small things")
        self.pay(p.wallet, day(21), -self.money(5, 22), "Flea Market", "Cash for small things")
        self.send(p.checking, p.fund, day(16), 100, "Index fund")
        self.send(p.checking, p.loan, day(3), 189, "Car loan")
        self.send(p.checking, p.savings, day(20), 150 if ym != (2024, 7) else 50)
        self.pay_card(ym)
        if ym[1] == 12 and ym != self.p.past[0]:
            t = g.add_tx(p, p.fund, day(31), euros(self.money(90, 260)), payee(p, "Fund Value"), None, "")
            self.tidy(t, "value at the end of the year")

    # pay_card pays what the card had on it when the month before ended
    def pay_card(self, ym):
        p, before = self.p, g.day_in(g.month_add(ym, -1), 31)
        owed = -sum(t["amount"] for t in p.tx if t["account_id"] == p.visa["id"] and (t["date"] <= before or ym == p.past[0] and t["date"] == "2023-12-01" and t["payee_id"] == p.start_payee["id"]))
        paid = sum(t["amount"] for t in p.tx if t["account_id"] == p.visa["id"] and t["transfer_account_id"] and t["date"] > before)
        self.send(p.checking, p.visa, g.day_in(ym, 5), (owed - paid) / 1000, None, "statement")

    def money(self, low, high):
        return round(self.rng.uniform(low, high), 2)


# ------------------------------------------------------------- what the family assigns

def choose_budgeted(p, ym, category, carry, activity):
    if ym > p.end:
        return 0
    base = p.base.get(category["id"], 0)
    if category is p.category["Rent"] and ym >= (2025, 7):
        base = euros(1215)
    short = -(carry + base + activity)
    if short <= 0:
        return base
    left_red = {(2025, 3): "Car repairs", (2026, 11): "Eating out"}
    return base if p.category.get(left_red.get(ym)) is category else base + short


# what was put towards the card's old debt, and towards the gearbox
PAID_OFF = {(2024, 1): 112.30, (2024, 2): 100, (2024, 3): 100, (2024, 4): 100, (2025, 4): 150, (2025, 5): 150}


def choose_payment(p, ym, short):
    return max(euros(PAID_OFF.get(ym, 0)), short) if ym <= p.end else 0


def give_rest(p, ym, plain, rows, rest):
    """What is left goes to the holidays and the emergency fund in whole tens; what is missing comes from there."""
    ids = [p.category[n]["id"] for n in ("Emergency fund", "Holidays")]
    keep = euros(145) if ym == p.end else 0  # of it what the card came with and the gearbox left is missing here
    for i, cid in enumerate(ids):
        r = rows[cid]
        part = rest - keep if i else (rest - keep) // 20000 * 10000
        part = max(part, -r[2])
        r[0] += part
        r[2] += part
        rest -= part


def schedule(p):
    for name, category, account, amount, day, frequency, memo in [
            ("Lindner Property", "Rent", p.checking, -1215, "2026-12-01", "monthly", None), ("City Power", "Electricity", p.checking, -86, "2026-12-15", "monthly", None),
            ("TelCo", "Internet", p.checking, -34.90, "2026-12-12", "monthly", None), ("StreamFlix", "Streaming", p.visa, -12.99, "2026-12-17", "monthly", None),
            ("Nordstern Insurance", "Car insurance", p.checking, -412, "2027-01-12", "yearly", None), ("Music School", "Music school", p.checking, -48, "2026-12-04", "monthly", "Mila"),
            ("Mila and Ben", "Pocket money", p.wallet, -24, "2026-12-07", "monthly", None),
            ("Brightwell Clinic", None, p.checking, 1770, "2026-12-01", "monthly", "salary Nadia"),
            ("Ostberg Timber", None, p.checking, 1010, "2026-12-15", "monthly", "salary Tom"), ("Family Office", None, p.checking, 500, "2026-12-05", "monthly", None)]:
        p.sched.append({"id": p.id(), "date_first": day, "date_next": day, "frequency": frequency, "amount": euros(amount), "memo": memo,
                        "flag_color": None, "flag_name": None, "account_id": account["id"], "payee_id": payee(p, name)["id"],
                        "category_id": p.category[category]["id"] if category else p.rta["id"], "transfer_account_id": None, "deleted": False})


if __name__ == "__main__":
    main()
