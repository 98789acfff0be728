package rules

import (
	"slices"

	"holdover/internal/budget"
	"holdover/internal/each"
	"holdover/internal/ledger"
	"holdover/internal/rule"
	"holdover/internal/store"
)

// Teller is the rules of a budget, ready for transactions that come in.
type Teller struct {
	set    *rule.Set
	names  *names
	rules  []budget.Rule
	others otherSides
}

// TellerIn reads the rules of a budget.
func TellerIn(v *store.View) (*Teller, error) {
	list, err := v.Rules()
	if err != nil {
		return nil, err
	}
	t := &Teller{rules: list, others: otherSides{View: v}}
	if t.names, err = namesIn(v); err != nil {
		return nil, err
	}
	t.set, err = rule.Compile(list, t.names.world())
	return t, err
}

// Know takes a payee in that was just made.
func (t *Teller) Know(p *budget.Payee) {
	t.set.Know(p)
	t.names.known.Payees[p.No] = *p
}

// Tell changes a row as the rules say. A transfer whose other side seems to be
// there already is not made: the person matches the two. told says that rules have
// settled what becomes of the money, even so.
func (t *Teller) Tell(r *rule.Row) (by budget.ByRule, told bool, err error) {
	was := *r
	if by = t.set.Apply(r); r.Transfer == was.Transfer {
		return by, by.Money != 0, nil
	}
	there, err := t.others.likely(r)
	if err != nil || !there {
		return by, true, err
	}
	*r = was
	r.Keep.Money = true
	return t.set.Apply(r), true, nil
}

// Told is what a transaction that comes in would be, in words.
type Told struct {
	Category string   `json:"category,omitempty"`
	Transfer string   `json:"transfer,omitempty"` // the account on the other side
	Split    string   `json:"split,omitempty"`    // its parts
	Flag     string   `json:"flag_color,omitempty"`
	ByRules  []string `json:"by_rules,omitempty"` // the words of the rules that said so
}

// WhatFor says what the money would be for.
func (t *Told) WhatFor() string {
	switch {
	case t.Transfer != "":
		return budget.TransferPayee + t.Transfer
	case t.Split != "":
		return t.Split
	}
	return t.Category
}

// Say says in words what a transaction would be, and which rules say so.
func (t *Teller) Say(r *rule.Row, by budget.ByRule, told *Told) {
	told.Category, told.Transfer, told.Flag = t.names.known.Categories[r.Category].Name, t.names.known.Accounts[r.Transfer].Name, r.Flag
	if len(r.Parts) > 0 {
		told.Split = t.names.parts(r.Parts)
	}
	told.ByRules = t.Words(by)
}

// Words are the words of the rules that have set something, each once; those of a
// rule that is gone are none.
func (t *Teller) Words(by budget.ByRule) (words []string) {
	for _, no := range []budget.RuleNo{by.Payee, by.Money, by.Notes, by.Flag} {
		if text := t.rule(no); text != "" && !slices.Contains(words, text) {
			words = append(words, text)
		}
	}
	return words
}

func (t *Teller) rule(no budget.RuleNo) string {
	if r := each.First(t.rules, func(r budget.Rule) bool { return r.No == no }); r != nil {
		return t.names.words.When(r)
	}
	return ""
}

// Said is what a rule has set on a transaction.
type Said struct {
	What string // Payee, Category, Notes, Flag
	Rule string // the rule's words
}

// SaidOf is what rules have set on a transaction and nobody has changed since. A
// rule that is gone says nothing.
func SaidOf(v *store.View, by budget.ByRule) (said []Said, err error) {
	if by == (budget.ByRule{}) {
		return nil, nil
	}
	t, err := TellerIn(v)
	if err != nil {
		return nil, err
	}
	for _, one := range []struct {
		what string
		rule budget.RuleNo
	}{{"Payee", by.Payee}, {"Category", by.Money}, {"Notes", by.Notes}, {"Flag", by.Flag}} {
		if words := t.rule(one.rule); words != "" {
			said = append(said, Said{one.what, words})
		}
	}
	return said, nil
}

// Enter writes what rules made of a row into its entry.
func Enter(r *rule.Row, e *ledger.Entry) {
	e.Payee, e.Memo, e.Category = r.Payee, r.Notes, r.Category
	if r.Flag != e.FlagColour {
		e.FlagColour, e.FlagName = r.Flag, ""
	}
	e.Other = r.Transfer
	for _, p := range r.Parts {
		e.Parts = append(e.Parts, ledger.Part{Amount: p.Amount, Category: p.Category, Memo: p.Notes})
	}
}
