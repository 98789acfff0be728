package store

import (
	"errors"
	"flag"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/logic/cleanup"
	"holdover/internal/logic/cleanup/cleanuptest"
	"holdover/internal/logic/envelope"
	"holdover/internal/model/budget"
	"holdover/internal/storage/database"
	"holdover/internal/storage/store/tables"
)

// model is a budget in memory, implemented as simply as possible.
type model struct {
	info       budget.Info
	accounts   map[budget.AccountNo]budget.Account
	groups     map[budget.GroupNo]budget.Group
	categories map[budget.CategoryNo]budget.Category
	payees     map[budget.PayeeNo]budget.Payee
	rows       map[budget.TxNo]budget.Transaction
	scheduled  map[budget.ScheduledNo]budget.Scheduled
	rules      map[budget.RuleNo]budget.Rule
	cells      map[budget.CellKey]budget.Cell
	months     map[civil.Month]budget.Month
	rollovers  map[budget.CategoryNo][]budget.Rollover
}

func modelOf(w *budget.Whole) model {
	m := model{
		info:       w.Info,
		accounts:   keyed(w.Accounts, func(a budget.Account) budget.AccountNo { return a.No }),
		groups:     keyed(w.Groups, func(g budget.Group) budget.GroupNo { return g.No }),
		categories: keyed(w.Categories, func(c budget.Category) budget.CategoryNo { return c.No }),
		payees:     keyed(w.Payees, func(p budget.Payee) budget.PayeeNo { return p.No }),
		rows:       keyed(w.Transactions, func(t budget.Transaction) budget.TxNo { return t.No }),
		scheduled:  keyed(w.Scheduled, func(s budget.Scheduled) budget.ScheduledNo { return s.No }),
		rules:      keyed(w.Rules, func(r budget.Rule) budget.RuleNo { return r.No }),
		cells:      keyed(w.Cells, func(c budget.Cell) budget.CellKey { return budget.CellKey{Category: c.Category, Month: c.Month} }),
		months:     keyed(w.Months, func(m budget.Month) civil.Month { return m.Month }),
		rollovers:  map[budget.CategoryNo][]budget.Rollover{},
	}
	for _, r := range w.Rollovers {
		m.rollovers[r.Category] = append(m.rollovers[r.Category], r)
	}
	return m
}

func keyed[K comparable, T any](all []T, key func(T) K) map[K]T {
	m := map[K]T{}
	for _, one := range all {
		m[key(one)] = one
	}
	return m
}

func (m model) clone() model {
	m.accounts, m.groups, m.categories = maps.Clone(m.accounts), maps.Clone(m.groups), maps.Clone(m.categories)
	m.payees, m.rows, m.scheduled = maps.Clone(m.payees), maps.Clone(m.rows), maps.Clone(m.scheduled)
	m.rules = maps.Clone(m.rules)
	m.cells, m.months, m.rollovers = maps.Clone(m.cells), maps.Clone(m.months), maps.Clone(m.rollovers)
	return m
}

// run applies the same random operations to the store and to the model.
type run struct {
	t     *rapid.T
	s     *Store
	other *Store // another process on the same database
	no    int64
	m     model
	done  []entry // changes that are not undone, oldest first
	taken []entry // undone changes, the last undone last
	ids   int
	seen  *seen // the state at the last read
}

type entry struct {
	change        int64
	before, after model
}

func (r *run) id() string { r.ids++; return fmt.Sprint("new-", r.ids) }

func (r *run) month() civil.Month {
	return civil.MakeMonth(2025, 6).Add(rapid.IntRange(0, 20).Draw(r.t, "month"))
}

func (r *run) amount() money.Milli {
	return money.Milli(rapid.IntRange(-9, 9).Draw(r.t, "amount")) * 1000
}

func pick[K ~int64, V any](r *run, from map[K]V) K {
	return rapid.SampledFrom(slices.Sorted(maps.Keys(from))).Draw(r.t, "one")
}

