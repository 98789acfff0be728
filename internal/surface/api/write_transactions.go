package api

import (
	"context"
	"net/http"
	"reflect"
	"strings"

	"holdover/internal/app"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
)

// SaveTransactionFields contains a program's values for a transaction.
type SaveTransactionFields struct {
	AccountID       *string              `json:"account_id,omitempty" format:"uuid" maxLength:"100"`
	Date            *civil.Date          `json:"date,omitempty" format:"date" doc:"Not in the future"`
	TransferDate    **civil.Date         `json:"transfer_date,omitempty" nullable:"true" format:"date" doc:"The date of the other side of a transfer, also in the future; null for the date of this one"`
	Amount          *money.Milli         `json:"amount,omitempty" doc:"Milliunits; spending is negative"`
	PayeeID         *string              `json:"payee_id,omitempty" nullable:"true" maxLength:"100" doc:"An account's transfer_payee_id makes a transfer"`
	PayeeName       *string              `json:"payee_name,omitempty" nullable:"true" maxLength:"200" doc:"Without payee_id: the payee of the name, which is made where there is none"`
	CategoryID      *string              `json:"category_id,omitempty" nullable:"true" maxLength:"100"`
	Memo            *string              `json:"memo,omitempty" nullable:"true" maxLength:"500"`
	Cleared         *string              `json:"cleared,omitempty" enum:"cleared,uncleared,reconciled"`
	Approved        *bool                `json:"approved,omitempty"`
	FlagColor       *string              `json:"flag_color,omitempty" nullable:"true" enum:"red,orange,yellow,green,blue,purple,"`
	Subtransactions []SaveSubTransaction `json:"subtransactions,omitempty" doc:"Makes a split; they sum to the amount"`
}

// SaveSubTransaction contains a program's values for a part of a split.
type SaveSubTransaction struct {
	Amount     *money.Milli `json:"amount" required:"true" doc:"Milliunits"`
	PayeeID    *string      `json:"payee_id,omitempty" nullable:"true" maxLength:"100"`
	PayeeName  *string      `json:"payee_name,omitempty" nullable:"true" maxLength:"200"`
	CategoryID *string      `json:"category_id,omitempty" nullable:"true" maxLength:"100"`
	Memo       *string      `json:"memo,omitempty" nullable:"true" maxLength:"500"`
}

func (*SaveSubTransaction) answered() reflect.Type { return reflect.TypeFor[SubTransaction]() }

type NewTransaction struct {
	SaveTransactionFields
	ImportID *string `json:"import_id,omitempty" nullable:"true" maxLength:"36" doc:"Unique in its account, for ever. The transaction is matched with one of the same account and amount within ten days that a person has entered: the two are then one transaction with two ids, of which matched_transaction_id is the other. Lists have it under the id of the one entered; deleting it by this one takes the match back and leaves the other"`
}

func (*NewTransaction) answered() reflect.Type { return reflect.TypeFor[TransactionDetail]() }

type ChangedTransaction struct {
	ID       *string `json:"id,omitempty" nullable:"true" maxLength:"100"`
	ImportID *string `json:"import_id,omitempty" nullable:"true" maxLength:"36" doc:"In place of the id"`
	SaveTransactionFields
}

func (*ChangedTransaction) answered() reflect.Type { return reflect.TypeFor[TransactionDetail]() }

// PostTransactions is one transaction to be created, or many.
type PostTransactions struct {
	Transaction  *NewTransaction  `json:"transaction,omitempty"`
	Transactions []NewTransaction `json:"transactions,omitempty"`
}

type PatchTransactions struct {
	Transactions []ChangedTransaction `json:"transactions" required:"true"`
}

type PutTransaction struct {
	Transaction *ChangedTransaction `json:"transaction" required:"true"`
}

// BulkTransactions is transactions to be created, in the older form.
type BulkTransactions struct {
	Transactions []NewTransaction `json:"transactions" required:"true"`
}

// SavedTransactions is the response with the created or changed transactions.
type SavedTransactions struct {
	IDs             []string            `json:"transaction_ids" nullable:"false"`
	Transaction     *TransactionDetail  `json:"transaction,omitempty"`
	Transactions    []TransactionDetail `json:"transactions,omitzero" nullable:"false"`
	Duplicates      *[]string           `json:"duplicate_import_ids,omitempty"`
	ServerKnowledge int64               `json:"server_knowledge"`
}

