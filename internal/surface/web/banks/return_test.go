package banks_test

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"holdover/internal/app"
	"holdover/internal/storage/bankapi/enablebanking"
	"holdover/internal/surface/ui"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
	"holdover/internal/testing/enabletest"
	"holdover/internal/testing/testkit"
)

var visitLink = regexp.MustCompile(`<a class="button primary" href="([^"]*)" rel="noreferrer"`)

// atTheBank leads a browser to the link to the bank's page and returns the query with which the page returns.
func atTheBank(b *walk.Plain, bank *enabletest.Server, at, choice string) string {
	b.Helper()
	b.Open(at)
	b.Send(at+"/connect", `value="`+string(enablebanking.Kind)+`"`, nil)
	b.Send(b.At, "Application ID", url.Values{"application": {enabletest.ApplicationID}, "key": {bank.PrivateKey()}, "country": {bank.Banks[0].Country}})
	b.Send(b.At, "Continue", url.Values{"bank": {bank.Banks[0].Name}})
	link := visitLink.FindStringSubmatch(b.Page)
	if link == nil {
		b.Fatalf("no link to the bank's page: %s", b.Page)
	}
	q := url.Values{}
	for name, value := range bank.Visit(strings.ReplaceAll(link[1], "&amp;", "&"), choice) {
		q.Set(name, value)
	}
	return "/banks/return?" + q.Encode()
}

// TestReturnIsForOneBrowserOnce refuses the return from a bank's page in another session, and a second one.
func TestReturnIsForOneBrowserOnce(t *testing.T) {
	t.Parallel()
	w := webtest.NewEnvWithSignIn(t, ui.Options{})
	w.AddAnnaAndBen(t)
	bank := enabletest.New(t)
	bank.Change(func() {
		bank.RedirectURLs = []string{w.Server.URL + "/banks/return"}
		bank.Accounts = []enabletest.Account{{Hash: "hash-1", IBAN: "FI2112345600000785", Name: "Anna", Currency: "EUR", Type: "CACC"}}
	})
	w.App.UseProviders(enablebanking.New(options(bank.Client())))
	id := w.ImportSample(t)
	testkit.NoError(t, w.App.SetShare(t.Context(), app.Machine(), id, "Anna", "owner"))
	at := "/budgets/" + id + "/banks"
	anna, other := w.SignedInPlain(t, "Anna", walk.AnnasPassword), w.SignedInPlain(t, "Anna", walk.AnnasPassword)

	back := atTheBank(anna, bank, at, "deny")
	anna.CheckStatus(anna.Read(anna.HTTP.Get(w.Server.URL+back)), http.StatusBadRequest, "refused on the page of Nordlicht Bank")

	back = atTheBank(anna, bank, at, "allow")
	other.CheckStatus(other.Read(other.HTTP.Get(w.Server.URL+back)), http.StatusNotFound, "This step of connecting is over")
	anna.CheckStatus(anna.Read(anna.HTTP.Get(w.Server.URL+back)), http.StatusOK, "Connected.")
	anna.CheckStatus(anna.Read(anna.HTTP.Get(w.Server.URL+back)), http.StatusNotFound, "in the browser that began it")
}