// change applies an operation to the store and the model as one change.
func (r *run) change(label string, do func(w *WriteTx, m *model) error) {
	before, after := r.m, r.m.clone()
	writes := rapid.SampledFrom([]*Store{r.s, r.other}).Draw(r.t, "process")
	c, err := writes.Change(r.t.Context(), r.no, meta(label), func(w *WriteTx) error {
		after = before.clone()
		if err := do(w, &after); err != nil {
			return err
		}
		whole, err := w.Whole()
		if err != nil {
			return err
		}
		return errors.Join(checkFigures(&w.ReadTx, whole), r.checkSearches(&w.ReadTx, whole))
	})
	if err != nil {
		r.t.Fatalf("change %q: %v", label, err)
	}
	if c.No == 0 {
		if diff := cmp.Diff(before, after, cmp.AllowUnexported(model{})); diff != "" {
			r.t.Fatalf("change %q has no journal entry: %s", label, diff)
		}
		return
	}
	r.m = after
	r.done, r.taken = append(r.done, entry{c.No, before, after}), nil
}

func (r *run) putRow(t *rapid.T) {
	r.change("row", func(w *WriteTx, m *model) error {
		var row budget.Transaction
		if rapid.Bool().Draw(t, "edit") && len(m.rows) > 0 {
			row = m.rows[pick(r, m.rows)]
		} else {
			row = budget.Transaction{ID: r.id(), Cleared: budget.Uncleared, Date: r.month().First(), Account: pick(r, m.accounts)}
		}
		what := rapid.IntRange(0, 6).Draw(t, "what")
		if row.Transfer.TwoDates { // the other side stays as it is
			what = rapid.SampledFrom([]int{0, 2, 3}).Draw(t, "what of a side")
		}
		switch what {
		case 6:
			row.Parts, row.Category, row.Transfer = nil, 0, budget.Transfer{Account: pick(r, m.accounts)}
		case 0:
			row.Date = r.month().DayAt(rapid.IntRange(1, 31).Draw(t, "day"))
		case 1:
			row.Account = pick(r, m.accounts)
		case 2:
			row.Cleared = rapid.SampledFrom(tables.ClearedCodes).Draw(t, "cleared")
		case 3:
			row.Amount, row.Parts, row.Category = r.amount(), nil, pick(r, m.categories)
		case 4:
			row.Category, row.Amount, row.Parts = 0, 0, nil
			for range rapid.IntRange(1, 3).Draw(t, "parts") {
				p := budget.Part{ID: r.id(), Amount: r.amount(), Category: pick(r, m.categories)}
				row.Parts, row.Amount = append(row.Parts, p), row.Amount+p.Amount
			}
		case 5:
			row.ByRule = budget.ByRule{Payee: 7, Notes: 8}
			row.Payee, row.Memo, row.Bank = pick(r, m.payees), "memo", &budget.Bank{ImportID: "x", PayeeName: "y"}
		}
		row.Parts = slices.Clone(row.Parts)
		err := w.PutTransaction(&row)
		m.rows[row.No] = row
		return err
	})
}

// putTransfer adds a transfer with two dates. A side may get a category by an edit.
func (r *run) putTransfer(t *rapid.T) {
	r.change("transfer", func(w *WriteTx, m *model) error {
		numbers := []budget.TxNo{budget.TxNo(w.NewNumber()), budget.TxNo(w.NewNumber())}
		accounts := []budget.AccountNo{pick(r, m.accounts), pick(r, m.accounts)}
		amount := r.amount()
		for i, no := range numbers {
			row := budget.Transaction{
				No: no, ID: r.id(), Cleared: budget.Uncleared, Date: r.month().DayAt(rapid.IntRange(1, 31).Draw(t, "day")), Account: accounts[i], Amount: amount,
				Transfer: budget.Transfer{Account: accounts[1-i], Tx: numbers[1-i], TwoDates: true},
			}
			m.rows[no], amount = row, -amount
			if err := w.PutTransaction(&row); err != nil {
				return err
			}
		}
		return nil
	})
}

func (r *run) deleteRow(*rapid.T) {
	r.change("delete row", func(w *WriteTx, m *model) error {
		if len(m.rows) == 0 {
			return nil
		}
		no := pick(r, m.rows)
		both := []budget.TxNo{no}
		if link := m.rows[no].Transfer; link.TwoDates {
			both = append(both, link.Tx)
		}
		return iterutil.Each(both, func(no budget.TxNo) error {
			delete(m.rows, no)
			return w.DeleteTransaction(no)
		})
	})
}

func (r *run) assign(*rapid.T) {
	r.change("assign", func(w *WriteTx, m *model) error {
		k := budget.CellKey{Category: pick(r, m.categories), Month: r.month()}
		c := m.cells[k]
		c.Category, c.Month, c.Budgeted = k.Category, k.Month, r.amount()
		if c.Budgeted == 0 && c.Note == "" {
			delete(m.cells, k)
		} else {
			m.cells[k] = c
		}
		return w.SetBudgeted(k.Category, k.Month, c.Budgeted)
	})
}

