package app

import (
	"context"
	"io"
	"log/slog"
	"reflect"
	"strings"
	"testing"

	"holdover/internal/base/apperr"
	"holdover/internal/base/money"
	"holdover/internal/model/auth"
	"holdover/internal/model/budget"
	"holdover/internal/storage/database/databasetest"
	"holdover/internal/storage/store"
	"holdover/internal/storage/userstore"
)

func newApp(t testing.TB) *App {
	t.Helper()
	a, err := Open(t.Context(), store.Config{Dir: databasetest.Dir(t)}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	})
	return a
}

// rights contains the right required by each method that takes an actor and a budget's id. A method that is missing
// here fails TestMethodsCheckTheUsersRole.
var rights = map[string]auth.Right{
	"Accounts": auth.See, "ChosenRows": auth.See, "Budget": auth.See, "CleanUpsDone": auth.See, "Document": auth.See, "Documents": auth.See, "Duplicate": auth.See, "FreshStart": auth.See, "PreviewFreshStart": auth.See, "Archives": auth.See, "ArchiveFile": auth.See, "PreviewArchive": auth.Change, "ArchiveYears": auth.Change, "BringBack": auth.Change, "Export": auth.See, "Frame": auth.See, "History": auth.See,
	"Knowledge": auth.See, "PlanDocument": auth.See, "Month": auth.See, "Months": auth.See, "Original": auth.See, "PageVersion": auth.See, "PreviewReimport": auth.See, "ProposeCleanUp": auth.See, "Register": auth.See, "RegisterChoices": auth.See, "Report": auth.See, "Screen": auth.See,
	"Shares": auth.See, "Transactions": auth.See, "Verify": auth.See, "ReadTx": auth.See, "Watch": auth.See, "AcceptShare": auth.See, "Overwritten": auth.See,

	"RequireChange": auth.Change, "ApplyCleanUp": auth.Change, "ApplyReimport": auth.Change, "Cover": auth.Change, "DeleteCategory": auth.Change, "DeleteGroup": auth.Change, "FillMonth": auth.Change, "HideCategory": auth.Change,
	"HideGroup": auth.Change, "Hold": auth.Change, "HoldLeftovers": auth.Change, "MoveCategory": auth.Change, "MoveGroup": auth.Change, "SortCategories": auth.Change,
	"NewCategory": auth.Change, "NewGroup": auth.Change, "Redo": auth.Change, "RenameCategory": auth.Change, "RenameGroup": auth.Change,
	"ResetHold": auth.Change, "RepeatForm": auth.Change, "RowForm": auth.Change, "Rollover": auth.Change, "SetBudgeted": auth.Change, "SetCategoryNote": auth.Change, "SetGroupNote": auth.Change,
	"SetMonthNote": auth.Change, "Transfer": auth.Change, "TypeBudgeted": auth.Change, "Undo": auth.Change,

	"PreviewCards": auth.Change, "KeepCards": auth.Change, "AskCards": auth.See, "KeepCardsAsSource": auth.Change,
	"RowReceipts": auth.See, "ReceiptFile": auth.See, "AddReceipt": auth.Change, "RemoveReceipt": auth.Change,
	"OwnFilters": auth.See, "FilterNamed": auth.See, "RowsCSV": auth.See, "KeepFilter": auth.Change, "ReplaceFilter": auth.Change, "RenameFilter": auth.Change, "DeleteFilter": auth.Change,
	"KeepView": auth.Change, "DeleteView": auth.Change, "DismissRecurring": auth.Change, "OfferRecurring": auth.Change,
	"PreviewAssign": auth.See, "AssignMonth": auth.Change, "SetTarget": auth.Change, "SnoozeTarget": auth.Change, "RemoveTarget": auth.Change, "SetExpectedIncome": auth.Change,
	"Inbox": auth.See, "ApproveReady": auth.Change,
	"RulesOf": auth.See, "OfferAfter": auth.See, "TryRule": auth.Change, "TryRules": auth.Change, "SaveRule": auth.Change, "ApplyRules": auth.Change, "MoveRule": auth.Change, "SwitchRule": auth.Change, "DeleteRule": auth.Change,

	"SuggestCategory": auth.See, "SuggestPayees": auth.See, "ReadBankFile": auth.See, "Reconciling": auth.See, "ClearedUntil": auth.See,
	"NewAccountGroup": auth.Change, "CreateAccountGroup": auth.Change, "RenameAccountGroup": auth.Change, "DeleteAccountGroup": auth.Change, "MoveAccountGroup": auth.Change, "GroupAccount": auth.Change, "FindAccountGroup": auth.See,
	"AddAccount": auth.Change, "AddRow": auth.Change, "CloseAccount": auth.Change, "DeleteAccount": auth.Change,
	"DeleteRows": auth.Change, "DeleteTransaction": auth.Change, "DuplicateRows": auth.Change, "EditRow": auth.Change, "MoveAccount": auth.Change, "Reconcile": auth.Change,
	"SetAutoEnter": auth.Change, "Scheduled": auth.See, "ScheduledByID": auth.See, "ScheduledForm": auth.Change,
	"PayeesOf": auth.See, "PayeesByID": auth.See, "PayeeNamed": auth.See, "MergePayees": auth.Change, "DeletePayees": auth.Change, "DeleteUnusedPayees": auth.Change,
	"TagsOf": auth.See, "TagNamed": auth.See, "SuggestTags": auth.See, "DescribeTag": auth.Change, "RenameTag": auth.Change, "MergeTag": auth.Change, "RemoveTag": auth.Change,
	"RenameAccount": auth.Change, "RenamePayee": auth.Change, "MarkPayees": auth.Change, "SchedulesOfRules": auth.See, "UpdatePayee": auth.Change, "ReopenAccount": auth.Change, "SetAccountNote": auth.Change, "SetAccountType": auth.Change,
	"SetOnRows": auth.Change, "AddScheduled": auth.Change, "DeleteScheduled": auth.Change, "EditScheduled": auth.Change, "EnterDue": auth.Change,
	"EnterScheduled": auth.Change, "ImportBankFile": auth.Change, "SkipScheduled": auth.Change,

	"Loan": auth.See, "SetLoanTerm": auth.Change, "RemoveLoanTerm": auth.Change, "SetLoanFrequency": auth.Change, "PayLoanFrom": auth.Change, "EnterLoanInterest": auth.Change, "UpdateLoan": auth.Change,

	"BankConnections": auth.See, "BankConnection": auth.See, "BankState": auth.See, "FetchBankFile": auth.Change, "ImportFetched": auth.Change, "FetchBank": auth.Change,
	"ConnectBank": auth.Manage, "AddBankConnection": auth.Manage, "RenewState": auth.Manage, "ListBankAccounts": auth.Manage, "LinkBankAccount": auth.Manage, "DisconnectBank": auth.Manage,

	"OfflineSnapshot": auth.See,
	"PlacesToOffer":   auth.See, "PlacesOfPayee": auth.See, "RemovePlace": auth.Change, "RemovePlaces": auth.Change,
	"AddPayee": auth.Change, "CreateCategory": auth.Change, "CreateGroup": auth.Change, "CreateScheduled": auth.Change, "CreateTransactions": auth.Change,
	"Merge": auth.Change, "Unmatch": auth.Change, "UpdateCategory": auth.Change, "UpdateScheduled": auth.Change, "UpdateTransactions": auth.Change,

	"Spending": auth.See, "SpendingAcross": auth.See, "MonthSoFar": auth.See, "Calendar": auth.See, "IncomeAndExpenses": auth.See, "NetWorth": auth.See, "AgeOfMoney": auth.See, "CategoryLife": auth.See, "ComingReport": auth.See, "CategoriesHold": auth.See, "FindAccount": auth.See, "FindCategory": auth.See, "FindGroup": auth.See, "FindPayee": auth.See,
	"OwnReports": auth.See, "KeepReport": auth.Change, "RenameReport": auth.Change, "ShowReport": auth.Change, "DeleteReport": auth.Change, "MoveReport": auth.Change,

	"Delete": auth.Manage, "RemoveShare": auth.Manage, "Rename": auth.Manage, "SetShare": auth.Manage,
}

