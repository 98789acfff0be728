package bankimport

import (
	"context"
	"slices"

	"holdover/internal/app/rules"
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/logic/bankfile"
	"holdover/internal/logic/matching"
	"holdover/internal/logic/schedule"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store"
)

// match compares the rows with all transactions of the account, because a transaction keeps its import id if its date
// changes. Payees are compared after the budget's rules were applied.
func (read *reading) match(ctx context.Context) error {
	if err := read.prepare(); err != nil {
		return err
	}
	var existing []matching.Row
	for t, err := range read.view.Transactions(store.Filter{Account: read.account.No}) {
		if err != nil {
			return err
		}
		read.payees.learn(&t)
		existing, read.have = append(existing, matching.ExistingRow(&t, read.payees.keys[t.Payee])), append(read.have, t)
	}
	if err := read.setRanges(existing); err != nil {
		return err
	}
	incoming, err := read.incoming()
	if err != nil {
		return err
	}
	if err := read.matchRows(ctx, incoming, existing); err != nil {
		return err
	}
	if err := read.findDeleted(ctx, incoming); err != nil {
		return err
	}
	read.prove()
	read.giveIDs(incoming, existing)
	return read.findHalves()
}

// setRanges sets the ranges of the transactions that were entered for schedules with an approximate amount: they have its
// payee and amount, and are not approved.
func (read *reading) setRanges(existing []matching.Row) error {
	all, err := read.view.Scheduled()
	if err != nil {
		return err
	}
	step := read.view.Info().Currency.Step()
	for i := range all {
		s := &all[i]
		if s.Account != read.account.No || s.Payee == 0 || !schedule.IsApproximate(s, step) {
			continue
		}
		for k := range existing {
			if t := &read.have[k]; !t.Approved && t.Payee == s.Payee && t.Amount == s.Amount {
				existing[k].Least, existing[k].Most = schedule.AmountRange(s, step)
			}
		}
	}
	return nil
}

// prepare reads the budget's payees, rules and categories.
func (read *reading) prepare() (err error) {
	if read.payees, err = newPayees(read.view, read.account, read.statement.Rows); err == nil {
		read.categories, err = read.newCategories()
	}
	if err == nil {
		read.rules, err = rules.NewEngine(read.view)
	}
	return err
}

// incoming returns the rows in the form that matching compares.
func (read *reading) incoming() ([]matching.Row, error) {
	rows := make([]matching.Row, len(read.statement.Rows))
	read.leftBy = make([]budget.RuleNo, len(rows))
	for i := range rows {
		r := &read.statement.Rows[i]
		as, _, err := read.told(r)
		if err != nil {
			return nil, err
		}
		read.leftBy[i] = as.LeaveOut
		row := matching.Row{Date: r.Date, Amount: r.Amount, Payee: budget.NameKey(as.Name), Text: budget.NameKey(r.Payee), ImportID: r.ImportID}
		switch {
		case as.Transfer != 0:
			row.Payee, row.IsKnown = budget.NameKey(read.payees.transferName(as.Transfer)), true
		case as.Payee != 0:
			row.Payee, row.IsKnown = read.payees.keys[as.Payee], true
		}
		rows[i] = row
	}
	return rows, nil
}

// matchRows compares the rows with the existing ones. Rows that a rule leaves out come after the others, so that a pending
// row does not take the transaction of the booked one. They are new, unless they were imported before.
func (read *reading) matchRows(ctx context.Context, incoming, existing []matching.Row) (err error) {
	if !slices.ContainsFunc(read.leftBy, func(by budget.RuleNo) bool { return by != 0 }) {
		read.matches, err = matching.Match(ctx, incoming, existing)
		return err
	}
	read.matches = make([]matching.Result, len(incoming))
	isPaired := make([]bool, len(existing))
	match := func(isLeft bool) error {
		rows := indices(len(incoming), func(i int) bool { return (read.leftBy[i] != 0) == isLeft })
		among := indices(len(existing), func(i int) bool { return !isPaired[i] })
		found, err := matching.Match(ctx, pick(incoming, rows), pick(existing, among))
		for k, m := range found {
			if isLeft && m.Verdict != matching.Imported {
				m = matching.Result{Verdict: matching.New, Existing: -1}
			}
			if m.Existing >= 0 {
				m.Existing = among[m.Existing]
				isPaired[m.Existing] = true
			}
			read.matches[rows[k]] = m
		}
		return err
	}
	if err := match(false); err != nil {
		return err
	}
	return match(true)
}