func (r *run) hold(*rapid.T) {
	r.change("hold", func(w *WriteTx, m *model) error {
		month := budget.Month{Month: r.month(), Held: r.amount().Abs()}
		if month.Held == 0 {
			delete(m.months, month.Month)
		} else {
			m.months[month.Month] = month
		}
		return w.PutMonth(month)
	})
}

func (r *run) rollover(t *rapid.T) {
	r.change("rollover", func(w *WriteTx, m *model) error {
		c := pick(r, m.categories)
		all := budget.SwitchRollover(m.rollovers[c], c, r.month(), rapid.Bool().Draw(t, "on"))
		if len(all) == 0 {
			delete(m.rollovers, c)
		} else {
			m.rollovers[c] = all
		}
		return w.SetRollovers(c, all)
	})
}

func (r *run) account(t *rapid.T) {
	r.change("account", func(w *WriteTx, m *model) error {
		a := budget.Account{ID: r.id(), Name: "New", Type: budget.Cash, OnBudget: true}
		if rapid.IntRange(0, 3).Draw(t, "edit") > 0 {
			a = m.accounts[pick(r, m.accounts)]
			a.OnBudget, a.Note = !a.OnBudget, "moved"
		}
		err := w.Put(&a)
		m.accounts[a.No] = a
		return err
	})
}

func (r *run) category(*rapid.T) {
	r.change("category", func(w *WriteTx, m *model) error {
		c := budget.Category{ID: r.id(), Group: pick(r, m.groups)}
		if rapid.Bool().Draw(r.t, "rename") {
			c = m.categories[pick(r, m.categories)]
		}
		c.Name = "Category " + r.id()
		err := w.Put(&c)
		m.categories[c.No] = c
		return err
	})
}

// cards makes an account a card with an envelope, or an ordinary account again.
func (r *run) cards(*rapid.T) {
	r.change("cards", func(w *WriteTx, m *model) error {
		account := pick(r, m.accounts)
		for no, c := range m.categories {
			if c.Card != account {
				continue
			}
			if m.uses(no) {
				return nil
			}
			for k := range m.cells {
				if k.Category == no {
					delete(m.cells, k)
				}
			}
			delete(m.rollovers, no)
			delete(m.categories, no)
			return w.DeleteCategory(no)
		}
		if !m.info.CardEnvelopes {
			m.info.CardEnvelopes = true
			if err := w.PutInfo(m.info); err != nil {
				return err
			}
		}
		c := budget.Category{ID: r.id(), Group: pick(r, m.groups), Name: "Card " + r.id(), Card: account}
		err := w.Put(&c)
		m.categories[c.No] = c
		return err
	})
}

// uses reports whether rows, schedules or rules refer to a category.
func (m *model) uses(no budget.CategoryNo) bool {
	for _, row := range m.rows {
		for line := range row.Lines {
			if line.Category == no {
				return true
			}
		}
	}
	for _, s := range m.scheduled {
		if s.Category == no {
			return true
		}
	}
	for _, one := range m.rules {
		if one.Then.Category == no || slices.ContainsFunc(one.Then.Shares, func(s budget.Share) bool { return s.Category == no }) {
			return true
		}
	}
	return false
}

func (r *run) payee(*rapid.T) {
	r.change("payee", func(w *WriteTx, m *model) error {
		p := m.payees[pick(r, m.payees)]
		p.Name = "Payee 3 " + r.id()
		err := w.Put(&p)
		m.payees[p.No] = p
		return err
	})
}

// moveLines moves the lines of a category to another.
func (m *model) moveLines(from, to budget.CategoryNo) {
	for no, row := range m.rows {
		row.Parts = slices.Clone(row.Parts)
		for i := range row.Parts {
			if row.Parts[i].Category == from {
				row.Parts[i].Category = to
			}
		}
		if row.Category == from {
			row.Category = to
		}
		m.rows[no] = row
	}
	for no, s := range m.scheduled {
		if s.Category == from {
			s.Category = to
		}
		m.scheduled[no] = s
	}
	for no, one := range m.rules {
		one.Then.Shares = slices.Clone(one.Then.Shares)
		for i := range one.Then.Shares {
			if one.Then.Shares[i].Category == from {
				one.Then.Shares[i].Category = to
			}
		}
		m.rules[no] = one
	}
}

