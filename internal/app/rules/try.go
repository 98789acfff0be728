package rules

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"holdover/internal/app/budgetsession"
	"holdover/internal/app/users"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/logic/rule"
	"holdover/internal/model/auth"
	"holdover/internal/model/budget"
	"holdover/internal/model/humanize"
	"holdover/internal/storage/store"
)

// Trial describes the changes that rules would make to the existing transactions.
type Trial struct {
	Looked  int      `json:"looked_at"`
	Changes int      `json:"would_change"`
	Left    int      `json:"left"` // would become transfers, but the other side seems to exist in the other account
	First   []Change `json:"transactions"`
	Shown   string   `json:"-"` // the hash of all changes, see [budgetsession.PreviewHash]
}

// Change describes the change that rules would make to a transaction.
type Change struct {
	ID        string      `json:"id"`
	AccountID string      `json:"account_id"`
	Account   string      `json:"account"`
	Date      civil.Date  `json:"date"`
	Amount    money.Milli `json:"amount"`
	Payee     string      `json:"payee"`
	Sets      []Setting   `json:"sets"`
}

// Setting is one thing that would be another.
type Setting struct {
	What string `json:"what"` // payee, category, split, transfer, notes, flag
	Was  string `json:"was"`
	Is   string `json:"is"`
}

// MaxListed is the number of transactions that a trial lists, and MaxChanged the number that one application may
// change.
const (
	MaxListed  = 200
	MaxChanged = 50_000
)

// tried is the number of a rule that may not be saved yet.
const tried budget.RuleNo = -1

// TryRule returns the changes that a rule would make to existing transactions, newest first. It changes nothing. It
// returns an Invalid error for an invalid rule.
func (rs *Rules) TryRule(ctx context.Context, who users.Actor, id string, entry Entry) (Trial, error) {
	return rs.try(ctx, who, id, func(n *names) ([]budget.Rule, error) {
		r, err := n.record(&entry)
		r.Off, r.No = false, tried
		return []budget.Rule{*r}, err
	})
}

// TryRules returns the changes that all rules together would make to existing transactions.
func (rs *Rules) TryRules(ctx context.Context, who users.Actor, id string) (Trial, error) {
	return rs.try(ctx, who, id, func(n *names) ([]budget.Rule, error) { return n.Rules() })
}

func (rs *Rules) try(ctx context.Context, who users.Actor, id string, which func(*names) ([]budget.Rule, error)) (Trial, error) {
	out := Trial{First: []Change{}}
	err := rs.access.WithBudgetMemory(ctx, who, id, auth.Change, 0, func() error {
		return rs.access.ReadTxWith(ctx, who, id, auth.Change, func(v *store.ReadTx) error {
			n, err := namesIn(v)
			if err != nil {
				return err
			}
			rules, err := which(n)
			if err != nil {
				return err
			}
			found, err := n.run(ctx, rules, &out)
			if err != nil {
				return err
			}
			return found.each(found.numbers[:min(len(found.numbers), MaxListed)], func(t *budget.Transaction, r *rule.Row, _ budget.ByRule) error {
				out.First = append(out.First, n.change(t, r))
				return nil
			})
		})
	})
	return out, err
}

// changing contains the transactions that rules would change, the newest first.
type changing struct {
	set     *rule.Set
	names   *names
	numbers []budget.TxNo
}

// run finds the transactions that rules would change with the row index.
func (n *names) run(ctx context.Context, rules []budget.Rule, count *Trial) (*changing, error) {
	set, err := rule.Compile(rules, n.world())
	found := &changing{set: set, names: n}
	if err != nil || set.Empty() {
		return found, err
	}
	lines, err := n.Lines()
	if err != nil {
		return found, err
	}
	others, shown := otherSides{ReadTx: n.ReadTx}, budgetsession.NewPreviewHash()
	for t := range lines.Newest {
		if count.Looked++; count.Looked%manyRows == 0 && ctx.Err() != nil {
			return found, ctx.Err()
		}
		row := rule.Row{
			Account: t.Account, Date: t.Date, Amount: t.Amount, BankText: t.Bank, Payee: t.Payee, Category: t.Category,
			Transfer: t.Other, Split: t.Split, Notes: t.Memo, Flag: t.Flag,
		}
		row.Settle()
		if by := set.Apply(&row); by == (budget.ByRule{}) {
			continue
		}
		if row.Transfer != t.Other {
			exists, err := others.exists(&row)
			if err != nil {
				return found, err
			}
			if exists {
				count.Left++
				continue
			}
		}
		if count.Changes++; count.Changes <= MaxChanged { // further ones are never applied
			fmt.Fprintf(shown, "%d %q %d %d %v %q %q\n", t.No, n.known.Payees[row.Payee].Name, row.Category, row.Transfer, row.Parts, row.Notes, row.Flag)
		}
		found.numbers = append(found.numbers, t.No)
	}
	count.Shown = shown.String()
	return found, nil
}

// manyRows is a batch that takes a few milliseconds.
const manyRows = 1 << 14

// each calls do with some of the transactions and the results of the rules.
func (c *changing) each(some []budget.TxNo, do func(*budget.Transaction, *rule.Row, budget.ByRule) error) error {
	for some := range slices.Chunk(some, 1000) {
		rows, err := c.names.TransactionsByNo(some)
		if err != nil {
			return err
		}
		at := iterutil.PtrByKey(rows, func(t *budget.Transaction) budget.TxNo { return t.No })
		for _, no := range some {
			t := at[no]
			row := rule.RowOf(t)
			if err := do(t, &row, c.set.Apply(&row)); err != nil {
				return err
			}
		}
	}
	return nil
}

// change describes the difference.
func (n *names) change(t *budget.Transaction, r *rule.Row) Change {
	c := Change{ID: t.ID, AccountID: n.known.Accounts[t.Account].ID, Account: n.known.Accounts[t.Account].Name, Date: t.Date, Amount: t.Amount, Payee: n.known.Payees[t.Payee].Name}
	set := func(what, was, is string) { c.Sets = append(c.Sets, Setting{what, was, is}) }
	switch {
	case r.Transfer != t.Transfer.Account:
		set("transfer", n.known.Categories[t.Category].Name, n.known.Accounts[r.Transfer].Name)
	case len(r.Parts) > 0:
		set("split", n.known.Categories[t.Category].Name, n.parts(r.Parts))
	case r.Category != t.Category:
		set("category", n.known.Categories[t.Category].Name, n.known.Categories[r.Category].Name)
	}
	if r.Payee != t.Payee && r.Transfer == t.Transfer.Account {
		set("payee", n.known.Payees[t.Payee].Name, n.known.Payees[r.Payee].Name)
	}
	if r.Notes != t.Memo {
		set("notes", t.Memo, r.Notes)
	}
	if r.Flag != t.FlagColour {
		set("flag", t.FlagColour, r.Flag)
	}
	return c
}

// parts formats a split: "6.00 Groceries + 4.00 Household".
func (n *names) parts(parts []rule.Part) string {
	all := iterutil.Map(parts, func(p rule.Part) string { return n.words.Amount(p.Amount) + " " + n.known.Categories[p.Category].Name })
	return strings.Join(all, " + ")
}

// Otherwise is the code of an application of rules that would change other transactions than the preview, or change
// them differently.
const Otherwise apperr.Code = "other-transactions"

func otherwise(now int) error {
	return apperr.New(apperr.Conflict, "the preview is out of date: %s would be changed now; nothing was changed", humanize.Number(now, "transaction", "transactions")).
		WithCode(Otherwise).WithHint("check them again")
}