// indices returns the indices below n that match.
func indices(n int, match func(int) bool) (all []int) {
	for i := range n {
		if match(i) {
			all = append(all, i)
		}
	}
	return all
}

// pick returns the rows with the given indices.
func pick(rows []matching.Row, at []int) []matching.Row {
	return iterutil.Map(at, func(i int) matching.Row { return rows[i] })
}

// findDeleted finds the rows that are a deleted transaction. All signs have to agree, because banks reuse their ids.
func (read *reading) findDeleted(ctx context.Context, incoming []matching.Row) error {
	read.isDeleted = make([]bool, len(incoming))
	deleted, err := read.view.DeletedImports(read.account.No)
	if err != nil || len(deleted) == 0 {
		return err
	}
	var fresh []matching.Row
	var at []int
	for i, m := range read.matches {
		if m.Verdict == matching.New {
			fresh, at = append(fresh, incoming[i]), append(at, i)
		}
	}
	gone := make([]matching.Row, len(deleted))
	for i := range deleted {
		gone[i] = matching.ExistingRow(&deleted[i], read.payees.keys[deleted[i].Payee])
	}
	found, err := matching.Match(ctx, fresh, gone)
	for k, m := range found {
		read.isDeleted[at[k]] = m.Verdict == matching.Imported
	}
	return err
}

// giveIDs stores the ids from the file in bankIDs, and assigns new rows ids that no transaction of the account has.
func (read *reading) giveIDs(incoming, existing []matching.Row) {
	isTaken := make(map[string]bool, len(existing)+len(incoming))
	for i := range existing {
		isTaken[existing[i].ImportID] = true
	}
	read.bankIDs = make([]string, len(incoming))
	for i, m := range read.matches {
		row := &read.statement.Rows[i]
		read.bankIDs[i] = row.ImportID
		if m.Verdict != matching.Imported {
			row.ImportID = matching.FreeID(&incoming[i], func(id string) bool { return isTaken[id] })
			isTaken[row.ImportID] = true
		}
	}
}

// prove uses the closing balance to decide about possible duplicates: the account agrees with the bank either with
// them or without. If only a new row could explain the balance, but that row agrees with an existing one in
// everything, the user is asked about it.
func (read *reading) prove() {
	read.isProven = make([]bool, len(read.matches))
	if read.statement.Closing == nil || read.statement.Closing.Date == 0 {
		return
	}
	missing := read.statement.Closing.Amount - read.after(func(i int) Verdict {
		switch {
		case read.matches[i].Verdict == matching.Imported:
			return VerdictImported
		case read.matches[i].Verdict != matching.New:
			return VerdictMatch
		case read.isDeleted[i] || read.isLeftByRule(i):
			return VerdictDeleted
		}
		return VerdictNew
	}).cleared
	isAsked := func(m *matching.Result) bool { return m.Verdict == matching.Ask }
	isWeak := func(m *matching.Result) bool { return isAsked(m) || m.Verdict == matching.Imported && !m.HasSameID }
	if !read.proveAmong(missing, isAsked) {
		read.proveAmong(missing, isWeak)
	}
}

// proveAmong uses the closing balance to decide about the rows of some matches. It reports whether it decided.
func (read *reading) proveAmong(missing money.Milli, may func(*matching.Result) bool) bool {
	var rows []int
	var changes []money.Milli
	for i := range read.matches {
		m, row := &read.matches[i], &read.statement.Rows[i]
		if !may(m) || row.Date > read.statement.Closing.Date {
			continue
		}
		t := &read.have[m.Existing]
		if t.Cleared == budget.Uncleared || t.Date > read.statement.Closing.Date {
			continue // the cleared balance is the same for both verdicts
		}
		change := row.Amount
		if takesAmount(t) {
			change = t.Amount
		}
		rows, changes = append(rows, i), append(changes, change)
	}
	if len(rows) == 0 {
		return false
	}
	isNew, ok := matching.ProveNew(missing, changes)
	if !ok {
		return false
	}
	for k, i := range rows {
		switch m := &read.matches[i]; {
		case m.Verdict == matching.Imported && isNew[k]: // the balance contradicts all other signs
			m.Verdict, m.Reason = matching.Ask, matching.BalanceDiffers
		case m.Verdict == matching.Imported:
		case isNew[k]:
			*m, read.isProven[i] = matching.Result{Verdict: matching.New, Existing: -1}, true
		default:
			m.Verdict, m.Reason, read.isProven[i] = matching.Imported, "", true
		}
	}
	return true
}