// testedElsewhere lists the methods with a permission that does not depend on one budget. It maps each to the test of its
// permission.
var testedElsewhere = map[string]string{
	"Sessions": "TestSessionsAreListedAndEnded", "EndSession": "TestSessionsAreListedAndEnded", "EndOtherSessions": "TestSessionsAreListedAndEnded",
	"Theirs": "TestShareBudget", "LastUsed": "TestPendingShareIsNotTheLastUsedBudget", "BudgetsAndLastUsed": "TestPendingShareIsNotTheLastUsedBudget", "MayManageUsers": "TestUserRights", "RequireOwner": "TestUserRights",
	"Account": "TestUserRights", "AddUser": "TestUserRights", "RemoveUser": "TestUserRights", "SetPassword": "TestUserRights", "Users": "TestUserRights",
	"Budgets": "TestShareBudget", "FindBudget": "TestShareBudget", "Import": "TestAnonymousUserHasNoAccess", "NewBudget": "TestNewBudgetNeedsPermission",
	"SourcePlans": "TestImportFromSourceNeedsPermission", "ImportFromSource": "TestImportFromSourceNeedsPermission", "MayNameSource": "TestImportFromSourceNeedsPermission",
	"AllowOAuth": "TestOAuthMethodsCheckTheirActor", "RegisterOAuth": "TestOAuthMethodsCheckTheirActor", "OAuthApplications": "TestOAuthMethodsCheckTheirActor", "OAuthConnections": "TestOAuthMethodsCheckTheirActor",
	"ChangeOAuth": "TestOAuthMethodsCheckTheirActor", "NewOAuthSecret": "TestOAuthMethodsCheckTheirActor", "RemoveOAuth": "TestOAuthMethodsCheckTheirActor", "RestrictOAuth": "TestOAuthMethodsCheckTheirActor",
	"Disconnect": "TestOAuthMethodsCheckTheirActor",
	"Identities": "TestIdentityMethodsCheckTheirActor", "RequireRecent": "TestIdentityMethodsCheckTheirActor", "IsRecent": "TestIdentityMethodsCheckTheirActor", "NeedsConfirmation": "TestIdentityMethodsCheckTheirActor", "LinkIdentity": "TestIdentityMethodsCheckTheirActor",
	"UnlinkIdentity": "TestIdentityMethodsCheckTheirActor", "UnlinkIdentityOf": "TestIdentityMethodsCheckTheirActor", "ResetIdentities": "TestIdentityMethodsCheckTheirActor",
	"SecondFactor": "TestSecondFactorMethodsCheckTheirActor", "OfferApp": "TestSecondFactorMethodsCheckTheirActor", "SetUpApp": "TestSecondFactorMethodsCheckTheirActor",
	"RemoveApp": "TestSecondFactorMethodsCheckTheirActor", "NewRecoveryCodes": "TestSecondFactorMethodsCheckTheirActor", "ConfirmIdentity": "TestSecondFactorMethodsCheckTheirActor",
	"ResetSecondFactor": "TestSecondFactorMethodsCheckTheirActor", "RequiresSecondFactor": "TestSecondFactorMethodsCheckTheirActor", "RequireSecondFactor": "TestSecondFactorMethodsCheckTheirActor",
	"SignInLog": "TestSecondFactorMethodsCheckTheirActor",
	"PushKey":   "TestRemindersNeedASignedInUser", "RemindersOf": "TestRemindersNeedASignedInUser", "TurnOnReminders": "TestRemindersNeedASignedInUser",
	"TurnOffReminders": "TestRemindersNeedASignedInUser", "SendTestReminder": "TestRemindersNeedASignedInUser",
	"BeginAddPasskey": "TestPasskeyMethodsCheckTheirActor", "AddPasskey": "TestPasskeyMethodsCheckTheirActor", "RenamePasskey": "TestPasskeyMethodsCheckTheirActor", "RemovePasskey": "TestPasskeyMethodsCheckTheirActor", "ConfirmByPasskey": "TestPasskeyMethodsCheckTheirActor",
	"ChangePassword": "TestChangePassword", "NewToken": "TestTokens", "Tokens": "TestTokens", "RevokeToken": "TestTokens",
}

