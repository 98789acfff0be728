package budgetapi_test

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/logic/bankfile"
	"holdover/internal/storage/bankapi"
	"holdover/internal/storage/bankapi/budgetapi"
	"holdover/internal/storage/publicnet"
	"holdover/internal/testing/sourcetest"
	"holdover/internal/testing/testkit"
)

// document is a plan with an id and more transactions.
func document(id string, more ...string) []byte {
	transactions := append([]string{
		`{"id":"t1","date":"2026-03-02","amount":-12340,"memo":"weekly","cleared":"cleared","account_id":"a1","payee_id":"p1","category_id":"c1"}`,
		`{"id":"t2","date":"2026-03-03","amount":-5000,"memo":"","cleared":"uncleared","account_id":"a1","payee_id":"p1","category_id":"c1"}`,
		`{"id":"t3","date":"2026-03-04","amount":-100000,"memo":null,"cleared":"reconciled","account_id":"a1","payee_id":"p2","transfer_account_id":"a2","category_id":null}`,
		`{"id":"t4","date":"2026-03-05","amount":-30000,"memo":"shop","cleared":"cleared","account_id":"a1","payee_id":"p1","category_id":"split"}`,
		`{"id":"t5","date":"2026-03-06","amount":-700,"memo":"gone","cleared":"cleared","account_id":"a1","payee_id":"p1","deleted":true}`,
		`{"id":"t6","date":"2026-02-01","amount":-800,"memo":"early","cleared":"cleared","account_id":"a1","payee_id":"p1","category_id":"c3"}`,
		`{"id":"m4","date":"2026-03-05","amount":1000,"memo":"","cleared":"cleared","account_id":"a2","payee_id":"p3","transfer_account_id":"a1"}`,
		`{"id":"m3","date":"2026-03-04","amount":100000,"memo":"","cleared":"cleared","account_id":"a2","payee_id":"p1","transfer_account_id":"a1"}`,
		`{"id":"t7","date":"2026-03-07","amount":200000,"memo":"","cleared":"cleared","account_id":"a1","payee_id":"p1","category_id":"c3"}`,
	}, more...)
	return []byte(`{"data":{"plan":{"id":"` + id + `","name":"Plan ` + id + `","last_modified_on":"2026-03-08T10:00:00Z","currency_format":{"iso_code":"EUR","decimal_digits":2},
		"accounts":[
			{"id":"a1","name":"Giro\u0007 account","type":"checking","on_budget":true,"closed":false,"balance":52660,"cleared_balance":57660},
			{"id":"a2","name":"Card","type":"CreditCard","on_budget":true,"closed":false,"balance":-1000,"cleared_balance":0},
			{"id":"a3","name":"Old","type":"savings","on_budget":true,"closed":true,"balance":0,"cleared_balance":0},
			{"id":"a4","name":"Gone","type":"savings","on_budget":true,"closed":false,"deleted":true,"balance":0,"cleared_balance":0}],
		"payees":[{"id":"p1","name":"Market"},{"id":"p2","name":"Transfer : Card"},{"id":"p3","name":"Transfer : Giro"}],
		"category_groups":[{"id":"g1","name":"Living"},{"id":"g2","name":"Internal Master Category"}],
		"categories":[{"id":"c1","category_group_id":"g1","name":"Food"},{"id":"c2","category_group_id":"g1","name":"Home"},
			{"id":"c3","category_group_id":"g2","name":"Uncategorized"}],
		"transactions":[` + strings.Join(transactions, ",") + `],
		"subtransactions":[{"id":"s1","transaction_id":"t4","amount":-20000,"memo":"bread","category_id":"c1"},
			{"id":"s2","transaction_id":"t4","amount":-9000,"memo":"","category_id":"c2"},
			{"id":"s3","transaction_id":"t4","amount":-1000,"memo":"","category_id":null,"transfer_account_id":"a2"}]
	}},"server_knowledge":3}`)
}

var now = civil.MakeDate(2026, 3, 8).Time().Add(9 * time.Hour)

func options(allowPrivate bool) bankapi.Options {
	o := bankapi.Options{Client: publicnet.NewClient(10 * time.Second), Now: func() time.Time { return now }, Zone: time.UTC, AllowPrivate: allowPrivate}
	if allowPrivate {
		o.Client = publicnet.NewPrivateClient(10 * time.Second)
	}
	return o
}

