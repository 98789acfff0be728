package bankfile

import (
	"fmt"
	"slices"
	"strings"

	"holdover/internal/cal"
	"holdover/internal/fault"
	"holdover/internal/money"
)

// finish gives every row its number and import id and refuses a file that has
// nothing.
func finish(f File, statements []Statement) (File, error) {
	statements = together(statements)
	rows := 0
	for i := range statements {
		giveIDs(statements[i].Rows)
		for j := range statements[i].Rows {
			statements[i].Rows[j].No = j + 1
		}
		rows += len(statements[i].Rows)
	}
	if len(statements) == 0 {
		return File{}, fault.New(fault.Invalid, "the file has no account's movements in it").
			WithHint("download the account's movements again, for a longer time")
	}
	slices.SortStableFunc(f.Problems, func(a, b Problem) int { return a.Line - b.Line })
	f.Statements = statements
	if rows == 0 && len(f.Problems) > 0 {
		return f, fault.New(fault.Invalid, "nothing in the file could be read: %s", f.Problems[0]).
			WithHint("check the columns, the order of the date and the separators")
	}
	return f, nil
}

// together makes one statement of those of one account: banks write a statement
// for each day or page. The latest closing balance counts.
func together(statements []Statement) []Statement {
	type account struct{ name, currency string }
	at := map[account]int{}
	var out []Statement
	for _, s := range statements {
		key := account{s.Account, s.Currency}
		i, known := at[key]
		if !known {
			at[key] = len(out)
			out = append(out, s)
			continue
		}
		out[i].Rows = append(out[i].Rows, s.Rows...)
		if s.Closing != nil && (out[i].Closing == nil || s.Closing.Date >= out[i].Closing.Date) {
			out[i].Closing = s.Closing
		}
	}
	return out
}

// giveIDs makes the import ids of one account's rows. The bank's own id is
// used where it names one row alone: some banks write the same for many.
func giveIDs(rows []Row) {
	uses := map[string]int{}
	for _, r := range rows {
		uses[r.BankID]++
	}
	type day struct {
		date   cal.Date
		amount money.Milli
	}
	seen := map[day]int{}
	for i := range rows {
		r := &rows[i]
		key := day{r.Date, r.Amount}
		seen[key]++
		if r.BankID != "" && uses[r.BankID] == 1 {
			r.ImportID = bankIDMark + r.BankID
		} else {
			r.ImportID = countedID(r.Date, r.Amount, seen[key])
		}
	}
}

const (
	bankIDMark    = "bank:"
	countedIDMark = "YNAB:"
)

// countedID is the id of the nth row of an amount on a day, in the form that the
// source gives such rows itself: what was imported from a bank's file there is
// known again here.
func countedID(d cal.Date, amount money.Milli, nth int) string {
	return fmt.Sprintf("%s%d:%s:%d", countedIDMark, int64(amount), d, nth)
}

// idKind is how an import id was made: from the bank's own id, by counting, or
// by someone else's program.
func idKind(importID string) string {
	for _, kind := range []string{bankIDMark, countedIDMark} {
		if strings.HasPrefix(importID, kind) {
			return kind
		}
	}
	return ""
}
