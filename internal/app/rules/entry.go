package rules

import (
	"strings"

	"holdover/internal/app/budgetsession"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/rule"
	"holdover/internal/model/budget"
)

// Entry is a rule as a user enters it. Records are given by id.
type Entry struct {
	ID         string      `json:"id"` // "" for a new one
	Off        bool        `json:"off"`
	Any        bool        `json:"any"` // one condition is enough
	Conditions []Condition `json:"when"`
	Outcome    Outcome     `json:"then"`
	Seen       string      `json:"-"` // the fingerprint of the rule when the user began to edit it; "" skips the check
}

// Condition is one thing that a rule asks: see [budget.Condition].
type Condition struct {
	Field   budget.RuleField `json:"field"`
	Test    budget.RuleTest  `json:"test"`
	Not     bool             `json:"not,omitempty"`
	Text    string           `json:"text,omitempty"`
	Account string           `json:"account_id,omitempty"`
	Min     money.Milli      `json:"min,omitempty"`
	Max     money.Milli      `json:"max,omitempty"`
	From    civil.Date       `json:"from,omitempty"`
	Until   civil.Date       `json:"until,omitempty"`
}

// Outcome lists the fields that a rule sets: see [budget.Outcome].
type Outcome struct {
	Payee     string  `json:"payee,omitempty"` // a name; a new name creates a payee
	Category  string  `json:"category_id,omitempty"`
	Transfer  string  `json:"transfer_account_id,omitempty"`
	Shares    []Share `json:"shares,omitempty"`
	Notes     string  `json:"notes,omitempty"`
	Flag      string  `json:"flag_color,omitempty"`
	LeaveOut  bool    `json:"leave_out,omitempty"`
	Schedule  string  `json:"scheduled_transaction_id,omitempty"`
	AnyAmount bool    `json:"any_amount,omitempty"` // any amount of the direction of Schedule enters it
}

// Share is a part of a split that a rule creates.
type Share struct {
	Category string `json:"category_id"`
	Share    int    `json:"share"` // in hundredths of a percent
	Notes    string `json:"notes,omitempty"`
}

func (n *names) entry(r *budget.Rule) Entry {
	e := Entry{ID: r.ID, Off: r.Off, Any: r.Any, Seen: version(r), Outcome: Outcome{
		Payee: n.known.Payees[r.Then.Payee].Name, Category: n.known.Categories[r.Then.Category].ID, Transfer: n.known.Accounts[r.Then.Transfer].ID, Notes: r.Then.Notes, Flag: r.Then.Flag,
		LeaveOut: r.Then.LeaveOut, Schedule: r.Then.Schedule, AnyAmount: r.Then.AnyAmount,
	}}
	for _, c := range r.When {
		e.Conditions = append(e.Conditions, Condition{c.Field, c.Test, c.Not, c.Text, n.known.Accounts[c.Account].ID, c.Min, c.Max, c.From, c.Until})
	}
	for _, s := range r.Then.Shares {
		e.Outcome.Shares = append(e.Outcome.Shares, Share{n.known.Categories[s.Category].ID, s.Share, s.Notes})
	}
	return e
}

// notYet is the number of a payee that a rule would make.
const notYet budget.PayeeNo = -1

// record resolves the names in an entry. A payee with a new name gets the number notYet, and is added to the names
// under it.
func (n *names) record(e *Entry) (*budget.Rule, error) {
	r := &budget.Rule{ID: e.ID, Off: e.Off, Any: e.Any, Then: budget.Outcome{Notes: strings.TrimSpace(e.Outcome.Notes), Flag: e.Outcome.Flag, LeaveOut: e.Outcome.LeaveOut}}
	var err error
	for i, c := range e.Conditions {
		one := budget.Condition{Field: c.Field, Test: c.Test, Not: c.Not, Text: c.Text, Min: c.Min, Max: c.Max, From: c.From, Until: c.Until}
		if one.Account, err = n.account(c.Account); err != nil {
			return r, at(err, "when", i+1)
		}
		r.When = append(r.When, one)
	}
	if r.Then.Category, err = n.category(e.Outcome.Category); err != nil {
		return r, at(err, "category", 0)
	}
	if r.Then.Transfer, err = n.account(e.Outcome.Transfer); err != nil {
		return r, at(err, "transfer", 0)
	}
	scheduled, err := budgetsession.OrNone(e.Outcome.Schedule, n.ScheduledByID)
	if err != nil {
		return r, at(err, "schedule", 0)
	}
	r.Then.Schedule, r.Then.AnyAmount = scheduled.ID, e.Outcome.AnyAmount && scheduled.ID != ""
	for i, s := range e.Outcome.Shares {
		one := budget.Share{Share: s.Share, Notes: strings.TrimSpace(s.Notes)}
		if one.Category, err = n.category(s.Category); err != nil {
			return r, at(err, "shares", i+1)
		}
		r.Then.Shares = append(r.Then.Shares, one)
	}
	if strings.TrimSpace(e.Outcome.Payee) != "" {
		if r.Then.Payee, err = n.payee(e.Outcome.Payee); err != nil {
			return r, err
		}
	}
	return r, rule.Check(r)
}

func (n *names) account(id string) (budget.AccountNo, error) {
	a, err := budgetsession.OrNone(id, n.AccountByID)
	return a.No, err
}

func (n *names) category(id string) (budget.CategoryNo, error) {
	c, err := budgetsession.OrNone(id, n.CategoryByID)
	return c.No, err
}

func (n *names) payee(name string) (budget.PayeeNo, error) {
	name, err := budgetsession.PayeeName(name)
	if err != nil {
		return 0, err
	}
	wanted, found := budget.NameKey(name), notYet
	for no, p := range n.known.Payees {
		if budget.NameKey(p.Name) == wanted && (found == notYet || no < found) {
			found = no
		}
	}
	if found != notYet && n.known.Payees[found].TransferAccount != 0 {
		return 0, apperr.New(apperr.Invalid, "%q is the payee of an account", name).AtField("payee").WithHint("choose the transfer to it")
	}
	if found == notYet {
		if err := budgetsession.NoTransfer(name); err != nil {
			return 0, err
		}
		n.known.Payees[notYet] = budget.Payee{No: notYet, Name: name}
	}
	return found, nil
}

// at adds the field and part of a rule to an error.
func at(err error, field string, part int) error {
	if apperr.KindOf(err) != apperr.NotFound {
		return err
	}
	return apperr.Placed(err, func(f *apperr.Error) { f.Kind, f.Field, f.Part = apperr.Invalid, field, part })
}

// world returns the data of the budget that rules read.
func (n *names) world() rule.Context {
	w := rule.Context{Step: n.Info().Currency.Step()}
	for _, a := range n.known.Accounts {
		w.Accounts = append(w.Accounts, a)
	}
	for _, p := range n.known.Payees {
		w.Payees = append(w.Payees, p)
	}
	return w
}

// put writes a rule, with a new payee and the transfer payees of its accounts if needed.
func put(e *budgetsession.ChangeTx, n *names, r *budget.Rule) error {
	if r.Then.Payee == notYet {
		p, err := e.PayeeNamed(n.known.Payees[notYet].Name)
		if err != nil {
			return err
		}
		delete(n.known.Payees, notYet)
		n.known.Payees[p.No], r.Then.Payee = p, p.No
	}
	if r.Then.Transfer != 0 {
		if err := e.NeedsTransferPayee(r.Then.Transfer); err != nil {
			return err
		}
	}
	if r.ID == "" {
		r.ID = budgetsession.NewID()
	}
	return e.Put(r)
}
