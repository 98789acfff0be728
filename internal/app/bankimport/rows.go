package bankimport

import (
	"holdover/internal/logic/bankfile"
	"holdover/internal/logic/matching"
	"holdover/internal/model/budget"
)

// preview returns the preview of a file.
func (read *reading) preview() (File, error) {
	after := read.after(read.planned)
	out := File{
		Format: read.file.Format, Style: read.file.Style, Questions: append([]bankfile.Question{}, read.questions()...), NoQuestions: len(read.questions()) == 0, States: read.file.States,
		Bank: read.file.Bank, Mapping: read.file.Mapping, MappingFrom: read.from,
		Cells: read.cells, ReadError: read.readErr, Statement: read.options.Statement, Closing: read.statement.Closing, After: after.cleared,
		Warnings: append([]Warning{}, read.warnings()...), Notes: read.notes(),
		Problems: read.file.Problems, MoreProblems: read.file.MoreProblems, Categories: read.countCategories(), Rows: make([]Row, 0, len(read.statement.Rows)),
	}
	if closing := read.statement.Closing; closing != nil && after.cleared != closing.Amount && after.agreesLater(closing) {
		out.AgreesAfterClearing = after.unclearedRows
	}
	if read.isOtherAccount() {
		out.LastAccount = read.known.Account
	}
	for i := range read.file.Statements {
		s := &read.file.Statements[i]
		out.Statements = append(out.Statements, Statement{Account: s.Account, Currency: s.Currency, Rows: len(s.Rows)})
	}
	for i := range read.statement.Rows {
		row, err := read.row(i)
		if err != nil {
			return out, err
		}
		out.Counts.add(&row, read.confirms(i))
		out.Rows = append(out.Rows, row)
	}
	return out, nil
}

func (c *Counts) add(row *Row, confirms bool) {
	c.Rows++
	if confirms {
		c.Confirm++
	}
	switch {
	case row.Left && row.Verdict != VerdictImported:
		c.Left++
	case row.Verdict == VerdictNew:
		c.New++
	case row.Verdict == VerdictImported:
		c.ImportedBefore++
	case row.Verdict == VerdictMatch:
		c.Matched++
	case row.Verdict == VerdictAsk:
		c.Asked++
	case row.Verdict == VerdictDeleted:
		c.Deleted++
	}
}

func (read *reading) row(i int) (Row, error) {
	r, match := &read.statement.Rows[i], &read.matches[i]
	_, name, _ := read.payees.forText(r.Payee)
	row := Row{
		No: r.No, Line: r.Line, Date: r.Date, Amount: r.Amount, Payee: name, BankText: r.Payee, Memo: r.Notes(), ImportID: r.ImportID,
		Verdict: read.verdict(i), Left: read.isLeft(i), Deleted: read.isDeleted[i], DecidedByBalance: read.isProven[i],
		Asked: match.Verdict == matching.Ask, Why: string(match.Reason), SuggestNew: match.Reason.SuggestsNew(),
	}
	if match.Existing >= 0 {
		t := &read.have[match.Existing]
		row.Existing = read.existing(t)
		row.Existing.TakesAmount = t.Amount != r.Amount && takesAmount(t)
	}
	if row.Verdict != VerdictNew {
		return row, nil
	}
	row.LeftByRule = read.rules.Describe(read.leftBy[i])
	if half := read.halves[i]; half != nil {
		row.OtherHalf, row.Linked = read.existing(&half.Transaction), read.isLinked(i)
		row.OtherHalf.Account = half.account
	}
	as, by, err := read.told(r)
	if err != nil {
		return row, err
	}
	read.rules.Say(&as, by, &row.RuleResult)
	row.Memo, row.Payee = as.Notes, as.Name
	if as.Payee != 0 {
		row.Payee = read.payees.name(as.Payee)
	} else if as.Transfer != 0 {
		row.Payee = read.payees.transferName(as.Transfer)
	}
	return row, nil
}

func (read *reading) existing(t *budget.Transaction) *Existing {
	return &Existing{ID: t.ID, Date: t.Date, Amount: t.Amount, Payee: read.payees.name(t.Payee), Memo: t.Memo, Cleared: string(t.Cleared)}
}
