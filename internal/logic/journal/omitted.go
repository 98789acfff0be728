package journal

import (
	"slices"

	"holdover/internal/model/budget"
)

// omit lists the records that the file does not contain. Omitted data of transactions was listed when they were written.
func (j *journal) omit() {
	for i := range j.Categories {
		if c := &j.Categories[i]; c.Target != nil {
			j.omitted.Omit("targets", c.Name)
		}
	}
	for i := range j.Scheduled {
		name := ""
		if p := j.payees[j.Scheduled[i].Payee]; p != nil {
			name = p.name
		}
		j.omitted.Omit("scheduled transactions", name)
	}
	for i := range j.Rules {
		text := ""
		if when := j.Rules[i].When; len(when) > 0 {
			text = when[0].Text
		}
		j.omitted.Omit("rules", text)
	}
	for _, r := range j.Rollovers {
		if r.On {
			j.omitted.Omit("settings to roll overspending over (the figures contain their effect)", last(j.categories[r.Category]))
		}
	}
	j.OmitAccountGroups(&j.omitted)
	for i := range j.Accounts {
		if a := &j.Accounts[i]; a.Debt != nil {
			j.omitted.Omit("interest rates and payments of loans", a.Name)
		}
	}
	for i := range j.Payees {
		p := &j.Payees[i]
		if p.TransferAccount == 0 && !j.payees[p.No].used && !slices.Contains(budget.ReservedPayees(), p.Name) {
			j.omitted.Omit("payees without transactions", p.Name)
		}
	}
	for i := range j.Locations {
		name := ""
		if p := j.payees[j.Locations[i].Payee]; p != nil {
			name = p.name
		}
		j.omitted.Omit("places of payees", name)
	}
	for i := range j.Groups {
		if g := &j.Groups[i]; g.Note != "" {
			j.omitted.Omit("notes of groups", g.Name)
		}
	}
}
