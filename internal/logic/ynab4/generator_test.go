package ynab4_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
)

type record = map[string]any

// world is a synthetic budget of YNAB 4, with its figures by the generator's own arithmetic: in cents, from the list of
// its lines.
type world struct {
	*rand.Rand
	first civil.Month
	size  int // months

	accounts, masters, payees, months, rows, scheduled []record
	onBudget                                           []bool
	categories                                         []string // ids
	names                                              map[string]string
	cells                                              map[string]record // the month's record of a category
	monthOf                                            map[civil.Month]record
	lines                                              []line
	balances                                           []int          // of accounts
	pairs                                              int            // linked transfers
	live, dead                                         map[string]int // records by array
}

// line is the part of a transaction that counts for a category.
type line struct {
	category string
	month    civil.Month
	cents    int
}

func (w *world) uuid() string {
	return fmt.Sprintf("%08X-%04X-%04X-%04X-%012X", w.Uint32(), w.IntN(1<<16), w.IntN(1<<16), w.IntN(1<<16), w.Int64N(1<<48))
}

func (w *world) chance(percent int) bool { return w.IntN(100) < percent }

func pick[T any](w *world, list ...T) T { return list[w.IntN(len(list))] }

// generate returns a synthetic budget.
func generate(seed uint64) *world {
	w := &world{
		Rand: rand.New(rand.NewPCG(seed, 4)), names: map[string]string{}, cells: map[string]record{}, monthOf: map[civil.Month]record{},
		live: map[string]int{}, dead: map[string]int{},
	}
	w.first, w.size = civil.MakeMonth(2013, 1+w.IntN(12)), 3+w.IntN(10)
	for i := range 2 + w.IntN(4) {
		w.addAccount(i)
	}
	for i := range 2 + w.IntN(3) {
		w.addMaster(i)
	}
	w.addHidden()
	for i := range 3 + w.IntN(5) {
		w.addPayee(fmt.Sprint("Payee ", i))
	}
	for m := range w.size {
		w.addMonth(w.first.Add(m))
	}
	for range 10 + w.IntN(60) {
		w.addRow()
	}
	for range w.IntN(6) {
		w.addScheduled()
	}
	return w
}

func (w *world) addAccount(i int) {
	on := i == 0 || w.chance(70)
	a := record{
		"entityId": w.uuid(), "entityType": "account", "entityVersion": "A-1", "accountName": fmt.Sprint("Account ", i), "onBudget": on, "hidden": w.chance(20),
		"accountType":   pick(w, "Checking", "Savings", "CreditCard", "Cash", "LineofCredit", "Paypal", "MerchantAccount", "InvestmentAccount", "Mortgage", "OtherAsset", "OtherLiability"),
		"sortableIndex": w.IntN(1 << 30), "lastReconciledDate": nil, "lastReconciledBalance": 0, "lastEnteredCheckNumber": -1,
	}
	if w.chance(30) {
		a["note"], a["lastReconciledDate"] = "A note", "2013-02-03"
	}
	w.accounts, w.onBudget, w.balances = append(w.accounts, a), append(w.onBudget, on), append(w.balances, 0)
	w.live["accounts"]++
	w.payees = append(w.payees, record{
		"entityId": "Payee/Transfer:" + a["entityId"].(string), "entityType": "payee", "entityVersion": "A-2",
		"name": "Transfer : " + a["accountName"].(string), "targetAccountId": a["entityId"], "enabled": true, "renameConditions": nil, "locations": nil,
	})
	w.live["payees"]++
}

func (w *world) addCategory(m record, name, id string) record {
	c := record{
		"entityId": id, "entityType": "category", "entityVersion": "A-3", "type": "OUTFLOW", "name": name, "masterCategoryId": m["entityId"], "cachedBalance": 0, "sortableIndex": w.IntN(1 << 30),
	}
	m["subCategories"] = append(m["subCategories"].([]record), c)
	return c
}

func (w *world) newMaster(id, name string) record {
	m := record{
		"entityId": id, "entityType": "masterCategory", "entityVersion": "A-4", "name": name, "type": "OUTFLOW", "sortableIndex": w.IntN(1 << 30), "deleteable": true, "expanded": true, "subCategories": []record{},
	}
	w.masters = append(w.masters, m)
	return m
}

func (w *world) addMaster(i int) {
	m := w.newMaster(pick(w, fmt.Sprint("A", i+100), w.uuid()), fmt.Sprint("Group ", i))
	w.live["category_groups"]++
	for j := range 1 + w.IntN(4) {
		id := pick(w, fmt.Sprint("A", i*10+j+200), w.uuid())
		name := fmt.Sprintf("Category %d.%d", i, j)
		c := w.addCategory(m, name, id)
		if w.chance(20) {
			c["note"] = "About it"
		}
		w.categories, w.names[id] = append(w.categories, id), name
		w.live["categories"]++
	}
	if w.chance(40) {
		c := w.addCategory(m, "Deleted", w.uuid())
		c["isTombstone"], c["cachedBalance"] = true, nil
		w.dead["categories"]++
	}
}