func start(t testing.TB, plans ...[]byte) (*sourcetest.Server, *budgetapi.Provider) {
	t.Helper()
	s := sourcetest.New(t)
	for _, raw := range plans {
		s.Add(t, raw)
	}
	return s, budgetapi.New(options(true))
}

// enter returns the step after the address and the token.
func enter(t testing.TB, p *budgetapi.Provider, address, token string) (bankapi.Step, error) {
	t.Helper()
	first := testkit.Must(p.Connect(t.Context(), bankapi.Input{}))(t)
	return p.Connect(t.Context(), bankapi.Input{State: first.State, Values: map[string]string{"address": address, "token": token}})
}

func connect(t testing.TB, s *sourcetest.Server, p *budgetapi.Provider) bankapi.Connection {
	t.Helper()
	step := testkit.Must(enter(t, p, s.URL, sourcetest.Token))(t)
	return testkit.Must(p.Open(step.Secret))(t)
}

// wantError checks the code of an error, a part of its text, and that it contains no token.
func wantError(t *testing.T, err error, code apperr.Code, text string) {
	t.Helper()
	e, ok := errors.AsType[*apperr.Error](err)
	if !ok || e.Code != code || !strings.Contains(e.Message, text) || e.Hint == "" {
		t.Errorf("the error is %v (%v), want the code %s and %q", err, e, code, text)
		return
	}
	if all := fmt.Sprintf("%v %+v %v %s", err, err, e.Cause, e.Hint); strings.Contains(all, sourcetest.Token) {
		t.Errorf("the error contains the token: %s", all)
	}
}

func TestConnectingAsksForTheAddressTheTokenAndTheBudget(t *testing.T) {
	s, p := start(t, document("one"), document("two"))
	first := testkit.Must(p.Connect(t.Context(), bankapi.Input{}))(t)
	if len(first.Fields) != 2 || first.Fields[0].Name != "address" || !first.Fields[1].Secret {
		t.Fatalf("the first step is %+v", first)
	}
	second := testkit.Must(enter(t, p, s.URL, `Bearer `+sourcetest.Token+` `))(t)
	if len(second.Fields) != 1 || len(second.Fields[0].Choices) != 2 || second.Secret != nil {
		t.Fatalf("the second step is %+v", second)
	}
	if _, err := p.Connect(t.Context(), bankapi.Input{State: second.State, Values: map[string]string{"plan": "three"}}); apperr.KindOf(err) != apperr.Invalid {
		t.Errorf("an unknown budget: %v", err)
	}
	last := testkit.Must(p.Connect(t.Context(), bankapi.Input{State: second.State, Values: map[string]string{"plan": "two"}}))(t)
	if !strings.HasPrefix(last.Name, "Plan two at 127.0.0.1") || last.Fields != nil || last.Secret == nil {
		t.Fatalf("the last step is %+v", last)
	}
	accounts := testkit.Must(testkit.Must(p.Open(last.Secret))(t).Accounts(t.Context()))(t)
	today := civil.MakeDate(2026, 3, 8)
	want := []bankapi.Account{
		{
			Key: "two/a1", Handle: "two/a1", Name: "Giro account", Bank: "Plan two", Currency: "EUR", Type: "checking",
			Balances: []bankapi.Balance{{Kind: bankapi.Booked, Amount: 57660, Date: today}, {Kind: bankapi.Available, Amount: 52660, Date: today}},
		},
		{
			Key: "two/a2", Handle: "two/a2", Name: "Card", Bank: "Plan two", Currency: "EUR", Type: "creditCard",
			Balances: []bankapi.Balance{{Kind: bankapi.Booked, Date: today}, {Kind: bankapi.Available, Amount: -1000, Date: today}},
		},
	}
	if diff := cmp.Diff(want, accounts.Accounts); diff != "" {
		t.Error(diff)
	}
}

