package mcp

import (
	"context"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"holdover/internal/app"
	"holdover/internal/app/pageframe"
	"holdover/internal/app/rows"
	"holdover/internal/base/apperr"
	"holdover/internal/base/iterutil"
)

// editing registers the tools that change existing transactions, and the scheduled ones.
func (a *assistant) editing(server *sdk.Server, write func(name, text string) *sdk.Tool) {
	add(a, server, write("edit_transaction", "Change a transaction: what is left out stays."), inBudget(a, a.editTransaction))
	add(a, server, write("split_transaction", "Split a transaction over several categories; the parts sum to its amount."), inBudget(a, a.splitTransaction))
	add(a, server, write("approve", "Approve transactions."), inBudget(a, a.approve))
	deletes := write("delete_transactions", "Delete transactions. Reconciled ones are refused.")
	deletes.Annotations.DestructiveHint = new(true)
	add(a, server, deletes, inBudget(a, a.deleteTransactions))
	add(a, server, write("schedule_transaction", "Schedule a transaction for a later day, once or repeatedly."), inBudget(a, a.scheduleTransaction))
	add(a, server, write("edit_scheduled_transaction", "Change a scheduled transaction: what is left out stays."), inBudget(a, a.editScheduled))
	add(a, server, write("enter_scheduled_transaction", "Enter a scheduled transaction now, and move it to its next day."), inBudget(a, a.enterScheduled))
	add(a, server, write("skip_scheduled_transaction", "Move a scheduled transaction to its next day without entering it."), inBudget(a, a.skipScheduled))
	unschedules := write("delete_scheduled_transaction", "Delete a scheduled transaction. Transactions that it has entered stay.")
	unschedules.Annotations.DestructiveHint = new(true)
	add(a, server, unschedules, inBudget(a, a.deleteScheduled))
}

type InEdit struct {
	InBudget
	Transaction string  `json:"transaction" jsonschema:"its id"`
	Account     *string `json:"account,omitempty" jsonschema:"by name or id"`
	Date        string  `json:"date,omitempty" jsonschema:"such as 2026-03-01"`
	OtherDate   *string `json:"other_date,omitempty" jsonschema:"of the other side of a transfer; empty for the same date"`
	Amount      *Amount `json:"amount,omitempty" jsonschema:"such as -12.34: spending is negative"`
	Payee       *string `json:"payee,omitempty" jsonschema:"a payee's name; a new one is created"`
	Category    *string `json:"category,omitempty" jsonschema:"by name, as Group: Category, or by id; empty for none"`
	Memo        *string `json:"memo,omitempty"`
	Cleared     *bool   `json:"cleared,omitempty" jsonschema:"the bank has it"`
	Approved    *bool   `json:"approved,omitempty"`
}

func (a *assistant) editTransaction(ctx context.Context, b *pageframe.Budget, in InEdit) (out ChangeResult, err error) {
	f, month, err := a.fields(ctx, b, in)
	if err != nil {
		return out, err
	}
	done, _, err := a.App.UpdateTransactions(ctx, a.who, b.ID, []app.TransactionChange{{ID: in.Transaction, TransactionFields: f}})
	out, err = a.after(ctx, b, done, apperr.WithoutIndex(err), month, textOr(f.Category))
	out.ID = in.Transaction
	return out, err
}

