package demobank

import (
	"fmt"
	"time"

	"holdover/internal/base/civil"
)

// firstDay is the day on which the accounts were opened. The transactions of a day depend on nothing but the day, so every
// fetch returns the same ones.
var firstDay = civil.MakeDate(2020, 1, 1)

// openings are the opening balances in hundredths of the currency's unit.
var openings = map[string]int64{Current: 3_240_50, Savings: 2_500_00}

// entry is a transaction of a day.
type entry struct {
	code   string // distinguishes the entries of a day
	cents  int64
	payee  string
	memo   string
	isCard bool // it is pending on its day and booked on the next one
}

// id returns the bank's id of a booked entry.
func (e *entry) id(account string, day civil.Date) string {
	return fmt.Sprintf("%s-%s-%s", account, day, e.code)
}

// fixed lists the transactions that return on a day of each month.
var fixed = map[string][]struct {
	day int
	entry
}{
	Current: {
		{1, entry{code: "rent", cents: -890_00, payee: "Harbour Homes", memo: "Rent, flat 12"}},
		{3, entry{code: "power", cents: -64_20, payee: "City Energy", memo: "Electricity"}},
		{8, entry{code: "insurance", cents: -38_75, payee: "Northern Mutual", memo: "Household insurance"}},
		{12, entry{code: "internet", cents: -39_90, payee: "FibreLine", memo: "Internet and phone"}},
		{25, entry{code: "salary", cents: 2_205_00, payee: "Brightwater Ltd", memo: "Salary"}},
		{26, entry{code: "saving", cents: -250_00, payee: "Own savings account", memo: "Standing order"}},
	},
	Savings: {
		{26, entry{code: "saving", cents: 250_00, payee: "Own current account", memo: "Standing order"}},
		{28, entry{code: "interest", cents: 4_15, payee: bankName, memo: "Interest"}},
	},
}

// shops are the places of card payments, with the lowest amount and the number of hundredths above it.
var shops = []struct {
	payee      string
	least, far int64
}{
	{"Green Grocer", 14_00, 38_00},
	{"Corner Bakery", 3_20, 6_00},
	{"Market Hall", 18_00, 47_00},
	{"City Transport", 2_90, 1},
	{"Café Lumen", 4_50, 9_00},
	{"Book & Paper", 8_00, 24_00},
	{"Riverside Pharmacy", 5_00, 18_00},
	{"Trattoria Sole", 22_00, 31_00},
}

// entriesOf returns the transactions of a day. The current account has one card payment each day.
func entriesOf(account string, day civil.Date) (all []entry) {
	for _, f := range fixed[account] {
		if f.day == day.Day() {
			all = append(all, f.entry)
		}
	}
	if account != Current {
		return all
	}
	number := int64(day.Since(firstDay))
	if day.Time().Weekday() == time.Saturday {
		all = append(all, entry{code: "groceries", cents: -(41_00 + number*37%52_00), payee: "Fairway Supermarket", memo: "Groceries"})
	}
	shop := shops[number*5%int64(len(shops))]
	return append(all, entry{code: "card", cents: -(shop.least + number*613%shop.far), payee: shop.payee, memo: "Card 4417", isCard: true})
}