// deleteCategory moves the lines of a category to another and deletes the category with its cells.
func (r *run) deleteCategory(*rapid.T) {
	r.change("delete category", func(w *WriteTx, m *model) error {
		from, to := pick(r, m.categories), pick(r, m.categories)
		if from == to {
			return nil
		}
		m.moveLines(from, to)
		if err := w.MoveLines(from, to); err != nil {
			return err
		}
		for k := range m.cells {
			if k.Category == from {
				delete(m.cells, k)
			}
		}
		delete(m.rollovers, from)
		delete(m.categories, from)
		return w.DeleteCategory(from)
	})
}

func (r *run) mergePayees(*rapid.T) {
	r.change("merge payees", func(w *WriteTx, m *model) error {
		from, to := pick(r, m.payees), pick(r, m.payees)
		if from == to || m.payees[from].TransferAccount != 0 {
			return nil
		}
		for no, row := range m.rows {
			if row.Payee == from {
				row.Payee = to
			}
			m.rows[no] = row
		}
		for no, one := range m.rules {
			if one.Then.Payee == from {
				one.Then.Payee = to
			}
			m.rules[no] = one
		}
		if err := w.MovePayee(from, to); err != nil {
			return err
		}
		delete(m.payees, from)
		return w.Remove(&budget.Payee{No: from})
	})
}

func (r *run) schedule(*rapid.T) {
	r.change("schedule", func(w *WriteTx, m *model) error {
		if len(m.scheduled) > 3 {
			no := pick(r, m.scheduled)
			delete(m.scheduled, no)
			return w.Remove(&budget.Scheduled{No: no})
		}
		s := budget.Scheduled{ID: r.id(), Account: pick(r, m.accounts), Frequency: "monthly", Category: pick(r, m.categories), Amount: r.amount()}
		err := w.Put(&s)
		m.scheduled[s.No] = s
		return err
	})
}

func (r *run) rule(*rapid.T) {
	r.change("rule", func(w *WriteTx, m *model) error {
		if len(m.rules) > 3 {
			no := pick(r, m.rules)
			delete(m.rules, no)
			return w.Remove(&budget.Rule{No: no})
		}
		one := budget.Rule{ID: r.id(), Sort: len(r.done), When: []budget.Condition{{Field: budget.RuleAccount, Test: budget.RuleIs, Account: pick(r, m.accounts)}}}
		one.Then = budget.Outcome{Payee: pick(r, m.payees), Shares: []budget.Share{{Category: pick(r, m.categories), Share: 5000}, {Category: pick(r, m.categories), Share: 5000}}}
		err := w.Put(&one)
		m.rules[one.No] = one
		return err
	})
}

func (r *run) rename(*rapid.T) {
	r.change("rename", func(w *WriteTx, m *model) error {
		m.info.Name = r.id()
		return w.PutInfo(m.info)
	})
}

func (r *run) undo(*rapid.T) {
	top, err := r.s.Undoable(r.t.Context(), r.no, "u1")
	if len(r.done) == 0 {
		if apperr.KindOf(err) != apperr.NotFound {
			r.t.Fatalf("change to undo: %+v with error %v, want none", top, err)
		}
		return
	}
	last := r.done[len(r.done)-1]
	if err != nil || top.No != last.change {
		r.t.Fatalf("change to undo: %+v, want %d (error %v)", top, last.change, err)
	}
	if _, err := r.s.Undo(r.t.Context(), r.no, top.No, meta("undo")); err != nil {
		r.t.Fatalf("undo of %q: %v", top.Label, err)
	}
	r.m, r.done, r.taken = last.before, r.done[:len(r.done)-1], append(r.taken, last)
}

func (r *run) redo(*rapid.T) {
	top, err := r.s.Redoable(r.t.Context(), r.no, "u1")
	if len(r.taken) == 0 {
		if apperr.KindOf(err) != apperr.NotFound {
			r.t.Fatalf("change to redo: %+v with error %v, want none", top, err)
		}
		return
	}
	last := r.taken[len(r.taken)-1]
	if err != nil || top.No != last.change {
		r.t.Fatalf("change to redo: %+v, want %d (error %v)", top, last.change, err)
	}
	if _, err := r.s.Redo(r.t.Context(), r.no, top.No, meta("redo")); err != nil {
		r.t.Fatalf("redo of %q: %v", top.Label, err)
	}
	r.m, r.taken, r.done = last.after, r.taken[:len(r.taken)-1], append(r.done, last)
}

