package ynab4_test

import (
	"fmt"

	"holdover/internal/base/civil"
)

func (w *world) day() civil.Date { return w.first.Add(w.IntN(w.size)).DayAt(1 + w.IntN(31)) }

// newRow returns a row of an account and adds it, unless it is deleted later.
func (w *world) newRow(account int, day civil.Date, cents int) record {
	t := record{
		"entityId": w.uuid(), "entityType": "transaction", "entityVersion": "A-8", "accountId": w.accounts[account]["entityId"], "date": day.String(), "amount": w.amount(cents),
		"categoryId": nil, "cleared": pick(w, "Uncleared", "Cleared", "Reconciled"), "accepted": w.chance(80),
	}
	w.optional(t)
	w.rows = append(w.rows, t)
	return t
}

// optional adds members that most rows lack.
func (w *world) optional(t record) {
	if w.chance(70) {
		t["payeeId"] = w.payees[len(w.accounts)+w.IntN(len(w.payees)-len(w.accounts))]["entityId"]
	}
	if w.chance(30) {
		t["memo"] = "Für später"
	}
	if w.chance(10) {
		t["checkNumber"] = pick[any](w, "12", 12)
	}
	if w.chance(10) {
		t["flag"] = pick(w, "Red", "Orange", "Yellow", "Green", "Blue", "Purple")
	}
}

// count counts a live row, and its line for a category.
func (w *world) count(account int, cents int) {
	w.live["transactions"]++
	w.balances[account] += cents
}

func (w *world) countLine(account int, category any, day civil.Date, cents int) {
	if id, ok := category.(string); ok && w.onBudget[account] {
		w.lines = append(w.lines, line{id, day.Month(), cents})
	}
}

// someCategory returns a category of a line on an account.
func (w *world) someCategory(account int) any {
	switch {
	case !w.onBudget[account] || w.chance(5):
		return nil
	case w.chance(20):
		return pick(w, "Category/__ImmediateIncome__", "Category/__DeferredIncome__", "Category/__DeferredIncome__")
	}
	return w.categories[w.IntN(len(w.categories))]
}

func (w *world) addRow() {
	account, day, cents := w.IntN(len(w.accounts)), w.day(), w.IntN(50000)-30000
	switch {
	case w.chance(10):
		t := w.newRow(account, day, cents)
		t["isTombstone"], t["categoryId"] = true, w.someCategory(account)
		w.dead["transactions"]++
	case w.chance(20):
		w.addTransfer(account, day, cents)
	case w.chance(25):
		w.addSplit(account, day)
	default:
		t := w.newRow(account, day, cents)
		t["categoryId"] = w.someCategory(account)
		w.count(account, cents)
		w.countLine(account, t["categoryId"], day, cents)
	}
}

// mirror adds the other side of a transfer from an account.
func (w *world) mirror(from, to int, day civil.Date, cents int, of record) {
	id := of["entityId"].(string)
	t := w.newRow(to, day, -cents)
	t["entityId"], t["transferTransactionId"], t["targetAccountId"] = id+"_T_0", id, w.accounts[from]["entityId"]
	t["payeeId"] = "Payee/Transfer:" + w.accounts[from]["entityId"].(string)
	of["transferTransactionId"], of["targetAccountId"] = t["entityId"], w.accounts[to]["entityId"]
	w.count(to, -cents)
	w.pairs++
}

func (w *world) addTransfer(from int, day civil.Date, cents int) {
	to := (from + 1 + w.IntN(len(w.accounts)-1)) % len(w.accounts)
	t := w.newRow(from, day, cents)
	t["payeeId"] = "Payee/Transfer:" + w.accounts[to]["entityId"].(string)
	if w.onBudget[from] && !w.onBudget[to] {
		t["categoryId"] = w.someCategory(from)
	}
	w.count(from, cents)
	w.countLine(from, t["categoryId"], day, cents)
	w.mirror(from, to, day, cents, t)
}

