package simplefin_test

import (
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/storage/bankapi"
	"holdover/internal/storage/bankapi/simplefin"
	"holdover/internal/storage/publicnet"
	"holdover/internal/testing/simplefintest"
	"holdover/internal/testing/testkit"
)

var (
	now     = time.Date(2026, 11, 29, 18, 30, 0, 0, time.UTC)
	eastern = time.FixedZone("EST", -5*60*60)
)

// at returns an hour of a day in UTC.
func at(day civil.Date, hour int) time.Time { return day.Time().Add(time.Duration(hour) * time.Hour) }

// start starts a server with a checking account and a card, and returns the provider's options for it.
func start(t *testing.T) (*simplefintest.Server, bankapi.Options) {
	server := simplefintest.New(t)
	server.Change(func(s *simplefintest.State) {
		s.Now = func() time.Time { return now }
		s.Accounts = []simplefintest.Account{{
			ID: "ACT-1", Name: "Checking", Currency: "USD", Bank: "First Bank", Connection: "CON-1", Balance: "100.23", Available: "75.20", BalanceAt: at(2026_11_29, 10),
			Rows: []simplefintest.Row{
				{ID: "t-1", Posted: at(2026_11_20, 12), Amount: "-12.34", Description: "COFFEE SHOP 123", Payee: "Coffee Shop", Memo: "card 1234"},
				{ID: "t-2", Posted: at(2026_11_25, 12), Amount: "2500.00", Description: "Payroll"},
			},
		}, {
			ID: "ACT-2", Name: "Visa", Currency: "USD", Bank: "Second Bank", Connection: "CON-2", Balance: "-812.30", BalanceAt: at(2026_11_28, 0),
			Rows: []simplefintest.Row{{ID: "t-1", Posted: at(2026_11_21, 0), Amount: "-5", Description: "Kiosk", Payee: "Kiosk"}},
		}}
	})
	return server, bankapi.Options{Client: server.Client(), Now: func() time.Time { return now }, Zone: eastern}
}

// open returns a connection to the server.
func open(t *testing.T, server *simplefintest.Server, o bankapi.Options) bankapi.Connection {
	t.Helper()
	return testkit.Must(simplefin.New(o).Open([]byte(server.AccessURL())))(t)
}

func wanted(id string, from civil.Date) bankapi.Wanted {
	return bankapi.Wanted{Key: id, Handle: id, From: from}
}

// fetch fetches one account.
func fetch(t *testing.T, c bankapi.Connection, w bankapi.Wanted) bankapi.Statement {
	t.Helper()
	s, ok := testkit.Must(c.Fetch(t.Context(), []bankapi.Wanted{w}))(t).Statements[w.Key]
	if !ok || s.Err != nil {
		t.Fatalf("the account is not in the result: %v", s.Err)
	}
	return s
}

// lines describes the booked transactions.
func lines(s *bankapi.Statement) (out []string) {
	for _, r := range s.Rows {
		out = append(out, fmt.Sprintf("%s %s %s|%s|%s", r.Date, r.Amount, r.BankID, r.Payee, r.Memo))
	}
	return out
}

// checkError verifies an error's code, and that it and its causes contain nothing of the access.
func checkError(t *testing.T, err error, code apperr.Code, contains string) *apperr.Error {
	t.Helper()
	known, ok := errors.AsType[*apperr.Error](err)
	if !ok {
		t.Fatalf("the error is %T %v, want code %q", err, err, code)
	}
	if known.Code != code || !strings.Contains(known.Message, contains) || known.Hint == "" {
		t.Errorf("the error is %q: %s (%s), want code %q and %q", known.Code, known.Message, known.Hint, code, contains)
	}
	all := fmt.Sprintf("%v %s %s %v", err, known.Message, known.Hint, known.Cause)
	for _, secret := range []string{simplefintest.User, "password/of", "password%2Fof", "hunter2", "token-1"} {
		if strings.Contains(all, secret) {
			t.Errorf("the error contains %q: %s", secret, all)
		}
	}
	return known
}

func connect(t *testing.T, o bankapi.Options, token string) (bankapi.Step, error) {
	t.Helper()
	p := simplefin.New(o)
	first := testkit.Must(p.Connect(t.Context(), bankapi.Input{}))(t)
	if len(first.Fields) != 1 || !first.Fields[0].Long || first.Secret != nil {
		t.Fatalf("the first step is %+v", first)
	}
	return p.Connect(t.Context(), bankapi.Input{State: first.State, Values: map[string]string{first.Fields[0].Name: token}})
}

