package bankfile

import (
	"fmt"
	"slices"
	"strings"

	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/matching"
)

// finish sets the number and the import id of every row. It returns an error for a file without content.
func finish(f File, statements []Statement, o Options) (File, error) {
	statements = together(statements)
	rows := 0
	for i := range statements {
		statements[i].Rows = f.refuse(statements[i].Rows, o)
		giveIDs(statements[i].Rows)
		for j := range statements[i].Rows {
			statements[i].Rows[j].No = j + 1
		}
		rows += len(statements[i].Rows)
	}
	if len(statements) == 0 {
		return File{}, apperr.New(apperr.Invalid, "the file has no transactions").
			WithHint("download the statement again for a longer period")
	}
	slices.SortStableFunc(f.Problems, func(a, b Problem) int { return a.Line - b.Line })
	f.Statements = statements
	f.askFarDates()
	if rows > mostRows {
		return File{}, tooManyRows()
	}
	if rows == 0 && len(f.Problems) > 0 {
		return f, apperr.New(apperr.Invalid, "nothing in the file could be read: %s", f.Problems[0]).
			WithHint("%s", f.Format.readOtherwise())
	}
	return f, nil
}

// mostYears is the largest number of years between the rows of a file that needs no question.
const mostYears = 26

// askFarDates asks whether the first and the last date are right if they are further apart than mostYears.
func (f *File) askFarDates() {
	var all []civil.Date
	for _, s := range f.Statements {
		for i := range s.Rows {
			all = append(all, s.Rows[i].Date)
		}
	}
	if len(all) == 0 {
		return
	}
	if first, last := slices.Min(all), slices.Max(all); first.AddMonths(12*mostYears) < last {
		f.Questions = ask(slices.Clone(f.Questions), AskFarDates)
	}
}

// readOtherwise returns advice for a file of which nothing could be read.
func (f Format) readOtherwise() string {
	switch f {
	case CSV:
		return "check the columns, the order of the date and the separators"
	case QIF:
		return "check the order of the date and the decimal sign"
	case OFX, CAMT, MT940, Fetched:
	}
	return "download it again from the bank, or in another format"
}

func tooManyRows() error {
	return apperr.New(apperr.Invalid, "the file has more than %d transactions", mostRows).WithCode(TooLarge).
		WithHint("download a shorter period, or check that it is the right file")
}

// tagsBounded returns an error for a file with more tags than a statement of mostRows has. Each tag uses many times
// its size in memory.
func tagsBounded(text string) error {
	if strings.Count(text, "<") > mostTags {
		return apperr.New(apperr.Invalid, "the file has more than %d elements", mostTags).WithCode(TooLarge).
			WithHint("download a shorter period, or check that it is the right file")
	}
	return nil
}

// longestTag is in bytes. Each attribute of an element uses many times its size in memory.
const longestTag = 64 << 10

// tagsShort returns an error for XML with an element that is longer than longestTag.
func tagsShort(text string) error {
	for {
		_, rest, found := strings.Cut(text, "<")
		if !found {
			return nil
		}
		end := strings.IndexByte(rest, '>')
		if end < 0 {
			end = len(rest)
		}
		if end > longestTag {
			return apperr.New(apperr.Invalid, "the file has an element of more than %d bytes", longestTag).WithCode(TooLarge).
				WithHint("check that it is the right file")
		}
		text = rest[end:]
	}
}

// refuse removes the rows that a budget cannot store: amounts that the currency cannot represent, and dates that are
// typing errors.
func (f *File) refuse(rows []Row, o Options) []Row {
	fits := rows[:0]
	for _, r := range rows {
		switch {
		case r.Date.FarOff():
			f.bad(Problem{Line: r.Line, Field: "date", What: fmt.Sprintf("%s is out of range: %s", r.Date, civil.KeptYears())})
		case r.Amount.Abs() > money.Limit:
			f.bad(Problem{Line: r.Line, Field: "amount", What: o.text(r.Amount) + " is too large"})
		case r.Amount%o.step() != 0:
			f.bad(Problem{Line: r.Line, Field: "amount", What: fmt.Sprintf("%s is too precise: the smallest amount is %s", o.text(r.Amount), o.text(o.step()))})
		default:
			fits = append(fits, r)
		}
	}
	return fits
}

// together merges the statements of one account, because banks write a statement for each day or page. The latest
// closing balance is used.
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

// giveIDs sets the import ids of one account's rows. It uses the bank's id if that is unique in the file, because
// some banks write one id for many rows. Other rows are counted within their day and amount, from the oldest on. Thus
// a later file with more rows of a day gives the earlier ones the same ids.
func giveIDs(rows []Row) {
	uses := map[string]int{}
	for _, r := range rows {
		uses[r.BankID]++
	}
	type day struct {
		date   civil.Date
		amount money.Milli
	}
	seen := map[day]int{}
	oldestFirst, newestFirst := inTime(rows)
	for i := range rows {
		if newestFirst && !oldestFirst {
			i = len(rows) - 1 - i
		}
		r := &rows[i]
		key := day{r.Date, r.Amount}
		seen[key]++
		if r.BankID != "" && uses[r.BankID] == 1 {
			r.ImportID = matching.BankID(r.BankID)
		} else {
			r.ImportID = matching.CountedID(r.Date, r.Amount, seen[key])
		}
	}
}