func (w *world) addSplit(account int, day civil.Date) {
	t := w.newRow(account, day, 0)
	t["categoryId"] = "Category/__Split__"
	sum := 0
	var parts []record
	for range 2 + w.IntN(3) {
		cents := w.IntN(20000) - 12000
		p := record{"entityId": w.uuid(), "entityType": "subTransaction", "parentTransactionId": t["entityId"], "amount": w.amount(cents), "categoryId": nil}
		parts = append(parts, p)
		if w.chance(10) {
			p["isTombstone"] = true
			w.dead["subtransactions"]++
			continue
		}
		sum += cents
		w.live["subtransactions"]++
		if to := w.IntN(len(w.accounts)); w.chance(20) && to != account {
			if w.onBudget[account] && !w.onBudget[to] {
				p["categoryId"] = w.someCategory(account)
			}
			w.mirror(account, to, day, cents, p)
		} else {
			p["categoryId"] = w.someCategory(account)
		}
		w.countLine(account, p["categoryId"], day, cents)
	}
	t["subTransactions"], t["amount"] = parts, w.amount(sum)
	w.count(account, sum)
}

func (w *world) addScheduled() {
	account := w.IntN(len(w.accounts))
	t := record{
		"entityId": w.uuid(), "entityType": "scheduledTransaction", "accountId": w.accounts[account]["entityId"], "date": w.day().String(), "amount": w.amount(-w.IntN(9000)), "accepted": true,
		"categoryId": w.someCategory(account), "cleared": "Uncleared", "twiceAMonthStartDay": 0,
		"frequency": pick(w, "Once", "Daily", "Weekly", "EveryOtherWeek", "Every4Weeks", "Monthly", "EveryOtherMonth", "Every3Months", "Every4Months", "TwiceAYear", "Yearly", "EveryOtherYear"),
	}
	w.optional(t)
	if w.chance(20) {
		t["frequency"], t["twiceAMonthStartDay"], t["date"] = "TwiceAMonth", 3, fmt.Sprintf("%s-%02d", w.first, pick(w, 3, 18))
	}
	if w.chance(20) {
		t["isTombstone"] = true
		w.dead["scheduled_transactions"]++
	} else {
		w.live["scheduled_transactions"]++
	}
	w.scheduled = append(w.scheduled, t)
}

// months of the generator's figures.
type expected struct {
	available map[civil.Month]int
	balance   map[string]map[civil.Month]int // by category id
}

// figures computes the figures month by month from the lines and the months' records, as YNAB 4 describes them: what a
// month could budget, less what it did budget.
func (w *world) figures(until civil.Month) expected {
	out := expected{map[civil.Month]int{}, map[string]map[civil.Month]int{}}
	notBudgeted, overspentBefore := 0, 0
	for _, id := range w.categories {
		out.balance[id] = map[civil.Month]int{}
	}
	for m := w.first; m <= until; m++ {
		income, budgeted, overspent := 0, 0, 0
		for _, l := range w.lines {
			if l.category == "Category/__ImmediateIncome__" && l.month == m || l.category == "Category/__DeferredIncome__" && l.month.Add(1) == m {
				income += l.cents
			}
		}
		for _, id := range w.categories {
			balance := out.balance[id][m.Add(-1)]
			if balance < 0 && !w.confined(id, m.Add(-1)) {
				balance = 0
			}
			if c := w.cells[m.String()+id]; c != nil {
				if n, ok := c["budgeted"].(number); ok {
					budgeted += n.cents
					balance += n.cents
				}
			}
			for _, l := range w.lines {
				if l.category == id && l.month == m {
					balance += l.cents
				}
			}
			out.balance[id][m] = balance
			if balance < 0 && !w.confined(id, m) {
				overspent -= balance
			}
		}
		notBudgeted = notBudgeted - overspentBefore + income - budgeted
		overspentBefore = overspent
		out.available[m] = notBudgeted
	}
	return out
}

// confined reports whether the last month up to m that says something about a category's overspending confines it.
func (w *world) confined(id string, m civil.Month) bool {
	for ; m >= w.first.Add(-12); m-- {
		if c := w.cells[m.String()+id]; c != nil && c["overspendingHandling"] != nil {
			return c["overspendingHandling"] == "Confined"
		}
	}
	return false
}
