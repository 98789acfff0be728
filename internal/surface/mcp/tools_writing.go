package mcp

import (
	"cmp"
	"context"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"holdover/internal/app"
	"holdover/internal/app/pageframe"
	"holdover/internal/app/rows"
	"holdover/internal/base/apperr"
	"holdover/internal/base/iterutil"
)

func (a *assistant) writing(server *sdk.Server) {
	write := func(name, text string) *sdk.Tool {
		return &sdk.Tool{
			Name: name, Description: text + " It is one step that undo reverses.",
			Annotations: &sdk.ToolAnnotations{DestructiveHint: new(false), OpenWorldHint: new(false)},
		}
	}
	add(a, server, write("add_transaction", "Add a transaction."), inBudget(a, a.addTransaction))
	add(a, server, write("categorize", "Give transactions a category and approve them."), a.categorise)
	add(a, server, write("assign", "Set what a category has budgeted in a month."), a.assign)
	add(a, server, write("move_money", "Move money between two categories, or from or to To Budget, in a month."), a.moveMoney)
	add(a, server, write("set_target", "Set or remove the target of a category, from a month on."), a.setTarget)
	add(a, server, write("expect_income", "Set the income that is expected in a month, with which the cost of the targets is compared."), inBudget(a, a.expectIncome))
	add(a, server, write("sort_categories", "Sort the categories of a group by name."), inBudget(a, a.sortCategories))
	add(a, server, write("group_account", "Move an account into an account group, or out of its group."), inBudget(a, a.groupAccount))
	add(a, server, write("set_loan_term", "Set the interest rate, minimum payment or escrow of a loan from a day on, or how often it is paid."), inBudget(a, a.setLoanTerm))
	add(a, server, write("rename_tag", "Rename a tag in all notes."), inBudget(a, a.renameTag))
	add(a, server, write("mark_payee", "Set whether a payee is suggested, suggested first, and suggested with its usual category."), inBudget(a, a.markPayee))
	a.editing(server, write)
	a.archiving(server, write)
	add(a, server, &sdk.Tool{Name: "undo", Description: "Undo a change: your own last one, or any listed by the tool history, by its number."}, inBudget(a, a.undo))
}

type ChangeResult struct {
	Budget   string `json:"budget" jsonschema:"the name of the budget that was changed"`
	Change   int64  `json:"change" jsonschema:"the number that undo takes; 0 where nothing changed"`
	What     string `json:"what"`
	ToBudget string `json:"to_budget,omitempty" jsonschema:"of the month, afterwards"`
	Balance  string `json:"balance,omitempty" jsonschema:"of the category in the month, afterwards"`
	ID       string `json:"transaction,omitempty"`
	// Scheduled is the id of the scheduled transaction.
	Scheduled string `json:"scheduled_transaction,omitempty"`
}

type InAdd struct {
	InBudget
	Account string `json:"account" jsonschema:"by name or id"`
	Date    string `json:"date,omitempty" jsonschema:"such as 2026-03-01; today if omitted"`
	Amount  Amount `json:"amount" jsonschema:"such as -12.34: spending is negative"`
	Payee   string `json:"payee,omitempty" jsonschema:"a payee's name, or Transfer : with the name of the other account; a new payee is created"`
	// OtherDate is the date of the other side of a transfer.
	OtherDate string `json:"other_date,omitempty" jsonschema:"of the other side of a transfer, such as 2026-03-03; the same date if omitted"`
	Category  string `json:"category,omitempty" jsonschema:"by name, as Group: Category, or by id"`
	Memo      string `json:"memo,omitempty"`
	Cleared   bool   `json:"cleared,omitempty" jsonschema:"the bank has it"`
}

func (a *assistant) addTransaction(ctx context.Context, b *pageframe.Budget, in InAdd) (out ChangeResult, err error) {
	account, err := a.App.FindAccount(ctx, a.who, b.ID, in.Account)
	if err != nil {
		return out, err
	}
	date, err := day(in.Date)
	if err != nil {
		return out, err
	}
	date = cmp.Or(date, a.App.Today(ctx))
	other, err := day(in.OtherDate)
	if err != nil {
		return out, err
	}
	sum, err := readAmount(b.CurrencyFormat, in.Amount)
	if err != nil {
		return out, err
	}
	if err := rows.CheckNotes(in.Memo); err != nil {
		return out, err
	}
	m, err := a.App.Month(ctx, a.who, b.ID, date.Month())
	if err != nil {
		return out, err
	}
	chosen, err := optional(&m, in.Category)
	if err != nil {
		return out, err
	}
	done, created, err := a.App.CreateTransactions(ctx, a.who, b.ID, []app.NewTransaction{{TransactionFields: app.TransactionFields{
		Account: &account.ID, Date: &date, OtherDate: &other, Amount: &sum, PayeeName: &in.Payee, Category: &chosen, Memo: &in.Memo, Approved: new(true), Cleared: clearedState(in.Cleared), Strict: true,
	}}})
	if err != nil {
		return out, err
	}
	out, err = a.after(ctx, b, done, nil, InMonth{Month: monthText(date.Month())}, chosen)
	out.ID = created.IDs[0]
	return out, err
}

