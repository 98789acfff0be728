package walk

import (
	"html"
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"testing"

	"holdover/internal/app"
	"holdover/internal/model/auth"
	"holdover/internal/testing/testkit"
)

// Upload sends a file as a signed-in user.
func (p *Person) Upload(path, name string, content []byte) (status int, at, page string) {
	p.t.Helper()
	kind, body := fileForm(p.t, name, content)
	res, text := p.read(p.Client.Post(p.Base+path, kind, body))
	return res.StatusCode, res.Request.URL.Path, html.UnescapeString(text)
}

// AsViewer returns the environment for a user with permission only to view a budget.
func (w *Env) AsViewer(t *testing.T, id string) *Env {
	t.Helper()
	a := w.App
	for _, name := range []string{"Owner", "Looker"} {
		testkit.Must(a.AddUser(t.Context(), app.Machine(), name, "correct horse battery "+name))(t)
	}
	users := testkit.Must(a.Users(t.Context(), app.Machine()))(t)
	testkit.NoError(t, a.SetShare(t.Context(), app.Machine(), id, "Looker", auth.Viewer))
	looker := users[len(users)-1]
	actor := app.Actor{User: 2, UserID: looker.ID, Name: looker.Name, Scope: auth.Full}
	viewer := &Env{App: a, Dir: w.Dir, pages: w.pages, secondApp: w.secondApp}
	viewer.serve(t, actor, slog.New(slog.DiscardHandler))
	return viewer
}

// The passwords of the users that [Env.AddAnnaAndBen] creates.
const (
	AnnasPassword = "four plain words here"
	BensPassword  = "another few plain words"
)

// Household returns an environment with sign-in: Anna, the first user, with the sample budget, and Ben. Both are
// signed in.
func Household(t testing.TB, pages Pages) (w *Env, anna, ben *Person, budget string) {
	t.Helper()
	w = NewEnvWithSignIn(t, pages, slog.New(slog.DiscardHandler))
	w.AddAnnaAndBen(t)
	budget = w.ImportSample(t)
	anna, ben = w.Person(t), w.Person(t)
	anna.Expect(200, "/budgets", "Sign out")(anna.Post("/sign-in", "name", "Anna", "password", AnnasPassword, "back", "/budgets"))
	ben.Expect(200, "/budgets", "Sign out")(ben.Post("/sign-in", "name", "Ben", "password", BensPassword))
	return w, anna, ben, budget
}

// AddAnnaAndBen creates the owner Anna and the user Ben.
func (w *Env) AddAnnaAndBen(t testing.TB) {
	t.Helper()
	testkit.NoError(t, w.App.CreateOwner(t.Context(), "Anna", AnnasPassword))
	testkit.Must(w.App.AddUser(t.Context(), app.Machine(), "Ben", BensPassword))(t)
}

// Person is a browser without scripts in which a user signs in.
type Person struct {
	t      testing.TB
	Base   string
	Client *http.Client
	Header http.Header
}

// Person returns a browser without sign-in.
func (w *Env) Person(t testing.TB) *Person {
	jar := testkit.Must(cookiejar.New(nil))(t)
	return &Person{t: t, Base: w.Server.URL, Client: &http.Client{Jar: jar}, Header: http.Header{"Accept": {"text/html"}}}
}

// Get and Post return the status, the final address, and the page.
func (p *Person) Get(path string) (int, string, string) {
	return p.do(http.MethodGet, path, nil)
}

// Post sends a form of fields, name by value.
func (p *Person) Post(path string, fields ...string) (int, string, string) {
	form := url.Values{}
	for i := 0; i < len(fields); i += 2 {
		form.Set(fields[i], fields[i+1])
	}
	return p.do(http.MethodPost, path, form)
}

func (p *Person) do(method, path string, form url.Values) (int, string, string) {
	p.t.Helper()
	r := testkit.Must(http.NewRequestWithContext(p.t.Context(), method, p.Base+path, strings.NewReader(form.Encode())))(p.t)
	r.Header = p.Header.Clone()
	if host := r.Header.Get("Host"); host != "" {
		r.Host = host
	}
	if form != nil {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	res, text := p.read(p.Client.Do(r))
	return res.StatusCode, res.Request.URL.RequestURI(), text
}

// read returns a response with its body.
func (p *Person) read(res *http.Response, err error) (*http.Response, string) {
	p.t.Helper()
	if err != nil {
		p.t.Fatal(err)
	}
	defer res.Body.Close()
	text := testkit.Must(io.ReadAll(res.Body))(p.t)
	return res, string(text)
}

// Expect checks the result of Get or Post: status, address, and text on the page in any case.
func (p *Person) Expect(status int, at, words string) func(int, string, string) {
	p.t.Helper()
	return func(gotStatus int, gotAt, body string) {
		p.t.Helper()
		if gotStatus != status || gotAt != at || !strings.Contains(strings.ToLower(withoutWordJoiners(body)), strings.ToLower(words)) {
			p.t.Errorf("%d at %s, want %d at %s with %q", gotStatus, gotAt, status, at, words)
		}
	}
}

// SignedIn returns a browser after sign-in.
func (w *Env) SignedIn(t *testing.T, name, password string) *Person {
	t.Helper()
	p := w.Person(t)
	p.Expect(200, "/budgets", "Budgets")(p.Post("/sign-in", "name", name, "password", password, "back", "/budgets"))
	return p
}
