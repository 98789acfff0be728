package rules

import (
	"context"
	"slices"

	"holdover/internal/app/budgetsession"
	"holdover/internal/app/users"
	"holdover/internal/base/apperr"
	"holdover/internal/base/iterutil"
	"holdover/internal/logic/ledger"
	"holdover/internal/logic/rule"
	"holdover/internal/model/auth"
	"holdover/internal/model/budget"
	"holdover/internal/model/humanize"
	"holdover/internal/storage/store"
)

// SaveRule creates a rule, at the end, or changes one. If apply is not nil, the rule is also applied to the existing
// transactions in the same step, provided that the result equals the preview that apply identifies. It returns an
// Invalid error with the field, and Conflict if the rule has been changed since it was read, or if other transactions
// would be changed than in the preview.
func (rs *Rules) SaveRule(ctx context.Context, who users.Actor, id string, entry Entry, apply *string, leaveOut ...string) (done budgetsession.ChangeResult, saved string, err error) {
	change := rs.change
	if apply != nil {
		change = rs.changeWholly
	}
	done, err = change(ctx, who, id, "save-rule", func(e *budgetsession.ChangeTx, n *names, all []budget.Rule) error {
		r, err := n.record(&entry)
		if err != nil {
			return err
		}
		did := "Changed"
		if entry.ID == "" {
			if len(all) >= rule.MaxRules {
				return apperr.New(apperr.Conflict, "there are already %d rules", len(all)).WithHint("delete rules you no longer need")
			}
			did = "Added"
			if len(all) > 0 {
				r.Sort = all[len(all)-1].Sort + 1
			}
		} else {
			i, err := find(all, entry.ID)
			if err != nil {
				return err
			}
			if entry.Seen != "" && entry.Seen != version(&all[i]) {
				return e.OfRecord(store.KindRule, int64(all[i].No), "this rule", "")
			}
			r.No, r.Sort = all[i].No, all[i].Sort
		}
		if err := put(e, n, r); err != nil {
			return err
		}
		saved = r.ID
		e.Say("%s the rule %s", did, n.words.Cited(r))
		if apply == nil {
			return nil
		}
		here := *r
		here.Off = false
		return n.apply(ctx, e, []budget.Rule{here}, apply, leaveOut, e.Label+", and ")
	})
	return done, saved, err
}

// ApplyRules applies a rule, or all rules if one is "", to the existing transactions, in one step. shown identifies
// the preview that the user has seen: if the result would differ now, nothing is changed; nil skips the check.
// Transactions with the ids in leaveOut stay as they are. It returns a NotFound or Conflict error.
func (rs *Rules) ApplyRules(ctx context.Context, who users.Actor, id, one string, shown *string, leaveOut ...string) (budgetsession.ChangeResult, error) {
	return rs.changeWholly(ctx, who, id, "apply-rules", func(e *budgetsession.ChangeTx, n *names, all []budget.Rule) error {
		if one != "" {
			i, err := find(all, one)
			if err != nil {
				return err
			}
			all = []budget.Rule{all[i]}
			all[0].Off = false
		}
		return n.apply(ctx, e, all, shown, leaveOut, "")
	})
}

// apply changes the existing transactions.
func (n *names) apply(ctx context.Context, e *budgetsession.ChangeTx, rules []budget.Rule, shown *string, leaveOut []string, before string) error {
	var count Trial
	found, err := n.run(ctx, rules, &count)
	if err != nil {
		return err
	}
	if count.Changes > MaxChanged {
		return apperr.New(apperr.Conflict, "%s would be changed at once, more than %s", humanize.Number(count.Changes, "transaction", "transactions"), humanize.Count(MaxChanged)).
			WithHint("add a condition such as an account or a date, and apply it in steps")
	}
	if shown != nil && *shown != count.Shown {
		return otherwise(count.Changes)
	}
	if err := found.leaveOut(leaveOut); err != nil {
		return err
	}
	e.Say("%s", before+n.did(rules, len(found.numbers), before != ""))
	return e.Rows(ledger.UnlessReconciled, func(b *ledger.EditSet) error {
		return found.each(found.numbers, func(t *budget.Transaction, as *rule.Row, by budget.ByRule) error {
			b.Know([]budget.Transaction{*t})
			if err := enter(b, t, as, by); err != nil || as.Transfer == t.Transfer.Account {
				return err
			}
			return tellOther(b, found.set, t.No)
		})
	})
}

// leaveOut removes transactions with the given ids from those to change.
func (c *changing) leaveOut(ids []string) error {
	if len(ids) == 0 {
		return nil
	}
	left, err := c.names.TransactionsByID(ids)
	if err != nil {
		return err
	}
	out := iterutil.PtrByKey(left, func(t *budget.Transaction) budget.TxNo { return t.No })
	c.numbers = slices.DeleteFunc(c.numbers, func(no budget.TxNo) bool { return out[no] != nil })
	return nil
}

