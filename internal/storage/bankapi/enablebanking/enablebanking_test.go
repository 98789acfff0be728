package enablebanking_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/storage/bankapi"
	"holdover/internal/storage/bankapi/enablebanking"
	"holdover/internal/testing/enabletest"
	"holdover/internal/testing/testkit"
)

const returnTo = "https://budget.example/banks/return"

var noon = time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)

// env is a provider and a server with the same clock.
type env struct {
	*enabletest.Server
	now      time.Time
	provider *enablebanking.Provider
}

func newEnv(t *testing.T) *env {
	e := &env{Server: enabletest.New(t), now: noon}
	e.Now = func() time.Time { return e.now }
	e.RedirectURLs = []string{"https://other.example/", returnTo}
	e.Accounts = []enabletest.Account{
		{Hash: "hash-giro", IBAN: "FI21 1234 5600 0007 85", Name: "Account Holder", Details: "Giro", Currency: "EUR", Balances: []enabletest.Balance{
			{Type: "XPCD", Amount: "80.00"}, {Type: "ITAV", Amount: "70.00"}, {Type: "CLBD", Amount: "-12.345", Date: "2026-11-28"}, {Type: "ITBD", Amount: "90.00"}, {Type: "CLAV", Amount: "65.00"},
		}},
		{Hash: "hash-savings", Other: "4711", Product: "Savings", Currency: "EUR", Type: "SVGS"},
	}
	e.provider = enablebanking.New(bankapi.Options{Client: e.Client(), Now: e.Now, Zone: time.UTC})
	return e
}

// open returns a new connection.
func (e *env) open(t *testing.T) bankapi.Connection {
	t.Helper()
	return testkit.Must(e.provider.Open(e.Connect(e.provider, e.Banks[0], returnTo)))(t)
}

// fetch fetches the account Giro from 1 November.
func fetch(t *testing.T, c bankapi.Connection, change ...func(*bankapi.Wanted)) (bankapi.Statement, []string) {
	t.Helper()
	w := bankapi.Wanted{Key: "hash-giro", From: civil.MakeDate(2026, 11, 1)}
	for _, do := range change {
		do(&w)
	}
	got := testkit.Must(c.Fetch(t.Context(), []bankapi.Wanted{w}))(t)
	st, ok := got.Statements["hash-giro"]
	if !ok {
		t.Fatal("the result has no statement of the account")
	}
	return st, got.Messages
}

// wantError verifies an error's code, kind of text and field, and that it contains no secret.
func wantError(t *testing.T, err error, code apperr.Code, field, contains string) *apperr.Error {
	t.Helper()
	known, ok := errors.AsType[*apperr.Error](err)
	if !ok {
		t.Fatalf("the error is %T %v, want an *apperr.Error", err, err)
	}
	if known.Code != code || known.Field != field || !strings.Contains(known.Message, contains) || known.Hint == "" {
		t.Errorf("the error is %q at %q: %s (%s), want code %q, field %q and %q", known.Code, known.Field, known.Message, known.Hint, code, field, contains)
	}
	for _, secret := range []string{"PRIVATE KEY-----\n", "/accounts/", "/sessions/", "internal", "Bearer"} {
		if all := fmt.Sprintf("%v %s %s %v", err, known.Message, known.Hint, known.Cause); strings.Contains(all, secret) {
			t.Errorf("the error contains %q: %s", secret, all)
		}
	}
	return known
}

// rows returns the rows of a statement, one a line.
func rows(st bankapi.Statement) string {
	var b strings.Builder
	for _, r := range st.Rows {
		fmt.Fprintf(&b, "%s|%d|%s|%s|%s\n", r.Date, r.Amount, r.Payee, r.Memo, r.BankID)
	}
	return b.String()
}

func wantRows(t *testing.T, st bankapi.Statement, want ...string) {
	t.Helper()
	if st.Err != nil {
		t.Fatalf("the statement has the error %v", st.Err)
	}
	if got := rows(st); got != strings.Join(append(want, ""), "\n") {
		t.Errorf("the rows are\n%swant\n%s", got, strings.Join(want, "\n"))
	}
}
