package bankfile

import (
	"regexp"
	"strconv"
)

// splitNote matches the notes of a part in an exported register, as in "(Split 1/3) milk".
var splitNote = regexp.MustCompile(`^\(Split (\d{1,3})/(\d{1,3})\) ?(.*)$`)

// joinSplits joins the rows that are the parts of a split into one row, if all of them are consecutive.
func joinSplits(rows []Row) []Row {
	joined := rows[:0]
	for i := 0; i < len(rows); {
		n := partsFrom(rows[i:])
		if n == 0 {
			joined = append(joined, rows[i])
			i++
			continue
		}
		joined = append(joined, join(rows[i:i+n]))
		i += n
	}
	return joined
}

// partsFrom returns how many of the rows are the parts of one split, or 0 if the first row does not begin a complete
// split.
func partsFrom(rows []Row) int {
	want := 0
	for i := range rows {
		found := splitNote.FindStringSubmatch(rows[i].Memo)
		if found == nil || rows[i].Date != rows[0].Date {
			return 0
		}
		no, _ := strconv.Atoi(found[1]) // the pattern matches digits only
		of, _ := strconv.Atoi(found[2])
		if i == 0 {
			want = of
		}
		if no != i+1 || of != want || want < 2 {
			return 0
		}
		if no == want {
			return want
		}
	}
	return 0
}

func join(rows []Row) Row {
	whole := rows[0]
	whole.Amount, whole.Category, whole.Transfer, whole.Memo = 0, "", "", ""
	for i := range rows {
		r := &rows[i]
		whole.Amount += r.Amount
		whole.Parts = append(whole.Parts, Part{Amount: r.Amount, Category: r.Category, Transfer: r.Transfer, Memo: splitNote.FindStringSubmatch(r.Memo)[3]})
		if rows[0].Transfer != "" && r.Transfer == "" { // the payee of a part that is not a transfer
			whole.Payee = r.Payee
		}
	}
	return whole
}
