package verification_test

import (
	"fmt"
	"slices"
	"testing"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/verification"
	"holdover/internal/model/budget"
	"holdover/internal/testing/testkit"
)

// find returns the first record for which fits is true.
func find(list []map[string]any, fits func(r map[string]any) bool) map[string]any {
	for _, r := range list {
		if r["deleted"] != true && fits(r) {
			return r
		}
	}
	return nil
}

func nonzero(field string) func(r map[string]any) bool {
	return func(r map[string]any) bool { return fmt.Sprint(r[field]) != "0" && r["internal"] != true }
}

// middle returns a month of the plan with money in it, and one of its categories.
func middle(plan map[string]any, field string) (month, category map[string]any) {
	months := records(plan, "months")
	month = months[len(months)/2]
	return month, find(records(month, "categories"), nonzero(field))
}

// A change of one milliunit in one figure of the file is found, and attributed to the file.
func TestADifferenceOfOneMilliunitIsFound(t *testing.T) {
	changes := map[string]func(plan map[string]any){
		"account balance": func(p map[string]any) { addTo(find(records(p, "accounts"), nonzero("balance")), "balance", 1) },
		"cleared balance": func(p map[string]any) { addTo(find(records(p, "accounts"), nonzero("balance")), "cleared_balance", 1) },
		"uncleared balance": func(p map[string]any) {
			addTo(find(records(p, "accounts"), nonzero("balance")), "uncleared_balance", -1)
		},
		"budgeted":             func(p map[string]any) { _, c := middle(p, "budgeted"); addTo(c, "budgeted", 1) },
		"activity":             func(p map[string]any) { _, c := middle(p, "activity"); addTo(c, "activity", -1) },
		"balance":              func(p map[string]any) { _, c := middle(p, "balance"); addTo(c, "balance", 1) },
		"month's budgeted":     func(p map[string]any) { m, _ := middle(p, "budgeted"); addTo(m, "budgeted", 1) },
		"month's activity":     func(p map[string]any) { m, _ := middle(p, "budgeted"); addTo(m, "activity", 1) },
		"month's income":       func(p map[string]any) { m, _ := middle(p, "budgeted"); addTo(m, "income", 1) },
		"ready to assign":      func(p map[string]any) { m, _ := middle(p, "budgeted"); addTo(m, "to_be_budgeted", 1) },
		"last ready to assign": func(p map[string]any) { addTo(records(p, "months")[0], "to_be_budgeted", -1) },
		"plan's category":      func(p map[string]any) { addTo(find(records(p, "categories"), nonzero("balance")), "balance", 1) },
		"row": func(p map[string]any) {
			addTo(find(records(p, "transactions"), func(r map[string]any) bool { return r["transfer_account_id"] == nil }), "amount", 1)
		},
		"part": func(p map[string]any) {
			addTo(find(records(p, "subtransactions"), func(r map[string]any) bool { return r["transfer_account_id"] == nil }), "amount", 1)
		},
	}
	for _, rta := range []string{"plain", "net"} {
		text := read(t, testkit.Plan(t, "--seed", "5", "--years", "2", "--tx", "420", "--rta", rta))
		if r := verify(t, text, nil); len(r.Contradictions) > 0 {
			t.Fatalf("a consistent file has contradictions: %v", r.Contradictions)
		}
		for name, change := range changes {
			r := verify(t, testkit.EditPlan(t, text, change), nil)
			if !r.Sound() || len(r.Contradictions) == 0 {
				t.Errorf("%s, %s is not found: %s", rta, name, summaryOf(r))
			}
			for _, a := range r.Accounts {
				if a.Blame != "" && a.Blame != verification.FileContradicts {
					t.Errorf("%s, %s: the account %+v is not attributed to the file", rta, name, a)
				}
			}
			for _, c := range r.Cells.List {
				if c.Blame != verification.FileContradicts {
					t.Errorf("%s, %s: the figure %+v is not attributed to the file", rta, name, c)
				}
			}
		}
	}
}