func TestTokenIsClaimedOnce(t *testing.T) {
	server, o := start(t)
	token := server.SetupToken()
	pasted := " " + strings.TrimRight(token[:20]+"\n"+token[20:], "=") + "\r\n"
	step := testkit.Must(connect(t, o, pasted))(t)
	if string(step.Secret) != server.AccessURL() || step.Name == "" || step.Fields != nil || step.VisitTo != "" {
		t.Errorf("the last step is %+v", step)
	}
	if strings.Contains(step.Name+step.Text+step.Title+string(step.State), simplefintest.User) {
		t.Error("the secret is shown")
	}
	c := testkit.Must(simplefin.New(o).Open(step.Secret))(t)
	testkit.Must(c.Accounts(t.Context()))(t)

	_, err := connect(t, o, token)
	known := checkError(t, err, "", "used before")
	if known.Kind != apperr.Invalid || known.Field != "token" || !strings.Contains(known.Hint, "disable") {
		t.Errorf("the error does not say that the token may be compromised: %+v", known)
	}
}

func TestUselessTokensAreRefused(t *testing.T) {
	server, o := start(t)
	encode := func(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) }
	for _, token := range []string{
		"", "  ", "not a token!", encode("not an address"), encode("ftp://example.org/claim"), encode("http://bridge.simplefin.org/claim/x"), encode("https://user:hunter2@example.org/claim"),
		server.AccessURL(), encode(strings.Repeat("https://example.org/", 1000)),
	} {
		_, err := connect(t, o, token)
		if known := checkError(t, err, "", "token"); known.Kind != apperr.Invalid || known.Field != "token" {
			t.Errorf("the error for %.40q is %+v", token, known)
		}
	}
}

func TestUselessAccessURLsAreRefused(t *testing.T) {
	server, o := start(t)
	for _, claimed := range []string{
		"http://user:hunter2@bridge.example/simplefin", "https://bridge.example/simplefin", "https://:hunter2@bridge.example/", "<html>hunter2</html>", "https://user:hunter2@bridge.example/" + strings.Repeat("x", 5000), "https://user:hunter2@/simplefin",
	} {
		server.Change(func(s *simplefintest.State) { s.Claimed = claimed })
		_, err := connect(t, o, server.SetupToken())
		checkError(t, err, bankapi.Malformed, "access URL")
		if _, err := simplefin.New(o).Open([]byte(claimed)); err == nil {
			t.Errorf("%q can be opened", claimed)
		}
	}
	o.AllowPrivate = true
	server.Change(func(s *simplefintest.State) { s.Claimed = "http://user:hunter2@10.0.0.1/simplefin" })
	testkit.Must(connect(t, o, server.SetupToken()))(t)
}

func TestPrivateNetworksAreNotReached(t *testing.T) {
	server, o := start(t)
	token := server.SetupToken()
	o.Client = publicnet.NewClient(time.Minute)
	_, err := connect(t, o, token)
	checkError(t, err, bankapi.Down, "private network")
	_, err = open(t, server, o).Accounts(t.Context())
	checkError(t, err, bankapi.Down, "private network")
	if n := len(server.Requests()); n > 0 {
		t.Errorf("the server got %d requests", n)
	}
}

func TestRedirectsAreNotFollowed(t *testing.T) {
	server, o := start(t)
	target := simplefintest.New(t)
	for _, to := range []string{"http://169.254.169.254/latest/meta-data", target.AccessURL() + "/accounts"} {
		server.Change(func(s *simplefintest.State) { s.Redirect = to })
		_, err := open(t, server, o).Accounts(t.Context())
		checkError(t, err, bankapi.Malformed, "redirect")
		_, err = connect(t, o, server.SetupToken())
		checkError(t, err, bankapi.Malformed, "redirect")
	}
	if n := len(target.Requests()); n > 0 {
		t.Errorf("the other server got %d requests", n)
	}
}

