package enablebanking_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/logic/bankfile"
	"holdover/internal/storage/bankapi"
	"holdover/internal/storage/bankapi/enablebanking"
	"holdover/internal/testing/enabletest"
	"holdover/internal/testing/testkit"
)

var november = []enabletest.Transaction{
	{Reference: "r3", Date: "2026-11-27", ValueDate: "2026-11-26", Bought: "2026-11-24", Amount: "-12.30", Party: "Kahvila Ääni", Lines: []string{"Card 1234", "Helsinki\x00\u202e"}},
	{Date: "2026-11-20", Amount: "2500", Party: "Employer", Lines: []string{"Salary"}, Extra: map[string]any{"reference_number": "RF18"}},
	{Reference: "r1", Date: "2026-11-02", Amount: "-0.005", Lines: []string{"Monthly fee", "October"}},
	{Reference: "old", Date: "2026-10-31", Amount: "-1.00", Party: "Too old"},
}

func (e *env) book(all ...enabletest.Transaction) {
	e.Account("hash-giro", func(a *enabletest.Account) { a.Booked = append(a.Booked, all...) })
}

func TestFetchReturnsBookedTransactions(t *testing.T) {
	e := newEnv(t)
	e.book(november...)
	e.Account("hash-giro", func(a *enabletest.Account) {
		a.Pending = []enabletest.Transaction{{Amount: "-9.99", Lines: []string{"Reserved"}}, {Amount: "-1", Bought: "2026-11-28", Party: "Kiosk"}}
	})
	st, messages := fetch(t, e.open(t))
	wantRows(t, st,
		"2026-11-27|-12300|Kahvila Ääni|Card 1234 Helsinki|r3",
		"2026-11-20|2500000|Employer|Salary RF18|",
		"2026-11-02|-5|Monthly fee|October|r1")
	if st.Account != "FI2112345600000785" || st.Currency != "EUR" || len(st.Pending) != 2 || len(messages) != 0 {
		t.Errorf("the statement is of %q in %q with %d pending and the messages %q", st.Account, st.Currency, len(st.Pending), messages)
	}
	if st.Closing == nil || *st.Closing != (bankfile.Balance{Date: civil.MakeDate(2026, 11, 28), Amount: -12345}) {
		t.Errorf("the closing balance is %+v", st.Closing)
	}
	want := []bankapi.Balance{{Kind: bankapi.Booked, Amount: -12345, Date: civil.MakeDate(2026, 11, 28)}, {Kind: bankapi.Available, Amount: 65000, Date: civil.MakeDate(2026, 11, 29)}}
	if !slices.Equal(st.Balances, want) {
		t.Errorf("the balances are %+v", st.Balances)
	}
}

func TestPurchaseDateIsUsedWhereTheBankNamesIt(t *testing.T) {
	e := newEnv(t)
	e.book(november...)
	st, _ := fetch(t, e.open(t), func(w *bankapi.Wanted) { w.ByPurchaseDate = true })
	wantRows(t, st,
		"2026-11-24|-12300|Kahvila Ääni|Card 1234 Helsinki|r3",
		"2026-11-20|2500000|Employer|Salary RF18|",
		"2026-11-02|-5|Monthly fee|October|r1")
}

func TestBookedTransactionReplacesPendingOne(t *testing.T) {
	e := newEnv(t)
	e.Account("hash-giro", func(a *enabletest.Account) {
		a.Pending = []enabletest.Transaction{{Reference: "p1", Amount: "-9.99", Party: "Shop", Lines: []string{"Reserved"}}}
	})
	c := e.open(t)
	if st, _ := fetch(t, c); len(st.Rows) != 0 || len(st.Pending) != 1 {
		t.Errorf("the rows are %v, pending %v", st.Rows, st.Pending)
	}
	e.BookPending("hash-giro", "Reserved", "b7", "2026-11-29")
	st, _ := fetch(t, c)
	wantRows(t, st, "2026-11-29|-9990|Shop|Reserved|b7")
	if len(st.Pending) != 0 {
		t.Errorf("%d are pending", len(st.Pending))
	}
}

