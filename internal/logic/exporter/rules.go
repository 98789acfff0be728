package exporter

import (
	"holdover/internal/base/iterutil"
	"holdover/internal/model/budget"
	"holdover/internal/model/ynabdoc"
)

// markedRules returns the rules with the ids of the records that they name.
func (e *export) markedRules() []ynabdoc.MarkedRule {
	return iterutil.Map(e.Rules, func(r budget.Rule) ynabdoc.MarkedRule {
		then := ynabdoc.MarkedOutcome{Transfer: e.ids.account(r.Then.Transfer), Notes: r.Then.Notes, Flag: r.Then.Flag, LeaveOut: r.Then.LeaveOut, Schedule: r.Then.Schedule, AnyAmount: r.Then.AnyAmount}
		then.Payee, _ = e.ids.payee(r.Then.Payee)
		then.Category, _ = e.ids.category(r.Then.Category)
		for _, s := range r.Then.Shares {
			id, _ := e.ids.category(s.Category)
			then.Shares = append(then.Shares, ynabdoc.MarkedShare{Category: id, Share: s.Share, Notes: s.Notes})
		}
		when := iterutil.Map(r.When, func(c budget.Condition) ynabdoc.MarkedCondition {
			return ynabdoc.MarkedCondition{
				Field: string(c.Field), Test: string(c.Test), Not: c.Not, Text: c.Text, Account: e.ids.account(c.Account),
				Min: c.Min, Max: c.Max, From: c.From, Until: c.Until,
			}
		})
		return ynabdoc.MarkedRule{ID: r.ID, Off: r.Off, Any: r.Any, When: when, Then: then}
	})
}
