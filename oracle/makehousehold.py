#!/usr/bin/env python3
"""makehousehold.py OUT.json.gz - the household that the tests walk through: three years of chance,
drawn by genplan.py with names of its own. The same genplan.py gives the same bytes. The file that is kept
(internal/testing/testkit/testdata) is older than some of its rules: the tests know the figures of that one."""
import json
import os
import sys
import tempfile

import genplan

genplan.GROUP_NAMES = ["Bills", "Everyday", "Car", "For later", "Fun", "Giving"]
genplan.CATEGORY_NAMES = [
    "Rent", "Groceries", "Fuel", "Holidays", "Eating out", "Presents",
    "Electricity", "Household", "Car insurance", "Emergency fund", "Books", "Donations",
    "Water", "Clothing", "Repairs", "New laptop", "Cinema", "School trips",
    "Internet", "Pharmacy", "Parking", "Furniture", "Streaming", "Birthdays",
    "Phone", "Haircuts"]
genplan.PAYEE_NAMES = [
    "Corner Store", "Market Hall", "Café Zoë", "City Power", "Aqua Works", "TelCo",
    "FuelUp", "Green Pharmacy", "Bookworm", "StreamFlix", "Thrift & Co", "Müller & Sons",
    "Pet Palace", "Hardware Depot", "Night Taxi", "Coast Rail", "Blue Airline", "Hotel Aurora",
    "School Office", "Family Clinic", "Pizza Roma", "Garden Centre", "Old Cinema", "Bakery Lane"]
genplan.MEMOS = ["", "lunch", "weekly shop", "2 coffees", "for Ana", "see receipt", "refund due"]


# The generator draws the next day of a schedule anywhere; a household's follow from their first ones.
NEXT = {"2024-05-31": "2026-11-30", "2024-02-10": "2026-11-28", "2026-02-15": "2027-02-15"}


def keep_days(scheduled):
    for one in scheduled:
        one["date_next"], one["memo"] = NEXT[one["date_first"]], None


def main():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "plan.json")
        genplan.main(["--seed", "7", "--years", "3", "--tx", "2400", "--accounts", "5", "--cards", "2",
                      "--groups", "6", "--categories", "26", "--payees", "24", "--currency", "EUR",
                      "--end-month", "2026-11", "--plain", "--name", "Household", "--out", path])
        with open(path, encoding="utf-8") as f:
            doc = json.load(f)
    keep_days(doc["data"]["plan"]["scheduled_transactions"])
    genplan.write_gzip(sys.argv[1], doc)


if __name__ == "__main__":
    main()
