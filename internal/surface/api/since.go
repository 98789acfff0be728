package api

import (
	"encoding/json"
	"fmt"

	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store"
)

// changed holds the records of a kind to return: all, or those that changed since a point in time, deleted ones
// included.
type changed struct {
	all     bool
	numbers map[int64]bool
	gone    []json.RawMessage       // deleted records as they last were
	parts   map[int64][]budget.Part // that a split had since, by its number: some are still there
	touched store.Touched
	span    civil.Span // that changed records were in
}

// changedSince returns the records of a kind that changed since a knowledge.
func (session *readSession) changedSince(knowledge int64, kind store.Kind) (changed, error) {
	if knowledge <= 0 {
		return changed{all: true}, nil
	}
	since, err := session.ChangedSince(knowledge)
	if err != nil || since.Everything {
		return changed{all: true}, err
	}
	c := changed{numbers: map[int64]bool{}, parts: map[int64][]budget.Part{}, touched: since.Touched, span: since.Months}
	for _, r := range since.Records[kind] {
		if err := c.hadParts(&r); err != nil {
			return c, err
		}
		if r.Deleted {
			c.gone = append(c.gone, r.Last)
		} else {
			c.numbers[r.No] = true
		}
	}
	return c, session.renamed(&c, kind, since.Records)
}

// hadParts keeps the parts that a record had since.
func (c *changed) hadParts(r *store.ChangedRecord) error {
	for _, text := range r.Parts {
		var parts []budget.Part
		if err := json.Unmarshal(text, &parts); err != nil {
			return fmt.Errorf("read the parts of a record of the journal: %w", err)
		}
		c.parts[r.No] = append(c.parts[r.No], parts...)
	}
	return nil
}

// lostParts returns the parts that were removed from a record since the client's knowledge.
func (c *changed) lostParts(no int64, parts []budget.Part) (lost []budget.Part) {
	known := iterutil.SetOf(parts, func(p budget.Part) string { return p.ID })
	for _, p := range c.parts[no] {
		if !known[p.ID] {
			known[p.ID] = true
			lost = append(lost, p)
		}
	}
	return lost
}

// renamed adds records of which only a displayed name changed: that of an account, payee or category.
func (session *readSession) renamed(c *changed, kind store.Kind, records map[store.Kind][]store.ChangedRecord) error {
	if kind != store.KindTransaction && kind != store.KindScheduled {
		return nil
	}
	for _, of := range []struct {
		kind  store.Kind
		which func(no int64) store.Filter
	}{
		{store.KindAccount, func(no int64) store.Filter { return store.Filter{Account: budget.AccountNo(no)} }},
		{store.KindPayee, func(no int64) store.Filter { return store.Filter{Payee: budget.PayeeNo(no)} }},
		{store.KindCategory, func(no int64) store.Filter { return store.Filter{Category: budget.CategoryNo(no)} }},
	} {
		for _, r := range records[of.kind] {
			if !r.Renamed || r.Deleted {
				continue
			}
			if kind == store.KindScheduled { // there are few
				return session.allScheduled(c)
			}
			for t, err := range session.Transactions(of.which(r.No)) {
				if err != nil {
					return err
				}
				c.numbers[int64(t.No)] = true
			}
		}
	}
	return nil
}

func (session *readSession) allScheduled(c *changed) error {
	all, err := session.Scheduled()
	for i := range all {
		c.numbers[int64(all[i].No)] = true
	}
	return err
}

func (c *changed) has(no int64) bool { return c.all || c.numbers[no] }

// also adds records with changed figures.
func also[N ~int64](c *changed, touched []N) {
	for _, no := range touched {
		if c.numbers != nil {
			c.numbers[int64(no)] = true
		}
	}
}

// hasMonth reports whether a month's figures must be returned.
func (c *changed) hasMonth(m civil.Month) bool {
	return c.all || c.numbers[int64(m)] || (c.touched.From != 0 && m >= c.touched.From)
}

// since returns the changed records as programs see them, then the deleted ones.
func since[R, V any](c *changed, there []R, no func(*R) int64, show func(*R) V, markDeleted func(*V)) ([]V, error) {
	out := []V{}
	for i := range there {
		if r := &there[i]; c.has(no(r)) {
			out = append(out, show(r))
		}
	}
	gone, err := deleted[R](c)
	for i := range gone {
		view := show(&gone[i])
		markDeleted(&view)
		out = append(out, view)
	}
	return out, err
}

// readSince is since for records that are to be read first.
func readSince[R, V any](session *readSession, knowledge int64, kind store.Kind, read func() ([]R, error), no func(*R) int64, show func(*changed, *R) V, markDeleted func(*V)) ([]V, error) {
	c, err := session.changedSince(knowledge, kind)
	if err != nil {
		return nil, err
	}
	there, err := read()
	if err != nil {
		return nil, err
	}
	return since(&c, there, no, func(r *R) V { return show(&c, r) }, markDeleted)
}

func deleted[T any](c *changed) ([]T, error) {
	var records []T
	for _, text := range c.gone {
		var record T
		if err := json.Unmarshal(text, &record); err != nil {
			return nil, fmt.Errorf("read a deleted record of the journal: %w", err)
		}
		records = append(records, record)
	}
	return records, nil
}