func TestRenewingAsksForTheTokenOnly(t *testing.T) {
	s, p := start(t, document("one"))
	secret := testkit.Must(enter(t, p, s.URL, sourcetest.Token))(t).Secret
	state := testkit.Must(p.Renew(secret))(t)
	if strings.Contains(string(state), sourcetest.Token) {
		t.Error("the old token is kept")
	}
	step := testkit.Must(p.Connect(t.Context(), bankapi.Input{State: state}))(t)
	if len(step.Fields) != 1 || step.Fields[0].Name != "token" {
		t.Fatalf("the step is %+v", step)
	}
	token := map[string]string{"token": sourcetest.Token}
	s.Add(t, document("two"))
	last := testkit.Must(p.Connect(t.Context(), bankapi.Input{State: step.State, Values: token}))(t)
	if string(last.Secret) != string(secret) {
		t.Errorf("the secret became %s", last.Secret)
	}
	other, _ := start(t, document("other"))
	moved := strings.ReplaceAll(string(step.State), s.URL, other.URL)
	if _, err := p.Connect(t.Context(), bankapi.Input{State: []byte(moved), Values: token}); apperr.KindOf(err) != apperr.Invalid || !strings.Contains(err.Error(), "cannot read the budget") {
		t.Errorf("the token of another account: %v", err)
	}
}

func TestWrongInputNamesItsField(t *testing.T) {
	s, p := start(t, document("one"))
	empty, _ := start(t)
	for _, c := range []struct{ address, token, field, text string }{
		{"ftp://example.org", sourcetest.Token, "address", "address is not valid"},
		{"https://me:secret@example.org", sourcetest.Token, "address", "carries a name or password"},
		{s.URL + "/elsewhere", sourcetest.Token, "address", "does not know the list of plans"},
		{s.URL, "abc…xyz", "token", "shortened form"},
		{s.URL, "", "token", "no token"},
		{s.URL, "another-token", "token", "not accepted"},
		{empty.URL, sourcetest.Token, "token", "can read no budget"},
	} {
		_, err := enter(t, p, c.address, c.token)
		if e, ok := errors.AsType[*apperr.Error](err); !ok || e.Kind != apperr.Invalid || e.Field != c.field || !strings.Contains(e.Message, c.text) {
			t.Errorf("%s, %s: %v", c.address, c.token, err)
		}
	}
}

func TestUnencryptedAndPrivateAddressesAreRefused(t *testing.T) {
	s, _ := start(t, document("one"))
	p := budgetapi.New(options(false))
	if _, err := enter(t, p, s.URL, sourcetest.Token); apperr.KindOf(err) != apperr.Invalid || !strings.Contains(err.Error(), "unencrypted") {
		t.Errorf("http: %v", err)
	}
	_, err := enter(t, p, strings.Replace(s.URL, "http:", "https:", 1), sourcetest.Token)
	wantError(t, err, bankapi.Down, "private network")
	if len(s.Calls()) != 0 {
		t.Errorf("%v was requested", s.Calls())
	}
}

func fetch(t testing.TB, c bankapi.Connection, wanted ...bankapi.Wanted) (bankapi.Fetched, error) {
	t.Helper()
	if len(wanted) == 0 {
		wanted = []bankapi.Wanted{{Key: "one/a1", Handle: "one/a1", From: civil.MakeDate(2026, 3, 1)}}
	}
	return c.Fetch(t.Context(), wanted)
}