// addHidden adds hidden categories of a live, a deleted and an unlisted group, and the debt of a card.
func (w *world) addHidden() {
	hidden := w.newMaster("MasterCategory/__Hidden__", "Hidden Categories")
	gone := w.newMaster("A900", "Old ` group")
	gone["isTombstone"] = true
	for i, of := range []record{w.masters[0], gone, {"entityId": "A999", "name": "Unlisted"}} {
		id, name := w.uuid(), fmt.Sprint("Hidden ", i)
		w.addCategory(hidden, fmt.Sprintf("%s ` %s ` %s", of["name"], name, of["entityId"]), id)
		w.categories, w.names[id] = append(w.categories, id), name
		w.live["categories"]++
	}
	w.live["category_groups"] += 2
	debt := w.newMaster("MasterCategory/__PreYNABDebtMaster__", "Pre-YNAB Debt")
	id := "Category/PreYNABDebt/" + w.accounts[0]["entityId"].(string)
	w.addCategory(debt, "Debt", id)
	w.categories, w.names[id] = append(w.categories, id), "Debt"
	w.live["categories"]++
	w.live["category_groups"]++
	before := w.first.Add(-12)
	w.addMonth(before)
	w.cell(before, id)["overspendingHandling"] = "Confined"
}

func (w *world) addPayee(name string) {
	p := record{
		"entityId": w.uuid(), "entityType": "payee", "entityVersion": "A-5", "name": name, "enabled": w.chance(80), "renameConditions": nil, "locations": nil,
		"autoFillCategoryId": nil, "autoFillMemo": nil, "autoFillAmount": 0,
	}
	if w.chance(50) {
		var all []record
		for range 1 + w.IntN(3) {
			all = append(all, record{
				"entityId": w.uuid(), "entityType": "payeeStringCondition", "parentPayeeId": p["entityId"],
				"operator": pick(w, "Is", "Contains", "StartsWith", "EndsWith"), "operand": pick(w, "SHOP", "a (b)", name), "isTombstone": w.chance(20),
			})
		}
		p["renameConditions"] = all
	}
	w.payees = append(w.payees, p)
	w.live["payees"]++
}

func (w *world) addMonth(m civil.Month) {
	r := record{"entityId": "MB/" + m.String(), "entityType": "monthlyBudget", "entityVersion": "A-6", "month": m.First().String(), "monthlySubCategoryBudgets": []record{}}
	w.months, w.monthOf[m] = append(w.months, r), r
	if m < w.first {
		return
	}
	for _, id := range w.categories {
		if w.chance(40) {
			w.cell(m, id)["budgeted"] = w.amount(w.IntN(20000) - 2000)
		}
		if w.chance(15) {
			w.cell(m, id)["overspendingHandling"] = pick[any](w, "Confined", "AffectsBuffer", nil)
		}
		if w.chance(5) {
			w.cell(m, id)["note"] = "Of this month"
		}
	}
	if w.chance(10) {
		r["monthlySubCategoryBudgets"] = append(r["monthlySubCategoryBudgets"].([]record), record{"categoryId": w.categories[0], "budgeted": 77, "isTombstone": true, "entityType": "monthlyCategoryBudget"})
	}
}

// cell returns the record of a category in a month.
func (w *world) cell(m civil.Month, id string) record {
	key := m.String() + id
	if w.cells[key] == nil {
		c := record{"entityId": "MCB/" + m.String() + "/" + id, "entityType": "monthlyCategoryBudget", "entityVersion": "A-7", "categoryId": id, "budgeted": 0, "overspendingHandling": nil, "parentMonthlyBudgetId": "MB/" + m.String()}
		w.cells[key] = c
		w.monthOf[m]["monthlySubCategoryBudgets"] = append(w.monthOf[m]["monthlySubCategoryBudgets"].([]record), c)
	}
	return w.cells[key]
}

// number is an amount in the file: JSON text, with noise.
type number struct {
	cents int
	text  string
}

func (n number) MarshalJSON() ([]byte, error) { return []byte(n.text), nil }

func (w *world) amount(cents int) number {
	exact := float64(cents) / 100
	text := fmt.Sprint(exact)
	switch {
	case w.chance(5):
		text = fmt.Sprint(exact + 1e-12)
	case w.chance(5):
		text = fmt.Sprintf("%.6f", exact-0.000001)
	case w.chance(5):
		text = fmt.Sprintf("%q", fmt.Sprintf("%.2f", exact))
	case w.chance(5):
		text = fmt.Sprintf("%.4e", exact)
		if cents > 99999 || cents < -99999 {
			text = fmt.Sprint(exact)
		}
	}
	return number{cents, text}
}

func (w *world) file() string {
	members := []string{
		`"fileMetaData":{"entityType":"fileMetaData","budgetDataVersion":"4.2","currentKnowledge":"A-9"}`,
		`"budgetMetaData":{"entityId":"A2","currencyISOSymbol":null,"currencyLocale":"en_US","dateLocale":"de_DE","strictBudget":"TRUE"}`,
		`"accountMappings":[]`,
	}
	for name, list := range map[string][]record{
		"accounts": w.accounts, "masterCategories": w.masters, "payees": w.payees, "monthlyBudgets": w.months, "transactions": w.rows, "scheduledTransactions": w.scheduled,
	} {
		if list == nil {
			list = []record{}
		}
		text, err := json.Marshal(list)
		if err != nil {
			panic(err)
		}
		members = append(members, fmt.Sprintf("%q:%s", name, text))
	}
	w.Shuffle(len(members), func(i, j int) { members[i], members[j] = members[j], members[i] })
	return "{" + strings.Join(members, ",\n") + "}"
}

// milli returns cents as an amount.
func milli(cents int) money.Milli { return money.Milli(cents) * 10 }
