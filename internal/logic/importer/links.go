package importer

import (
	"cmp"
	"slices"

	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

// side is one side of a transfer: a row without parts, or a part.
type side struct {
	budget.Side
	account, transfer budget.AccountNo // of the row, and on the other side
	date              civil.Date
	amount            money.Milli
	id                string
	is, isPart        stamp // hashes of the row's id and of the part's id
	names             stamp // hash of the id that the file names as the other side
	categorised       bool
	named             bool // it names one
	linked            bool
}

// fits reports whether two sides can be those of one transfer.
func (s *side) fits(o *side) bool {
	return s != o && s.amount == -o.amount && s.transfer == o.account && o.transfer == s.account
}

// addSides adds the sides of a row's transfers, in the order of the file.
func (im *importing) addSides(row *budget.Transaction, names string) {
	if len(row.Parts) == 0 && row.Transfer.Account == 0 {
		return
	}
	s := side{Side: budget.Side{Tx: row.No}, account: row.Account, date: row.Date, categorised: row.Category != 0, is: im.stamps.of(row.SourceID)}
	if len(row.Parts) == 0 {
		s.transfer, s.amount, s.id = row.Transfer.Account, row.Amount, row.ID
		im.addSide(s, names)
		return
	}
	for i := range row.Parts {
		p := &row.Parts[i]
		if p.Transfer.Account == 0 {
			continue
		}
		s.Part, s.transfer, s.amount, s.id, s.isPart = p.No, p.Transfer.Account, p.Amount, p.ID, im.stamps.of(p.SourceID)
		im.addSide(s, im.named[i]) // the added remainder of a split, which follows the file's parts, is not a transfer
	}
}

func (im *importing) addSide(s side, names string) {
	s.named, s.names = names != "", im.stamps.of(names)
	im.sides = append(im.sides, s)
}

func (im *importing) linkSides(s, o *side) {
	s.linked, o.linked = true, true
	two := im.haveTwoDates(s, o)
	im.out.Link(s.Side, budget.OtherSide{Side: o.Side, TwoDates: two})
	im.out.Link(o.Side, budget.OtherSide{Side: s.Side, TwoDates: two})
	im.notes.Links.Pairs++
}

// haveTwoDates reports whether the sides of a transfer have different dates and may keep them. A transfer between budget accounts
// with a category is not one: its sides do not cancel out, whatever their dates are.
func (im *importing) haveTwoDates(s, o *side) bool {
	if s.date == o.date || s.Part != 0 || o.Part != 0 {
		return false
	}
	within := im.whole.Accounts[s.account-1].OnBudget && im.whole.Accounts[o.account-1].OnBudget
	return !within || !s.categorised && !o.categorised
}

// link finds the other side of each transfer: the one that either side names in the file; otherwise by accounts, date
// and amount. Each side is used once.
func (im *importing) link() {
	im.linkByID()
	if im.marks == nil { // another Holdover names the other side of every linked one
		im.linkByDate()
	}
	im.noteUnlinked()
}

// known is a side with one of its ids.
type known struct {
	by stamp
	at int32
}

func compareStamps(a, b stamp) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) }

// linkByID links the sides that name another.
func (im *importing) linkByID() {
	byID := make([]known, 0, len(im.sides))
	for i := range im.sides {
		s := &im.sides[i]
		byID = append(byID, known{s.is, int32(i)})
		if s.Part != 0 {
			byID = append(byID, known{s.isPart, int32(i)})
		}
	}
	slices.SortFunc(byID, func(a, b known) int { return cmp.Or(compareStamps(a.by, b.by), cmp.Compare(a.at, b.at)) })
	for s := range iterutil.Pointers(im.sides) {
		if !s.named || s.linked {
			continue
		}
		at, _ := slices.BinarySearchFunc(byID, s.names, func(k known, m stamp) int { return compareStamps(k.by, m) })
		for ; at < len(byID) && byID[at].by == s.names; at++ {
			if o := &im.sides[byID[at].at]; !o.linked && s.fits(o) {
				im.linkSides(s, o)
				im.notes.Links.ByID++
				break
			}
		}
	}
}

// linkByDate links the sides that neither name another side nor are named by one.
func (im *importing) linkByDate() {
	type key struct {
		account, other budget.AccountNo
		date           civil.Date
		amount         money.Milli
	}
	open := map[key][]int32{}
	for i := range im.sides {
		s := &im.sides[i]
		if s.linked || s.named {
			continue
		}
		wanted := key{s.transfer, s.account, s.date, -s.amount}
		if found := open[wanted]; len(found) > 0 && im.sides[found[0]].Tx != s.Tx {
			open[wanted] = found[1:]
			o := &im.sides[found[0]]
			im.linkSides(s, o)
			im.notes.Links.ByDate++
			if len(im.notes.Links.FoundAgain) < listed {
				im.notes.Links.FoundAgain = append(im.notes.Links.FoundAgain, FoundBy{o.id, s.id, s.date, s.amount})
			}
			continue
		}
		own := key{s.account, s.transfer, s.date, s.amount}
		open[own] = append(open[own], int32(i))
	}
}

func (im *importing) noteUnlinked() {
	links := &im.notes.Links
	for s := range iterutil.Pointers(im.sides) {
		if s.linked {
			continue
		}
		links.NotLinked++
		if len(links.Unlinked) >= listed {
			continue
		}
		why := "no transaction of that date and amount on the other account"
		if s.named {
			why = "the transaction that the file names is deleted, missing or another amount"
		}
		links.Unlinked = append(links.Unlinked, Side{
			ID: s.id, Date: s.date, Amount: s.amount, Account: im.whole.Accounts[s.account-1].Name,
			Other: im.whole.Accounts[s.transfer-1].Name, Why: why,
		})
	}
}
