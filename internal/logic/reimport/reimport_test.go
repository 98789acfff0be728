package reimport_test

import (
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/reimport"
	"holdover/internal/model/budget"
)

// small returns a budget with an account, two categories and three rows.
func small() *budget.Whole {
	day := civil.MakeDate(2026, 3, 5)
	return &budget.Whole{
		Accounts:   []budget.Account{{No: 1, ID: "a1", SourceID: "a1", Name: "Checking", OnBudget: true}, {No: 2, ID: "a2", SourceID: "a2", Name: "Old"}},
		Groups:     []budget.Group{{No: 1, ID: "g1", SourceID: "g1", Name: "Bills"}, {No: 2, ID: "made", Name: "Income", Income: true}},
		Categories: []budget.Category{{No: 1, ID: "c1", SourceID: "c1", Group: 1, Name: "Rent"}, {No: 2, ID: "c2", SourceID: "c2", Group: 1, Name: "Water"}},
		Payees:     []budget.Payee{{No: 1, ID: "p1", SourceID: "p1", Name: "Landlord"}},
		Transactions: []budget.Transaction{
			{No: 1, ID: "t1", SourceID: "t1", Account: 1, Date: day, Amount: -850_000, Category: 1, Payee: 1, Cleared: budget.ClearedYes},
			{No: 2, ID: "t2", SourceID: "t2", Account: 1, Date: day, Amount: -30_000, Category: 2, Cleared: budget.Uncleared},
			{No: 3, ID: "t3", SourceID: "t3", Account: 1, Date: day, Amount: 5_000, Category: 1, Cleared: budget.Uncleared},
		},
		Cells:  []budget.Cell{{Category: 1, Month: day.Month(), Budgeted: 850_000}, {Category: 2, Month: day.Month(), Budgeted: 40_000}},
		Months: []budget.Month{{Month: day.Month(), Note: "March"}},
	}
}

// empty reports whether there is nothing to write.
func empty(r *reimport.Result) bool {
	all := reflect.ValueOf(r.Writes)
	for i := range all.NumField() {
		if list := all.Field(i); list.Kind() == reflect.Slice && list.Len() > 0 {
			return false
		}
	}
	return true
}

func TestAnUnchangedDocumentChangesNothing(t *testing.T) {
	if r := reimport.Compare(small(), small(), small()); !empty(r) || len(r.Changes) > 0 {
		t.Errorf("an unchanged document changes %+v", r)
	}
	ours := small()
	ours.Transactions[0].Memo, ours.Cells[0].Budgeted, ours.Categories[1].Name = "ours", 1, "Water and waste"
	ours.Transactions = ours.Transactions[:2]
	if r := reimport.Compare(small(), small(), ours); !empty(r) || len(r.Changes) > 0 {
		t.Errorf("a record changed only here is reported: %+v", r.Changes)
	}
}

// A field changed on both sides keeps the value here; the other fields of the record are taken over; the fields about
// a row's money count as one.
func TestFieldsAreMergedSeparately(t *testing.T) {
	newer, ours := small(), small()
	newer.Transactions[1].Memo, newer.Transactions[1].Cleared, newer.Transactions[1].Amount = "theirs", budget.Reconciled, -31_000
	ours.Transactions[1].Memo, ours.Transactions[1].Category = "ours", 1
	r := reimport.Compare(small(), newer, ours)
	if len(r.Writes.Transactions) != 1 || len(r.Changes) != 1 {
		t.Fatalf("want one changed row, got %+v", r)
	}
	got := r.Writes.Transactions[0]
	if got.Memo != "ours" || got.Cleared != budget.Reconciled || got.Amount != -30_000 || got.Category != 1 {
		t.Errorf("the merged row is %+v", got)
	}
	c := r.Changes[0]
	if !slices.Equal(c.Fields, []string{"cleared"}) || !slices.Equal(c.KeptFields, []string{"amount", "memo"}) || c.Kept == "" {
		t.Errorf("the change is reported as %+v", c)
	}
}

// The newer document may have other numbers: records are matched by their ids at the source.
func TestRecordsAreMatchedByTheirSourceID(t *testing.T) {
	newer := small()
	slices.Reverse(newer.Transactions)
	for i := range newer.Transactions {
		newer.Transactions[i].No = budget.TxNo(i + 1)
	}
	newer.Categories[0], newer.Categories[1] = newer.Categories[1], newer.Categories[0]
	newer.Categories[0].No, newer.Categories[1].No = 1, 2
	swap := map[budget.CategoryNo]budget.CategoryNo{1: 2, 2: 1}
	for i := range newer.Transactions {
		newer.Transactions[i].Category = swap[newer.Transactions[i].Category]
	}
	for i := range newer.Cells {
		newer.Cells[i].Category = swap[newer.Cells[i].Category]
	}
	newer.Groups[1].ID = "made again"
	if r := reimport.Compare(small(), newer, small()); !empty(r) || len(r.Changes) > 0 {
		t.Errorf("other numbers are reported as changes: %+v", r.Changes)
	}
}