// BulkSaved is the response with the created transactions, in the older form.
type BulkSaved struct {
	Bulk struct {
		IDs        []string `json:"transaction_ids" nullable:"false"`
		Duplicates []string `json:"duplicate_import_ids" nullable:"false"`
	} `json:"bulk"`
}

// ImportedTransactions is the response with the transactions fetched from banks: always empty, since Holdover is not
// linked to banks.
type ImportedTransactions struct {
	IDs []string `json:"transaction_ids" nullable:"false"`
}

type planWrite struct {
	PlanPath
	Sent
}

type transactionWrite struct {
	PlanPath
	TransactionID string `path:"transaction_id"`
	Sent
}

func (a *api) registerTransactionWrites() {
	const tag = "Transactions"
	const list, one = "/plans/{plan_id}/transactions", "/plans/{plan_id}/transactions/{transaction_id}"
	registerWrite(a, write{http.MethodPost, "createTransaction", list, tag, "Create a transaction, or many"}, a.createTransactions)
	registerWrite(a, write{http.MethodPatch, "updateTransactions", list, tag, "Change many transactions"}, a.updateTransactions)
	registerBodylessWrite(a, write{http.MethodPost, "importTransactions", list + "/import", tag, "Fetch transactions from linked banks: there are none"}, a.importTransactions)
	registerWrite(a, write{http.MethodPost, "bulkCreateTransactions", list + "/bulk", "Older names", "Create many transactions, in the older form"}, a.bulkTransactions)
	registerWrite(a, write{http.MethodPut, "updateTransaction", one, tag, "Change a transaction"}, a.updateTransaction)
	registerBodylessWrite(a, write{http.MethodDelete, "deleteTransaction", one, tag, "Delete a transaction"}, a.deleteTransaction)
}

func (s *SaveTransactionFields) fields() app.TransactionFields {
	return app.TransactionFields{
		Account: s.AccountID, Date: s.Date, OtherDate: orZero(s.TransferDate), Amount: s.Amount, Payee: s.PayeeID, PayeeName: s.PayeeName, Category: s.CategoryID, Memo: s.Memo,
		Cleared: s.Cleared, Approved: s.Approved, FlagColour: s.FlagColor, Parts: partsOf(s.Subtransactions),
	}
}

// orZero returns the date of a member; null is zero, and a missing member is nil.
func orZero(given **civil.Date) *civil.Date {
	switch {
	case given == nil:
		return nil
	case *given == nil:
		return new(civil.Date)
	}
	return *given
}

func partsOf(given []SaveSubTransaction) (parts []app.PartFields) {
	for p := range iterutil.Pointers(given) {
		parts = append(parts, app.PartFields{
			Amount: *p.Amount, Payee: textOf(p.PayeeID), PayeeName: textOf(p.PayeeName), Category: textOf(p.CategoryID), Memo: textOf(p.Memo),
		})
	}
	return parts
}

