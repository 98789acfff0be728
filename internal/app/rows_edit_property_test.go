package app

import (
	"flag"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"holdover/internal/app/rows"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

// limitRuns limits a property test to twelve sequences unless a flag sets another number: they are long.
func limitRuns(t *testing.T) {
	given := flag.Lookup("rapid.checks")
	if given.Value.String() != given.DefValue {
		return
	}
	if err := given.Value.Set("12"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := given.Value.Set(given.DefValue); err != nil {
			t.Error(err)
		}
	})
}

// TestRandomOperations runs all operations on rows, accounts and payees in random order, with undo and redo. After each step
// the budget is consistent.
func TestRandomOperations(t *testing.T) {
	limitRuns(t)
	a := newApp(t)
	done := 0
	rapid.Check(t, func(r *rapid.T) {
		l := &simulation{T: t, r: r, testBudget: openTestBudget(t, r, a)}
		l.run(nil)
		done += l.changed
		if err := a.store.Delete(t.Context(), l.no); err != nil {
			t.Fatal(err)
		}
	})
	if done < 50 {
		t.Errorf("%d steps of all runs changed something, want at least 50", done)
	}
}

// run runs random operations: the common ones and more.
func (l *simulation) run(more map[string]func() (ChangeResult, error)) {
	l.kept = l.checkConsistent(l.T)
	steps := map[string]func(*rapid.T){
		"add": l.step(l.addRow), "add more": l.step(l.addRow), "edit": l.step(l.editRow), "delete": l.step(l.deleteRows),
		"duplicate": l.step(l.duplicateRows), "set": l.step(l.setOnRows), "account": l.step(l.account), "payee": l.step(l.payee),
		"reconcile": l.step(l.reconcile), "schedules": l.step(l.schedules), "more schedules": l.step(l.schedules), "import": l.step(l.importFile), "programs": l.step(l.programs), "more programs": l.step(l.programs), "match": l.step(l.match), "undo": l.step(l.undo), "redo": l.step(l.redo),
	}
	for name, do := range more {
		steps[name] = l.step(do)
	}
	l.r.Repeat(steps)
}

// simulation is a budget to which random operations are applied.
type simulation struct {
	*testing.T
	*testBudget
	r       *rapid.T
	kept    *budget.Whole // at present
	changed int
}

// step runs an operation and checks the result. If it changed something, it is undone and redone: the states before
// and after must be equal.
func (l *simulation) step(do func() (ChangeResult, error)) func(*rapid.T) {
	return func(r *rapid.T) {
		l.r, l.testingT = r, r
		before := l.kept
		done, err := do()
		if kind := apperr.KindOf(err); kind != "" && kind != apperr.Invalid && kind != apperr.Conflict {
			r.Fatalf("error %v, want none, invalid or a conflict", err)
		}
		l.kept = l.checkConsistent(l.T)
		if err != nil && !reflect.DeepEqual(before, l.kept) {
			r.Fatalf("step with the error %v changed something", err)
		}
		if err == nil && done.Change != 0 {
			l.changed++
			l.checkUndoRedo(before, done.Change)
		}
	}
}

func (l *simulation) checkUndoRedo(before *budget.Whole, change int64) {
	if h, err := l.a.History(l.Context(), Machine(), l.id, 0, 1); err != nil || h[0].Reverses != 0 {
		return // an undo or redo itself
	}
	if _, err := l.a.Undo(l.Context(), Machine(), l.id, change); err != nil {
		l.r.Fatalf("undo: %v", err)
	}
	if now := l.checkConsistent(l.T); !reflect.DeepEqual(before, now) {
		l.r.Fatalf("undo gives another budget:\n%+v\n%+v", before.Transactions, now.Transactions)
	}
	if _, err := l.a.Redo(l.Context(), Machine(), l.id, change); err != nil {
		l.r.Fatalf("redo: %v", err)
	}
	if now := l.checkConsistent(l.T); !reflect.DeepEqual(l.kept, now) {
		l.r.Fatalf("redo gives another budget:\n%+v\n%+v", l.kept.Transactions, now.Transactions)
	}
}

func (l *simulation) undo() (ChangeResult, error) {
	return ignoreNothingToUndo(l.a.Undo(l.Context(), Machine(), l.id, 0))
}

func (l *simulation) redo() (ChangeResult, error) {
	return ignoreNothingToUndo(l.a.Redo(l.Context(), Machine(), l.id, 0))
}

