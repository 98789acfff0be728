package tables

import (
	"slices"
	"strconv"
	"strings"

	"holdover/internal/base/iterutil"
	"holdover/internal/model/budget"
)

// together is the number of values that one statement looks up.
const together = 256

// FromNumbers returns the FROM clause for the rows t of a table that belong to budget $1 and have one of the numbers
// in a column, or all rows if numbers is nil. The list is joined instead of using IN, for which SQLite would read the
// whole budget if the list is long. Few numbers are passed as arguments, padded to few different lengths, so that few
// statements are prepared.
func FromNumbers(no int64, numbers []budget.TxNo, table, column string) (text string, args []any) {
	args = []any{no}
	if numbers == nil {
		return " FROM " + table + " WHERE t.budget = $1", args
	}
	list := ""
	if len(numbers) <= together {
		for _, one := range Padded(numbers, -1) { // no row has this number
			args = append(args, int64(one))
		}
		list = Numbered(2, 1, len(args)-1)
	} else {
		texts := iterutil.Map(numbers, func(n budget.TxNo) string { return strconv.FormatInt(int64(n), 10) })
		list = "(" + strings.Join(texts, "), (") + ")"
	}
	return " FROM (WITH f (no) AS (VALUES " + list + ") SELECT no FROM f) f CROSS JOIN " + table + " WHERE t.budget = $1 AND " + column + " = f.no", args
}

// Numbered returns rows of placeholders for numbers, from $first on.
func Numbered(first, columns, rows int) string {
	var b strings.Builder
	for i := range rows * columns {
		switch {
		case i == 0:
			b.WriteString("(")
		case i%columns == 0:
			b.WriteString("), (")
		default:
			b.WriteString(", ")
		}
		b.WriteString("CAST($" + strconv.Itoa(first+i) + " AS BIGINT)")
	}
	return b.String() + ")"
}

// Padded pads a list with fill to the next power of two, so that few different statements are prepared.
func Padded[T any](list []T, fill T) []T {
	size := 1
	for size < len(list) {
		size *= 2
	}
	return append(slices.Clip(list), slices.Repeat([]T{fill}, size-len(list))...)
}

// Among formats numbers as a list for IN.
func Among(numbers []int64) string {
	return strings.Join(iterutil.Map(numbers, func(no int64) string { return strconv.FormatInt(no, 10) }), ", ")
}