func clearedState(isCleared bool) *string {
	if isCleared {
		return new("cleared")
	}
	return new("uncleared")
}

// optional returns the id of a category, or "" for none.
func optional(m *app.Month, ref string) (string, error) {
	if ref == "" {
		return "", nil
	}
	c, err := category(m, ref)
	return c.ID, err
}

// after adds the figures of a month to the response, unless the change failed.
func (a *assistant) after(ctx context.Context, b *pageframe.Budget, done app.ChangeResult, wrong error, in InMonth, chosen string) (ChangeResult, error) {
	if wrong != nil {
		return ChangeResult{}, wrong
	}
	out := ChangeResult{Budget: b.Name, Change: done.Change, What: done.Describe(done.Label)}
	if done.Change == 0 {
		out.What = "Nothing was changed: it already has this value"
	}
	in.Budget = b.ID
	_, m, err := a.monthIn(ctx, in)
	if err != nil {
		return out, err
	}
	out.ToBudget = amount(b, m.ToBudget)
	for i := range m.Categories {
		if c := &m.Categories[i]; chosen != "" && c.ID == chosen && !c.Income {
			out.Balance = amount(b, c.Balance)
		}
	}
	return out, nil
}

type InCategorise struct {
	InBudget
	Transactions []string `json:"transactions" jsonschema:"ids, at most 100"`
	Category     string   `json:"category" jsonschema:"by name, as Group: Category, or by id"`
}

func (a *assistant) categorise(ctx context.Context, in InCategorise) (out ChangeResult, err error) {
	if len(in.Transactions) == 0 || len(in.Transactions) > mostRows {
		return out, apperr.New(apperr.Invalid, "there are %d transactions", len(in.Transactions)).WithHint("name 1 to %d", mostRows)
	}
	b, _, c, err := a.categoryIn(ctx, InMonth{InBudget: in.InBudget}, in.Category)
	if err != nil {
		return out, err
	}
	list := iterutil.Map(in.Transactions, func(id string) app.TransactionChange {
		return app.TransactionChange{ID: id, TransactionFields: app.TransactionFields{Category: &c.ID, Approved: new(true), Strict: true}}
	})
	done, _, err := a.App.UpdateTransactions(ctx, a.who, b.ID, list)
	return a.after(ctx, &b, done, named(err, in.Transactions), InMonth{}, c.ID)
}

// named replaces the index in an error of one of several transactions with that transaction's id.
func named(err error, ids []string) error {
	return apperr.Placed(err, func(f *apperr.Error) {
		if f.Index > 0 && f.Index <= len(ids) {
			f.Message = ids[f.Index-1] + ": " + f.Message + "; none was changed"
		}
	})
}

type InAssign struct {
	InMonth
	Category string `json:"category" jsonschema:"by name, as Group: Category, or by id"`
	Amount   Amount `json:"amount" jsonschema:"what is budgeted in all, such as 250.00"`
}

func (a *assistant) assign(ctx context.Context, in InAssign) (out ChangeResult, err error) {
	b, m, c, err := a.categoryIn(ctx, in.InMonth, in.Category)
	if err != nil {
		return out, err
	}
	sum, err := readAmount(b.CurrencyFormat, in.Amount)
	if err != nil {
		return out, err
	}
	done, err := a.App.SetBudgeted(ctx, a.who, b.ID, c.ID, m.Month, sum)
	return a.after(ctx, &b, done, err, in.InMonth, c.ID)
}

type InMove struct {
	InMonth
	From   string `json:"from,omitempty" jsonschema:"a category by name or id; To Budget if omitted"`
	To     string `json:"to,omitempty" jsonschema:"a category by name or id; To Budget if omitted"`
	Amount Amount `json:"amount" jsonschema:"such as 25.00"`
}

func (a *assistant) moveMoney(ctx context.Context, in InMove) (out ChangeResult, err error) {
	b, m, err := a.monthIn(ctx, in.InMonth)
	if err != nil {
		return out, err
	}
	from, err := optional(&m, in.From)
	if err != nil {
		return out, err
	}
	to, err := optional(&m, in.To)
	if err != nil {
		return out, err
	}
	sum, err := readAmount(b.CurrencyFormat, in.Amount)
	if err != nil {
		return out, err
	}
	done, err := a.App.Transfer(ctx, a.who, b.ID, m.Month, from, to, sum)
	return a.after(ctx, &b, done, err, in.InMonth, to)
}

type InUndo struct {
	InBudget
	Change int64 `json:"change,omitempty" jsonschema:"its number, as history has it; if omitted, your last change"`
}

func (a *assistant) undo(ctx context.Context, b *pageframe.Budget, in InUndo) (ChangeResult, error) {
	done, err := a.App.Undo(ctx, a.who, b.ID, in.Change)
	return a.after(ctx, b, done, err, InMonth{}, "")
}