// undoEarlier undoes a change that is not the last: either the store refuses and nothing changes, or the budget is
// sound and a redo restores it.
func (r *run) undoEarlier(t *rapid.T) {
	if len(r.done) < 2 {
		return
	}
	c := r.done[rapid.IntRange(0, len(r.done)-2).Draw(t, "which")].change
	if _, err := r.s.Undo(t.Context(), r.no, c, meta("undo earlier")); err != nil {
		if kind := apperr.KindOf(err); kind != apperr.Conflict {
			t.Fatalf("undo of an earlier change: %v of kind %s, want a conflict", err, kind)
		}
		return
	}
	r.checkInvariants(t, false)
	if _, err := r.s.Redo(t.Context(), r.no, c, meta("redo earlier")); err != nil {
		t.Fatal(err)
	}
}

// checkInvariants checks all invariants.
func (r *run) checkInvariants(t *rapid.T, sameAsModel bool) {
	found, err := r.s.Verify(t.Context(), r.no)
	if err != nil || len(found) > 0 {
		t.Fatalf("verify: differences %v (error %v)", found, err)
	}
	err = r.s.ReadTx(t.Context(), r.no, func(v *ReadTx) error {
		w, err := v.Whole()
		if err != nil {
			return err
		}
		if diff := cmp.Diff(r.m, modelOf(w), cmp.AllowUnexported(model{})); sameAsModel && diff != "" {
			t.Fatal(diff)
		}
		return errors.Join(checkFigures(v, w), r.checkSearches(v, w), checkCleanUpInput(v, w), r.checkTouched(v, w))
	})
	if err == nil {
		err = r.other.ReadTx(t.Context(), r.no, func(v *ReadTx) error {
			w, err := v.Whole()
			if err != nil {
				return err
			}
			return errors.Join(checkFigures(v, w), r.checkSearches(v, w), checkCleanUpInput(v, w))
		})
	}
	if err != nil {
		t.Fatal(err)
	}
}

// checkSearches checks that searches find the same rows as a scan of all rows: in both processes, and in an open change.
func (r *run) checkSearches(v *ReadTx, w *budget.Whole) error {
	f := drawFilter(r.t, w)
	want := chosen(w, f)
	n, sum, err := v.Count(f)
	if err != nil {
		return err
	}
	var got []budget.Transaction
	for row, err := range v.Transactions(f) {
		if err != nil {
			return err
		}
		got, sum = append(got, row), sum-row.Amount
	}
	if diff := cmp.Diff(want, got); diff != "" || n != len(want) || sum != 0 {
		return fmt.Errorf("filter %+v counts %d rows, sums to %s too much and finds %s", f, n, sum, diff)
	}
	return nil
}

// checkCleanUpInput checks the index's results for a clean-up against a scan of all rows.
func checkCleanUpInput(v *ReadTx, w *budget.Whole) error {
	lines, err := v.Lines()
	if err != nil {
		return err
	}
	budgeted, err := v.Budgeted()
	if err != nil {
		return err
	}
	rows, accounts, cells := cleanuptest.Rows{Whole: w}, []budget.AccountNo(nil), map[budget.CellKey]bool{}
	for i := range w.Accounts {
		if i%3 != 2 {
			accounts = append(accounts, w.Accounts[i].No)
		}
	}
	for i, c := range rows.Brought(accounts) {
		if i%3 > 0 {
			cells[budget.CellKey{Category: c.Category, Month: c.Month}] = true
		}
	}
	var moved []map[budget.AccountNo]map[civil.Month]money.Milli
	for _, of := range []cleanup.Rows{rows, lines} {
		all := of.Moved(accounts)
		for _, months := range all {
			maps.DeleteFunc(months, func(_ civil.Month, sum money.Milli) bool { return sum == 0 })
		}
		moved = append(moved, all)
	}
	diff := cmp.Diff(cleanuptest.Budgeted(w), budgeted) + cmp.Diff(rows.CategoryUses(), lines.CategoryUses()) + cmp.Diff(rows.Entered(), lines.Entered()) +
		cmp.Diff(moved[0], moved[1]) + cmp.Diff(rows.Brought(accounts), lines.Brought(accounts), cmpopts.EquateEmpty()) +
		cmp.Diff(slices.Collect(rows.BroughtLines(accounts, cells)), slices.Collect(lines.BroughtLines(accounts, cells)))
	if diff != "" {
		return errors.New("what a clean-up asks: " + diff)
	}
	return nil
}