func textOr(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// fields returns the changed fields of a transaction, and the month of the figures in the response.
func (a *assistant) fields(ctx context.Context, b *pageframe.Budget, in InEdit) (f app.TransactionFields, month InMonth, err error) {
	f = app.TransactionFields{PayeeName: in.Payee, Approved: in.Approved, Strict: true}
	if in.Account != nil {
		account, err := a.App.FindAccount(ctx, a.who, b.ID, *in.Account)
		if err != nil {
			return f, month, err
		}
		f.Account = &account.ID
	}
	date, err := day(in.Date)
	if err != nil {
		return f, month, err
	}
	if date != 0 {
		f.Date, month.Month = &date, monthText(date.Month())
	}
	if in.OtherDate != nil {
		other, err := day(*in.OtherDate)
		if err != nil {
			return f, month, err
		}
		f.OtherDate = &other
	}
	if in.Amount != nil {
		sum, err := readAmount(b.CurrencyFormat, *in.Amount)
		if err != nil {
			return f, month, err
		}
		f.Amount = &sum
	}
	if in.Memo != nil {
		f.Memo, err = in.Memo, rows.CheckNotes(*in.Memo)
	}
	if in.Cleared != nil {
		f.Cleared = clearedState(*in.Cleared)
	}
	if in.Category == nil || err != nil {
		return f, month, err
	}
	chosen, err := a.only(ctx, b, *in.Category)
	f.Category = &chosen
	return f, month, err
}

type InSplit struct {
	InBudget
	Transaction string   `json:"transaction" jsonschema:"its id"`
	Parts       []InPart `json:"parts" jsonschema:"at least two"`
}

type InPart struct {
	Category string `json:"category,omitempty" jsonschema:"by name, as Group: Category, or by id"`
	Amount   Amount `json:"amount" jsonschema:"such as -12.34: spending is negative"`
	Payee    string `json:"payee,omitempty"`
	Memo     string `json:"memo,omitempty"`
}

func (a *assistant) splitTransaction(ctx context.Context, b *pageframe.Budget, in InSplit) (out ChangeResult, err error) {
	if len(in.Parts) < 2 || len(in.Parts) > mostRows {
		return out, apperr.New(apperr.Invalid, "there are %d parts", len(in.Parts)).WithHint("name 2 to %d", mostRows)
	}
	m, err := a.App.Month(ctx, a.who, b.ID, a.App.Today(ctx).Month())
	if err != nil {
		return out, err
	}
	f := app.TransactionFields{Strict: true}
	for _, part := range in.Parts {
		sum, err := readAmount(b.CurrencyFormat, part.Amount)
		if err != nil {
			return out, err
		}
		chosen, err := optional(&m, part.Category)
		if err != nil {
			return out, err
		}
		if err := rows.CheckNotes(part.Memo); err != nil {
			return out, err
		}
		f.Parts = append(f.Parts, app.PartFields{Amount: sum, PayeeName: part.Payee, Category: chosen, Memo: part.Memo})
	}
	done, _, err := a.App.UpdateTransactions(ctx, a.who, b.ID, []app.TransactionChange{{ID: in.Transaction, TransactionFields: f}})
	out, err = a.after(ctx, b, done, apperr.WithoutIndex(err), InMonth{}, "")
	out.ID = in.Transaction
	return out, err
}

type InThese struct {
	InBudget
	Transactions []string `json:"transactions" jsonschema:"ids, at most 100"`
}

func (in *InThese) check() error {
	if len(in.Transactions) == 0 || len(in.Transactions) > mostRows {
		return apperr.New(apperr.Invalid, "there are %d transactions", len(in.Transactions)).WithHint("name 1 to %d", mostRows)
	}
	return nil
}

func (a *assistant) approve(ctx context.Context, b *pageframe.Budget, in InThese) (out ChangeResult, err error) {
	if err := in.check(); err != nil {
		return out, err
	}
	list := iterutil.Map(in.Transactions, func(id string) app.TransactionChange {
		return app.TransactionChange{ID: id, TransactionFields: app.TransactionFields{Approved: new(true)}}
	})
	done, _, err := a.App.UpdateTransactions(ctx, a.who, b.ID, list)
	return a.after(ctx, b, done, named(err, in.Transactions), InMonth{}, "")
}

func (a *assistant) deleteTransactions(ctx context.Context, b *pageframe.Budget, in InThese) (out ChangeResult, err error) {
	if err := in.check(); err != nil {
		return out, err
	}
	done, err := a.App.DeleteRows(ctx, a.who, b.ID, rows.These(in.Transactions...), false)
	return a.after(ctx, b, done, err, InMonth{}, "")
}