func TestAllPagesAreFollowed(t *testing.T) {
	e := newEnv(t)
	e.book(november...)
	e.PageSize = 1
	st, _ := fetch(t, e.open(t))
	if len(st.Rows) != 3 {
		t.Errorf("the rows are %v", rows(st))
	}
}

// One bank answers the key of its last page with the same page and the same key; other programs doubled each row.
func TestRepeatedKeyDoublesNoRow(t *testing.T) {
	for _, size := range []int{0, 1, 2} {
		e := newEnv(t)
		for _, x := range november {
			x.Reference = ""
			e.book(x)
		}
		e.PageSize, e.RepeatsLastPage = size, true
		st, _ := fetch(t, e.open(t))
		if len(st.Rows) != 3 {
			t.Errorf("with pages of %d the rows are\n%s", size, rows(st))
		}
		if n := len(e.Requests("/transactions")); n > 4 {
			t.Errorf("with pages of %d there were %d requests", size, n)
		}
	}
}

func TestListWithoutEndIsGivenUp(t *testing.T) {
	e := newEnv(t)
	n := 0
	e.Transactions = func(string) string {
		n++
		return fmt.Sprintf(`{"transactions":[],"continuation_key":"key-%d"}`, n)
	}
	st, _ := fetch(t, e.open(t))
	wantError(t, st.Err, bankapi.Down, "", "in the middle")

	e = newEnv(t)
	one := fmt.Sprintf(`{"transactions":[%s{}],"continuation_key":"`, strings.Repeat("{},", 50_000))
	e.Transactions = func(key string) string {
		return strings.Replace(one, "{}", fmt.Sprintf(`{"entry_reference":"%d"}`, len(key)), 1) + key + `x"}`
	}
	st, _ = fetch(t, e.open(t))
	wantError(t, st.Err, bankapi.Malformed, "", "200,000 transactions")
	if n := len(e.Requests("/transactions")); n != 4 {
		t.Errorf("there were %d requests", n)
	}
}

func TestEqualTransactionsOfOnePageStay(t *testing.T) {
	e := newEnv(t)
	coffee := enabletest.Transaction{Date: "2026-11-20", Amount: "-3.50", Party: "Kahvila"}
	e.book(coffee, coffee)
	if st, _ := fetch(t, e.open(t)); len(st.Rows) != 2 {
		t.Errorf("the rows are\n%s", rows(st))
	}
}

func TestUnusualTransactionsAreLeftOutByName(t *testing.T) {
	e := newEnv(t)
	e.book(
		enabletest.Transaction{Date: "2026-11-20", Amount: "-1.2345", Party: "Crypto"},
		enabletest.Transaction{Date: "2026-11-20", Amount: "-1", Currency: "SEK"},
		enabletest.Transaction{Date: "2026-11-20", Amount: "1", Extra: map[string]any{"credit_debit_indicator": "OTHER"}},
		enabletest.Transaction{Date: "2026-11-20", Amount: "1", Extra: map[string]any{"transaction_amount": map[string]any{"amount": "-1", "currency": "EUR"}}},
		enabletest.Transaction{Amount: "1"},
		enabletest.Transaction{Date: "2026-11-20", Amount: "1", Extra: map[string]any{"creditor": "text"}},
		enabletest.Transaction{Date: "2026-11-20", Amount: "1", Status: "RJCT"},
		enabletest.Transaction{Date: "2026-11-20", Amount: "1", Status: "SCHD"},
		enabletest.Transaction{Date: "2026-11-21", Amount: "1", Status: "OTHR"},
		// A sign that repeats the direction, a number, one text in place of a list and a moment in place of a day are read.
		enabletest.Transaction{Date: "2026-11-22", Amount: "-2.50", Extra: map[string]any{
			"transaction_amount": map[string]any{"amount": -2.50, "currency": "EUR"}, "remittance_information": "One text", "booking_date": "2026-11-22T00:00:00Z", "entry_reference": 17,
		}},
	)
	st, messages := fetch(t, e.open(t))
	wantRows(t, st, "2026-11-21|1000|||", "2026-11-22|-2500|One text||17")
	for i, want := range []string{"more than three decimals", "not in EUR", "neither incoming nor outgoing", "negative", "no date", "cannot be read"} {
		if len(messages) != 6 || !strings.HasPrefix(messages[i], "Giro: ") || !strings.Contains(messages[i], want) {
			t.Errorf("the messages are %q, want %q at %d", messages, want, i)
		}
	}
}

