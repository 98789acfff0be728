package simplefin

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/bankfile"
	"holdover/internal/model/humanize"
	"holdover/internal/storage/bankapi"
)

const (
	mostName     = 100 // characters of a name
	mostMessages = 20
	mostLeftOut  = 5 // transactions of an account that are named one by one
)

// transaction is a transaction of a response, with its parsed values.
type transaction struct {
	ID           text `json:"id"`
	Posted       text `json:"posted"`
	TransactedAt text `json:"transacted_at"`
	Amount       text `json:"amount"`
	Description  text `json:"description"`
	Payee        text `json:"payee"`
	Memo         text `json:"memo"`
	Pending      bool `json:"pending"`

	postedAt, transactedAt time.Time // zero if unknown
	amount                 money.Milli
	isPending              bool
}

// parse parses the values of a transaction. An error names it.
func (t *transaction) parse() error {
	var err error
	if t.amount, err = bankapi.Amount(string(t.Amount)); err != nil {
		return fmt.Errorf("“%s”: %w", bankapi.Text(bankapi.Message(t.title()), 60), err)
	}
	var isPostedKnown, isTransactedKnown bool
	t.postedAt, isPostedKnown = moment(t.Posted)
	t.transactedAt, isTransactedKnown = moment(t.TransactedAt)
	if !isPostedKnown || !isTransactedKnown {
		return fmt.Errorf("“%s”: its day cannot be read", bankapi.Text(bankapi.Message(t.title()), 60))
	}
	t.isPending = t.Pending || t.postedAt.IsZero()
	return nil
}

// moment parses seconds since 1970. No value and 0 are the zero time. ok is false for other text and for times that no budget
// may have.
func moment(seconds text) (at time.Time, ok bool) {
	whole, _, _ := strings.Cut(string(seconds), ".")
	if whole == "" || whole == "0" {
		return time.Time{}, true
	}
	n, err := strconv.ParseInt(whole, 10, 64)
	if err != nil || n < civil.Earliest.Time().Unix() || n > civil.Latest.Time().Unix() {
		return time.Time{}, false
	}
	return time.Unix(n, 0), true
}

func (t *transaction) key() seenKey {
	return seenKey{string(t.ID), string(t.Posted), string(t.Amount), string(t.Description)}
}

// title returns the payee, or the description without one.
func (t *transaction) title() string {
	if strings.TrimSpace(string(t.Payee)) != "" {
		return string(t.Payee)
	}
	return string(t.Description)
}

// row returns a transaction as a row of a bank file.
func (t *transaction) row(date civil.Date) bankfile.Row {
	r := bankfile.Row{Date: date, Amount: t.amount, BankID: string(t.ID)}
	r.Payee = bankapi.Text(t.title(), bankapi.MostText)
	r.Memo = bankapi.Text(string(t.Memo), bankapi.MostText)
	if description := bankapi.Text(string(t.Description), bankapi.MostText); description != r.Payee && description != r.Memo {
		r.Memo = bankapi.Text(r.Memo+" "+description, bankapi.MostText)
	}
	return r
}

// isUTCMark reports whether a time is midnight or noon in UTC, which banks use for a day without a time.
func isUTCMark(at time.Time) bool {
	return at.Unix()%(24*60*60) == 0 || at.Unix()%(24*60*60) == 12*60*60
}

// dayOf returns the day of a time: that of UTC for a day without a time.
func dayOf(at time.Time, zone *time.Location, isWithoutTime bool) civil.Date {
	if isWithoutTime {
		zone = time.UTC
	}
	return civil.DateOf(at.In(zone))
}

// statement returns the transactions of a wanted account.
func (s *accountSet) statement(w *bankapi.Wanted, zone *time.Location, today civil.Date) bankapi.Statement {
	for i := range s.accounts {
		if s.accounts[i].id == w.Handle {
			out := s.accounts[i].statement(w, zone, today)
			out.Err = s.signIn(&s.accounts[i])
			return out
		}
	}
	return bankapi.Statement{Err: apperr.New(apperr.NotFound, "SimpleFIN does not list this account any more").WithCode(bankapi.NoAccount).
		WithHint("if the bank was connected again at the SimpleFIN Bridge, the account has a new entry there: link that one")}
}

// statement returns the transactions since the wanted day. The day of booking decides, also if the rows have that of the
// purchase: a purchase can be booked two weeks later.
func (a *account) statement(w *bankapi.Wanted, zone *time.Location, today civil.Date) (out bankapi.Statement) {
	out.Currency, out.Balances = a.currency, a.balances(zone)
	if len(out.Balances) > 0 && out.Balances[0].Kind == bankapi.Booked {
		out.Closing = &bankfile.Balance{Date: out.Balances[0].Date, Amount: out.Balances[0].Amount}
	}
	isWithoutTime := true
	for i := range a.booked {
		isWithoutTime = isWithoutTime && isUTCMark(a.booked[i].postedAt)
	}
	for i := range a.booked {
		t := &a.booked[i]
		date := dayOf(t.postedAt, zone, isWithoutTime)
		if date < w.From {
			continue
		}
		if w.ByPurchaseDate && !t.transactedAt.IsZero() {
			date = dayOf(t.transactedAt, zone, isUTCMark(t.transactedAt))
		}
		out.Rows = append(out.Rows, t.row(date))
	}
	for i := range a.pending {
		t := &a.pending[i]
		date := today
		for _, at := range []time.Time{t.postedAt, t.transactedAt} {
			if !at.IsZero() {
				date = dayOf(at, zone, isUTCMark(at))
			}
		}
		out.Pending = append(out.Pending, t.row(date))
	}
	return out
}

// balances returns the balances that the bank names, the booked one first.
func (a *account) balances(zone *time.Location) (out []bankapi.Balance) {
	at, ok := moment(a.balanceAt)
	if !ok || at.IsZero() {
		return nil
	}
	date := dayOf(at, zone, isUTCMark(at))
	for _, one := range []struct {
		kind   bankapi.BalanceKind
		amount text
	}{{bankapi.Booked, a.balance}, {bankapi.Available, a.available}} {
		if amount, err := bankapi.Amount(string(one.amount)); err == nil {
			out = append(out, bankapi.Balance{Kind: one.kind, Amount: amount, Date: date})
		}
	}
	return out
}

// leftOut returns messages about transactions that are left out.
func (a *account) leftOut() (out []string) {
	for i, why := range a.refused {
		if i == mostLeftOut {
			return append(out, humanize.Number(len(a.refused)-i, "more transaction", "more transactions")+" of "+a.name+" could not be read and were left out.")
		}
		out = append(out, "A transaction of "+a.name+" was left out: "+why+".")
	}
	return out
}

// currencyName returns a currency's code. Other currencies, such as points, have an address, of which the host is the name:
// the address is not requested.
func currencyName(currency string) string {
	if u, err := url.Parse(currency); err == nil && u.Host != "" {
		currency = u.Hostname()
	} else {
		currency = strings.ToUpper(strings.TrimSpace(currency))
	}
	if currency = bankapi.Text(currency, 60); currency == "" {
		return "an unknown currency"
	}
	return currency
}