// verdict returns the verdict on a row, including the user's decision.
func (read *reading) verdict(i int) Verdict {
	no := read.statement.Rows[i].No
	if read.add[no] {
		return VerdictNew
	}
	switch read.matches[i].Verdict {
	case matching.Imported:
		return VerdictImported
	case matching.Entered:
		return VerdictMatch
	case matching.Ask:
		if read.skip[no] {
			return VerdictMatch
		}
		return VerdictAsk
	case matching.New:
	}
	if read.isDeleted[i] && !read.options.AddDeleted {
		return VerdictDeleted
	}
	return VerdictNew
}

// isLeft reports whether a new row is omitted on request, or left out by a rule.
func (read *reading) isLeft(i int) bool {
	return read.verdict(i) == VerdictNew && (read.skip[read.statement.Rows[i].No] || read.isLeftByRule(i))
}

// isLeftByRule reports whether a rule leaves a new row out, and the user has not chosen to add it.
func (read *reading) isLeftByRule(i int) bool {
	return read.verdict(i) == VerdictNew && read.leftBy[i] != 0 && !read.add[read.statement.Rows[i].No]
}

// confirms reports whether importing a row changes the existing transaction.
func (read *reading) confirms(i int) bool {
	switch read.verdict(i) {
	case VerdictMatch:
		return true
	case VerdictImported:
		return read.clears(i)
	case VerdictNew, VerdictAsk, VerdictDeleted:
	}
	return false
}

// clears reports whether a row that a program or another file has imported before clears its transaction.
func (read *reading) clears(i int) bool {
	t := &read.have[read.matches[i].Existing]
	return t.Cleared == budget.Uncleared && (t.Bank == nil || t.Bank.ImportID != read.statement.Rows[i].ImportID)
}

// planned returns the verdict on a row, with VerdictDeleted for omitted rows, which change nothing.
func (read *reading) planned(i int) Verdict {
	if read.isLeft(i) {
		return VerdictDeleted
	}
	return read.verdict(i)
}

// atClosing is the account at the end of the closing balance's day.
type atClosing struct {
	cleared, uncleared money.Milli
	unclearedRows      int
}

// agreesLater reports whether the account agrees with the bank's balance once its uncleared transactions are cleared.
func (a *atClosing) agreesLater(closing *bankfile.Balance) bool {
	return a.unclearedRows > 0 && a.cleared+a.uncleared == closing.Amount
}

// after returns the account at the end of the closing balance's day, given the verdicts.
func (read *reading) after(verdict func(i int) Verdict) (at atClosing) {
	closing := read.statement.Closing
	if closing == nil {
		return at
	}
	confirmed := map[int]money.Milli{} // amounts of the transactions that rows confirm
	for i := range read.statement.Rows {
		row, existing := &read.statement.Rows[i], read.matches[i].Existing
		switch v := verdict(i); {
		case v == VerdictNew && isUpTo(row.Date, closing):
			at.cleared += row.Amount
		case v == VerdictMatch || v == VerdictAsk:
			confirmed[existing] = read.have[existing].Amount
			if takesAmount(&read.have[existing]) {
				confirmed[existing] = row.Amount
			}
		case v == VerdictImported && read.clears(i):
			confirmed[existing] = read.have[existing].Amount
		}
	}
	for i := range read.have {
		t := &read.have[i]
		amount, is := confirmed[i]
		if !is {
			amount = t.Amount
		}
		switch {
		case !isUpTo(t.Date, closing):
		case is || t.Cleared != budget.Uncleared:
			at.cleared += amount
		default:
			at.uncleared, at.unclearedRows = at.uncleared+amount, at.unclearedRows+1
		}
	}
	return at
}

// isUpTo reports whether a closing balance includes the transactions of a day. Some files do not contain its date.
func isUpTo(day civil.Date, closing *bankfile.Balance) bool {
	return closing.Date == 0 || day <= closing.Date
}
