package enablebanking_test

import (
	"bytes"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"strings"
	"testing"
	"time"

	"holdover/internal/storage/bankapi"
	"holdover/internal/storage/bankapi/enablebanking"
	"holdover/internal/testing/enabletest"
	"holdover/internal/testing/testkit"
)

// form returns valid values of the first form.
func (e *env) form() map[string]string {
	return map[string]string{"application": " " + strings.ToUpper(enabletest.ApplicationID) + "\n", "key": "\ufeff" + strings.ReplaceAll(e.PrivateKey(), "\n", "\r\n"), "country": "FI"}
}

func (e *env) submit(t *testing.T, state []byte, values map[string]string) (bankapi.Step, error) {
	return e.provider.Connect(t.Context(), bankapi.Input{State: state, Values: values, ReturnTo: returnTo, Visit: "visit-1", Language: "fi"})
}

func TestConnectLeadsFromApplicationToSession(t *testing.T) {
	e := newEnv(t)
	first := testkit.Must(e.submit(t, nil, nil))(t)
	if len(first.Fields) != 3 || !first.Fields[1].Secret || !first.Fields[1].Long || !first.Fields[1].File || len(first.Fields[2].Choices) < 25 {
		t.Fatalf("the first form is %+v", first.Fields)
	}
	if !strings.Contains(first.Text, returnTo) || strings.Contains(first.Text, "https://,") {
		t.Errorf("the text is %q", first.Text)
	}
	banks := testkit.Must(e.submit(t, first.State, e.form()))(t)
	want := []bankapi.Choice{{Value: "Aalto Säästöpankki", Label: "Aalto Säästöpankki (beta)"}, {Value: "Nordlicht Bank", Label: "Nordlicht Bank"}}
	if len(banks.Fields) != 1 || len(banks.Fields[0].Choices) != 2 || banks.Fields[0].Choices[0] != want[0] || banks.Fields[0].Choices[1] != want[1] {
		t.Fatalf("the form of banks is %+v", banks.Fields)
	}
	visit := testkit.Must(e.submit(t, banks.State, map[string]string{"bank": "Aalto Säästöpankki"}))(t)
	if !strings.HasPrefix(visit.VisitTo, e.URL) || visit.Fields != nil {
		t.Fatalf("the visit is %+v", visit)
	}
	back := e.Visit(visit.VisitTo, "allow")
	if back["state"] != "visit-1" {
		t.Errorf("the page returns %v", back)
	}
	end := testkit.Must(e.submit(t, visit.State, back))(t)
	if end.Secret == nil || end.Name != "Aalto Säästöpankki (Finland)" {
		t.Fatalf("the end is %+v", end)
	}
	if s := e.Sessions(); len(s) != 1 || s[0].Language != "fi" {
		t.Errorf("the sessions are %+v", s)
	}
	accounts := testkit.Must(testkit.Must(e.provider.Open(end.Secret))(t).Accounts(t.Context()))(t)
	until := noon.Add(90*24*time.Hour - 5*time.Minute)
	if len(accounts.Accounts) != 2 || !accounts.ConsentUntil.Equal(until) {
		t.Fatalf("the accounts are %+v", accounts)
	}
	giro, savings := accounts.Accounts[0], accounts.Accounts[1]
	if giro.Key != "hash-giro" || giro.Name != "Giro" || giro.Number != "FI2112345600000785" || giro.Currency != "EUR" || giro.Type != "checking" || giro.Bank != "Aalto Säästöpankki" || giro.Handle == giro.Key {
		t.Errorf("the account is %+v", giro)
	}
	if savings.Key != "hash-savings" || savings.Number != "4711" || savings.Type != "savings" || savings.Name != "Savings" {
		t.Errorf("the account is %+v", savings)
	}
}

func TestAddressWithoutEncryptionIsNamedAtTheStart(t *testing.T) {
	step := testkit.Must(newEnv(t).provider.Connect(t.Context(), bankapi.Input{ReturnTo: "http://192.168.1.7:8080/banks/return"}))(t)
	if !strings.Contains(step.Text, "accepts only addresses that begin with https://") {
		t.Errorf("the text is %q", step.Text)
	}
}

func TestConsentIsAtMost180Days(t *testing.T) {
	e := newEnv(t)
	for _, c := range []struct {
		validity, want time.Duration
	}{{365 * 24 * time.Hour, 180 * 24 * time.Hour}, {time.Hour, time.Hour}, {2 * time.Minute, 2 * time.Minute}} {
		e.Banks[0].Validity = c.validity
		e.Connect(e.provider, e.Banks[0], returnTo)
		sessions := e.Sessions()
		if got := sessions[len(sessions)-1].Until.Sub(noon); got > c.want || got < c.want-5*time.Minute || got <= 0 {
			t.Errorf("the consent of a bank with %v lasts %v", c.validity, got)
		}
	}
}

