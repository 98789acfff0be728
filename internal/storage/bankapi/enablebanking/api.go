package enablebanking

import (
	"context"
	"crypto/rsa"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"time"

	"holdover/internal/base/apperr"
	"holdover/internal/storage/bankapi"
)

// api makes requests with the key of an application.
type api struct {
	o           bankapi.Options
	application string
	key         *rsa.PrivateKey
}

// call makes a request. header, body and into may be nil.
func (a api) call(ctx context.Context, method string, path []string, query url.Values, header http.Header, body, into any) error {
	at, err := url.Parse(address)
	if err != nil {
		return err
	}
	escaped := make([]string, len(path))
	for i, part := range path {
		escaped[i] = url.PathEscape(part)
	}
	at = at.JoinPath(escaped...)
	at.RawQuery = query.Encode()
	signed, err := token(a.application, a.key, a.o.Now())
	if err != nil {
		return err
	}
	if header = header.Clone(); header == nil {
		header = http.Header{}
	}
	header.Set("Authorization", "Bearer "+signed)
	header.Set("Accept", "application/json")
	r := bankapi.Request{Provider: name, Method: method, Address: at, Header: header}
	if body != nil {
		if r.Body, err = json.Marshal(body); err != nil {
			return err
		}
		header.Set("Content-Type", "application/json")
	}
	r.Refused = func(status int, header http.Header, body []byte) error {
		var in struct {
			Code code `json:"error"`
		}
		if json.Unmarshal(body, &in) != nil {
			return nil
		}
		e := in.Code.describe()
		if e == nil {
			return nil
		}
		if e.Code == bankapi.TooOften {
			e.Retry = r.StatusError(http.StatusTooManyRequests, header, a.o.Now()).Retry
		}
		if e.Code == bankapi.TooOften && e.Retry == 0 {
			e.Retry = limitPause
		}
		return e.WithCause(in.Code)
	}
	if into == nil {
		return a.o.Do(ctx, r, func(io.Reader) error { return nil })
	}
	return a.o.JSON(ctx, r, into)
}

// limitPause is how long to wait after a bank's limit is reached. The limit counts the reads of a day.
const limitPause = 6 * time.Hour

// code is the service's code of an error. It is the cause of the error that it becomes.
type code string

// Codes that callers recognise.
const (
	wrongHeaders  code = "PSU_HEADER_NOT_PROVIDED"
	badHeaders    code = "PSU_HEADER_INVALID"
	wrongPeriod   code = "WRONG_TRANSACTIONS_PERIOD"
	wrongBank     code = "WRONG_ASPSP_PROVIDED"
	wrongRedirect code = "REDIRECT_URI_NOT_ALLOWED"
	unauthorized  code = "UNAUTHORIZED_ACCESS"
	noSession     code = "SESSION_DOES_NOT_EXIST"
	closedSession code = "CLOSED_SESSION"
	endedSession  code = "EXPIRED_SESSION"
	revoked       code = "REVOKED_SESSION"
)

// Error returns the code.
func (c code) Error() string { return string(c) }

// codeOf returns the service's code in an error, or "".
func codeOf(err error) code {
	c, _ := errors.AsType[code](err)
	return c
}

// describe returns the error of a code in words, or nil for a code that says no more than the status.
func (c code) describe() *apperr.Error {
	again := func(what string) *apperr.Error {
		return apperr.New(apperr.Unavailable, "%s", what).WithCode(bankapi.Reconnect).WithHint("connect again; the links to your accounts stay")
	}
	switch c {
	case endedSession:
		return again("your consent for the bank has expired")
	case revoked:
		return again("the access was ended at the bank")
	case closedSession, noSession, "WRONG_SESSION_STATUS":
		return again("the access was ended at " + name)
	case "ASPSP_PSU_ACTION_REQUIRED":
		return again("the bank wants you to sign in there again")
	case unauthorized, "AUTHORIZATION_NOT_PROVIDED":
		return again(name + " does not accept this application with this private key").
			WithHint("check that the key belongs to the application, that the application still exists, and that the clock of this server is right")
	case "ACCESS_DENIED", "UNAUTHORIZED_IP":
		return again(name+" denies this application the access").WithHint("check the application at %s: it has to be active, and you have to have linked the account there", name)
	case "NO_ACCOUNTS_ADDED":
		return apperr.New(apperr.Invalid, "you have not linked your accounts to the application at %s", name).
			WithHint("open the application there and link the accounts of this bank, then connect again")
	case "ACCOUNT_DOES_NOT_EXIST", "ASPSP_ACCOUNT_NOT_ACCESSIBLE", "INVALID_ACCOUNT_ID":
		return apperr.New(apperr.Unavailable, "the bank no longer gives access to this account").WithCode(bankapi.NoAccount).
			WithHint("connect again and allow this account, or end its link here")
	case "ASPSP_RATE_LIMIT_EXCEEDED":
		return apperr.New(apperr.Unavailable, "the bank allows no more reads of this account now; most allow four a day without you").WithCode(bankapi.TooOften).
			WithHint("fetch now while you wait, or let Holdover fetch tomorrow; the transactions are not lost")
	case "ASPSP_ERROR":
		return apperr.New(apperr.Unavailable, "the bank reports a fault").WithCode(bankapi.Down).WithHint("fetch again later; the transactions are not lost")
	case "ASPSP_TIMEOUT":
		return apperr.New(apperr.Unavailable, "the bank takes too long to answer").WithCode(bankapi.Down).WithHint("fetch again later; the transactions are not lost")
	case "WRONG_CONTINUATION_KEY":
		return apperr.New(apperr.Unavailable, "the bank stopped in the middle of its list of transactions").WithCode(bankapi.Down).WithHint("fetch again; nothing was taken from this list")
	case wrongPeriod:
		return apperr.New(apperr.Invalid, "the bank does not give transactions of this time").WithHint("choose a later start date for the account")
	case wrongBank:
		return apperr.New(apperr.Invalid, "%s does not know this bank any more", name).AtField(fieldBank).WithHint("choose another entry of the list")
	case "EXPIRED_AUTHORIZATION_CODE", "WRONG_AUTHORIZATION_CODE", "ALREADY_AUTHORIZED":
		return apperr.New(apperr.Invalid, "your visit to the bank's page has expired, or it was used already").WithHint("choose the bank again and visit its page once more")
	case wrongHeaders, badHeaders, wrongRedirect:
		return apperr.New(apperr.Invalid, "%s does not accept the request", name).WithHint("fetch again later")
	}
	return nil
}
