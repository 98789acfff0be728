package enablebanking

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"time"

	"holdover/internal/base/apperr"
	"holdover/internal/model/budget"
	"holdover/internal/storage/bankapi"
)

// longestName is the maximum number of characters of a name of a bank or an account.
const longestName = 100

// openedSession is a session as the service returns it once.
type openedSession struct {
	ID       string            `json:"session_id"`
	Accounts []accountResource `json:"accounts"`
	Access   access            `json:"access"`
}

type access struct {
	Until time.Time `json:"valid_until"`
}

type accountResource struct {
	UID       string `json:"uid"`
	Hash      string `json:"identification_hash"`
	AccountID struct {
		IBAN  string `json:"iban"`
		Other struct {
			Number string `json:"identification"`
		} `json:"other"`
	} `json:"account_id"`
	Holder   string `json:"name"`
	Details  string `json:"details"`
	Product  string `json:"product"`
	Currency string `json:"currency"`
	Type     string `json:"cash_account_type"`
}

// openSession exchanges the code with which the bank's page returned for a session.
func (p *Provider) openSession(ctx context.Context, in bankapi.Input, s state) (bankapi.Step, error) {
	switch problem := in.Values["error"]; {
	case s.Visit == "" || in.Values["state"] != s.Visit:
		return bankapi.Step{}, apperr.New(apperr.Invalid, "this is not the return from the bank's page that Holdover waits for").WithHint("start to connect again")
	case problem == "access_denied":
		return bankapi.Step{}, apperr.New(apperr.Invalid, "the access was refused on the page of %s", bankapi.Text(s.Bank, longestName)).
			WithHint("nothing is connected; start again if you want to allow it")
	case problem != "" || in.Values["code"] == "":
		return bankapi.Step{}, apperr.New(apperr.Unavailable, "the page of %s ended with an error", bankapi.Text(s.Bank, longestName)).WithCode(bankapi.Down).
			WithHint("nothing is connected; try again later")
	}
	key, err := parseKey(s.Key)
	if err != nil {
		return bankapi.Step{}, err
	}
	a := api{o: p.o, application: s.Application, key: key}
	var opened openedSession
	if err := a.call(ctx, http.MethodPost, []string{"sessions"}, nil, nil, map[string]string{"code": in.Values["code"]}, &opened); err != nil {
		return bankapi.Step{}, err
	}
	secret := secret{Application: s.Application, Key: s.Key, Country: s.Country, Bank: s.Bank, Session: opened.ID, Until: opened.Access.Until, Accounts: accountsOf(opened.Accounts)}
	if opened.ID == "" || len(secret.Accounts) == 0 {
		return bankapi.Step{}, apperr.New(apperr.Invalid, "the bank gives access to no account from which transactions can be read").
			WithHint("start again and choose the accounts on the bank's page; at %s, link them to the application first", name)
	}
	step := bankapi.Step{Title: "Connected", Name: bankapi.Text(s.Bank, longestName) + " (" + countryName(s.Country) + ")"}
	step.Secret, err = json.Marshal(secret)
	return step, err
}

// accountsOf returns the accounts from which transactions can be read. Their keys stay the same in each session.
func accountsOf(resources []accountResource) []account {
	perHash := map[string]int{}
	for _, r := range resources {
		perHash[r.Hash]++
	}
	var all []account
	for _, r := range resources {
		if r.UID == "" { // the bank has closed or blocked it
			continue
		}
		number := strings.ReplaceAll(bankapi.Text(cmp.Or(r.AccountID.IBAN, r.AccountID.Other.Number), longestName), " ", "")
		a := account{
			UID: r.UID, Key: cmp.Or(r.Hash, number, r.UID), Number: number, Currency: currencyOf(r.Currency), Type: r.Type,
			Name: bankapi.Text(cmp.Or(r.Details, r.Product, r.Holder, number, "Account"), longestName),
		}
		if perHash[r.Hash] > 1 { // one number, an account for each currency
			a.Key += "/" + a.Currency
		}
		all = append(all, a)
	}
	return all
}

// currencyOf returns the code of a currency, or "" for the code of accounts with several.
func currencyOf(text string) string {
	if text = strings.ToUpper(bankapi.Text(text, longestName)); text == "XXX" {
		return ""
	}
	return text
}

// accountTypes maps the service's types of accounts.
var accountTypes = map[string]budget.AccountType{"CACC": budget.Checking, "SVGS": budget.Savings, "CARD": budget.CreditCard}

// Accounts lists the accounts of the session. It requests no balances, because banks limit how often they are read.
func (c *connection) Accounts(ctx context.Context) (bankapi.Accounts, error) {
	var session struct {
		Status string   `json:"status"`
		UIDs   []string `json:"accounts"`
		Access access   `json:"access"`
	}
	if err := c.api.call(ctx, http.MethodGet, []string{"sessions", c.secret.Session}, nil, nil, nil, &session); err != nil {
		return bankapi.Accounts{}, err
	}
	if err := statusError(session.Status); err != nil {
		return bankapi.Accounts{}, err
	}
	open := map[string]bool{}
	for _, uid := range session.UIDs {
		open[uid] = true
	}
	out := bankapi.Accounts{ConsentUntil: c.secret.Until}
	if !session.Access.Until.IsZero() {
		out.ConsentUntil = session.Access.Until
	}
	for _, a := range c.secret.Accounts {
		if open[a.UID] {
			out.Accounts = append(out.Accounts, bankapi.Account{
				Key: a.Key, Handle: a.UID, Name: a.Name, Bank: bankapi.Text(c.secret.Bank, longestName), Number: a.Number, Currency: a.Currency, Type: accountTypes[a.Type],
			})
		}
	}
	return out, nil
}

// statusError returns the error for a session with a status other than AUTHORIZED.
func statusError(status string) error {
	switch status {
	case "AUTHORIZED":
		return nil
	case "EXPIRED":
		return endedSession.describe()
	case "REVOKED":
		return revoked.describe()
	}
	return closedSession.describe()
}

// Disconnect ends the session, and with it the consent at the bank.
func (c *connection) Disconnect(ctx context.Context) error {
	err := c.api.call(ctx, http.MethodDelete, []string{"sessions", c.secret.Session}, nil, nil, nil, nil)
	switch codeOf(err) {
	case noSession, closedSession, endedSession, revoked: // it has ended
		return nil
	}
	return err
}