func TestManyLeftOutTransactionsAreCounted(t *testing.T) {
	e := newEnv(t)
	for i := range 15 {
		e.book(enabletest.Transaction{Date: "2026-11-20", Amount: fmt.Sprintf("-%d.23456", i)})
	}
	if _, messages := fetch(t, e.open(t)); len(messages) != 11 || !strings.Contains(messages[10], "5 transactions more") {
		t.Errorf("the messages are %q", messages)
	}
}

func TestCurrencyOfTransactionsReplacesUnknownOne(t *testing.T) {
	e := newEnv(t)
	e.Accounts[0].Currency = "XXX"
	e.book(enabletest.Transaction{Date: "2026-11-20", Amount: "1", Currency: "PLN"}, enabletest.Transaction{Date: "2026-11-20", Amount: "1"})
	st, messages := fetch(t, e.open(t))
	if st.Currency != "PLN" || len(st.Rows) != 1 || len(messages) != 1 {
		t.Errorf("the statement is in %q with %d rows and the messages %q", st.Currency, len(st.Rows), messages)
	}
}

func TestAccountsWithOneNumberAreTold(t *testing.T) {
	e := newEnv(t)
	e.Accounts = append(e.Accounts, enabletest.Account{Hash: "hash-giro", IBAN: "FI21", Currency: "USD", Details: "Dollars"})
	got := testkit.Must(e.open(t).Accounts(t.Context()))(t)
	if got.Accounts[0].Key != "hash-giro/EUR" || got.Accounts[2].Key != "hash-giro/USD" {
		t.Errorf("the accounts are %+v", got.Accounts)
	}
}

func TestHeadersTellThatAUserWaits(t *testing.T) {
	e := newEnv(t)
	c := e.open(t)
	for _, isWaiting := range []bool{false, true} {
		fetch(t, c, func(w *bankapi.Wanted) { w.Waiting, w.UserIP, w.UserAgent = isWaiting, "203.0.113.7", "Browser/1" })
	}
	reads := append(e.Requests("/transactions"), e.Requests("/balances")...)
	if len(reads) != 4 {
		t.Fatalf("there were %d reads", len(reads))
	}
	for i, r := range reads {
		ip, agent := r.Header.Get("Psu-Ip-Address"), r.Header.Get("Psu-User-Agent")
		if isWaiting := i%2 == 1; isWaiting && (ip != "203.0.113.7" || agent != "Browser/1") || !isWaiting && ip+agent != "" {
			t.Errorf("read %d has the headers %q and %q", i, ip, agent)
		}
	}
}

func TestBankThatWantsMoreAboutTheUserIsAskedWithout(t *testing.T) {
	e := newEnv(t)
	e.Banks[0].Headers = []string{"Psu-Ip-Address", "Psu-Geo-Location"}
	e.book(november...)
	if st, _ := fetch(t, e.open(t), func(w *bankapi.Wanted) { w.Waiting, w.UserIP = true, "203.0.113.7" }); len(st.Rows) != 3 {
		t.Errorf("the rows are\n%s (%v)", rows(st), st.Err)
	}
}

func TestDailyLimitWithoutUser(t *testing.T) {
	e := newEnv(t)
	e.book(november...)
	c := e.open(t)
	for range 4 {
		fetch(t, c)
	}
	st, _ := fetch(t, c)
	if known := wantError(t, st.Err, bankapi.TooOften, "", "four a day"); known.Retry != 6*time.Hour {
		t.Errorf("the error asks to wait %v", known.Retry)
	}
	if st, _ := fetch(t, c, func(w *bankapi.Wanted) { w.Waiting, w.UserIP = true, "203.0.113.7" }); len(st.Rows) != 3 {
		t.Errorf("with a user the error is %v", st.Err)
	}
	e.now = e.now.AddDate(0, 0, 1)
	if st, _ := fetch(t, c); len(st.Rows) != 3 {
		t.Errorf("the next day the error is %v", st.Err)
	}
}