var actorType = reflect.TypeFor[Actor]()

// methodsWithActor returns the exported methods of App that take an actor.
func methodsWithActor() map[string]reflect.Method {
	methods := map[string]reflect.Method{}
	for m := range reflect.TypeFor[*App]().Methods() {
		if m.Type.NumIn() > 2 && m.Type.In(2) == actorType {
			methods[m.Name] = m
		}
	}
	return methods
}

// TestMethodsCheckTheUsersRole calls every method as every kind of user, and checks which are permitted.
func TestMethodsCheckTheUsersRole(t *testing.T) {
	a := newApp(t)
	owner := Actor{User: 1, Name: "Owner", Scope: auth.Full}
	for _, name := range []string{"Owner", "Editor", "Viewer", "Stranger"} {
		if _, err := userstore.On(a.store.DB()).AddUser(t.Context(), userstore.User{ID: NewID(), Name: name, Created: a.now()}, false); err != nil {
			t.Fatal(err)
		}
	}
	actors := []struct {
		who  Actor
		role auth.Role
	}{
		{owner, auth.Owner},
		{Actor{User: 2, Name: "Editor", Scope: auth.Full}, auth.Editor},
		{Actor{User: 3, Name: "Viewer", Scope: auth.Full}, auth.Viewer},
		{Actor{User: 4, Name: "Stranger", Scope: auth.Full}, ""},
		{Actor{User: 1, Name: "Owner", Scope: auth.ReadOnly}, auth.Owner},
		{Actor{User: 2, Name: "Editor", Scope: auth.ReadOnly}, auth.Editor},
		{Actor{User: 4, Name: "Stranger", Scope: auth.ReadOnly}, ""},
		{Machine(), auth.Owner},
		{Actor{User: 99, Name: "Removed", Scope: auth.Full}, ""},
	}
	still := newSharedBudget(t, a, usualShares) // not changed by refused calls, nor by reads
	for name, m := range methodsWithActor() {
		right, ok := rights[name]
		if !ok {
			if testedElsewhere[name] == "" {
				t.Errorf("%s takes an actor, but no test checks its permission: add it to rights", name)
			}
			continue
		}
		for _, c := range actors {
			want, id := apperr.KindOf(expectedError(c.role, c.who.Scope, name, right)), still
			if want == "" && right != auth.See {
				id = newSharedBudget(t, a, usualShares) // this call may change or delete it
			}
			if got := apperr.KindOf(permissionError(call(a, m, c.who, id))); got != want {
				t.Errorf("%s by %s with %s: %q, want %q", name, c.who.Name, c.who.Scope, got, want)
			}
		}
		if err := call(a, m, Actor{}, still); apperr.KindOf(err) != apperr.Unauthorized {
			t.Errorf("%s by an anonymous user: error %v, want unauthorized", name, err)
		}
		stranger, missing := call(a, m, actors[3].who, still), call(a, m, owner, "no-such-budget")
		if stranger == nil || missing == nil || stranger.Error() != missing.Error() || apperr.HintOf(stranger) != apperr.HintOf(missing) {
			t.Errorf("%s reveals a budget to a stranger: error %v, for a missing budget %v", name, stranger, missing)
		}
	}
}

