package api

import (
	"context"
	"net/http"
	"reflect"

	"holdover/internal/base/iterutil"
	"holdover/internal/model/budget"
)

// Groups of accounts, which the source does not have.

// AccountGroup is a group of accounts.
type AccountGroup struct {
	_          struct{} `additionalProperties:"true"`
	ID         string   `json:"id" format:"uuid"`
	Name       string   `json:"name"`
	AccountIDs []string `json:"account_ids" nullable:"false" doc:"Its accounts in display order"`
	Deleted    bool     `json:"deleted"`
}

type AccountGroupList struct {
	AccountGroups   []AccountGroup `json:"account_groups" nullable:"false" doc:"In display order"`
	ServerKnowledge int64          `json:"server_knowledge"`
}

func (session *readSession) listAccountGroups(_ *PlanPath, out *AccountGroupList) error {
	out.ServerKnowledge = session.Knowledge()
	out.AccountGroups = iterutil.Map(session.order.accountGroups, session.accountGroup)
	return nil
}

func (session *readSession) accountGroup(g budget.AccountGroup) AccountGroup {
	out := AccountGroup{ID: g.ID, Name: g.Name, AccountIDs: []string{}}
	for i := range session.order.accounts {
		if acc := &session.order.accounts[i]; acc.Group == g.No {
			out.AccountIDs = append(out.AccountIDs, acc.ID)
		}
	}
	return out
}

// SaveAccountGroup contains a program's values for a group of accounts.
type SaveAccountGroup struct {
	Name *string `json:"name" required:"true" maxLength:"200"`
}

func (*SaveAccountGroup) answered() reflect.Type { return reflect.TypeFor[AccountGroup]() }

type WriteAccountGroup struct {
	AccountGroup *SaveAccountGroup `json:"account_group" required:"true"`
}

type SavedAccountGroup struct {
	AccountGroup    AccountGroup `json:"account_group"`
	ServerKnowledge int64        `json:"server_knowledge"`
}

// SavePosition contains a program's place for a group of accounts.
type SavePosition struct {
	Before *string `json:"before_account_group_id" required:"true" format:"uuid" nullable:"true" maxLength:"100" doc:"The group that follows it; null moves it to the end"`
}

func (*SavePosition) answered() reflect.Type { return reflect.TypeFor[AccountGroup]() }

type WritePosition struct {
	AccountGroup *SavePosition `json:"account_group" required:"true"`
}

// SaveGroupOfAccount contains the group of an account.
type SaveGroupOfAccount struct {
	AccountGroupID *string `json:"account_group_id" required:"true" format:"uuid" nullable:"true" maxLength:"100" doc:"Null takes the account out of its group"`
}

func (*SaveGroupOfAccount) answered() reflect.Type { return reflect.TypeFor[Account]() }

type PatchAccount struct {
	Account *SaveGroupOfAccount `json:"account" required:"true"`
}

type AccountGroupPath struct {
	PlanPath
	AccountGroupID string `path:"account_group_id"`
}

type accountGroupWrite struct {
	AccountGroupPath
	Sent
}

type accountWrite struct {
	AccountPath
	Sent
}

func (a *api) registerAccountGroupWrites() {
	const tag, groups = "Accounts", "/plans/{plan_id}/account_groups"
	const one = groups + "/{account_group_id}"
	registerWrite(a, write{http.MethodPost, "createAccountGroup", groups, tag, "Holdover only: create an account group"}, a.createAccountGroup)
	registerWrite(a, write{http.MethodPatch, "updateAccountGroup", one, tag, "Holdover only: rename an account group"}, a.updateAccountGroup)
	registerWrite(a, write{http.MethodPatch, "moveAccountGroup", one + "/position", tag, "Holdover only: move an account group before another one"}, a.moveAccountGroup)
	registerBodylessWrite(a, write{http.MethodDelete, "deleteAccountGroup", one, tag, "Holdover only: delete an account group; its accounts stay"}, a.deleteAccountGroup)
	registerWrite(a, write{http.MethodPatch, "updateAccount", "/plans/{plan_id}/accounts/{account_id}", tag, "Holdover only: move an account into a group"}, a.updateAccount)
}

func (a *api) createAccountGroup(ctx context.Context, in *planWrite, body *WriteAccountGroup) (SavedAccountGroup, error) {
	_, group, err := a.app.CreateAccountGroup(ctx, actorOf(ctx), in.PlanID, *body.AccountGroup.Name)
	return a.savedAccountGroup(ctx, in.PlanID, group, err)
}

func (a *api) updateAccountGroup(ctx context.Context, in *accountGroupWrite, body *WriteAccountGroup) (SavedAccountGroup, error) {
	_, err := a.app.RenameAccountGroup(ctx, actorOf(ctx), in.PlanID, in.AccountGroupID, *body.AccountGroup.Name)
	return a.savedAccountGroup(ctx, in.PlanID, in.AccountGroupID, err)
}

func (a *api) moveAccountGroup(ctx context.Context, in *accountGroupWrite, body *WritePosition) (AccountGroupList, error) {
	_, err := a.app.MoveAccountGroup(ctx, actorOf(ctx), in.PlanID, in.AccountGroupID, textOf(body.AccountGroup.Before))
	return readAfterWrite(ctx, a, in.PlanID, err, func(session *readSession, out *AccountGroupList) error {
		return session.listAccountGroups(&in.PlanPath, out)
	})
}

func (a *api) deleteAccountGroup(ctx context.Context, in *AccountGroupPath) (out SavedAccountGroup, err error) {
	if out, err = a.savedAccountGroup(ctx, in.PlanID, in.AccountGroupID, nil); err != nil {
		return out, err
	}
	done, err := a.app.DeleteAccountGroup(ctx, actorOf(ctx), in.PlanID, in.AccountGroupID)
	out.AccountGroup.Deleted, out.ServerKnowledge = true, max(out.ServerKnowledge, done.Change)
	return out, err
}

func (a *api) savedAccountGroup(ctx context.Context, plan, group string, writeErr error) (SavedAccountGroup, error) {
	return readAfterWrite(ctx, a, plan, writeErr, func(session *readSession, out *SavedAccountGroup) error {
		g := iterutil.First(session.order.accountGroups, func(g budget.AccountGroup) bool { return sameID(g.ID, group) })
		if g == nil {
			return noSuch("account group", group)
		}
		out.AccountGroup, out.ServerKnowledge = session.accountGroup(*g), session.Knowledge()
		return nil
	})
}

func (a *api) updateAccount(ctx context.Context, in *accountWrite, body *PatchAccount) (SavedAccount, error) {
	_, err := a.app.GroupAccount(ctx, actorOf(ctx), in.PlanID, in.AccountID, textOf(body.Account.AccountGroupID), "")
	return a.savedAccount(ctx, in, err)
}

func (a *api) savedAccount(ctx context.Context, in *accountWrite, writeErr error) (SavedAccount, error) {
	return readAfterWrite(ctx, a, in.PlanID, writeErr, func(session *readSession, out *SavedAccount) (err error) {
		out.ServerKnowledge = session.Knowledge()
		out.Account, err = session.accountWith(in.AccountID)
		return err
	})
}