func TestWrongApplicationIsRefusedAtItsField(t *testing.T) {
	e := newEnv(t)
	small := testkit.Must(rsa.GenerateKey(rand.Reader, 1024))(t)
	other := testkit.Must(rsa.GenerateKey(rand.Reader, 2048))(t)
	public := testkit.Must(x509.MarshalPKIXPublicKey(other.Public()))(t)
	encode := func(kind string, der []byte) string {
		return string(pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}))
	}
	for _, c := range []struct{ field, value, at, contains string }{
		{"application", "holdover", "application", "not the ID"},
		{"application", "11111111-2222-3333-4444-555555555555", "application", "does not accept this application"},
		{"key", "", "key", "missing"},
		{"key", "secret", "key", "not a private key"},
		{"key", e.PrivateKey()[:200], "key", "not complete"},
		{"key", encode("PUBLIC KEY", public), "key", "public part"},
		{"key", encode("ENCRYPTED PRIVATE KEY", public), "key", "password"},
		{"key", encode("PRIVATE KEY", public), "key", "cannot be read"},
		{"key", encode("RSA PRIVATE KEY", x509.MarshalPKCS1PrivateKey(small)), "key", "2048 bits"},
		{"key", encode("RSA PRIVATE KEY", x509.MarshalPKCS1PrivateKey(other)), "application", "does not accept this application"},
		{"country", "", "country", "country is missing"},
		{"country", "SE", "country", "no access to banks in Sweden"},
	} {
		values := e.form()
		values[c.field] = c.value
		_, err := e.submit(t, nil, values)
		wantError(t, err, "", c.at, c.contains)
	}
}

func TestApplicationHasToBeReady(t *testing.T) {
	e := newEnv(t)
	e.IsInactive = true
	_, err := e.submit(t, nil, e.form())
	wantError(t, err, "", "application", "not active")
	e.IsInactive, e.RedirectURLs = false, []string{"https://other.example/"}
	_, err = e.submit(t, nil, e.form())
	if known := wantError(t, err, "", "", "return"); !strings.Contains(known.Hint, returnTo) {
		t.Errorf("the hint %q does not name the address", known.Hint)
	}
	e.RedirectURLs = []string{returnTo}
	e.Banks = e.Banks[2:]
	_, err = e.submit(t, nil, e.form())
	wantError(t, err, "", "country", "no bank in Finland")
	e.SetDown(true)
	_, err = e.submit(t, nil, e.form())
	wantError(t, err, bankapi.Down, "", "502")
}

func TestClockThatIsWrongIsNamed(t *testing.T) {
	e := newEnv(t)
	for _, skew := range []time.Duration{-time.Hour, time.Hour} {
		p := enablebanking.New(bankapi.Options{Client: e.Client(), Now: func() time.Time { return noon.Add(skew) }, Zone: time.UTC})
		_, err := p.Connect(t.Context(), bankapi.Input{Values: e.form(), ReturnTo: returnTo})
		if known := wantError(t, err, "", "application", "does not accept"); !strings.Contains(known.Hint, "clock") {
			t.Errorf("the hint is %q", known.Hint)
		}
	}
}

func TestSandboxIsNamed(t *testing.T) {
	e := newEnv(t)
	e.Environment = "SANDBOX"
	if step := testkit.Must(e.submit(t, nil, e.form()))(t); !strings.Contains(step.Text, "sandbox") {
		t.Errorf("the text is %q", step.Text)
	}
}

// visit returns the step that visits the bank's page.
func (e *env) visit(t *testing.T) bankapi.Step {
	t.Helper()
	banks := testkit.Must(e.submit(t, nil, e.form()))(t)
	return testkit.Must(e.submit(t, banks.State, map[string]string{"bank": "Nordlicht Bank"}))(t)
}

func TestReturnFromTheBankIsChecked(t *testing.T) {
	e := newEnv(t)
	visit := e.visit(t)
	_, err := e.submit(t, visit.State, e.Visit(visit.VisitTo, "refuse"))
	wantError(t, err, "", "", "refused on the page of Nordlicht Bank")
	_, err = e.submit(t, visit.State, map[string]string{"state": "visit-1", "error": "server_error", "error_description": "<script>"})
	wantError(t, err, bankapi.Down, "", "ended with an error")
	_, err = e.submit(t, visit.State, map[string]string{"state": "visit-2", "code": "x"})
	wantError(t, err, "", "", "not the return")
	_, err = e.submit(t, visit.State, map[string]string{"state": "visit-1", "code": "x"})
	wantError(t, err, "", "", "used already")

	visit = e.visit(t)
	back := e.Visit(visit.VisitTo, "allow")
	testkit.Must(e.submit(t, visit.State, back))(t)
	_, err = e.submit(t, visit.State, back)
	wantError(t, err, "", "", "used already")
	if n := len(e.Sessions()); n != 1 {
		t.Errorf("the server has %d sessions", n)
	}
}