// ignoreNothingToUndo returns no error if there is nothing to undo or redo.
func ignoreNothingToUndo(done ChangeResult, err error) (ChangeResult, error) {
	if apperr.KindOf(err) == apperr.NotFound {
		return ChangeResult{}, nil
	}
	return done, err
}

func anyOf[T any](l *simulation, what string, of ...T) T {
	return rapid.SampledFrom(of).Draw(l.r, what)
}

func (l *simulation) amount() money.Milli {
	return money.Milli(rapid.Int64Range(-99999, 99999).Draw(l.r, "amount"))
}

func (l *simulation) even() rows.EvenReconciled {
	return rows.EvenReconciled(rapid.Bool().Draw(l.r, "even reconciled"))
}

func (l *simulation) anyAccount() string {
	i := rapid.IntRange(0, len(l.kept.Accounts)-1).Draw(l.r, "account")
	return l.kept.Accounts[i].ID
}

func (l *simulation) accountID(no budget.AccountNo) string {
	i := slices.IndexFunc(l.kept.Accounts, func(a budget.Account) bool { return a.No == no })
	return l.kept.Accounts[i].ID
}

func (l *simulation) anyPayee() string {
	i := rapid.IntRange(0, len(l.kept.Payees)-1).Draw(l.r, "payee")
	return l.kept.Payees[i].ID
}

// anyRows returns one to three rows, or none if there are none.
func (l *simulation) anyRows() (ids []string) {
	if len(l.kept.Transactions) == 0 {
		return nil
	}
	for range rapid.IntRange(1, 3).Draw(l.r, "rows") {
		i := rapid.IntRange(0, len(l.kept.Transactions)-1).Draw(l.r, "row")
		ids = append(ids, l.kept.Transactions[i].ID)
	}
	return ids
}

// anyChoice returns some rows by id, or all that a filter chooses.
func (l *simulation) anyChoice() rows.Choice {
	if rapid.Bool().Draw(l.r, "by id") {
		return rows.These(l.anyRows()...)
	}
	f := anyOf(l, "filter", rows.Filter{Cleared: "cleared"}, rows.Filter{Category: "food"}, rows.Filter{Uncategorised: true}, rows.Filter{Flag: "red"}, rows.Filter{Account: l.anyAccount()})
	return rows.Choice{Matching: &f}
}

// entry returns a random row, with some of the existing parts and new ones.
func (l *simulation) entry(known []budget.Part) rows.Entry {
	e := rows.Entry{
		Account: l.anyAccount(), Date: march.AddDays(rapid.IntRange(-40, 400).Draw(l.r, "day")), Amount: l.amount(),
		PayeeName: anyOf(l, "name", "", "Baker", "Kiosk", "חנות"), Category: anyOf(l, "category", "", "food", "rent", "salary"),
		Cleared: anyOf(l, "cleared", "", "cleared", "reconciled"), Memo: anyOf(l, "memo", "", "a memo"), FlagColour: anyOf(l, "flag", "", "red"),
	}
	if rapid.Bool().Draw(l.r, "transfer") {
		e.TransferTo, e.Category = l.anyAccount(), ""
		e.OtherDate = l.otherDate(e.Date)
	}
	for i := range known {
		if rapid.Bool().Draw(l.r, "part stays") {
			e.Parts = append(e.Parts, l.part(known[i].ID))
		}
	}
	if rapid.Bool().Draw(l.r, "split") {
		e.Parts = append(e.Parts, l.part(""), l.part(""))
	}
	if len(e.Parts) > 0 {
		e.Amount, e.Category, e.TransferTo = 0, "", ""
		for i := range e.Parts {
			e.Amount += e.Parts[i].Amount
		}
	}
	return e
}

// otherDate returns the date of the other side of a transfer of a day, zero for the same.
func (l *simulation) otherDate(day civil.Date) civil.Date {
	if rapid.Bool().Draw(l.r, "one date") {
		return 0
	}
	return day.AddDays(rapid.IntRange(-40, 40).Draw(l.r, "days to the other side"))
}

func (l *simulation) part(id string) rows.PartEntry {
	p := rows.PartEntry{ID: id, Amount: l.amount()}
	if rapid.Bool().Draw(l.r, "part is a transfer") {
		p.TransferTo = l.anyAccount()
		return p
	}
	p.Category = anyOf(l, "category", "", "food", "rent")
	return p
}

func (l *simulation) addRow() (ChangeResult, error) {
	done, _, err := l.a.AddRow(l.Context(), Machine(), l.id, l.entry(nil))
	return done, err
}