// A defect of the importer is found, and attributed to this program.
func TestDefectsOfTheImporterAreFound(t *testing.T) {
	text := read(t, testkit.Plan(t, "--seed", "5", "--years", "2", "--tx", "420"))
	doc := decode(t, text)
	defects := map[string]func(w *budget.Whole){
		"a row lost":      func(w *budget.Whole) { w.Transactions = slices.Delete(w.Transactions, 40, 41) },
		"a row doubled":   func(w *budget.Whole) { w.Transactions = append(w.Transactions, w.Transactions[40]) },
		"a row rounded":   func(w *budget.Whole) { findRow(w, ordinary).Amount += 4 },
		"a wrong sign":    func(w *budget.Whole) { r := findRow(w, ordinary); r.Amount = -r.Amount },
		"a wrong month":   func(w *budget.Whole) { r := findRow(w, ordinary); r.Date = r.Date.AddMonths(-1) },
		"a wrong account": func(w *budget.Whole) { r := findRow(w, ordinary); r.Account = r.Account%2 + 1 },
		"a lost category": func(w *budget.Whole) { findRow(w, ordinary).Category = 0 },
		"income lost":     func(w *budget.Whole) { findRow(w, income).Category = 0 },
		"income spent":    func(w *budget.Whole) { findRow(w, income).Category = 1 },
		"not cleared":     func(w *budget.Whole) { findRow(w, ordinary).Cleared = budget.Uncleared },
		"a part lost": func(w *budget.Whole) {
			r := findRow(w, func(w *budget.Whole, r *budget.Transaction) bool { return len(r.Parts) > 2 })
			r.Parts = r.Parts[:2]
		},
		"deleted parts": func(w *budget.Whole) {
			r := findRow(w, split)
			r.Parts = append(r.Parts, budget.Part{Amount: -5, Category: r.Parts[0].Category})
		},
		"budgeted": func(w *budget.Whole) { w.Cells[7].Budgeted++ },
		"budgeted lost": func(w *budget.Whole) {
			w.Cells = slices.DeleteFunc(w.Cells, func(c budget.Cell) bool { return c.Category == 2 })
		},
		"categories exchanged": func(w *budget.Whole) {
			w.Categories[0].SourceID, w.Categories[1].SourceID = w.Categories[1].SourceID, w.Categories[0].SourceID
		},
		"a missing account": func(w *budget.Whole) {
			w.Transactions = slices.DeleteFunc(w.Transactions, func(r budget.Transaction) bool { return r.Account == 2 })
		},
		"off the budget": func(w *budget.Whole) { w.Accounts[1].OnBudget = false },
		"a hold":         func(w *budget.Whole) { w.Months[3].Held = 500 },
		"a rollover": func(w *budget.Whole) {
			for _, c := range w.Categories {
				if !c.Income {
					w.Rollovers = append(w.Rollovers, budget.Rollover{Category: c.No, From: civil.MakeMonth(2024, 1), On: true})
				}
			}
		},
	}
	for name, plant := range defects {
		whole, roles := importDocument(t, doc)
		plant(whole)
		imported := verification.Of(whole, sheetOf(whole))
		r := verification.Verify(doc, roles, imported, imported)
		if r.Sound() {
			t.Errorf("%s is not found", name)
		}
		if len(r.Contradictions) > 0 {
			t.Errorf("%s is attributed to the file: %s", name, r.Contradictions)
		}
	}
}

func findRow(w *budget.Whole, fits func(w *budget.Whole, r *budget.Transaction) bool) *budget.Transaction {
	for i := range w.Transactions {
		if i > 20 && fits(w, &w.Transactions[i]) {
			return &w.Transactions[i]
		}
	}
	return nil
}

func split(_ *budget.Whole, r *budget.Transaction) bool { return len(r.Parts) > 0 }