// A record that others still refer to here is not deleted.
func TestUsedRecordsAreNotDeleted(t *testing.T) {
	newer, ours := small(), small()
	newer.Categories, newer.Cells, newer.Payees = newer.Categories[:1], newer.Cells[:1], nil
	newer.Transactions = newer.Transactions[2:]
	newer.Accounts = newer.Accounts[:1]
	ours.Transactions[0].Memo, ours.Transactions[1].Memo = "ours", "ours"
	r := reimport.Compare(small(), newer, ours)
	w := r.Writes
	if len(w.GoneTransactions)+len(w.GoneCategories)+len(w.GonePayees) > 0 || !slices.Equal(w.GoneAccounts, []budget.AccountNo{2}) {
		t.Errorf("want the unused account deleted alone, got %+v", w)
	}
	if len(w.Categories) != 1 || !w.Categories[0].Hidden || w.Categories[0].No != 2 {
		t.Errorf("the category is not hidden: %+v", w.Categories)
	}
	ours = small()
	w = reimport.Compare(small(), newer, ours).Writes
	if len(w.GoneTransactions) != 2 || len(w.GoneCategories) != 1 || len(w.GonePayees) != 1 || len(w.Cells) != 1 || w.Cells[0].Budgeted != 0 {
		t.Errorf("an unchanged record is not deleted: %+v", w)
	}
}

// A new category gets a suffix if its name is taken here, and new records refer to each other by unique negative
// numbers.
func TestNewRecordsGetUniqueNamesAndNumbers(t *testing.T) {
	newer, ours := small(), small()
	newer.Categories = append(newer.Categories, budget.Category{No: 9, ID: "c9", SourceID: "c9", Group: 1, Name: "Gas"})
	newer.Transactions = append(newer.Transactions, budget.Transaction{No: 9, ID: "t9", SourceID: "t9", Account: 1, Amount: -1, Category: 9, Date: civil.MakeDate(2026, 4, 1)})
	ours.Categories = append(ours.Categories, budget.Category{No: 77, ID: "ours", Group: 1, Name: "gas"})
	w := reimport.Compare(small(), newer, ours).Writes
	if len(w.Categories) != 1 || w.Categories[0].Name != "Gas-1" || w.Categories[0].No >= 0 {
		t.Fatalf("the new categories are %+v, want Gas-1 with a negative number", w.Categories)
	}
	if len(w.Transactions) != 1 || w.Transactions[0].Category != w.Categories[0].No || w.Transactions[0].No >= 0 || int64(w.Transactions[0].No) == int64(w.Categories[0].No) {
		t.Errorf("the new rows are %+v", w.Transactions)
	}
}

// An amount changed on one side takes that change; one changed on both sides keeps ours.
func TestAmountsChangedHereAreKept(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		amount := rapid.SampledFrom([]money.Milli{850_000, 1, 2})
		newer, present := small(), small()
		theirs, ours := amount.Draw(t, "theirs"), amount.Draw(t, "ours")
		newer.Cells[0].Budgeted, present.Cells[0].Budgeted = theirs, ours
		want := ours
		if ours == 850_000 {
			want = theirs
		}
		got := ours
		for _, c := range reimport.Compare(small(), newer, present).Writes.Cells {
			got = c.Budgeted
		}
		if got != want {
			t.Fatalf("theirs %s, ours %s: merged %s", theirs, ours, got)
		}
	})
}

// Records deleted here that the source still uses: a new row gets its payee again by name, and no category; nothing
// is added to a deleted account.
func TestRecordsDeletedHereStayDeleted(t *testing.T) {
	newer, ours := small(), small()
	ours.Accounts, ours.Payees, ours.Categories, ours.Groups = ours.Accounts[:1], nil, ours.Categories[:1], ours.Groups[:1]
	ours.Cells = ours.Cells[:1]
	ours.Transactions[0].Payee, ours.Transactions[1].Category = 0, 1
	day := civil.MakeDate(2026, 4, 1)
	newer.Categories = append(newer.Categories, budget.Category{No: 9, ID: "c9", SourceID: "c9", Group: 2, Name: "Wages"})
	newer.Cells[1].Budgeted = 1
	newer.Transactions = append(newer.Transactions,
		budget.Transaction{No: 8, ID: "t8", SourceID: "t8", Account: 2, Date: day, Amount: 7_000, Payee: 1},
		budget.Transaction{No: 9, ID: "t9", SourceID: "t9", Account: 1, Date: day, Amount: -1_000, Payee: 1, Category: 2, Transfer: budget.Transfer{Account: 2, Tx: 8}},
	)
	newer.Locations = []budget.Location{{No: 1, ID: "l1", SourceID: "l1", Payee: 1}}
	newer.Info.CardPayments = []budget.CardPayment{{SourceID: "card", Account: 2}}
	r := reimport.Compare(small(), newer, ours)
	w := r.Writes
	if len(w.Transactions) != 1 || len(w.Payees) != 1 || len(w.Groups) != 1 || len(w.Cells) != 0 || w.Info.CardPayments[0].Account != 0 {
		t.Fatalf("the writes are %+v", w)
	}
	if got := w.Transactions[0]; got.Payee != w.Payees[0].No || got.Payee >= 0 || got.Category != 0 || got.Transfer != (budget.Transfer{}) {
		t.Errorf("the new row is %+v", got)
	}
	if w.Categories[0].Group != w.Groups[0].No || len(w.Locations) != 1 || w.Locations[0].Payee != w.Payees[0].No {
		t.Errorf("the new records do not refer to each other: %+v", w)
	}
	kept := map[string]int{}
	for _, c := range r.Changes {
		if c.Kept != "" {
			kept[c.Kind]++
		}
	}
	if kept["transaction"] != 1 || kept["budgeted"] != 1 {
		t.Errorf("reported as kept: %v", kept)
	}
}