func (l *simulation) editRow() (ChangeResult, error) {
	if len(l.kept.Transactions) == 0 {
		return l.addRow()
	}
	row := l.kept.Transactions[rapid.IntRange(0, len(l.kept.Transactions)-1).Draw(l.r, "row")]
	entry := l.entry(row.Parts)
	if row.Transfer.Account != 0 && rapid.Bool().Draw(l.r, "the transfer stays") { // its amount and date apply to the other side
		entry.Account, entry.TransferTo, entry.Category, entry.Parts = l.accountID(row.Account), l.accountID(row.Transfer.Account), "", nil
		entry.OtherDate = l.otherDate(entry.Date)
	}
	return l.a.EditRow(l.Context(), Machine(), l.id, row.ID, entry, "", l.even())
}

func (l *simulation) deleteRows() (ChangeResult, error) {
	return l.a.DeleteRows(l.Context(), Machine(), l.id, l.anyChoice(), l.even())
}

func (l *simulation) duplicateRows() (ChangeResult, error) {
	return l.a.DuplicateRows(l.Context(), Machine(), l.id, l.anyChoice(), anyOf(l, "on", 0, march))
}

func (l *simulation) setOnRows() (ChangeResult, error) {
	account, date, category, cleared := l.anyAccount(), march.AddDays(rapid.IntRange(-40, 400).Draw(l.r, "day")), anyOf(l, "to", "", "food", "rent"), anyOf(l, "state", "cleared", "uncleared")
	approved := rapid.Bool().Draw(l.r, "approved")
	set := anyOf(l, "what", rows.Setting{Approved: &approved}, rows.Setting{Account: &account}, rows.Setting{Date: &date}, rows.Setting{Category: &category}, rows.Setting{Cleared: &cleared})
	return l.a.SetOnRows(l.Context(), Machine(), l.id, l.anyChoice(), set, l.even())
}

func (l *simulation) account() (ChangeResult, error) {
	ctx, me, account := l.Context(), Machine(), l.anyAccount()
	name := anyOf(l, "account name", "Purse", "Safe", "Vault")
	switch anyOf(l, "with the account", "add", "rename", "move", "close", "reopen", "delete") {
	case "add":
		done, _, err := l.a.AddAccount(ctx, me, l.id, AccountEntry{Name: name, Type: "cash", OnBudget: rapid.Bool().Draw(l.r, "on budget"), Balance: l.amount(), Date: march})
		return done, err
	case "rename":
		return l.a.RenameAccount(ctx, me, l.id, account, name)
	case "close":
		rest := ClosingTransfer{To: anyOf(l, "rest to", "", l.anyAccount()), Date: march, Category: anyOf(l, "rest for", "", "food")}
		rest.WriteOff = rest.To == "" && rapid.Bool().Draw(l.r, "write off")
		return l.a.CloseAccount(ctx, me, l.id, account, rest)
	case "move":
		return l.a.MoveAccount(ctx, me, l.id, account, anyOf(l, "before", "", l.anyAccount()))
	case "reopen":
		return l.a.ReopenAccount(ctx, me, l.id, account)
	}
	return l.a.DeleteAccount(ctx, me, l.id, account)
}

func (l *simulation) payee() (ChangeResult, error) {
	ctx, me, payee := l.Context(), Machine(), l.anyPayee()
	if !slices.ContainsFunc(l.kept.Payees, func(p budget.Payee) bool { return p.TransferAccount == 0 }) {
		return l.addRow()
	}
	switch anyOf(l, "with the payee", "rename", "merge", "delete") {
	case "rename":
		return l.a.RenamePayee(ctx, me, l.id, payee, anyOf(l, "payee name", "Baker", "Kiosk", "Tram"))
	case "merge":
		return l.a.MergePayees(ctx, me, l.id, payee, []string{l.anyPayee()})
	}
	if rapid.Bool().Draw(l.r, "all unused") {
		return l.a.DeleteUnusedPayees(ctx, me, l.id)
	}
	return l.a.DeletePayees(ctx, me, l.id, []string{payee})
}

func (l *simulation) reconcile() (ChangeResult, error) {
	account, bank := l.anyAccount(), BankBalance{Balance: l.amount(), Date: march}
	if rapid.Bool().Draw(l.r, "adjust") {
		got, err := l.a.Reconciling(l.Context(), Machine(), l.id, account, bank.Balance, march)
		if err != nil {
			return ChangeResult{}, err
		}
		bank.Adjustment = got.Missing
	}
	return l.a.Reconcile(l.Context(), Machine(), l.id, account, bank)
}