func ordinary(w *budget.Whole, r *budget.Transaction) bool {
	return r.Category != 0 && !w.Categories[r.Category-1].Income && r.Cleared != budget.Uncleared
}

func income(w *budget.Whole, r *budget.Transaction) bool {
	return r.Category != 0 && w.Categories[r.Category-1].Income
}

// Changes made here after the import are a separate cause.
func TestChangesAfterTheImportAreASeparateCause(t *testing.T) {
	text := read(t, testkit.Plan(t, "--seed", "5", "--years", "2", "--tx", "420"))
	r := verify(t, text, func(w *budget.Whole) {
		findRow(w, ordinary).Amount -= 1000
		w.Cells[7].Budgeted += 300
		w.Months[3].Held = 50
		for _, c := range w.Categories {
			if !c.Income {
				w.Rollovers = append(w.Rollovers, budget.Rollover{Category: c.No, From: civil.MakeMonth(2025, 3), On: true})
			}
		}
	})
	if !r.Sound() || len(r.Contradictions) > 0 || r.Cells.Different == 0 {
		t.Fatalf("after changes: %s", summaryOf(r))
	}
	for _, c := range r.Cells.List {
		if c.Blame != verification.ChangedHere {
			t.Errorf("the figure %+v is not attributed to the changes", c)
		}
	}
	found := map[verification.Cause]bool{}
	for _, m := range r.Months {
		for c := range amounts(m) {
			found[c] = true
		}
	}
	for _, c := range []verification.Cause{verification.HeldHere, verification.RolloverHere, verification.EditedHere} {
		if !found[c] || len(r.Evidence[c]) == 0 {
			t.Errorf("the change of %s is not reported", c)
		}
	}
	var changed money.Milli
	for _, a := range r.Accounts {
		if a.Blame == verification.ChangedHere {
			changed += a.Ours - a.File
		}
	}
	if changed != -1000 {
		t.Errorf("the accounts changed by %s", changed)
	}
}

// The items of a cause sum to its amounts in the months.
func TestItemsOfACauseSumToItsAmounts(t *testing.T) {
	r := verify(t, read(t, testkit.Plan(t, "--seed", "5", "--years", "2", "--tx", "420")), nil)
	before := map[verification.Cause]bool{verification.CardDebt: true, verification.Uncategorized: true, verification.CardOverspent: true}
	if len(r.Evidence[verification.CardDebt]) == 0 || len(r.Evidence[verification.CardIncome]) == 0 {
		t.Fatal("the plan has no card debt")
	}
	for cause, list := range r.Evidence {
		for _, m := range r.Months {
			var sum money.Milli
			for _, e := range list {
				if e.Month < m.Month || e.Month == m.Month && !before[cause] {
					sum += e.Amount
				}
			}
			if sum != amounts(m)[cause] {
				t.Errorf("%s, %s: the items sum to %s, the cause's amount is %s", cause, m.Month, sum, amounts(m)[cause])
			}
		}
	}
}

// A row dated after the file's last month that the account's balance does not count is dated after the export. It is not
// a contradiction.
func TestRowsAfterTheLastMonthAreNoContradiction(t *testing.T) {
	text := read(t, testkit.Plan(t, "--seed", "5", "--years", "2", "--tx", "420"))
	r := verify(t, testkit.EditPlan(t, text, func(p map[string]any) {
		row := find(records(p, "transactions"), func(r map[string]any) bool { return r["transfer_account_id"] == nil && r["category_id"] != nil })
		late := map[string]any{}
		for field, value := range row {
			late[field] = value
		}
		late["id"], late["date"], late["amount"] = "late", "2031-05-05", -4500
		p["transactions"] = append(p["transactions"].([]any), late)
	}), nil)
	if !r.Sound() || len(r.Contradictions) > 0 || r.After != civil.MakeDate(2031, 5, 5) {
		t.Errorf("rows after %s are reported: %s", r.After, summaryOf(r))
	}
}
