package rows

import (
	"iter"

	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store"
)

// OtherSides looks up the rows and parts on the other sides of transfers in batches. One by one, they would cost more
// than the rest of a list.
type OtherSides struct {
	v    *store.ReadTx
	rows map[budget.TxNo]side
}

// side is a row on the other side of transfers; a deleted one has no id.
type side struct {
	id    string
	date  civil.Date
	parts []budget.Part
}

const (
	// together is the number of rows in a batch.
	together = 512
	// manySides is the number of sides that are cached.
	manySides = 8192
)

// NewOtherSides returns an empty cache for a read transaction.
func NewOtherSides(v *store.ReadTx) *OtherSides {
	return &OtherSides{v, map[budget.TxNo]side{}}
}

// Each passes rows on after their other sides were looked up.
func (o *OtherSides) Each(rows iter.Seq2[budget.Transaction, error]) iter.Seq2[budget.Transaction, error] {
	return func(yield func(budget.Transaction, error) bool) {
		some := make([]budget.Transaction, 0, together)
		give := func() bool {
			if err := o.Know(some); err != nil {
				yield(budget.Transaction{}, err)
				return false
			}
			for i := range some {
				if !yield(some[i], nil) {
					return false
				}
			}
			some = some[:0]
			return true
		}
		for t, err := range rows {
			if err != nil {
				yield(budget.Transaction{}, err)
				return
			}
			if some = append(some, t); len(some) == together && !give() {
				return
			}
		}
		give()
	}
}

// Know looks up the other sides of rows with few statements. Most are among the rows themselves, since both sides
// usually have the same date.
func (o *OtherSides) Know(rows []budget.Transaction) error {
	if len(o.rows) > manySides {
		clear(o.rows)
	}
	for i := range rows {
		o.rows[rows[i].No] = side{rows[i].ID, rows[i].Date, rows[i].Parts}
	}
	var wanted []budget.TxNo
	for i := range rows {
		for line := range rows[i].Lines {
			if no := line.Transfer.Tx; no != 0 && !o.knows(no) {
				o.rows[no] = side{}
				wanted = append(wanted, no)
			}
		}
	}
	return o.read(wanted...)
}

func (o *OtherSides) read(wanted ...budget.TxNo) error {
	found, err := o.v.TransactionsByNo(wanted)
	for i := range found {
		o.rows[found[i].No] = side{found[i].ID, found[i].Date, found[i].Parts}
	}
	return err
}

func (o *OtherSides) knows(no budget.TxNo) bool {
	_, known := o.rows[no]
	return known
}

// ID returns the id of the row or part on the other side of a transfer: "" without a transfer, and for a deleted row.
func (o *OtherSides) ID(t budget.Transfer) (string, error) {
	row, err := o.row(t.Tx)
	for i := range row.parts {
		if row.parts[i].No == t.Part {
			return row.parts[i].ID, err
		}
	}
	return row.id, err
}

// RowID returns the id of the row on the other side of a transfer, also if that side is a part of it.
func (o *OtherSides) RowID(no budget.TxNo) (string, error) {
	row, err := o.row(no)
	return row.id, err
}

// Date returns the date of the other side of a transfer with two dates, otherwise zero.
func (o *OtherSides) Date(t budget.Transfer) (civil.Date, error) {
	if !t.TwoDates {
		return 0, nil
	}
	row, err := o.row(t.Tx)
	return row.date, err
}

// AddDates sets the dates of the other sides in the rows of a list. It reads nothing unless a transfer has two dates.
func (o *OtherSides) AddDates(list []budget.Transaction, rows []Row) error {
	two := iterutil.Where(list, func(t budget.Transaction) bool { return t.Transfer.TwoDates })
	if len(two) == 0 {
		return nil
	}
	err := o.Know(two)
	for i := 0; i < len(list) && err == nil; i++ {
		rows[i].OtherDate, err = o.Date(list[i].Transfer)
	}
	return err
}

// row returns the row with a number, or an empty one for 0 and for a deleted row.
func (o *OtherSides) row(no budget.TxNo) (side, error) {
	if no == 0 {
		return side{}, nil
	}
	if !o.knows(no) {
		if err := o.read(no); err != nil {
			return side{}, err
		}
		if !o.knows(no) {
			o.rows[no] = side{}
		}
	}
	return o.rows[no], nil
}
