package rowindex

import (
	"slices"

	"holdover/internal/base/money"
)

// Dimension is a property by which lines are summed.
type Dimension int

// The dimensions. A part without payee has its row's; accounts and flags are those of the row. A part also has the tags
// of its row, and each line counts for the set of its tags.
const (
	OfCategory Dimension = iota
	OfPayee
	OfAccount
	OfFlag
	OfMonth
	OfTags
)

// Value is a value of a dimension: the number of a record or month, the colour of a flag, or a set of tags. The zero
// value is none.
type Value struct {
	No     int64
	Colour string
	Tags   TagSet
}

// CrossSums contains the sums of lines by their values in two dimensions. A pair is omitted if its sum is zero.
type CrossSums map[[2]Value]money.Milli

// Cross sums the lines of a scope by two dimensions, from the scope's first month on.
func (x *Index) Cross(s Scope, rows, columns Dimension) CrossSums {
	s.MonthsBefore, s.Daily = 0, false
	in := x.selectionOf(s)
	c := crossing{rows: in.dimension(rows), columns: in.dimension(columns)}
	var codes []code
	var sums []money.Milli
	for r := range in.runs() {
		codes = codes[:0]
		for row := r.first; row < r.last; row++ {
			codes = append(codes, c.pairs.code([2]code{c.rows.row(r, row), c.columns.row(r, row)}))
		}
		partCode := func(s *segment, part int) code {
			return c.pairs.code([2]code{c.rows.part(r, part), c.columns.part(r, part)})
		}
		first, _ := slices.BinarySearch(r.partOwner, int32(r.first))
		end, _ := slices.BinarySearch(r.partOwner, int32(r.last))
		for part := first; part < end; part++ {
			partCode(r.segment, part) // so that sums has its place
		}
		sums = slices.Grow(sums, c.pairs.size()-len(sums))[:c.pairs.size()]
		in.addRows(r, codes, sums)
		in.addParts(r, partCode, sums)
	}
	return c.values(sums)
}

// crossing interns the pairs of codes of two dimensions.
type crossing struct {
	rows, columns dimension
	pairs         interner[[2]code]
}

func (c *crossing) values(sums []money.Milli) CrossSums {
	all := CrossSums{}
	for pair, sum := range sums {
		if sum != 0 {
			of := c.pairs.key(code(pair))
			all[[2]Value{c.rows.value(of[0]), c.columns.value(of[1])}] = sum
		}
	}
	return all
}

// dimension reads the codes of rows and parts, and translates codes into values.
type dimension struct {
	row, part func(r run, i int) code
	value     func(code) Value
}

func (in *selection) dimension(d Dimension) dimension {
	b := &in.books
	switch d {
	case OfPayee:
		return dimension{
			func(r run, row int) code { return r.payee[row] }, func(r run, part int) code { return r.payeeOf(part) },
			func(c code) Value { return Value{No: int64(b.payee.key(c))} },
		}
	case OfAccount:
		return dimension{
			func(r run, row int) code { return r.account[row] }, func(r run, part int) code { return r.account[r.partOwner[part]] },
			func(c code) Value { return Value{No: int64(b.account.key(c))} },
		}
	case OfFlag:
		return dimension{
			func(r run, row int) code { return r.flag[row] }, func(r run, part int) code { return r.flag[r.partOwner[part]] },
			func(c code) Value { return Value{Colour: b.flag.key(c)} },
		}
	case OfTags:
		tags := in.tagColumns()
		return dimension{
			func(r run, row int) code { return tags.of(r.segment).rows[row] }, func(r run, part int) code { return tags.of(r.segment).parts[part] },
			func(c code) Value { return Value{Tags: tags.sets.key(c)} },
		}
	case OfMonth:
		month := func(r run, _ int) code { return code(r.period) }
		return dimension{month, month, func(c code) Value { return Value{No: int64(in.From.Add(int(c)))} }}
	}
	return dimension{
		func(r run, row int) code { return r.category[row] }, func(r run, part int) code { return r.parts.category[part] },
		func(c code) Value { return Value{No: int64(b.category.key(c))} },
	}
}
