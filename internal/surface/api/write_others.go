package api

import (
	"context"
	"net/http"
	"reflect"

	"holdover/internal/app"
	"holdover/internal/app/payees"
	"holdover/internal/base/apperr"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

type SaveAccount struct {
	Name    *string      `json:"name" required:"true" maxLength:"200"`
	Type    *string      `json:"type" required:"true" enum:"checking,savings,cash,creditCard,otherAsset,otherLiability,lineOfCredit,mortgage,autoLoan,studentLoan,personalLoan,medicalDebt,otherDebt"`
	Balance *money.Milli `json:"balance" required:"true" doc:"Milliunits; a debt is negative"`
	Group   *string      `json:"account_group_id,omitempty" format:"uuid" nullable:"true" maxLength:"100" doc:"Holdover's own: the account group that it is in"`
}

func (*SaveAccount) answered() reflect.Type { return reflect.TypeFor[Account]() }

type PostAccount struct {
	Account *SaveAccount `json:"account" required:"true"`
}

type SavedAccount struct {
	Account         Account `json:"account"`
	ServerKnowledge int64   `json:"server_knowledge"`
}

// SavePayee contains a program's values for a payee.
type SavePayee struct {
	Name *string `json:"name" required:"true" maxLength:"500"`
}

func (*SavePayee) answered() reflect.Type { return reflect.TypeFor[Payee]() }

type WritePayee struct {
	Payee *SavePayee `json:"payee" required:"true"`
}

// ChangePayee contains a program's new values for a payee. A mark that is missing stays as it is.
type ChangePayee struct {
	Name        *string `json:"name" required:"true" maxLength:"500"`
	Hidden      *bool   `json:"hidden,omitempty" doc:"Holdover's own: the payee is not suggested"`
	Favorite    *bool   `json:"favorite,omitempty" doc:"Holdover's own: the payee is suggested before others"`
	LearningOff *bool   `json:"learning_off,omitempty" doc:"Holdover's own: the payee's usual category is not suggested"`
}

func (*ChangePayee) answered() reflect.Type { return reflect.TypeFor[Payee]() }

type PatchPayee struct {
	Payee *ChangePayee `json:"payee" required:"true"`
}

type SavedPayee struct {
	Payee           Payee `json:"payee"`
	ServerKnowledge int64 `json:"server_knowledge"`
}

type payeeWrite struct {
	PayeePath
	Sent
}

func (a *api) registerOtherWrites() {
	registerWrite(a, write{http.MethodPost, "createAccount", "/plans/{plan_id}/accounts", "Accounts", "Create an account"}, a.createAccount)
	registerWrite(a, write{http.MethodPost, "createPayee", "/plans/{plan_id}/payees", "Payees", "Create a payee"}, a.createPayee)
	registerWrite(a, write{http.MethodPatch, "updatePayee", "/plans/{plan_id}/payees/{payee_id}", "Payees", "Rename a payee"}, a.updatePayee)
}

func (a *api) createAccount(ctx context.Context, in *planWrite, body *PostAccount) (SavedAccount, error) {
	given := body.Account
	_, account, err := a.app.AddAccount(ctx, actorOf(ctx), in.PlanID, app.AccountEntry{
		Name: *given.Name, Type: *given.Type, OnBudget: budget.AccountType(*given.Type).IsUsuallyOnBudget(), Balance: *given.Balance, Date: a.app.Today(ctx),
		Group: textOf(given.Group),
	})
	return readAfterWrite(ctx, a, in.PlanID, err, func(session *readSession, out *SavedAccount) (err error) {
		out.ServerKnowledge = session.Knowledge()
		out.Account, err = session.accountWith(account)
		return err
	})
}

func (a *api) createPayee(ctx context.Context, in *planWrite, body *WritePayee) (SavedPayee, error) {
	_, payee, err := a.app.AddPayee(ctx, actorOf(ctx), in.PlanID, *body.Payee.Name)
	return a.savedPayee(ctx, in.PlanID, payee, itsName(err))
}

func (a *api) updatePayee(ctx context.Context, in *payeeWrite, body *PatchPayee) (SavedPayee, error) {
	given := body.Payee
	marks := payees.MarkChange{Hidden: given.Hidden, Favourite: given.Favorite, LearningOff: given.LearningOff}
	var err error
	if marks.IsEmpty() {
		_, err = a.app.RenamePayee(ctx, actorOf(ctx), in.PlanID, in.PayeeID, *given.Name)
	} else {
		_, err = a.app.UpdatePayee(ctx, actorOf(ctx), in.PlanID, in.PayeeID, *given.Name, marks)
	}
	return a.savedPayee(ctx, in.PlanID, in.PayeeID, itsName(err))
}

// itsName changes an error about a payee's name to the field "name": in a transaction the field is "payee".
func itsName(err error) error {
	return apperr.Placed(err, func(f *apperr.Error) {
		if f.Field == "payee" {
			f.Field = "name"
		}
	})
}

func (a *api) savedPayee(ctx context.Context, plan, payee string, writeErr error) (SavedPayee, error) {
	return readAfterWrite(ctx, a, plan, writeErr, func(session *readSession, out *SavedPayee) error {
		p, err := session.PayeeByID(payee)
		out.Payee, out.ServerKnowledge = session.payee(&p), session.Knowledge()
		return err
	})
}
