package offline

import (
	"cmp"
	"slices"

	"holdover/internal/app/payees"
	"holdover/internal/app/rows"
	"holdover/internal/base/iterutil"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store"
)

// addFigures adds the visible categories and their figures.
func (s *Snapshot) addFigures(v *store.ReadTx) error {
	o, err := v.Outline()
	if err != nil {
		return err
	}
	sheet, err := v.Sheet()
	if err != nil {
		return err
	}
	month := s.Today.Month()
	s.Months = []Month{{Month: month, Figures: map[string]Figures{}}, {Month: month.Add(1), Figures: map[string]Figures{}}}
	for i := range s.Months {
		s.Months[i].ToBudget = sheet.Month(s.Months[i].Month).ToBudget
	}
	s.Groups = []Group{}
	for _, g := range o.Groups {
		if g.Hidden {
			continue
		}
		group := Group{Named: Named{g.ID, g.Name}, Income: g.Income, Cards: g.Cards, Categories: []Named{}}
		for i := range o.Categories {
			c := &o.Categories[i]
			if c.Group != g.No || c.Hidden {
				continue
			}
			group.Categories = append(group.Categories, Named{c.ID, c.Name})
			for _, m := range s.Months {
				is := sheet.Cell(c.No, m.Month)
				m.Figures[c.ID] = Figures{is.Budgeted, is.Activity, is.Balance}
			}
		}
		s.Groups = append(s.Groups, group)
	}
	return nil
}

// addPayees adds the recently used payees. A usual category that is hidden is left out.
func (s *Snapshot) addPayees(v *store.ReadTx) error {
	recent, err := payees.RecentIn(v, maxPayees, placesOfPayees)
	if err != nil {
		return err
	}
	s.Payees = make([]Payee, 0, len(recent))
	for _, p := range recent {
		payee := Payee{Named: Named{p.ID, p.Name}, Places: []float64{}}
		if _, visible := s.Months[0].Figures[p.Category]; visible {
			payee.Category = p.Category
		}
		for _, at := range p.Places {
			payee.Places = append(payee.Places, at.Latitude, at.Longitude)
		}
		s.Payees = append(s.Payees, payee)
	}
	return nil
}

// addRows adds the latest transactions of each open account, and the latest of those to approve.
func (s *Snapshot) addRows(v *store.ReadTx) error {
	_, waiting, err := v.Waiting()
	if err != nil {
		return err
	}
	s.ToApprove = waiting
	list, err := rows.Read(v, store.Filter{Unapproved: true, Descending: true, Limit: rowsToApprove})
	if err != nil {
		return err
	}
	each := min(rowsOfAccount, (maxRows-rowsToApprove)/max(1, len(s.Accounts)))
	accounts, err := v.AccountRecords()
	if err != nil {
		return err
	}
	for i := range accounts {
		if accounts[i].Closed || each == 0 {
			continue
		}
		latest, err := rows.Read(v, store.Filter{Account: accounts[i].No, Descending: true, Limit: each})
		if err != nil {
			return err
		}
		list = append(list, latest...)
	}
	names, err := rows.NamesIn(v)
	if err != nil {
		return err
	}
	slices.SortFunc(list, func(a, b budget.Transaction) int { return cmp.Or(cmp.Compare(b.Date, a.Date), cmp.Compare(b.No, a.No)) })
	list = slices.CompactFunc(list, func(a, b budget.Transaction) bool { return a.No == b.No })
	shown := names.Rows(list)
	if err := rows.NewOtherSides(v).AddDates(list, shown); err != nil {
		return err
	}
	s.Rows = iterutil.Map(shown, func(r rows.Row) Row { return rowOf(&r) })
	return nil
}

func rowOf(r *rows.Row) Row {
	out := Row{
		ID: r.ID, Account: r.AccountID, Date: r.Date, Amount: r.Amount, Payee: r.PayeeID, PayeeName: r.PayeeName, Transfer: r.TransferAccountID,
		Category: r.CategoryID, Notes: r.Memo, Cleared: r.Cleared, Flag: r.FlagColour, Approved: r.Approved, Split: len(r.Parts) > 0,
		Seen: string(rows.FingerprintOf(r)),
	}
	if out.Transfer != "" {
		out.Payee = ""
	}
	return out
}
