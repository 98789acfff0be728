package importer

import (
	"holdover/internal/budget"
	"holdover/internal/cal"
	"holdover/internal/money"
)

// side is one side of a transfer: a row without parts, or a part.
type side struct {
	row   *budget.Transaction
	part  *budget.Part // nil for a whole row
	names string       // the record that the file names as the other side, if any
}

func (s *side) transfer() *budget.Transfer {
	if s.part != nil {
		return &s.part.Transfer
	}
	return &s.row.Transfer
}

func (s *side) amount() money.Milli {
	if s.part != nil {
		return s.part.Amount
	}
	return s.row.Amount
}

func (s *side) id() string {
	if s.part != nil {
		return s.part.ID
	}
	return s.row.ID
}

func (s *side) linked() bool { return s.transfer().Tx != 0 }

// fits says whether two sides can be those of one transfer.
func (s *side) fits(o *side) bool {
	return s != o && s.amount() == -o.amount() && s.transfer().Account == o.row.Account && o.transfer().Account == s.row.Account
}

func (s *side) linkTo(o *side) {
	s.point(o)
	o.point(s)
}

func (s *side) point(o *side) {
	t := s.transfer()
	t.Tx = o.row.No
	if o.part != nil {
		t.Part = o.part.No
	}
}

// link finds the other side of each transfer: the one that the file names on
// either side; where neither names one, by accounts, date and amount. Each side
// is used once.
func (im *importing) link() {
	sides := im.sides()
	byID := make(map[string][]*side, len(sides))
	for _, s := range sides {
		byID[s.row.SourceID] = append(byID[s.row.SourceID], s)
		if s.part != nil {
			byID[s.part.SourceID] = append(byID[s.part.SourceID], s)
		}
	}
	for _, s := range sides {
		if s.names == "" || s.linked() {
			continue
		}
		for _, o := range byID[s.names] {
			if !o.linked() && s.fits(o) {
				s.linkTo(o)
				im.notes.Links.Pairs++
				im.notes.Links.ByID++
				break
			}
		}
	}
	if im.marks == nil { // another Holdover names every side that it has linked
		im.linkByDate(sides)
	}
	im.noteUnlinked(sides)
}

// sides are all sides of transfers, in the order of the file.
func (im *importing) sides() []*side {
	var sides []*side
	for i := range im.whole.Transactions {
		t := &im.whole.Transactions[i]
		if len(t.Parts) == 0 {
			if t.Transfer.Account != 0 {
				sides = append(sides, &side{row: t, names: im.rows.names[t.No]})
			}
			continue
		}
		t.Transfer = budget.Transfer{} // the parts alone count
		for j := range t.Parts {
			if p := &t.Parts[j]; p.Transfer.Account != 0 {
				sides = append(sides, &side{row: t, part: p, names: im.rows.partNames[p.No]})
			}
		}
	}
	return sides
}

// linkByDate links the sides that neither name another nor are named.
func (im *importing) linkByDate(sides []*side) {
	type key struct {
		account, other budget.AccountNo
		date           cal.Date
		amount         money.Milli
	}
	open := map[key][]*side{}
	for _, s := range sides {
		if s.linked() || s.names != "" {
			continue
		}
		account, other := s.row.Account, s.transfer().Account
		wanted := key{other, account, s.row.Date, -s.amount()}
		if found := open[wanted]; len(found) > 0 && found[0].row != s.row {
			open[wanted] = found[1:]
			s.linkTo(found[0])
			im.notes.Links.Pairs++
			im.notes.Links.ByDate++
			if len(im.notes.Links.FoundAgain) < listed {
				im.notes.Links.FoundAgain = append(im.notes.Links.FoundAgain, FoundBy{found[0].id(), s.id(), s.row.Date, s.amount()})
			}
			continue
		}
		own := key{account, other, s.row.Date, s.amount()}
		open[own] = append(open[own], s)
	}
}

func (im *importing) noteUnlinked(sides []*side) {
	links := &im.notes.Links
	for _, s := range sides {
		if s.linked() {
			continue
		}
		links.NotLinked++
		if len(links.Unlinked) >= listed {
			continue
		}
		why := "no transaction of that date and amount on the other account"
		if s.names != "" {
			why = "the transaction that the file names is deleted, missing or another amount"
		}
		links.Unlinked = append(links.Unlinked, Side{
			ID: s.id(), Date: s.row.Date, Amount: s.amount(), Account: im.whole.Accounts[s.row.Account-1].Name,
			Other: im.whole.Accounts[s.transfer().Account-1].Name, Why: why,
		})
	}
}