func TestBankWithoutAccountsIsRefused(t *testing.T) {
	e := newEnv(t)
	e.Accounts = []enabletest.Account{{Hash: "a", Currency: "EUR", IsClosed: true}}
	visit := e.visit(t)
	_, err := e.submit(t, visit.State, e.Visit(visit.VisitTo, "allow"))
	wantError(t, err, "", "", "no account")
}

func TestErrorsOfAuthorizationAreNamed(t *testing.T) {
	e := newEnv(t)
	banks := testkit.Must(e.submit(t, nil, e.form()))(t)
	_, err := e.submit(t, banks.State, map[string]string{"bank": "Hansebank"})
	wantError(t, err, "", "bank", "no bank is chosen")
	for _, c := range []struct{ code, field, contains string }{
		{"WRONG_ASPSP_PROVIDED", "bank", "does not know this bank"},
		{"REDIRECT_URI_NOT_ALLOWED", "", "does not allow"},
		{"NO_ACCOUNTS_ADDED", "", "not linked your accounts"},
	} {
		e.FailNext("/auth", 400, c.code)
		_, err := e.submit(t, banks.State, map[string]string{"bank": "Nordlicht Bank"})
		wantError(t, err, "", c.field, c.contains)
	}
}

func TestBankPageHasToBeEncrypted(t *testing.T) {
	e := newEnv(t)
	e.ShowsPlainPage = true
	banks := testkit.Must(e.submit(t, nil, e.form()))(t)
	_, err := e.submit(t, banks.State, map[string]string{"bank": "Nordlicht Bank"})
	wantError(t, err, bankapi.Malformed, "", "no page")
	e.provider = enablebanking.New(bankapi.Options{Client: e.Client(), Now: e.Now, Zone: time.UTC, AllowPrivate: true})
	testkit.Must(e.submit(t, banks.State, map[string]string{"bank": "Nordlicht Bank"}))(t)
}

func TestRenewAsksForNothing(t *testing.T) {
	e := newEnv(t)
	secret := e.Connect(e.provider, e.Banks[0], returnTo)
	before := testkit.Must(testkit.Must(e.provider.Open(secret))(t).Accounts(t.Context()))(t)
	e.EndSessions(enabletest.Expired)

	var p bankapi.Provider = e.provider
	state := testkit.Must(p.(bankapi.Renewer).Renew(secret))(t)
	visit := testkit.Must(e.submit(t, state, nil))(t)
	again := testkit.Must(e.submit(t, visit.State, e.Visit(visit.VisitTo, "allow")))(t)
	if bytes.Equal(again.Secret, secret) {
		t.Fatal("the secret is the old one")
	}
	after := testkit.Must(testkit.Must(e.provider.Open(again.Secret))(t).Accounts(t.Context()))(t)
	for i, a := range after.Accounts {
		if b := before.Accounts[i]; a.Key != b.Key || a.Handle == b.Handle {
			t.Errorf("the account %+v was %+v; the key has to stay, the handle changes", a, b)
		}
	}
}

func TestRenewAsksForWhatIsNotAccepted(t *testing.T) {
	e := newEnv(t)
	state := testkit.Must(e.provider.Renew(e.Connect(e.provider, e.Banks[0], returnTo)))(t)
	e.Change(func() { e.Banks = e.Banks[1:] })
	if step := testkit.Must(e.submit(t, state, nil))(t); len(step.Fields) != 1 || step.Fields[0].Name != "bank" {
		t.Errorf("the step after the bank has gone is %+v", step)
	}
	e.Change(func() { e.Key = testkit.Must(rsa.GenerateKey(rand.Reader, 2048))(t) })
	step := testkit.Must(e.submit(t, state, nil))(t)
	if len(step.Fields) != 3 || step.Fields[0].Value != enabletest.ApplicationID || step.Fields[1].Value != "" || !strings.Contains(step.Text, "does not accept") {
		t.Errorf("the step after the key has changed is %+v", step)
	}
	testkit.Must(e.submit(t, step.State, e.form()))(t)
}

func TestUnreadableSecretAsksToConnectAgain(t *testing.T) {
	e := newEnv(t)
	_, err := e.provider.Open([]byte("{}"))
	wantError(t, err, bankapi.Reconnect, "", "cannot be read")
	_, err = e.provider.Renew([]byte("x"))
	wantError(t, err, bankapi.Reconnect, "", "cannot be read")
	_, err = e.submit(t, []byte("x"), nil)
	wantError(t, err, "", "", "cannot be continued")
}
