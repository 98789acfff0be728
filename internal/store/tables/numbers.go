package tables

import (
	"slices"
	"strconv"
	"strings"

	"holdover/internal/budget"
	"holdover/internal/each"
)

// together is the number of values that one statement looks up.
const together = 256

// FromNumbers are the rows t of a table that budget $1 has, those with some
// numbers in a column, or (nil) all. The list is joined, not asked for with IN:
// SQLite would read the whole budget for a long one. Few numbers are arguments, in
// few lengths, so that few statements are prepared.
func FromNumbers(no int64, numbers []budget.TxNo, table, column string) (text string, args []any) {
	args = []any{no}
	if numbers == nil {
		return " FROM " + table + " WHERE t.budget = $1", args
	}
	list := ""
	if len(numbers) <= together {
		for _, one := range Padded(numbers, -1) { // no row has it
			args = append(args, int64(one))
		}
		list = Numbered(2, 1, len(args)-1)
	} else {
		texts := each.To(numbers, func(n budget.TxNo) string { return strconv.FormatInt(int64(n), 10) })
		list = "(" + strings.Join(texts, "), (") + ")"
	}
	return " FROM (WITH f (no) AS (VALUES " + list + ") SELECT no FROM f) f CROSS JOIN " + table + " WHERE t.budget = $1 AND " + column + " = f.no", args
}

// Numbered are rows of places for numbers, from place $first on.
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

// Padded is a list with fill behind it up to the next power of two: lists of few lengths make few statements.
func Padded[T any](list []T, fill T) []T {
	size := 1
	for size < len(list) {
		size *= 2
	}
	return append(slices.Clip(list), slices.Repeat([]T{fill}, size-len(list))...)
}

// Among writes numbers as IN lists them.
func Among(numbers []int64) string {
	return strings.Join(each.To(numbers, func(no int64) string { return strconv.FormatInt(no, 10) }), ", ")
}
