package ynabdoc

import (
	"cmp"
	"hash/maphash"
	"slices"
)

// Index finds the rows of a plan by id. It uses 16 bytes for each: an unpredictable hash of the id, and the index of
// the row, which is read if the hash alone is not conclusive.
type Index struct {
	plan   *Plan
	seed   maphash.Seed
	prints []printed
	sorted bool
	twice  map[uint64]bool // prints that several rows have: few files have any
}

// printed is a row in the index.
type printed struct {
	print   uint64
	row     int32
	deleted bool
}

func newIndex(p *Plan) *Index { return &Index{plan: p, seed: maphash.MakeSeed()} }

func (x *Index) add(i int, t *Transaction) {
	x.prints = append(x.prints, printed{maphash.String(x.seed, t.ID), int32(i), t.Deleted})
}

// sort sorts the rows for Find.
func (x *Index) sort() {
	if x.sorted {
		return
	}
	slices.SortFunc(x.prints, func(a, b printed) int { return cmp.Or(cmp.Compare(a.print, b.print), cmp.Compare(a.row, b.row)) })
	x.sorted, x.twice = true, map[uint64]bool{}
	for i := 1; i < len(x.prints); i++ {
		if print := x.prints[i].print; print == x.prints[i-1].print {
			x.twice[print] = true
		}
	}
}

// of returns the rows that may have that id, in their order.
func (x *Index) of(id string) []printed {
	x.sort()
	print := maphash.String(x.seed, id)
	from, _ := slices.BinarySearchFunc(x.prints, print, func(p printed, print uint64) int { return cmp.Compare(p.print, print) })
	to := from
	for to < len(x.prints) && x.prints[to].print == print {
		to++
	}
	return x.prints[from:to]
}

// Index returns an index of the rows in their present state.
func (p *Plan) Index() *Index {
	if p.spilled != nil {
		return p.spilled.index
	}
	x := newIndex(p)
	for i := range p.Transactions {
		x.add(i, &p.Transactions[i])
	}
	return x
}

// Find returns the index of the first row with that id, among the deleted rows or among the others.
func (x *Index) Find(id string, deleted bool) (i int, found bool) {
	for _, row := range x.of(id) {
		if row.deleted == deleted && x.plan.transactionID(int(row.row)) == id {
			return int(row.row), true
		}
	}
	return 0, false
}

// First returns the index of the first live row with the id of row i, which must be live.
func (x *Index) First(i int, id string) int {
	if x.sort(); !x.twice[maphash.String(x.seed, id)] {
		return i
	}
	for _, row := range x.of(id) {
		if !row.deleted && (int(row.row) >= i || x.plan.transactionID(int(row.row)) == id) {
			return int(row.row)
		}
	}
	return i
}

func (p *Plan) transactionID(i int) string {
	if p.spilled == nil {
		return p.Transactions[i].ID
	}
	t := p.Transaction(i)
	return t.ID
}
