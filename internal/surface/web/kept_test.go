package web_test

import (
	"compress/gzip"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"testing"
	"time"

	"holdover/internal/app"
	"holdover/internal/app/apptest"
	"holdover/internal/app/pageframe"
	"holdover/internal/app/rows"
	"holdover/internal/base/civil"
	"holdover/internal/model/auth"
	"holdover/internal/storage/database/databasetest"
	"holdover/internal/storage/store"
	"holdover/internal/surface/ui"
	"holdover/internal/surface/web"
	"holdover/internal/testing/browsertest/walk"
	"holdover/internal/testing/testkit"
)

// For any changes, by this process or another, and any user, a cached page is sent only if it equals the page that
// would be rendered.
func TestCachedPagesEqualRenderedPages(t *testing.T) {
	t.Parallel()
	t.Run("SQLite", func(t *testing.T) {
		t.Parallel()
		keptPages(t, store.Config{Dir: databasetest.Dir(t)})
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		t.Parallel()
		keptPages(t, store.Config{URL: testkit.Postgres(t)})
	})
}

// cachingHousehold is a household with two users and two processes, one of which caches pages.
type cachingHousehold struct {
	*testing.T
	here, elsewhere *app.App
	id              string
	accounts        []pageframe.Account
	people          []*signedInBrowser
	turn            int
}

func keptPages(t *testing.T, at store.Config) {
	k := newCachingHousehold(t, at)
	pages := []string{"/budgets/" + k.id, "/budgets/" + k.id + "?month=2026-10", "/budgets/" + k.id + "/accounts/all?search=a", "/budgets/" + k.id + "/accounts/" + k.accounts[0].ID}
	r := rand.New(rand.NewPCG(7, 7))
	for range 60 {
		what := k.changes(r, pages)
		for range 3 {
			b, path := k.people[r.IntN(len(k.people))], pages[r.IntN(len(pages))]
			cached, status := b.gzipped(path)
			if drawn := b.send(path, nil); status != drawn.Code || cached != drawn.Body.String() {
				t.Fatalf("after %s, %s differs from the rendered page:", what, path)
			}
			if again, _ := b.gzipped(path); again != cached {
				t.Fatalf("after %s, %s differs at the second request", what, path)
			}
		}
	}
}

func newCachingHousehold(t *testing.T, at store.Config) *cachingHousehold {
	k := &cachingHousehold{T: t}
	var err error
	k.here, k.elsewhere = apptest.Open(t, at), apptest.Open(t, at)
	k.id = apptest.Household(t, k.here, app.Machine())
	if k.accounts, err = k.here.Accounts(t.Context(), app.Machine(), k.id); err != nil {
		t.Fatal(err)
	}
	if err := k.here.CreateOwner(t.Context(), "Anna", walk.AnnasPassword); err != nil {
		t.Fatal(err)
	}
	if _, err := k.here.AddUser(t.Context(), app.Machine(), "Ben", walk.BensPassword); err != nil {
		t.Fatal(err)
	}
	k.share("editor")
	pages := web.New(k.here, slog.New(slog.DiscardHandler), ui.Options{})
	for name, password := range map[string]string{"Anna": walk.AnnasPassword, "Ben": walk.BensPassword} {
		b := &signedInBrowser{t, pages, nil}
		b.cookies = b.send("/sign-in", url.Values{"name": {name}, "password": {password}, "back": {"/budgets"}}).Result().Cookies()
		k.people = append(k.people, b)
	}
	return k
}

func (k *cachingHousehold) share(role auth.Role) {
	k.Helper()
	if err := k.here.SetShare(k.Context(), app.Machine(), k.id, "Ben", role); err != nil {
		k.Fatal(err)
	}
}

// changes makes one change that affects pages, or none.
func (k *cachingHousehold) changes(r *rand.Rand, pages []string) (what string) {
	k.Helper()
	k.turn++
	by := []*app.App{k.here, k.elsewhere}[r.IntN(2)]
	account, name := k.accounts[r.IntN(len(k.accounts))].ID, fmt.Sprint("Name ", k.turn)
	var err error
	switch r.IntN(11) {
	case 0:
		what = "a rename"
		_, err = by.Rename(k.Context(), app.Machine(), k.id, name)
	case 1:
		what = "an account's rename"
		_, err = by.RenameAccount(k.Context(), app.Machine(), k.id, account, name)
	case 2:
		what = "an account's note"
		_, err = by.SetAccountNote(k.Context(), app.Machine(), k.id, k.accounts[0].ID, name)
	case 3:
		what = "what was taken back"
		_, _ = by.Undo(k.Context(), app.Machine(), k.id, 0) // if there is a change
	case 4:
		what = "Ben only looks"
		k.share("viewer")
	case 5:
		what = "Ben changes things"
		k.share("editor")
	case 6:
		what = "a theme"
		b := k.people[r.IntN(len(k.people))]
		b.storeCookies(b.send("/theme", url.Values{"theme": {[]string{"dark", "light"}[r.IntN(2)]}, "back": {"/"}}))
	case 7:
		what = "nothing"
	case 8, 9:
		what = "a change by a script, which was answered with the page"
		b := k.people[r.IntN(len(k.people))]
		b.changes(pages[r.IntN(len(pages))], "/budgets/"+k.id+"/do/add-row", url.Values{
			"account": {account}, "date": {civil.DateOf(time.Now()).String()}, "payee": {name}, "amount": {"1"}, "direction": {"out"},
		})
	default:
		what = "a transaction"
		_, _, err = by.AddRow(k.Context(), app.Machine(), k.id, rows.Entry{Account: account, Date: civil.DateOf(time.Now()), Amount: -1000, PayeeName: name})
	}
	if err != nil {
		k.Fatal(what, err)
	}
	return what
}

// storeCookies stores the cookies of a response.
func (b *signedInBrowser) storeCookies(rec *httptest.ResponseRecorder) {
	for _, c := range rec.Result().Cookies() {
		b.cookies = append(slices.DeleteFunc(b.cookies, func(old *http.Cookie) bool { return old.Name == c.Name }), c)
	}
}

// changes submits a change like a script, and gets the page as the response if allowed.
func (b *signedInBrowser) changes(page, to string, form url.Values) *httptest.ResponseRecorder {
	b.t.Helper()
	form.Set("back", page)
	r := posted(to, form)
	r.Header.Set("Accept-Encoding", "gzip")
	rec := b.ask(r)
	b.storeCookies(rec)
	return rec
}

// gzipped returns a page as a browser receives it, compressed.
func (b *signedInBrowser) gzipped(path string) (text string, status int) {
	b.t.Helper()
	rec := b.askGzipped(path)
	z, err := gzip.NewReader(rec.Body)
	if err != nil {
		b.t.Fatalf("unzip the response %d %v: %v", rec.Code, rec.Header(), err)
	}
	plain, err := io.ReadAll(z)
	if err != nil {
		b.t.Fatal(err)
	}
	return string(plain), rec.Code
}

func (b *signedInBrowser) askGzipped(path string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodGet, path, nil)
	r.Header.Set("Accept-Encoding", "gzip, br")
	return b.ask(r)
}