func textOf(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

func (a *api) create(ctx context.Context, plan string, given []NewTransaction) (app.CreatedTransactions, error) {
	list := iterutil.Map(given, func(n NewTransaction) app.NewTransaction {
		return app.NewTransaction{TransactionFields: n.fields(), ImportID: textOf(n.ImportID)}
	})
	_, created, err := a.app.CreateTransactions(ctx, actorOf(ctx), plan, list)
	return created, err
}

func (a *api) createTransactions(ctx context.Context, in *planWrite, body *PostTransactions) (out SavedTransactions, err error) {
	if (body.Transaction == nil) == (body.Transactions == nil) {
		return out, apperr.New(apperr.Invalid, "the body has neither transaction nor transactions, or both").AtField("transaction")
	}
	given := body.Transactions
	if body.Transaction != nil {
		given = []NewTransaction{*body.Transaction}
	}
	created, err := a.create(ctx, in.PlanID, given)
	if err != nil && body.Transaction != nil {
		err = alone(err)
	}
	if err != nil {
		return out, err
	}
	if body.Transaction != nil && len(created.Duplicates) > 0 {
		return out, apperr.New(apperr.Conflict, "the account already has a transaction with import_id %q", created.Duplicates[0]).
			AtField("import_id").WithCode(importIDTaken)
	}
	if out, err = a.saved(ctx, in.PlanID, created.IDs, body.Transaction != nil); err == nil && body.Transaction == nil {
		out.Duplicates = &created.Duplicates
	}
	return out, err
}

// saved returns the response about transactions that were just written.
func (a *api) saved(ctx context.Context, plan string, ids []string, alone bool) (out SavedTransactions, err error) {
	out.IDs = append([]string{}, ids...)
	err = a.readPlan(ctx, plan, func(session *readSession) error {
		out.ServerKnowledge = session.Knowledge()
		named, err := session.transactionsNamed(ids)
		if err != nil {
			return err
		}
		for _, id := range ids {
			t := named[strings.ToLower(id)]
			if t == nil {
				continue // deleted since by another request
			}
			detail, err := session.detail(t)
			if err != nil {
				return err
			}
			out.Transactions = append(out.Transactions, detail)
		}
		return nil
	})
	if alone && len(out.Transactions) > 0 {
		out.Transaction, out.Transactions = &out.Transactions[0], nil
	} else if !alone && out.Transactions == nil {
		out.Transactions = []TransactionDetail{}
	}
	return out, err
}

func (c *ChangedTransaction) change() app.TransactionChange {
	return app.TransactionChange{TransactionFields: c.fields(), ID: textOf(c.ID), ImportID: textOf(c.ImportID)}
}

func (a *api) updateTransactions(ctx context.Context, in *planWrite, body *PatchTransactions) (out SavedTransactions, err error) {
	list := iterutil.Map(body.Transactions, func(c ChangedTransaction) app.TransactionChange { return c.change() })
	_, ids, err := a.app.UpdateTransactions(ctx, actorOf(ctx), in.PlanID, list)
	if err != nil {
		return out, inBody(err)
	}
	out, err = a.saved(ctx, in.PlanID, ids, false)
	out.Duplicates = &[]string{} // the source returns the member here too
	return out, err
}

// inBody makes an error about a missing record that the body names Invalid: NotFound is only for records that the
// path names.
func inBody(err error) error {
	if apperr.KindOf(err) != apperr.NotFound || fieldOf(err) == "" {
		return err
	}
	return apperr.Placed(err, func(f *apperr.Error) { f.Kind = apperr.Invalid })
}

func (a *api) updateTransaction(ctx context.Context, in *transactionWrite, body *PutTransaction) (out OneTransaction, err error) {
	change := body.Transaction.change()
	change.ID = in.TransactionID
	_, ids, err := a.app.UpdateTransactions(ctx, actorOf(ctx), in.PlanID, []app.TransactionChange{change})
	if err != nil {
		return out, alone(err)
	}
	return a.savedTransaction(ctx, in.PlanID, ids[0])
}

func (a *api) savedTransaction(ctx context.Context, plan, id string) (OneTransaction, error) {
	return readData(ctx, a, plan, func(session *readSession, out *OneTransaction) error {
		return session.oneTransaction(&transactionIn{TransactionID: id}, out)
	})
}

func (a *api) deleteTransaction(ctx context.Context, in *transactionIn) (out OneTransaction, err error) {
	if out, err = a.savedTransaction(ctx, in.PlanID, in.TransactionID); err != nil {
		return out, err
	}
	done, err := a.app.DeleteTransaction(ctx, actorOf(ctx), in.PlanID, in.TransactionID)
	asDeleted(&out.Transaction)
	out.ServerKnowledge = max(out.ServerKnowledge, done.Change)
	return out, err
}

func (a *api) importTransactions(ctx context.Context, in *PlanPath) (out ImportedTransactions, err error) {
	out.IDs = []string{}
	return out, a.app.RequireChange(ctx, actorOf(ctx), in.PlanID)
}

func (a *api) bulkTransactions(ctx context.Context, in *planWrite, body *BulkTransactions) (out BulkSaved, err error) {
	created, err := a.create(ctx, in.PlanID, body.Transactions)
	out.Bulk.IDs, out.Bulk.Duplicates = created.IDs, created.Duplicates
	return out, err
}