func TestClearedTransactionsAreBooked(t *testing.T) {
	s, p := start(t, document("one"))
	for _, isOld := range []bool{false, true} {
		if isOld {
			s.OnlyOld()
		}
		got := testkit.Must(fetch(t, connect(t, s, p)))(t).Statements["one/a1"]
		day := func(n int) civil.Date { return civil.MakeDate(2026, 3, n) }
		want := bankapi.Statement{
			Statement: bankfile.Statement{Currency: "EUR", Closing: &bankfile.Balance{Date: day(8), Amount: 57660}, Rows: []bankfile.Row{
				{Date: day(2), Amount: -12340, Payee: "Market", Memo: "weekly", BankID: "t1", Category: "Living: Food"},
				{Date: day(4), Amount: -100000, Payee: "Transfer : Card", BankID: "t3", Transfer: "Card"},
				{Date: day(5), Amount: -30000, Payee: "Market", Memo: "shop", BankID: "t4", Parts: []bankfile.Part{
					{Amount: -20000, Category: "Living: Food", Memo: "bread"}, {Amount: -9000, Category: "Living: Home"}, {Amount: -1000, Memo: "Transfer : Card"},
				}},
				{Date: day(7), Amount: 200000, Payee: "Market", BankID: "t7"},
			}},
			Pending:  []bankfile.Row{{Date: day(3), Amount: -5000, Payee: "Market", BankID: "t2", Category: "Living: Food"}},
			Balances: []bankapi.Balance{{Kind: bankapi.Booked, Amount: 57660, Date: day(8)}, {Kind: bankapi.Available, Amount: 52660, Date: day(8)}},
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	}
}

// TestTheOtherSideOfASplitIsNoTransfer fetches an account that gets money by a transfer and by a part of a split.
func TestTheOtherSideOfASplitIsNoTransfer(t *testing.T) {
	s, p := start(t, document("one"))
	got := testkit.Must(fetch(t, connect(t, s, p), bankapi.Wanted{Key: "one/a2", From: civil.MakeDate(2026, 3, 1)}))(t).Statements["one/a2"]
	if len(got.Rows) != 2 || got.Rows[0].BankID != "m4" || got.Rows[0].Transfer != "" || got.Rows[0].Payee != "Giro" || got.Rows[1].Transfer != "Giro account" {
		t.Errorf("the rows are %+v", got.Rows)
	}
}

func TestATransactionThatNoAccountCanHaveIsNamedAndLeftOut(t *testing.T) {
	s, p := start(t, document("one",
		`{"id":"x1","date":"2026-03-02","amount":9000000000000000,"cleared":"cleared","account_id":"a1","payee_id":"p1"}`,
		`{"id":"x2","date":"9999-01-01","amount":1000,"cleared":"cleared","account_id":"a1","payee_id":"p1"}`))
	got := testkit.Must(fetch(t, connect(t, s, p)))(t)
	if len(got.Statements["one/a1"].Rows) != 4 || len(got.Messages) != 2 || !strings.Contains(got.Messages[0], "“Market” of 2026-03-02 was left out") {
		t.Errorf("%d rows and the messages %q", len(got.Statements["one/a1"].Rows), got.Messages)
	}
}

func TestAMissingAccountDoesNotAffectOthers(t *testing.T) {
	s, p := start(t, document("one"))
	from := civil.MakeDate(2026, 3, 1)
	got := testkit.Must(fetch(t, connect(t, s, p), bankapi.Wanted{Key: "one/other", From: from}, bankapi.Wanted{Key: "one/a1", From: from}, bankapi.Wanted{Key: "one/a4", From: from}))(t)
	for _, key := range []string{"one/other", "one/a4"} {
		wantError(t, got.Statements[key].Err, bankapi.NoAccount, "does not list")
	}
	if s := got.Statements["one/a1"]; s.Err != nil || len(s.Rows) != 4 {
		t.Errorf("the other account: %+v", s)
	}
}

func TestErrorsOfTheServerHaveCodes(t *testing.T) {
	s, p := start(t, document("one"))
	c := connect(t, s, p)
	many := strings.Repeat(`{"id":"t","date":"2026-03-02","amount":1,"cleared":"cleared"},`, bankapi.MostRows+1)
	for _, one := range []struct {
		name string
		fail func(w http.ResponseWriter)
		code apperr.Code
		text string
	}{
		{"401", func(w http.ResponseWriter) { sourcetest.Fail(w, 401, "401", "not_authorized", sourcetest.Token) }, bankapi.Reconnect, "no longer gives access"},
		{"403.1", func(w http.ResponseWriter) { sourcetest.Fail(w, 403, "403.1", "subscription_lapsed", "") }, bankapi.Unpaid, "subscription"},
		{"403.3", func(w http.ResponseWriter) { sourcetest.Fail(w, 403, "403.3", "unauthorized_scope", "") }, bankapi.Reconnect, "may not read"},
		{"404", func(w http.ResponseWriter) { sourcetest.Fail(w, 404, "404.2", "resource_not_found", "") }, bankapi.Malformed, "has no plan"},
		{"429", func(w http.ResponseWriter) {
			w.Header().Set("Retry-After", "1800")
			sourcetest.Fail(w, 429, "429", "too_many_requests", "")
		}, bankapi.TooOften, "too many requests"},
		{"503", func(w http.ResponseWriter) { sourcetest.Fail(w, 503, "503", "service_unavailable", "") }, bankapi.Down, "503"},
		{"400", func(w http.ResponseWriter) { sourcetest.Fail(w, 400, "400", "bad_request", "no "+sourcetest.Token) }, bankapi.Malformed, "refused"},
		{"redirect", func(w http.ResponseWriter) {
			w.Header().Set("Location", "https://169.254.169.254/")
			w.WriteHeader(http.StatusFound)
		}, bankapi.Malformed, "redirects"},
		{"page", func(w http.ResponseWriter) { _, _ = w.Write([]byte("<html><title>Sign in</title>")) }, bankapi.Malformed, "web page"},
		{"no list", func(w http.ResponseWriter) { _, _ = w.Write([]byte(`{"data":{}}`)) }, bankapi.Malformed, "not the plan's transactions"},
		{"wrong type", func(w http.ResponseWriter) { _, _ = w.Write([]byte(`{"data":{"transactions":[{"amount":"1"}]}}`)) }, bankapi.Malformed, "not the plan's transactions"},
		{"fraction", func(w http.ResponseWriter) { _, _ = w.Write([]byte(`{"data":{"transactions":[{"amount":1.5}]}}`)) }, bankapi.Malformed, "not the plan's transactions"},
		{"cut off", func(w http.ResponseWriter) {
			_, _ = w.Write([]byte(`{"data":{"transactions":[`))
			_ = http.NewResponseController(w).Flush()
			panic(http.ErrAbortHandler)
		}, bankapi.Down, "lost"},
		{"too many", func(w http.ResponseWriter) { _, _ = w.Write([]byte(`{"data":{"transactions":[` + many + `{}]}}`)) }, bankapi.Malformed, "200,000"},
		{"endless", func(w http.ResponseWriter) {
			block := []byte(strings.Repeat("a", 1<<20))
			_, _ = w.Write([]byte(`{"data":{"transactions":[{"memo":"`))
			for range 70 {
				_, _ = w.Write(block)
			}
		}, bankapi.Malformed, "67 MB"},
	} {
		t.Run(one.name, func(t *testing.T) {
			requests := 0
			s.Before(func(w http.ResponseWriter, r *http.Request) bool {
				if !strings.HasSuffix(r.URL.Path, "/transactions") {
					return false
				}
				requests++
				one.fail(w)
				return true
			})
			_, err := fetch(t, c)
			wantError(t, err, one.code, one.text)
			if e, ok := errors.AsType[*apperr.Error](err); ok && one.name == "429" && e.Retry != 30*time.Minute {
				t.Errorf("the pause is %v", e.Retry)
			}
			if requests != 1 {
				t.Errorf("%d requests, want 1", requests)
			}
		})
	}
}

func TestABudgetThatIsGoneAsksToConnectAgain(t *testing.T) {
	s, p := start(t, document("one"))
	secret := testkit.Must(enter(t, p, s.URL, sourcetest.Token))(t).Secret
	c := testkit.Must(p.Open([]byte(strings.ReplaceAll(string(secret), `"one"`, `"gone"`))))(t)
	_, err := c.Accounts(t.Context())
	wantError(t, err, bankapi.Reconnect, "no longer has the budget")
	testkit.NoError(t, c.Disconnect(t.Context()))
	if _, err := p.Open([]byte("x")); apperr.CodeOf(err) != bankapi.Reconnect {
		t.Errorf("a broken secret: %v", err)
	}
}

// FuzzTransactions fetches any response. A fetch ends with rows that a file can have, or with an error that has a code.
func FuzzTransactions(f *testing.F) {
	testkit.Fuzz(f, []string{
		`{"data":{"transactions":[{"id":"t","date":"2026-03-02","amount":-1,"memo":"\u0000","cleared":"cleared","payee_name":"P","subtransactions":[{"amount":-1}]}]}}`,
		`{"data":{"transactions":[{"id":"","date":"2026-03-02","amount":1,"cleared":"x","payee_name":"<b>"},{}]},"server_knowledge":1}`,
		`{"data":{"transactions":null}}`,
		`<p>`,
	}, func(t testing.TB, response []byte) {
		s, p := start(t, document("one"))
		c := connect(t, s, p)
		s.Before(func(w http.ResponseWriter, r *http.Request) bool {
			is := strings.HasSuffix(r.URL.Path, "/transactions")
			if is {
				_, _ = w.Write(response)
			}
			return is
		})
		got, err := fetch(t, c)
		if err != nil {
			if apperr.CodeOf(err) == "" {
				t.Errorf("an error without a code: %v", err)
			}
			return
		}
		statement := got.Statements["one/a1"]
		file := testkit.Must(bankfile.EncodeFetched(&statement.Statement))(t)
		read, err := bankfile.Read(file, bankfile.Options{})
		if len(statement.Rows) == 0 {
			return
		}
		if err != nil || len(read.Statements[0].Rows) != len(statement.Rows) || len(read.Problems) > 0 {
			t.Errorf("%d rows became %+v (%v)", len(statement.Rows), read, err)
		}
	})
}
