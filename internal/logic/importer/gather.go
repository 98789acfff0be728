package importer

import (
	"fmt"

	"holdover/internal/base/iterutil"
	"holdover/internal/model/ynabdoc"
)

// rowIndex holds facts about the rows before they are imported: the parts of each row, and the records that live ones
// refer to. Rows and parts themselves are read again for the import, since there may be very many.
type rowIndex struct {
	byID   *ynabdoc.Index
	first  []int32 // per row: its first live part in the array of parts, or noPart
	next   []int32 // per part: the next one of the same row, or noPart; notTaken for those of no row
	nested map[int32]bool
	// gone contains the rows with only deleted parts.
	gone map[int32]bool
	used map[string]bool // ids of accounts, payees and categories that live records refer to
}

// Values in the chains of parts that are not indexes.
const (
	noPart   = -1
	notTaken = -2
)

// gatherRows assigns the parts to their rows, and notes the references and dates of live rows.
func (im *importing) gatherRows() {
	r := &im.rows
	r.byID = im.plan.Index()
	r.nested, r.gone, r.used = map[int32]bool{}, map[int32]bool{}, make(map[string]bool, 256)
	r.first, r.next = make([]int32, im.plan.CountTransactions()), make([]int32, im.plan.CountSubtransactions())
	for i := range r.first {
		r.first[i] = noPart
	}
	im.gatherParts()
	im.gatherEach()
}

// gatherParts reads the parts listed separately from their rows.
func (im *importing) gatherParts() {
	r := &im.rows
	last := make([]int32, len(r.first))
	var row int
	var ok bool
	of := "" // the row of these parts: the parts of a row are adjacent
	for i := range r.next {
		s := im.plan.Subtransaction(i)
		if i == 0 || s.TransactionID != of {
			of = s.TransactionID
			row, ok = r.byID.Find(of, false)
		}
		r.next[i] = notTaken
		switch {
		case ok && !s.Deleted:
			if r.next[i] = noPart; r.first[row] == noPart {
				r.first[row] = int32(i)
			} else {
				r.next[last[row]] = int32(i)
			}
			last[row] = int32(i)
		case ok:
			im.deletedPart(int32(row))
		case s.Deleted:
			im.notes.count(inParts).skip(wasDeleted)
		default:
			im.partOfNone(&s)
		}
	}
}

func (im *importing) partOfNone(s *ynabdoc.Subtransaction) {
	if _, deleted := im.rows.byID.Find(s.TransactionID, true); deleted {
		im.notes.count(inParts).skip(ofDeletedRow)
		return
	}
	im.strayPart(s)
}

// gatherEach reads all rows once, because each must be unpacked.
func (im *importing) gatherEach() {
	for i, t := range im.plan.EachTransaction() {
		im.gatherNested(int32(i), t)
		if t.Deleted {
			continue
		}
		im.span.see(t.Date.Month(), func() string { return fmt.Sprintf("transactions[%d] (id %s) is dated %s", i, t.ID, t.Date) })
		im.useRow(int32(i), t)
	}
	im.gatherUse()
}

// gatherNested reads the parts nested in their row.
func (im *importing) gatherNested(row int32, t *ynabdoc.Transaction) {
	for i := range t.Subtransactions {
		switch {
		case t.Deleted:
			im.notes.count(inParts).skip(ofDeletedRow)
		case t.Subtransactions[i].Deleted:
			im.deletedPart(row)
		default:
			im.rows.nested[row] = true
		}
	}
}

func (im *importing) deletedPart(row int32) {
	im.notes.count(inParts).skip(wasDeleted)
	if !im.rows.isSplit(row) {
		im.rows.gone[row] = true
	}
}

// isSplit reports whether a row has live parts among those gathered.
func (r *rowIndex) isSplit(row int32) bool { return r.first[row] != noPart || r.nested[row] }

// strayPart handles a live part of a row that does not exist: the row may be a part itself.
func (im *importing) strayPart(s *ynabdoc.Subtransaction) {
	im.notes.count(inParts).skip(ofNoRow)
	im.notes.warn("stray-part", "A part of a split names a transaction that is not in the file, or is itself a part; it was left out.",
		"subtransaction %s of %s, %s", s.ID, s.TransactionID, s.Amount)
}

// useRow records the references of a live row.
func (im *importing) useRow(row int32, t *ynabdoc.Transaction) {
	im.use(t.AccountID, t.PayeeID, t.TransferAccountID)
	if !im.rows.isSplit(row) {
		im.use(t.CategoryID)
	}
	for i := range t.Subtransactions {
		im.usePart(&t.Subtransactions[i])
	}
}

// gatherUse records the references of live separate parts, schedules and months.
func (im *importing) gatherUse() {
	p, used := im.plan, im.rows.used
	for i, next := range im.rows.next {
		if next != notTaken {
			s := p.Subtransaction(i)
			im.usePart(&s)
		}
	}
	for i := range p.ScheduledTransactions {
		if s := &p.ScheduledTransactions[i]; !s.Deleted {
			used[s.AccountID], used[s.PayeeID], used[s.TransferAccountID], used[s.CategoryID] = true, true, true, true
		}
	}
	for _, s := range p.EachScheduledSubtransaction() {
		if !s.Deleted {
			used[s.PayeeID], used[s.TransferAccountID], used[s.CategoryID] = true, true, true
		}
	}
	for i := range p.Accounts {
		if a := &p.Accounts[i]; !a.Deleted || used[a.ID] {
			used[a.TransferPayeeID] = true
		}
	}
	im.gatherBudgeted()
	delete(used, "")
}

func (im *importing) usePart(s *ynabdoc.Subtransaction) {
	if !s.Deleted {
		im.use(s.PayeeID, s.TransferAccountID, s.CategoryID)
	}
}

// use notes that live records refer to records of these ids.
func (im *importing) use(ids ...string) {
	for _, id := range ids {
		if !im.rows.used[id] {
			im.rows.used[id] = true
		}
	}
}

// gatherBudgeted notes the categories that have money in a month: without them To Budget would be wrong.
func (im *importing) gatherBudgeted() {
	for m := range iterutil.Pointers(im.plan.Months) {
		if m.Deleted {
			continue
		}
		for j := range m.Categories {
			if c := &m.Categories[j]; !c.Deleted && (c.Budgeted != 0 || c.Activity != 0 || c.Balance != 0) {
				im.rows.used[c.ID] = true
			}
		}
	}
}
