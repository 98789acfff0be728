package demobank_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/bankfile"
	"holdover/internal/storage/bankapi"
	"holdover/internal/storage/bankapi/demobank"
	"holdover/internal/testing/testkit"
)

// connect returns a connection in a currency on a day.
func connect(t *testing.T, currency string, day civil.Date) bankapi.Connection {
	t.Helper()
	p := demobank.New(bankapi.Options{Now: func() time.Time { return day.Time().Add(13 * time.Hour) }, Zone: time.UTC})
	step := testkit.Must(p.Connect(t.Context(), bankapi.Input{Values: map[string]string{demobank.FieldCurrency: currency}}))(t)
	return testkit.Must(p.Open(step.Secret))(t)
}

// fetch returns the statement of an account from a day on.
func fetch(t *testing.T, c bankapi.Connection, w bankapi.Wanted) bankapi.Statement {
	t.Helper()
	s := testkit.Must(c.Fetch(t.Context(), []bankapi.Wanted{w}))(t).Statements[w.Key]
	if s.Err != nil {
		t.Fatal(s.Err)
	}
	return s
}

func TestConnectingAsksForTheCurrencyOnly(t *testing.T) {
	p := demobank.New(bankapi.Options{Now: time.Now, Zone: time.UTC})
	if !p.About().IsDemo {
		t.Error("the demo bank is offered to users")
	}
	step := testkit.Must(p.Connect(t.Context(), bankapi.Input{}))(t)
	if len(step.Fields) != 1 || step.Fields[0].Name != demobank.FieldCurrency || step.Secret != nil {
		t.Errorf("the first step is %+v", step)
	}
	_, err := p.Connect(t.Context(), bankapi.Input{Values: map[string]string{demobank.FieldCurrency: "euros"}})
	if apperr.KindOf(err) != apperr.Invalid || !strings.Contains(err.Error(), "euros") {
		t.Errorf("a wrong currency: %v", err)
	}
	if _, err := p.Open([]byte("{}")); apperr.CodeOf(err) != bankapi.Reconnect {
		t.Errorf("an empty secret: %v", err)
	}
	accounts := testkit.Must(connect(t, "jpy", civil.MakeDate(2026, 5, 4)).Accounts(t.Context()))(t)
	if len(accounts.Accounts) != 2 || accounts.Accounts[0].Currency != "JPY" || len(accounts.Messages) != 1 {
		t.Errorf("the accounts are %+v", accounts)
	}
	for _, a := range accounts.Accounts {
		for _, b := range a.Balances {
			if b.Amount%1000 != 0 {
				t.Errorf("%s has %v, and the yen has no decimals", a.Name, b.Amount)
			}
		}
	}
}

// TestEveryFetchReturnsTheSameTransactions fetches each day of two months, and compares with one fetch at the end.
func TestEveryFetchReturnsTheSameTransactions(t *testing.T) {
	first, last := civil.MakeDate(2026, 1, 20), civil.MakeDate(2026, 3, 21)
	for _, key := range []string{demobank.Current, demobank.Savings} {
		for _, byPurchase := range []bool{false, true} {
			want := fetch(t, connect(t, "EUR", last), bankapi.Wanted{Key: key, From: first, ByPurchaseDate: byPurchase}).Rows
			seen := map[string]bankfile.Row{}
			for day := first; day <= last; day = day.AddDays(1) {
				for _, row := range fetch(t, connect(t, "EUR", day), bankapi.Wanted{Key: key, From: max(first, day.AddDays(-3)), ByPurchaseDate: byPurchase}).Rows {
					if row.Date > day {
						t.Fatalf("%v is later than the day of the fetch", row)
					}
					seen[row.BankID] = row
				}
			}
			if len(seen) != len(want) {
				t.Errorf("%s: %d transactions in daily fetches, %d in one", key, len(seen), len(want))
			}
			for _, row := range want {
				if same := seen[row.BankID]; same.Date != row.Date || same.Amount != row.Amount || same.Payee != row.Payee {
					t.Errorf("%s: %+v became %+v", key, row, same)
				}
			}
		}
	}
}

func TestThePendingTransactionIsBookedOnTheNextDayWithAnotherID(t *testing.T) {
	for day := civil.MakeDate(2026, 1, 1); day < civil.MakeDate(2026, 2, 1); day = day.AddDays(1) {
		today := fetch(t, connect(t, "EUR", day), bankapi.Wanted{Key: demobank.Current, From: day})
		if len(today.Pending) != 1 {
			t.Fatalf("%v has %d pending transactions", day, len(today.Pending))
		}
		pending := today.Pending[0]
		tomorrow := fetch(t, connect(t, "EUR", day.AddDays(1)), bankapi.Wanted{Key: demobank.Current, From: day.AddDays(1)})
		i := slices.IndexFunc(tomorrow.Rows, func(r bankfile.Row) bool { return r.Payee == pending.Payee && r.Amount == pending.Amount })
		if i < 0 || tomorrow.Rows[i].BankID == pending.BankID {
			t.Errorf("%v: the pending %+v is not among %+v with another id", day, pending, tomorrow.Rows)
		}
	}
}

// TestBalancesFollowTheTransactions compares each day's balances with those of the day before. It also limits the balance,
// which would be strange if the household grew rich or poor over the years.
func TestBalancesFollowTheTransactions(t *testing.T) {
	before := money.Milli(0)
	for day := civil.MakeDate(2026, 1, 1); day < civil.MakeDate(2026, 3, 1); day = day.AddDays(1) {
		s := fetch(t, connect(t, "EUR", day), bankapi.Wanted{Key: demobank.Current, From: day})
		sum := before
		for _, row := range s.Rows {
			sum += row.Amount
		}
		if before != 0 && s.Closing.Amount != sum {
			t.Errorf("%v closes with %v, the transactions give %v", day, s.Closing.Amount, sum)
		}
		before = s.Closing.Amount
		if s.Balances[1].Amount != before+s.Pending[0].Amount || s.Closing.Date != day {
			t.Errorf("%v: the balances are %+v", day, s.Balances)
		}
	}
	for _, year := range []int{2020, 2024, 2026, 2035} {
		for month := range 12 {
			s := fetch(t, connect(t, "EUR", civil.MakeDate(year, month+1, 24)), bankapi.Wanted{Key: demobank.Current, From: civil.MakeDate(year, month+1, 24)})
			if s.Closing.Amount < 0 || s.Closing.Amount > 15_000_000 {
				t.Errorf("%d-%02d: the balance is %v", year, month+1, s.Closing.Amount)
			}
		}
	}
}

func TestAnUnknownAccountIsNamedAsMissing(t *testing.T) {
	got := testkit.Must(connect(t, "EUR", civil.MakeDate(2026, 1, 1)).Fetch(t.Context(), []bankapi.Wanted{{Key: "other"}}))(t)
	if apperr.CodeOf(got.Statements["other"].Err) != bankapi.NoAccount {
		t.Errorf("the statement is %+v", got.Statements["other"])
	}
}