func TestErrorsOfAnAccountStayInItsResult(t *testing.T) {
	e := newEnv(t)
	e.book(november...)
	c := e.open(t)
	for _, x := range []struct {
		status   int
		code     string
		want     apperr.Code
		contains string
	}{
		{429, "ASPSP_RATE_LIMIT_EXCEEDED", bankapi.TooOften, "no more reads"},
		{500, "ASPSP_ERROR", bankapi.Down, "the bank reports a fault"},
		{408, "ASPSP_TIMEOUT", bankapi.Down, "too long"},
		{400, "ASPSP_ACCOUNT_NOT_ACCESSIBLE", bankapi.NoAccount, "no longer gives access"},
		{422, "WRONG_CONTINUATION_KEY", bankapi.Down, "in the middle"},
		{422, "NEW_CODE", bankapi.Malformed, "422"},
		{502, "", bankapi.Down, "502"},
		{302, "", bankapi.Malformed, "redirect"},
		{200, "", bankapi.Malformed, "cannot be read"},
	} {
		e.FailNext("/transactions", x.status, x.code)
		wanted := []bankapi.Wanted{{Key: "hash-giro", From: civil.MakeDate(2026, 11, 1)}, {Key: "hash-savings", From: civil.MakeDate(2026, 11, 1)}, {Key: "gone"}}
		for i := range wanted {
			wanted[i].Waiting, wanted[i].UserIP = true, "203.0.113.7"
		}
		got := testkit.Must(c.Fetch(t.Context(), wanted))(t)
		wantError(t, got.Statements["hash-giro"].Err, x.want, "", x.contains)
		if st := got.Statements["hash-giro"]; len(st.Rows) != 0 {
			t.Errorf("a failed fetch has rows:\n%s", rows(st))
		}
		if err := got.Statements["hash-savings"].Err; err != nil {
			t.Errorf("the other account has the error %v", err)
		}
		wantError(t, got.Statements["gone"].Err, bankapi.NoAccount, "", "no longer gives access")
	}
	e.FailNextWithRetry("/transactions", "120")
	st, _ := fetch(t, c)
	if known := wantError(t, st.Err, bankapi.TooOften, "", "no more reads"); known.Retry != 2*time.Minute {
		t.Errorf("the error asks to wait %v", known.Retry)
	}
}

// A list that breaks off in its middle gives no rows, so that the next fetch is not confused with them.
func TestFetchThatBreaksOffGivesNoRows(t *testing.T) {
	e := newEnv(t)
	e.book(november...)
	e.PageSize = 1
	c := e.open(t)
	e.FailAfter("/transactions", 1, http.StatusInternalServerError, "ASPSP_ERROR")
	if st, _ := fetch(t, c); len(st.Rows) != 0 || apperr.CodeOf(st.Err) != bankapi.Down {
		t.Errorf("the statement has the rows\n%sand the error %v", rows(st), st.Err)
	}
}

func TestMissingBalanceKeepsTheTransactions(t *testing.T) {
	e := newEnv(t)
	e.book(november...)
	e.FailNext("/balances", 500, "ASPSP_ERROR")
	st, messages := fetch(t, e.open(t))
	if len(st.Rows) != 3 || st.Closing != nil || len(messages) != 1 || !strings.Contains(messages[0], "balance") {
		t.Errorf("the statement has %d rows, the balance %v, and the messages %q", len(st.Rows), st.Closing, messages)
	}
}

func TestBankWithShortHistory(t *testing.T) {
	e := newEnv(t)
	e.Banks[0].Days = 90
	e.book(november...)
	e.book(enabletest.Transaction{Date: "2026-06-01", Amount: "1"})
	st, messages := fetch(t, e.open(t), func(w *bankapi.Wanted) { w.From = civil.MakeDate(2025, 1, 1) })
	if len(st.Rows) != 4 || len(messages) != 1 || !strings.Contains(messages[0], "before 2026-09-01") {
		t.Errorf("there are %d rows (%v) and the messages %q", len(st.Rows), st.Err, messages)
	}
}