func TestRefusalsHaveCodes(t *testing.T) {
	for status, code := range map[int]apperr.Code{402: bankapi.Unpaid, 403: bankapi.Reconnect, 429: bankapi.TooOften, 500: bankapi.Down, 503: bankapi.Down, 404: bankapi.Malformed} {
		server, o := start(t)
		c := open(t, server, o)
		server.Change(func(s *simplefintest.State) { s.Fail = []int{status, status} })
		_, err := c.Accounts(t.Context())
		checkError(t, err, code, "SimpleFIN")
		_, err = c.Fetch(t.Context(), []bankapi.Wanted{wanted("ACT-1", 2026_11_01)})
		if known := checkError(t, err, code, "SimpleFIN"); status == 429 && known.Retry != time.Hour {
			t.Errorf("the error asks to wait %v", known.Retry)
		}
		fetch(t, c, wanted("ACT-1", 2026_11_01)) // and then it works again
	}
}

func TestRevokedAccessAsksToConnectAgain(t *testing.T) {
	server, o := start(t)
	c := open(t, server, o)
	fetch(t, c, wanted("ACT-1", 2026_11_01))
	server.Change(func(s *simplefintest.State) { s.Revoked = true })
	_, err := c.Fetch(t.Context(), []bankapi.Wanted{wanted("ACT-1", 2026_11_01)})
	checkError(t, err, bankapi.Reconnect, "no longer gives access")
	if err := c.Disconnect(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestBothVersionsListAccounts(t *testing.T) {
	server, o := start(t)
	for _, isVersion1 := range []bool{true, false} {
		server.Change(func(s *simplefintest.State) { s.IsVersion1 = isVersion1 })
		got := testkit.Must(open(t, server, o).Accounts(t.Context()))(t)
		if len(got.Accounts) != 2 || len(got.Messages) != 0 || !got.ConsentUntil.IsZero() {
			t.Fatalf("the accounts are %+v", got)
		}
		a := got.Accounts[0]
		if a.Key != "ACT-1" || a.Name != "Checking" || a.Bank != "First Bank" || a.Currency != "USD" || a.Number != "" {
			t.Errorf("the account is %+v", a)
		}
		want := []bankapi.Balance{{Kind: bankapi.Booked, Amount: 100230, Date: 2026_11_29}, {Kind: bankapi.Available, Amount: 75200, Date: 2026_11_29}}
		if !slices.Equal(a.Balances, want) {
			t.Errorf("the balances are %v", a.Balances)
		}
		if b := got.Accounts[1].Balances; !slices.Equal(b, []bankapi.Balance{{Kind: bankapi.Booked, Amount: -812300, Date: 2026_11_28}}) {
			t.Errorf("the card's balances are %v", b)
		}
		if q := server.Requests()[0]; q.Get("balances-only") != "1" || q.Get("version") != "2" {
			t.Errorf("the request is %v", q)
		}
	}
}

func TestTransactionsAreFetched(t *testing.T) {
	server, o := start(t)
	got := testkit.Must(open(t, server, o).Fetch(t.Context(), []bankapi.Wanted{wanted("ACT-1", 2026_11_01), wanted("ACT-2", 2026_11_10)}))(t)
	s := got.Statements["ACT-1"]
	want := []string{"2026-11-20 -12.340 t-1|Coffee Shop|card 1234 COFFEE SHOP 123", "2026-11-25 2500.000 t-2|Payroll|"}
	if !slices.Equal(lines(&s), want) {
		t.Errorf("the transactions are %q, want %q", lines(&s), want)
	}
	if s.Currency != "USD" || s.Account != "" || s.Closing == nil || s.Closing.Amount != 100230 || s.Closing.Date != 2026_11_29 {
		t.Errorf("the statement is %+v", s)
	}
	card := got.Statements["ACT-2"]
	if !slices.Equal(lines(&card), []string{"2026-11-21 -5.000 t-1|Kiosk|"}) || len(got.Messages) != 0 {
		t.Errorf("the card's transactions are %q, the messages %q", lines(&card), got.Messages)
	}
	requests := server.Requests()
	if len(requests) != 1 || !slices.Equal(requests[0]["account"], []string{"ACT-1", "ACT-2"}) || requests[0].Get("pending") != "1" {
		t.Errorf("the requests are %v", requests)
	}
	if len(testkit.Must(open(t, server, o).Fetch(t.Context(), nil))(t).Statements) != 0 || len(server.Requests()) != 0 {
		t.Error("a request was made without accounts")
	}
}

// A request covers at most 90 days. The transactions lie on the edges of the requested windows too.
func TestLongTimeIsFetchedInWindows(t *testing.T) {
	server, o := start(t)
	from := civil.Date(2024_11_29)
	c := open(t, server, o)
	fetch(t, c, wanted("ACT-1", from))
	var rows []simplefintest.Row
	for _, q := range server.Requests() {
		edge := time.Unix(testkit.Must(strconv.ParseInt(q.Get("start-date"), 10, 64))(t), 0)
		rows = append(rows, simplefintest.Row{ID: "edge-" + edge.Format(time.RFC3339), Posted: edge, Amount: "-1.00", Description: "Edge"},
			simplefintest.Row{Posted: edge, Amount: "-2.00", Description: "Edge without an id"}, // twice: two of them are two
			simplefintest.Row{Posted: edge, Amount: "-2.00", Description: "Edge without an id"})
	}
	for day := from.AddDays(-3); day <= civil.DateOf(now); day = day.AddDays(1) {
		rows = append(rows, simplefintest.Row{ID: "day-" + day.String(), Posted: day.Time().Add(17 * time.Hour), Amount: "-3.00", Description: "Daily"})
	}
	for _, isEndInclusive := range []bool{false, true} {
		server.Change(func(s *simplefintest.State) { s.Accounts[0].Rows, s.IsEndInclusive = rows, isEndInclusive })
		s := fetch(t, c, wanted("ACT-1", from))
		want := 0
		for _, r := range rows {
			if civil.DateOf(r.Posted.In(eastern)) >= from {
				want++
			}
		}
		if len(s.Rows) != want {
			t.Errorf("%d transactions were fetched, want %d", len(s.Rows), want)
		}
		seen := map[string]bool{}
		for _, r := range s.Rows {
			if r.BankID != "" && seen[r.BankID] || r.Date < from {
				t.Errorf("the transaction %+v is there twice or too early", r)
			}
			seen[r.BankID] = true
		}
		requests := server.Requests()
		if len(requests) < 9 || len(requests) > 16 {
			t.Errorf("%d requests were made", len(requests))
		}
		for i, q := range requests {
			if isLast := i == len(requests)-1; isLast != (q.Get("pending") == "1") || isLast != (q.Get("end-date") == "") {
				t.Errorf("request %d is %v", i, q)
			}
		}
	}
	got := testkit.Must(c.Fetch(t.Context(), []bankapi.Wanted{wanted("ACT-1", from)}))(t)
	if len(got.Messages) > 0 {
		t.Errorf("the server complains: %q", got.Messages)
	}
}

// A server answers 24 requests a day, which is enough for two years of two accounts, twice.
func TestDailyLimitOfRequests(t *testing.T) {
	server, o := start(t)
	server.Change(func(s *simplefintest.State) { s.DailyLimit = 24 })
	c := open(t, server, o)
	both := []bankapi.Wanted{wanted("ACT-1", 2024_11_29), wanted("ACT-2", 2024_11_29)}
	testkit.Must(c.Fetch(t.Context(), both))(t)
	testkit.Must(c.Fetch(t.Context(), both))(t)
	_, err := c.Fetch(t.Context(), both)
	checkError(t, err, bankapi.TooOften, "too many requests")
}

func TestWindowsOfAccountsWithDifferentStarts(t *testing.T) {
	server, o := start(t)
	c := open(t, server, o)
	testkit.Must(c.Fetch(t.Context(), []bankapi.Wanted{wanted("ACT-2", 2026_11_19), wanted("ACT-1", 2026_05_01)}))(t)
	requests := server.Requests()
	if len(requests) != 3 || !slices.Equal(requests[0]["account"], []string{"ACT-1"}) || !slices.Equal(requests[2]["account"], []string{"ACT-1", "ACT-2"}) {
		t.Errorf("the requests are %v", requests)
	}
	_, err := c.Fetch(t.Context(), []bankapi.Wanted{wanted("ACT-1", 2015_01_01)})
	if known := checkError(t, err, "", "2015-01-01"); known.Field != "from" || !strings.Contains(known.Hint, "2023-") {
		t.Errorf("the error is %+v", known)
	}
	if n := len(server.Requests()); n != 0 {
		t.Errorf("%d requests were made", n)
	}
	testkit.Must(c.Fetch(t.Context(), []bankapi.Wanted{wanted("ACT-1", 2027_01_01)}))(t) // a day in the future
}

func TestPendingTransactionsAreKeptApart(t *testing.T) {
	server, o := start(t)
	c := open(t, server, o)
	server.Change(func(s *simplefintest.State) {
		s.Accounts[0].Rows = []simplefintest.Row{{ID: "pending-1", Transacted: at(2026_11_28, 20), Amount: "-40.00", Description: "Restaurant"}, {ID: "pending-2", Amount: "-1.00", Description: "Fuel"}}
	})
	s := fetch(t, c, wanted("ACT-1", 2026_11_01))
	if len(s.Rows) != 0 || len(s.Pending) != 2 || s.Pending[0].Date != 2026_11_28 || s.Pending[0].Amount != -40000 || s.Pending[1].Date != 2026_11_29 {
		t.Fatalf("the statement is %+v", s)
	}
	server.Change(func(s *simplefintest.State) { // booked with another id and amount
		s.Accounts[0].Rows = []simplefintest.Row{{ID: "t-9", Posted: at(2026_11_29, 12), Transacted: at(2026_11_28, 20), Amount: "-46.00", Description: "Restaurant"}}
	})
	s = fetch(t, c, wanted("ACT-1", 2026_11_01))
	if !slices.Equal(lines(&s), []string{"2026-11-29 -46.000 t-9|Restaurant|"}) || len(s.Pending) != 0 {
		t.Errorf("the statement is %+v", s)
	}
}

func TestDayOfTransaction(t *testing.T) {
	server, o := start(t)
	c := open(t, server, o)
	for _, c2 := range []struct {
		name    string
		posted  []time.Time
		want    []civil.Date
		isUTC   bool
		buyDate bool
	}{
		{name: "midnight and noon in UTC are days", posted: []time.Time{at(2026_11_20, 0), at(2026_11_21, 12)}, want: []civil.Date{2026_11_20, 2026_11_21}},
		{name: "times are in the zone", posted: []time.Time{at(2026_11_20, 0), at(2026_11_21, 3)}, want: []civil.Date{2026_11_19, 2026_11_20}},
		{name: "midnight in the zone", posted: []time.Time{at(2026_11_20, 5), at(2026_11_21, 5)}, want: []civil.Date{2026_11_20, 2026_11_21}},
		{name: "day of purchase", posted: []time.Time{at(2026_11_20, 12), at(2026_11_21, 12)}, want: []civil.Date{2026_11_18, 2026_11_19}, buyDate: true},
	} {
		t.Run(c2.name, func(t *testing.T) {
			server.Change(func(s *simplefintest.State) {
				s.Accounts[0].Rows = nil
				for i, posted := range c2.posted {
					s.Accounts[0].Rows = append(s.Accounts[0].Rows, simplefintest.Row{ID: fmt.Sprint(i), Posted: posted, Transacted: posted.Add(-46 * time.Hour), Amount: "1", Description: "x"})
				}
			})
			w := wanted("ACT-1", 2026_11_01)
			w.ByPurchaseDate = c2.buyDate
			var got []civil.Date
			for _, r := range fetch(t, c, w).Rows {
				got = append(got, r.Date)
			}
			if !slices.Equal(got, c2.want) {
				t.Errorf("the days are %v, want %v", got, c2.want)
			}
		})
	}
}

// East of Greenwich a day begins on the day before in UTC.
func TestFirstDayIsFetchedInEveryZone(t *testing.T) {
	server, o := start(t)
	for _, hours := range []int{-12, -5, 0, 1, 14} {
		o.Zone = time.FixedZone("there", hours*60*60)
		midnight := time.Date(2026, 11, 10, 0, 0, 0, 0, o.Zone)
		server.Change(func(s *simplefintest.State) {
			s.Accounts[0].Rows = []simplefintest.Row{
				{ID: "before", Posted: midnight.Add(-time.Second), Amount: "1", Description: "x"}, {ID: "first", Posted: midnight.Add(time.Second), Amount: "1", Description: "x"},
			}
		})
		if s := fetch(t, open(t, server, o), wanted("ACT-1", 2026_11_10)); len(s.Rows) != 1 || s.Rows[0].BankID != "first" || s.Rows[0].Date != 2026_11_10 {
			t.Errorf("%d hours east the transactions are %q", hours, lines(&s))
		}
	}
}

// A purchase can be booked long after the purchase. It is fetched by its booking, or it would be missed.
func TestLateBookingIsFetchedByPurchaseDateToo(t *testing.T) {
	server, o := start(t)
	server.Change(func(s *simplefintest.State) {
		s.Accounts[0].Rows = []simplefintest.Row{{ID: "late", Posted: at(2026_11_28, 12), Transacted: at(2026_11_02, 15), Amount: "-1", Description: "x"}}
	})
	w := wanted("ACT-1", 2026_11_18)
	w.ByPurchaseDate = true
	if s := fetch(t, open(t, server, o), w); len(s.Rows) != 1 || s.Rows[0].Date != 2026_11_02 {
		t.Errorf("the transactions are %q", lines(&s))
	}
}

func TestMessagesAreShownWithoutMarkup(t *testing.T) {
	server, o := start(t)
	server.Change(func(s *simplefintest.State) {
		s.Errors = []simplefintest.Problem{
			{Code: "con.auth", Message: "<b>Please</b> sign in\x07 again", Connection: "CON-1"},
			{Code: "gen.api", Message: "Use of this token is close to its <script>alert(1)</script> limit"},
		}
	})
	c := open(t, server, o)
	for _, isVersion1 := range []bool{true, false} {
		server.Change(func(s *simplefintest.State) { s.IsVersion1 = isVersion1 })
		got := testkit.Must(c.Fetch(t.Context(), []bankapi.Wanted{wanted("ACT-1", 2026_06_01), wanted("ACT-2", 2026_11_01)}))(t)
		want := []string{"First Bank: Please sign in again", "Use of this token is close to its alert(1) limit"}
		if isVersion1 {
			want[0] = "Please sign in again"
		}
		if !slices.Equal(got.Messages, want) {
			t.Errorf("the messages are %q, want %q", got.Messages, want)
		}
		if listed := testkit.Must(c.Accounts(t.Context()))(t); !slices.Equal(listed.Messages, want) {
			t.Errorf("the messages of the list are %q, want %q", listed.Messages, want)
		}
		if err := got.Statements["ACT-2"].Err; err != nil {
			t.Errorf("the other bank's account has the error %v", err)
		}
		if isVersion1 {
			continue // version 1 does not say which bank it is
		}
		checkError(t, got.Statements["ACT-1"].Err, bankapi.Down, "Please sign in again")
	}
	server.Change(func(s *simplefintest.State) {
		s.Accounts, s.Errors = nil, []simplefintest.Problem{{Code: "gen.auth", Message: "Access was ended"}}
	})
	_, err := c.Accounts(t.Context())
	checkError(t, err, bankapi.Reconnect, "")
}

// A bank that is connected again at the server gets accounts with other ids. The user links them again.
func TestAccountWithAnotherIDIsMissing(t *testing.T) {
	server, o := start(t)
	server.Change(func(s *simplefintest.State) { s.Accounts[0].ID = "ACT-9" })
	c := open(t, server, o)
	got := testkit.Must(c.Fetch(t.Context(), []bankapi.Wanted{wanted("ACT-1", 2026_11_01), wanted("ACT-2", 2026_11_01)}))(t)
	checkError(t, got.Statements["ACT-1"].Err, bankapi.NoAccount, "does not list")
	if s := got.Statements["ACT-2"]; s.Err != nil || len(s.Rows) != 1 {
		t.Errorf("the other account is %+v", s)
	}
	if s := fetch(t, c, wanted("ACT-9", 2026_11_01)); len(s.Rows) != 2 || s.Rows[0].BankID != "t-1" {
		t.Errorf("the transactions with the new id are %q", lines(&s))
	}
}

func TestCustomCurrencyIsNamedByItsHost(t *testing.T) {
	server, o := start(t)
	server.Change(func(s *simplefintest.State) {
		s.Accounts[0].Currency = server.URL + "/flight-miles"
		s.Accounts[1].Currency = "https://miles.example:8443/a?b"
	})
	got := testkit.Must(open(t, server, o).Accounts(t.Context()))(t)
	if got.Accounts[0].Currency != "127.0.0.1" || got.Accounts[1].Currency != "miles.example" {
		t.Errorf("the currencies are %q and %q", got.Accounts[0].Currency, got.Accounts[1].Currency)
	}
	if s := fetch(t, open(t, server, o), wanted("ACT-2", 2026_11_01)); s.Currency != "miles.example" {
		t.Errorf("the statement's currency is %q", s.Currency)
	}
}

func TestMillionTransactionsAreRefused(t *testing.T) {
	server, o := start(t)
	for _, flood := range []int{1_000_000, bankapi.MostRows - 1} { // with the two other transactions one too many
		server.Change(func(s *simplefintest.State) { s.Flood = flood })
		_, err := open(t, server, o).Fetch(t.Context(), []bankapi.Wanted{wanted("ACT-1", 2026_11_01)})
		if known := checkError(t, err, bankapi.Malformed, "200,000"); !strings.Contains(known.Hint, "later start date") {
			t.Errorf("the hint is %q", known.Hint)
		}
	}
	server.Change(func(s *simplefintest.State) { s.Flood = bankapi.MostRows - 2 })
	if s := fetch(t, open(t, server, o), wanted("ACT-1", 2026_11_01)); len(s.Rows) != bankapi.MostRows {
		t.Errorf("%d transactions were fetched", len(s.Rows))
	}
}

func TestSlowResponseEndsWithTheTimeLimit(t *testing.T) {
	server, o := start(t)
	stall := make(chan struct{})
	server.Change(func(s *simplefintest.State) { s.Stall = stall })
	t.Cleanup(func() { close(stall) })
	o.Client.Timeout = 200 * time.Millisecond
	_, err := open(t, server, o).Fetch(t.Context(), []bankapi.Wanted{wanted("ACT-1", 2026_11_01)})
	checkError(t, err, bankapi.Down, "too long")
}

func TestUnreadableTransactionsAreNamed(t *testing.T) {
	server, o := start(t)
	server.Change(func(s *simplefintest.State) {
		s.Raw = `{"errors":null,"accounts":[{"org":{"domain":"bank.example"},"id":7,"name":"A","currency":"usd","balance":1.5,"balance-date":"1796000000","transactions":[
			{"id":1,"posted":"1795000000","amount":-1.25,"description":"fine"},
			{"id":"2","posted":1795000000,"amount":"0.12345","description":"<i>fractions</i>"},
			{"id":"3","posted":1795000000000,"amount":"1","description":"milliseconds"},
			{"id":"4","posted":1795000000,"amount":"1","pending":"maybe"},
			{"id":"5","posted":1795000000,"amount":"12,50","payee":"comma"},
			{"id":"6","posted":1795000000,"description":"no amount"},
			[], null,
			{"id":1,"posted":"1795000000","amount":-1.25,"description":"fine"},
			{"id":1,"posted":"1795000000","amount":-9,"description":"the same id for another one"}
		]},{"id":7,"name":"B"},{"name":"C"}]}`
	})
	got := testkit.Must(open(t, server, o).Fetch(t.Context(), []bankapi.Wanted{wanted("7", 2026_10_01)}))(t)
	s := got.Statements["7"]
	if len(s.Rows) != 2 || s.Rows[0].Amount != -1250 || s.Rows[0].BankID != "1" || s.Rows[1].Amount != money.Milli(-9000) || s.Currency != "USD" || s.Balances[0].Amount != 1500 {
		t.Errorf("the statement is %+v", s)
	}
	all := strings.Join(got.Messages, "\n")
	for _, want := range []string{"“fractions”", "milliseconds", "three decimals", "“12,50” is not a number", "form of the protocol", "more transaction", "two accounts with the same id", "not B", "without an id", "C"} {
		if !strings.Contains(all, want) {
			t.Errorf("the messages lack %q:\n%s", want, all)
		}
	}
}

// TestAttackLargeWindows sends a large response for each window of time, each within the limit of one response.
func TestAttackLargeWindows(t *testing.T) {
	t.Parallel()
	server, o := start(t)
	from := civil.DateOf(now).AddDays(-400)
	server.Change(func(s *simplefintest.State) {
		for i := range 4 {
			s.Accounts[0].Rows = append(s.Accounts[0].Rows, simplefintest.Row{ID: fmt.Sprint("large-", i), Posted: at(from.AddDays(95*i), 12), Amount: "-1", Description: strings.Repeat("x", 20<<20)})
		}
	})
	_, err := open(t, server, o).Fetch(t.Context(), []bankapi.Wanted{wanted("ACT-1", from)})
	if apperr.CodeOf(err) != bankapi.Malformed || !strings.Contains(apperr.HintOf(err), "later start date") {
		t.Errorf("error %v", err)
	}
}