// checkFigures checks that the stored figures, including cached ones, make the same sheet as all rows. The tests of
// package envelope show that such a sheet conserves money.
func checkFigures(v *ReadTx, w *budget.Whole) error {
	sheet, err := v.Sheet()
	if err != nil {
		return err
	}
	want := envelope.Compute(envelope.SnapshotOf(w))
	for m := sheet.First; m <= sheet.Last(); m++ {
		if stored, computed := sheet.Month(m), want.Month(m); stored != computed {
			return fmt.Errorf("month %s is stored as %+v, computed as %+v", m, stored, computed)
		}
		for _, c := range w.Categories {
			if stored, computed := sheet.Cell(c.No, m), want.Cell(c.No, m); stored != computed {
				return fmt.Errorf("%s of %s is stored as %+v, computed as %+v", m, c.Name, stored, computed)
			}
		}
	}
	if diff := cmp.Diff(cardsWithin(want.Cards, want.First), cardsWithin(sheet.Cards, sheet.First)); diff != "" {
		return errors.New("cards: " + diff)
	}
	return nil
}

// cardsWithin returns the months of cards with any value.
func cardsWithin(cards []envelope.CardRow, first civil.Month) map[budget.AccountNo]map[civil.Month]envelope.CardMonth {
	within := map[budget.AccountNo]map[civil.Month]envelope.CardMonth{}
	for _, c := range cards {
		within[c.Account] = map[civil.Month]envelope.CardMonth{}
		for i, m := range c.Months {
			if m != (envelope.CardMonth{}) {
				within[c.Account][first.Add(i)] = m
			}
		}
	}
	return within
}

// limitChecks reduces the number of rapid's checks from its default of 100, unless the command line sets it: each run is
// long.
func limitChecks(t *testing.T, checks int) {
	t.Helper()
	if given := flag.Lookup("rapid.checks"); given.Value.String() == given.DefValue {
		if err := given.Value.Set(strconv.Itoa(checks)); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := given.Value.Set(given.DefValue); err != nil {
				t.Error(err)
			}
		})
	}
}

// runRandomOperations applies random operations to a budget in both processes. The budget starts as whole.
func runRandomOperations(t *rapid.T, s, other *Store, whole *budget.Whole, more map[string]func(*run, *rapid.T)) {
	h, err := s.Import(t.Context(), Import{Whole: whole, Meta: meta("import")})
	if err != nil {
		t.Fatal(err)
	}
	r := &run{t: t, s: s, other: other, no: h.No, m: modelOf(byDate(whole))}
	r.checkInvariants(t, true)
	actions := map[string]func(*rapid.T){
		"":    func(t *rapid.T) { r.checkInvariants(t, true) },
		"row": r.putRow, "row again": r.putRow, "transfer": r.putTransfer, "delete row": r.deleteRow, "assign": r.assign, "hold": r.hold, "rollover": r.rollover,
		"account": r.account, "cards": r.cards, "category": r.category, "payee": r.payee, "delete category": r.deleteCategory, "merge payees": r.mergePayees,
		"schedule": r.schedule, "rule": r.rule, "rename": r.rename, "undo": r.undo, "undo again": r.undo, "redo": r.redo, "undo earlier": r.undoEarlier,
	}
	for name, do := range more {
		actions[name] = func(t *rapid.T) { do(r, t) }
	}
	t.Repeat(actions)
	if err := s.Delete(t.Context(), h.No); err != nil {
		t.Fatal(err)
	}
}

// After any sequence of changes, undos and redos, the store equals the model, its derived figures are right, and
// money is conserved.
func TestRandomOperations(t *testing.T) {
	onBothConfigs(t, func(t *testing.T, cfg database.Config) {
		s, other := open(t, cfg), open(t, cfg)
		limitChecks(t, 30)
		lives := 0
		rapid.Check(t, func(t *rapid.T) {
			lives++
			w := household(rapid.Uint64().Draw(t, "seed"), size{accounts: 3, categories: 4, payees: 3, rows: 20, months: 6})
			w.Info.ID = fmt.Sprint("life ", lives)
			runRandomOperations(t, s, other, w, nil)
		})
	})
}