func TestStartInTheFutureIsToday(t *testing.T) {
	e := newEnv(t)
	e.book(enabletest.Transaction{Date: "2026-11-29", Amount: "1"})
	if st, _ := fetch(t, e.open(t), func(w *bankapi.Wanted) { w.From = civil.MakeDate(2026, 12, 1) }); len(st.Rows) != 1 {
		t.Errorf("the rows are\n%s (%v)", rows(st), st.Err)
	}
}

func TestEndedSessionAsksToConnectAgain(t *testing.T) {
	for status, contains := range map[string]string{enabletest.Expired: "consent", enabletest.Revoked: "ended at the bank", enabletest.Closed: "ended at Enable Banking"} {
		e := newEnv(t)
		c := e.open(t)
		e.EndSessions(status)
		_, err := c.Fetch(t.Context(), []bankapi.Wanted{{Key: "hash-giro", From: civil.MakeDate(2026, 11, 1)}})
		wantError(t, err, bankapi.Reconnect, "", contains)
		_, err = c.Accounts(t.Context())
		wantError(t, err, bankapi.Reconnect, "", contains)
		testkit.NoError(t, c.Disconnect(t.Context()))
	}
}

func TestConsentEndsWithItsTime(t *testing.T) {
	e := newEnv(t)
	c := e.open(t)
	e.now = e.now.AddDate(0, 0, 180)
	_, err := c.Fetch(t.Context(), []bankapi.Wanted{{Key: "hash-giro", From: civil.MakeDate(2026, 11, 1)}})
	wantError(t, err, bankapi.Reconnect, "", "expired")
}

// A key that stopped to work concerns all accounts.
func TestApplicationThatHasGoneAsksToConnectAgain(t *testing.T) {
	e := newEnv(t)
	c := e.open(t)
	e.FailNext("/transactions", 401, "UNAUTHORIZED_ACCESS")
	_, err := c.Fetch(t.Context(), []bankapi.Wanted{{Key: "hash-giro"}, {Key: "hash-savings"}})
	wantError(t, err, bankapi.Reconnect, "", "does not accept this application")
}

func TestDisconnectEndsTheSession(t *testing.T) {
	e := newEnv(t)
	c := e.open(t)
	e.FailNext(e.Sessions()[0].ID, 500, "ASPSP_ERROR")
	wantError(t, c.Disconnect(t.Context()), bankapi.Down, "", "fault")
	testkit.NoError(t, c.Disconnect(t.Context()))
	if s := e.Sessions(); s[0].Status != enabletest.Closed {
		t.Errorf("the session is %s", s[0].Status)
	}
	testkit.NoError(t, c.Disconnect(t.Context()))
}

// The accounts of a new session have other ids. The old connection's rows and the new one's belong to the same key.
func TestNewSessionHasTheSameKeys(t *testing.T) {
	e := newEnv(t)
	e.book(november...)
	before, _ := fetch(t, e.open(t))
	after, _ := fetch(t, e.open(t), func(w *bankapi.Wanted) { w.Handle = "handle of the old session" })
	if rows(before) != rows(after) || len(after.Rows) != 3 {
		t.Errorf("the rows are\n%swant\n%s", rows(after), rows(before))
	}
}

func TestBalanceDayIsThatOfTheZone(t *testing.T) {
	e := newEnv(t)
	e.now = time.Date(2026, 11, 29, 23, 30, 0, 0, time.UTC)
	e.Accounts[0].Balances = []enabletest.Balance{{Type: "ITBD", Amount: "1"}, {Type: "ITAV", Amount: "2", Changed: "2026-11-28T23:30:00.000000+00:00"}}
	e.provider = enablebanking.New(bankapi.Options{Client: e.Client(), Now: e.Now, Zone: time.FixedZone("", 3600)})
	st, _ := fetch(t, e.open(t))
	want := []bankapi.Balance{{Kind: bankapi.Booked, Amount: 1000, Date: civil.MakeDate(2026, 11, 30)}, {Kind: bankapi.Available, Amount: 2000, Date: civil.MakeDate(2026, 11, 29)}}
	if !slices.Equal(st.Balances, want) || st.Closing == nil || st.Closing.Date != want[0].Date {
		t.Errorf("the balances are %+v, the last %+v", st.Balances, st.Closing)
	}
}
