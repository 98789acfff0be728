package rules

import (
	"slices"

	"holdover/internal/base/iterutil"
	"holdover/internal/logic/ledger"
	"holdover/internal/logic/rule"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store"
)

// Engine is the rules of a budget, ready for transactions that come in.
type Engine struct {
	set    *rule.Set
	names  *names
	rules  []budget.Rule
	others otherSides
}

// NewEngine reads the rules of a budget.
func NewEngine(v *store.ReadTx) (*Engine, error) {
	list, err := v.Rules()
	if err != nil {
		return nil, err
	}
	t := &Engine{rules: list, others: otherSides{ReadTx: v}}
	if t.names, err = namesIn(v); err != nil {
		return nil, err
	}
	t.set, err = rule.Compile(list, t.names.world())
	return t, err
}

// AddPayee adds a payee that was just created.
func (t *Engine) AddPayee(p *budget.Payee) {
	t.set.Know(p)
	t.names.known.Payees[p.No] = *p
}

// Apply applies the rules to a row. It does not create a transfer if its other side seems to exist: the user matches
// the two. told reports whether rules decided about the money, even in that case.
func (t *Engine) Apply(r *rule.Row) (by budget.ByRule, told bool, err error) {
	was := *r
	if by = t.set.Apply(r); r.Transfer == was.Transfer {
		return by, by.Money != 0, nil
	}
	exists, err := t.others.exists(r)
	if err != nil || !exists {
		return by, true, err
	}
	*r = was
	r.Locked.Money = true
	return t.set.Apply(r), true, nil
}

// RuleResult describes the result of rules for an incoming transaction.
type RuleResult struct {
	Category string   `json:"category,omitempty"`
	Transfer string   `json:"transfer,omitempty"` // the account on the other side
	Split    string   `json:"split,omitempty"`    // its parts
	Flag     string   `json:"flag_color,omitempty"`
	ByRules  []string `json:"by_rules,omitempty"` // the words of the rules that said so
}

// WhatFor describes the category, transfer or split.
func (t *RuleResult) WhatFor() string {
	switch {
	case t.Transfer != "":
		return budget.TransferPayee + t.Transfer
	case t.Split != "":
		return t.Split
	}
	return t.Category
}

// Say fills in a description of the changed row and of the rules that changed it.
func (t *Engine) Say(r *rule.Row, by budget.ByRule, told *RuleResult) {
	told.Category, told.Transfer, told.Flag = t.names.known.Categories[r.Category].Name, t.names.known.Accounts[r.Transfer].Name, r.Flag
	if len(r.Parts) > 0 {
		told.Split = t.names.parts(r.Parts)
	}
	told.ByRules = t.Words(by)
}

// Words describes the rules that set something, each once, without deleted rules.
func (t *Engine) Words(by budget.ByRule) (words []string) {
	for _, no := range []budget.RuleNo{by.Payee, by.Money, by.Notes, by.Flag} {
		if text := t.Describe(no); text != "" && !slices.Contains(words, text) {
			words = append(words, text)
		}
	}
	return words
}

// Describe describes the conditions of a rule, or returns "" if it does not exist.
func (t *Engine) Describe(no budget.RuleNo) string {
	if r := iterutil.First(t.rules, func(r budget.Rule) bool { return r.No == no }); r != nil {
		return t.names.words.When(r)
	}
	return ""
}

// AppliedRule is a field that a rule has set on a transaction.
type AppliedRule struct {
	What string // Payee, Category, Notes, Flag
	Rule string // the rule's words
}

// AppliedRules returns the fields of a transaction that rules have set and users have not changed since, without those of
// deleted rules.
func AppliedRules(v *store.ReadTx, by budget.ByRule) (said []AppliedRule, err error) {
	if by == (budget.ByRule{}) {
		return nil, nil
	}
	t, err := NewEngine(v)
	if err != nil {
		return nil, err
	}
	for _, one := range []struct {
		what string
		rule budget.RuleNo
	}{{"Payee", by.Payee}, {"Category", by.Money}, {"Notes", by.Notes}, {"Flag", by.Flag}} {
		if words := t.Describe(one.rule); words != "" {
			said = append(said, AppliedRule{one.what, words})
		}
	}
	return said, nil
}

// Enter writes the result of rules into the entry of a row.
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