// expectedError returns the expected error for an actor. The actor owns a copy, which a read-only token cannot create, and
// accepts a share for themselves, which a read-only token cannot do either.
func expectedError(role auth.Role, scope auth.Scope, method string, right auth.Right) error {
	if err := auth.Allowed(role, scope, right); err != nil || method != "Duplicate" && method != "FreshStart" && method != "AcceptShare" {
		return err
	}
	return auth.Allowed(auth.Owner, scope, auth.Manage)
}

// permissionError returns err if it is about permission, or nil.
func permissionError(err error) error {
	if kind := apperr.KindOf(err); kind == apperr.Forbidden || kind == apperr.Unauthorized || kind == apperr.NotFound && err.Error() == "budget not found" {
		return err
	}
	return nil
}

// usualShares contains the users that TestMethodsCheckTheUsersRole shares its budgets with, and their roles.
var usualShares = map[userstore.UserNo]auth.Role{2: auth.Editor, 3: auth.Viewer}

// newSharedBudget returns a new budget of the first user, shared with others.
func newSharedBudget(t testing.TB, a *App, with map[userstore.UserNo]auth.Role) string {
	t.Helper()
	info := budget.Info{ID: NewID(), Name: "Ours", Currency: money.DefaultFormat()}
	h, err := a.store.Import(t.Context(), store.Import{Whole: &budget.Whole{Info: info}, Meta: store.Meta{Action: "test", At: a.now()}, Owner: 1})
	if err != nil {
		t.Fatal(err)
	}
	for user, role := range with {
		if err := userstore.On(a.store.DB()).SetShare(t.Context(), h.No, user, role); err != nil {
			t.Fatal(err)
		}
	}
	return info.ID
}

// call calls a method for a budget, with empty values for everything else.
func call(a *App, m reflect.Method, who Actor, id string) error {
	args := []reflect.Value{reflect.ValueOf(a), reflect.ValueOf(context.Background()), reflect.ValueOf(who)}
	for i := len(args); i < m.Type.NumIn(); i++ {
		args = append(args, argument(m.Type.In(i), id, i == 3))
	}
	do := m.Func.Call
	if m.Type.IsVariadic() {
		do = m.Func.CallSlice
	}
	out := do(args)
	err, _ := out[len(out)-1].Interface().(error)
	return err
}

func argument(t reflect.Type, id string, first bool) reflect.Value {
	switch {
	case first:
		return reflect.ValueOf(id)
	case t == reflect.TypeFor[io.Writer]():
		return reflect.ValueOf(io.Discard)
	case t == reflect.TypeFor[io.Reader]():
		return reflect.ValueOf(strings.NewReader(""))
	case t.Kind() == reflect.Func:
		return reflect.MakeFunc(t, func([]reflect.Value) []reflect.Value {
			results := make([]reflect.Value, t.NumOut())
			for i := range results {
				results[i] = reflect.Zero(t.Out(i))
			}
			return results
		})
	}
	return reflect.Zero(t)
}
