package bankimport

import "holdover/internal/bankfile"

// preview is what is shown of a file before it is imported.
func (read *reading) preview() (File, error) {
	out := File{
		Format: read.file.Format, Style: read.file.Style, Questions: append([]bankfile.Question{}, read.questions()...), Sure: len(read.questions()) == 0, States: read.file.States, FarDates: read.file.FarDates,
		Bank: read.file.Bank, Mapping: read.file.Mapping, MappingFrom: read.from,
		Cells: read.cells, Unread: read.unread, Statement: read.options.Statement, Closing: read.statement.Closing, After: read.after(read.statement.Closing),
		Problems: read.file.Problems, MoreProblems: read.file.MoreProblems, Categories: read.countCategories(), Rows: make([]Row, 0, len(read.statement.Rows)),
	}
	if read.known.Account != "" && read.statement.Account != "" && read.known.Account != read.statement.Account {
		out.OtherThan = read.known.Account
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
	case row.Left && row.Verdict != VerdictThere:
		c.Left++
	case row.Verdict == VerdictNew:
		c.New++
	case row.Verdict == VerdictThere:
		c.There++
	case row.Verdict == VerdictLikely:
		c.Likely++
	case row.Verdict == VerdictDeleted:
		c.Deleted++
	}
}

func (read *reading) row(i int) (Row, error) {
	r := &read.statement.Rows[i]
	_, name, _ := read.payees.of(r.Payee)
	row := Row{
		No: r.No, Line: r.Line, Date: r.Date, Amount: r.Amount, Payee: name, BankText: r.Payee, Memo: memoOf(r), ImportID: r.ImportID,
		Verdict: read.verdict(i), Left: read.leave[r.No],
		Deleted: read.matches[i].Existing < 0 && read.deleted[r.ImportID],
	}
	if at := read.matches[i].Existing; at >= 0 {
		t := &read.have[at]
		row.Here = &Here{ID: t.ID, Date: t.Date, Amount: t.Amount, Payee: read.payees.name(t.Payee), Memo: t.Memo}
	}
	if row.Verdict == VerdictNew {
		as, by, err := read.told(r)
		if err != nil {
			return row, err
		}
		read.teller.Say(&as, by, &row.Told)
		if row.Memo = as.Notes; as.Payee != 0 {
			row.Payee = read.payees.name(as.Payee)
		}
	}
	return row, nil
}

// memoOf is a row's notes: what the bank wrote, and the number of a cheque.
func memoOf(r *bankfile.Row) string {
	switch {
	case r.CheckNumber == "":
		return r.Memo
	case r.Memo == "":
		return "#" + r.CheckNumber
	}
	return r.Memo + " #" + r.CheckNumber
}