// If one side of a transfer was changed here and keeps that change, and the other is no longer a transfer at the
// source, the two are unlinked.
func TestSidesOfAFormerTransferAreUnlinked(t *testing.T) {
	with := func() *budget.Whole {
		w := small()
		w.Transactions = append(w.Transactions,
			budget.Transaction{No: 4, ID: "t4", SourceID: "t4", Account: 1, Amount: -9_000, Transfer: budget.Transfer{Account: 2, Tx: 5}},
			budget.Transaction{No: 5, ID: "t5", SourceID: "t5", Account: 2, Amount: 9_000, Transfer: budget.Transfer{Account: 1, Tx: 4}})
		return w
	}
	newer, ours := with(), with()
	newer.Transactions = newer.Transactions[:4]
	newer.Transactions[3].Transfer, newer.Transactions[3].Category = budget.Transfer{}, 1
	ours.Transactions[4].Memo = "ours"
	w := reimport.Compare(with(), newer, ours).Writes
	if len(w.Transactions) != 2 || len(w.GoneTransactions) != 0 {
		t.Fatalf("the writes are %+v, want both sides", w)
	}
	if got := w.Transactions[1]; got.No != 5 || got.Memo != "ours" || got.Transfer != (budget.Transfer{Account: 1}) {
		t.Errorf("the other side is %+v", got)
	}
	newer = with()
	newer.Transactions[3].Amount, newer.Transactions[4].Amount = -8_000, 8_000
	ours = with()
	ours.Transactions[4].Amount = 9_500
	for _, row := range reimport.Compare(with(), newer, ours).Writes.Transactions {
		if row.Transfer.Tx != 0 {
			t.Errorf("the sides' amounts are not opposite: %+v", row)
		}
	}
	if w := reimport.Compare(with(), newer, with()).Writes; len(w.Transactions) != 2 || w.Transactions[0].Transfer.Tx != 5 {
		t.Errorf("both sides are taken over: %+v", w.Transactions)
	}
}

// A third document is compared with the second, which has its own numbers.
func TestAThirdDocumentIsComparedWithTheSecond(t *testing.T) {
	second := small()
	second.Transactions = append(second.Transactions, budget.Transaction{No: 4, ID: "t4", SourceID: "t4", Account: 1, Amount: -1, Category: 1})
	ours := small()
	ours.Transactions = append(ours.Transactions, budget.Transaction{No: 204, ID: "t4", SourceID: "t4", Account: 1, Amount: -1, Category: 1})
	third := small()
	third.Transactions = slices.Insert(third.Transactions, 0, budget.Transaction{No: 4, ID: "t4", SourceID: "t4", Account: 1, Amount: -2, Category: 1})
	r := reimport.Compare(second, third, ours)
	if len(r.Changes) != 1 || len(r.Writes.Transactions) != 1 || r.Writes.Transactions[0].No != 204 || r.Writes.Transactions[0].Amount != -2 {
		t.Errorf("compared with the second document: %+v", r)
	}
}

// A category deleted by the other Holdover is deleted with its imported rollover. A rollover switched on here
// prevents the deletion.
func TestACategoryIsDeletedWithItsImportedRollover(t *testing.T) {
	rolls := []budget.Rollover{{Category: 2, From: civil.MakeMonth(2026, 1), On: true}}
	older, newer, ours := small(), small(), small()
	newer.Categories, newer.Cells = newer.Categories[:1], newer.Cells[:1]
	newer.Transactions = newer.Transactions[2:]
	older.Rollovers, ours.Rollovers = rolls, slices.Clone(rolls)
	if w := reimport.Compare(older, newer, ours).Writes; len(w.GoneCategories) != 1 || len(w.Categories) != 0 {
		t.Errorf("the rollover is not deleted: %+v", w)
	}
	ours.Rollovers[0].From++
	if w := reimport.Compare(older, newer, ours).Writes; len(w.GoneCategories) != 0 || len(w.Categories) != 1 || !w.Categories[0].Hidden {
		t.Errorf("a rollover switched on here is deleted: %+v", w)
	}
}