// enter writes the result of rules to a row.
func enter(b *ledger.EditSet, t *budget.Transaction, as *rule.Row, by budget.ByRule) error {
	entry := ledger.EntryOf(t)
	Enter(as, &entry)
	if err := b.Edit(t.No, entry); err != nil {
		return err
	}
	return b.Mark(t.No, func(t *budget.Transaction) { t.ByRule = over(t.ByRule, by) })
}

// tellOther applies rules to the other side of a transfer that was just created.
func tellOther(b *ledger.EditSet, set *rule.Set, no budget.TxNo) error {
	t, err := b.Row(no)
	if err != nil {
		return err
	}
	other, err := b.Row(t.Transfer.Tx)
	if err != nil {
		return err
	}
	row := rule.RowOf(&other)
	if by := set.Apply(&row); by != (budget.ByRule{}) {
		return enter(b, &other, &row, by)
	}
	return nil
}

// did describes the change of transactions for the label.
func (n *names) did(rules []budget.Rule, changed int, after bool) string {
	many := humanize.Number(changed, "transaction", "transactions")
	switch {
	case after:
		return "changed " + many
	case len(rules) == 1:
		return "Changed " + many + " by the rule " + n.words.Cited(&rules[0])
	}
	return "Changed " + many + " by rules"
}

// over merges the fields set by rules before with those set now.
func over(was, now budget.ByRule) budget.ByRule {
	for _, one := range []struct{ to, from *budget.RuleNo }{{&was.Payee, &now.Payee}, {&was.Money, &now.Money}, {&was.Notes, &now.Notes}, {&was.Flag, &now.Flag}} {
		if *one.from != 0 {
			*one.to = *one.from
		}
	}
	return was
}

// MoveRule moves a rule before another one, or to the end if before is "": rules are applied in order. It returns a
// NotFound error.
func (rs *Rules) MoveRule(ctx context.Context, who users.Actor, id, one, before string) (budgetsession.ChangeResult, error) {
	return rs.change(ctx, who, id, "move-rule", func(e *budgetsession.ChangeTx, n *names, all []budget.Rule) error {
		from, err := find(all, one)
		if err != nil || before == one {
			return err
		}
		moved, ok := iterutil.MoveBefore(all, all[from], before, func(r budget.Rule) string { return r.ID })
		if !ok {
			return apperr.Gone("rule")
		}
		e.Say("Moved the rule %s", n.words.Cited(&all[from]))
		return budgetsession.Renumber(e, moved, func(r *budget.Rule) *int { return &r.Sort })
	})
}

// SwitchRule disables or enables a rule.
func (rs *Rules) SwitchRule(ctx context.Context, who users.Actor, id, one string, on bool) (budgetsession.ChangeResult, error) {
	return rs.change(ctx, who, id, "switch-rule", func(e *budgetsession.ChangeTx, n *names, all []budget.Rule) error {
		i, err := find(all, one)
		if err != nil {
			return err
		}
		e.Say("Switched the rule %s %s", n.words.Cited(&all[i]), map[bool]string{true: "on", false: "off"}[on])
		all[i].Off = !on
		return e.Put(&all[i])
	})
}

// DeleteRule deletes a rule. Values that it has set stay.
func (rs *Rules) DeleteRule(ctx context.Context, who users.Actor, id, one string) (budgetsession.ChangeResult, error) {
	return rs.change(ctx, who, id, "delete-rule", func(e *budgetsession.ChangeTx, n *names, all []budget.Rule) error {
		i, err := find(all, one)
		if err != nil {
			return err
		}
		e.Say("Deleted the rule %s", n.words.Cited(&all[i]))
		return e.Remove(&all[i])
	})
}

// changeWholly is change for operations that read all transactions.
func (rs *Rules) changeWholly(ctx context.Context, who users.Actor, id, action string, do func(*budgetsession.ChangeTx, *names, []budget.Rule) error) (done budgetsession.ChangeResult, err error) {
	err = rs.access.WithBudgetMemory(ctx, who, id, auth.Change, 0, func() error {
		done, err = rs.change(ctx, who, id, action, do)
		return err
	})
	return done, err
}

func (rs *Rules) change(ctx context.Context, who users.Actor, id, action string, do func(*budgetsession.ChangeTx, *names, []budget.Rule) error) (budgetsession.ChangeResult, error) {
	return rs.access.Change(ctx, who, id, action, func(e *budgetsession.ChangeTx) error {
		n, err := namesIn(&e.ReadTx)
		if err != nil {
			return err
		}
		all, err := e.Rules()
		if err != nil {
			return err
		}
		return do(e, n, all)
	})
}
