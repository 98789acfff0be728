package importer

import (
	"holdover/internal/budget"
	"holdover/internal/plandoc"
)

// rowIndex is what is known of the rows before they are brought in: which parts
// belong to which, and what live ones refer to.
type rowIndex struct {
	at    map[string]int32 // a live row by its id, the first of several
	first []int32          // per row: its first live part in parts, or -1
	last  []int32
	next  []int32 // per part: the next one of the same row, or -1
	parts []*plandoc.Subtransaction
	flat  int32 // parts from here on are nested in their rows
	// gone says of a row that it had parts, all of them deleted.
	gone map[int32]bool
	// names and partNames are the transfer_transaction_id of rows and parts that have one.
	names     map[budget.TxNo]string
	partNames map[budget.PartNo]string
	used      map[string]bool // ids of accounts, payees and categories that something live refers to
}

// gatherRows sorts the parts to their rows and notes what live rows refer to.
func (im *importing) gatherRows() {
	p := im.plan
	r := &im.rows
	r.at = make(map[string]int32, len(p.Transactions))
	r.gone = map[int32]bool{}
	r.names, r.partNames = map[budget.TxNo]string{}, map[budget.PartNo]string{}
	r.used = make(map[string]bool, 256)
	r.first = make([]int32, 2*len(p.Transactions))
	r.first, r.last = r.first[:len(p.Transactions)], r.first[len(p.Transactions):]
	r.parts = make([]*plandoc.Subtransaction, 0, len(p.Subtransactions))
	r.next = make([]int32, 0, len(p.Subtransactions))
	deleted := map[string]bool{}
	for i := range p.Transactions {
		t := &p.Transactions[i]
		r.first[i] = -1
		if t.Deleted {
			deleted[t.ID] = true
			continue
		}
		if _, twice := r.at[t.ID]; !twice {
			r.at[t.ID] = int32(i)
		}
	}
	im.gatherParts(deleted)
	im.gatherUse()
}

func (im *importing) gatherParts(deleted map[string]bool) {
	p, r := im.plan, &im.rows
	for i := range p.Subtransactions {
		s := &p.Subtransactions[i]
		row, ok := r.at[s.TransactionID]
		switch {
		case ok:
			im.gatherPart(row, s)
		case s.Deleted:
			im.notes.count(inParts).skip(wasDeleted)
		case deleted[s.TransactionID]:
			im.notes.count(inParts).skip(ofDeletedRow)
		default:
			im.strayPart(s)
		}
	}
	r.flat = int32(len(r.parts))
	for i := range p.Transactions {
		t := &p.Transactions[i]
		for j := range t.Subtransactions {
			if t.Deleted {
				im.notes.count(inParts).skip(ofDeletedRow)
				continue
			}
			im.gatherPart(int32(i), &t.Subtransactions[j])
		}
	}
}

func (im *importing) gatherPart(row int32, s *plandoc.Subtransaction) {
	r := &im.rows
	if s.Deleted {
		im.notes.count(inParts).skip(wasDeleted)
		if r.first[row] < 0 {
			r.gone[row] = true
		}
		return
	}
	no := int32(len(r.parts))
	r.parts, r.next = append(r.parts, s), append(r.next, -1)
	if r.first[row] < 0 {
		r.first[row] = no
	} else {
		r.next[r.last[row]] = no
	}
	r.last[row] = no
}

// strayPart is a live part whose row is nowhere: the row may be a part itself.
func (im *importing) strayPart(s *plandoc.Subtransaction) {
	im.notes.count(inParts).skip(ofNoRow)
	im.notes.warn("stray-part", "A part of a split names a transaction that is not in the file, or is itself a part; it was left out.",
		"subtransaction %s of %s, %s", s.ID, s.TransactionID, s.Amount)
}

// gatherUse notes what live rows, parts, schedules and months refer to.
func (im *importing) gatherUse() {
	p := im.plan
	if !im.anyDeleted() { // then nobody asks
		return
	}
	used := im.rows.used
	for i := range p.Transactions {
		if t := &p.Transactions[i]; !t.Deleted {
			used[t.AccountID], used[t.PayeeID], used[t.TransferAccountID] = true, true, true
			if im.rows.first[i] < 0 {
				used[t.CategoryID] = true
			}
		}
	}
	for _, s := range im.rows.parts {
		used[s.PayeeID], used[s.TransferAccountID], used[s.CategoryID] = true, true, true
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

// gatherBudgeted notes the categories that have money in a month: leaving one out
// would make To Budget wrong.
func (im *importing) gatherBudgeted() {
	for i := range im.plan.Months {
		m := &im.plan.Months[i]
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

// anyDeleted says whether anything that others refer to is deleted or may be
// missing from its array.
func (im *importing) anyDeleted() bool {
	p := im.plan
	for i := range p.Accounts {
		if p.Accounts[i].Deleted {
			return true
		}
	}
	for i := range p.Payees {
		if p.Payees[i].Deleted {
			return true
		}
	}
	known := make(map[string]bool, len(p.Categories))
	for c := range im.eachCategory() {
		if c.Deleted {
			return true
		}
		known[c.ID] = true
	}
	for i := range p.Months {
		for j := range p.Months[i].Categories {
			if !known[p.Months[i].Categories[j].ID] {
				return true
			}
		}
	}
	return false
}
