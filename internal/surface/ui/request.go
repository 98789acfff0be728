// Package ui contains the code that all pages share: the request passed to a feature package, the frame around a
// page, figures, labels, links, menus and fields, errors, the templates and assets of the layout, and the table
// entries of a feature package.
//
// A page is a struct that embeds Frame and names its template. Go code determines its content, assets its appearance.
// Renderer is the only type that writes pages, including error pages.
//
// Start with request.go, then feature.go.
package ui

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"log/slog"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"holdover/internal/app"
	"holdover/internal/app/pageframe"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/model/auth"
	"holdover/internal/surface/httpx"
)

// Site is the data that all requests share.
type Site struct {
	App     *app.App
	Log     *slog.Logger
	Pages   *Renderer
	Options Options
	Clock   func() time.Time
	zones   zones
}

// Handler answers a request or returns an error. A handler that returns an error has written nothing.
type Handler func(w http.ResponseWriter, r *Request) error

// Request is a request with everything that a feature package needs to answer it: the actor, the budget and the time.
// Data that the page reads from the budget is read once.
type Request struct {
	*http.Request
	*Site
	Links    // of the budget
	Actor    app.Actor
	BudgetID string // of an address below /budgets/{id}
	Now      time.Time
	Today    civil.Date
	File     *File // uploaded with the form, if it accepts one

	screen    *app.Screen
	header    *pageframe.Frame
	cacheSlot *cacheSlot // nil when the page must not be cached

	remember [][2]string // names and values
}

type actorKey struct{}

// NewRequest wraps an HTTP request, with the actor in its context.
func (s *Site) NewRequest(r *http.Request) *Request {
	now := s.Clock()
	if zone := s.zones.of(r); zone != nil {
		r, now = r.WithContext(app.InZone(r.Context(), zone)), now.In(zone)
	}
	q := &Request{Request: r, Site: s, Actor: ActorIn(r.Context()), BudgetID: r.PathValue("id"), Now: now}
	q.Links, q.Today = LinksOf(q.BudgetID), civil.DateOf(q.Now)
	return q
}

func WithActor(r *http.Request, who app.Actor) *http.Request {
	return r.WithContext(context.WithValue(r.Context(), actorKey{}, who))
}

// ActorIn returns the actor of the request that ctx was made for, or the zero actor if the request is not
// authenticated.
func ActorIn(ctx context.Context) app.Actor {
	who, _ := ctx.Value(actorKey{}).(app.Actor)
	return who
}

// Handle converts a handler to one of httpx. It refuses requests without a signed-in user, unless the second argument
// is true.
func (s *Site) Handle(h Handler, everybody bool) httpx.Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		q := s.NewRequest(r)
		if q.Actor.IsAnonymous() && !everybody {
			return apperr.New(apperr.Unauthorized, "you are not signed in").WithHint("sign in first")
		}
		return h(w, q)
	}
}

// Frame returns the header of the budget's pages: the budget, the actor's role and the accounts.
func (r *Request) Frame() (*pageframe.Frame, error) {
	if r.header == nil {
		f, err := r.App.Frame(r.Context(), r.Actor, r.BudgetID)
		if err != nil {
			return nil, err
		}
		r.header = &f
	}
	return r.header, nil
}

func (r *Request) Screen() (*app.Screen, error) {
	if r.screen == nil {
		got, err := r.App.Screen(r.Context(), r.Actor, r.BudgetID)
		if err != nil {
			return nil, err
		}
		r.screen, r.header = &got, &got.Frame
	}
	return r.screen, nil
}

// offeredPayees is the number of payees offered for completion in the browser.
const offeredPayees = 200

// PayeesOfLate returns the names of the recently used payees, the latest first.
func (r *Request) PayeesOfLate() (names []string, err error) {
	found, _, err := r.App.SuggestPayees(r.Context(), r.Actor, r.BudgetID, "", "", offeredPayees)
	for _, p := range found {
		if p.Account == nil {
			names = append(names, p.Name)
		}
	}
	return names, err
}

// RequireChange refuses a user without permission to change the budget.
func (r *Request) RequireChange() error { return r.Require(auth.Change) }

// Require refuses a user without a right to the budget.
func (r *Request) Require(right auth.Right) error {
	f, err := r.Frame()
	if err != nil {
		return err
	}
	return auth.Allowed(f.Role, r.Actor.Scope, right)
}

// Render writes a page, whole or not at all.
func (r *Request) Render(w http.ResponseWriter, status int, p Page) error {
	return r.Pages.Render(w, r.Request, status, p)
}

// RenderPart writes a part of a page, which a script inserts into the page.
func (r *Request) RenderPart(w http.ResponseWriter, status int, p Page, part string) error {
	return r.Pages.renderPart(w, status, p, part)
}

func (r *Request) Redirect(w http.ResponseWriter, to string) error {
	Redirect(w, r.Request, to)
	return nil
}

// Redirect redirects to another page after a form was saved.
func Redirect(w http.ResponseWriter, r *http.Request, to string) {
	if r.Header.Get("Holdover-Form") != "" { // fetch would load the page before the browser does, and a secret is shown only once
		w.Header().Set("Holdover-Location", to)
		w.WriteHeader(http.StatusNoContent)
		return
	}
	http.Redirect(w, r, to, http.StatusSeeOther)
}

// RedirectDone redirects to another page, which reports the change and offers to undo it.
func (r *Request) RedirectDone(w http.ResponseWriter, to string, done app.ChangeResult) error {
	at, err := url.Parse(to)
	if err != nil {
		return err
	}
	q := at.Query()
	q.Set("done", strconv.FormatInt(done.Change, 10))
	at.RawQuery = q.Encode()
	return r.Redirect(w, at.RequestURI())
}

func (r *Request) Get(name string) string { return r.PostFormValue(name) }

// ReadHidden reads the hidden fields of a form that protect its change. "opened" contains the budget's last change when
// the form was rendered: the change fails if another one has replaced the same data since. "request" contains a random
// key: if the form is sent again, the result of the first request is returned. A request from a browser's outbox
// returns it also if the change was undone since, because it may be sent again long after.
func (r *Request) ReadHidden() {
	ctx := r.Context()
	if opened := r.Opened(); opened.Change > 0 {
		ctx = app.WithOpened(ctx, opened)
	}
	if key := r.Get(requestField); requestKey.MatchString(key) {
		ctx = app.WithRequest(ctx, app.RequestKey{Key: key, Digest: r.digest(), Once: r.Header.Get("Holdover-Outbox") == "1"})
	}
	r.Request = r.WithContext(ctx)
}

const requestField = "request"

var requestKey = regexp.MustCompile("^[0-9a-f]{32}$")

// digest returns a digest of the address and the values of a form, without those that only say where the form is shown.
func (r *Request) digest() string {
	values := maps.Clone(r.PostForm)
	for _, name := range []string{requestField, "back", "after", "here", "menu", "opened", "own", "told", "seen", "one-account", "amount-first"} {
		values.Del(name)
	}
	path := r.URL.Path
	if what := r.PathValue("what"); what != "" { // one change may have several addresses
		path = r.To("do/" + what)
	}
	sum := sha256.Sum256([]byte(path + "?" + values.Encode()))
	return hex.EncodeToString(sum[:16])
}

// RequestKey returns the key for a form that is rendered again, with the error of its last request: the same key, unless
// the user was told that the form was saved before.
func (r *Request) RequestKey(failed error) string {
	if key := r.Get(requestField); key != "" && apperr.CodeOf(failed) != app.SavedBefore {
		return key
	}
	return NewRequestKey()
}

// NewRequestKey returns the key of a form.
func NewRequestKey() string {
	id := uuid.New()
	return hex.EncodeToString(id[:])
}

// Opened returns the state of the budget from which the form was rendered, or zero if the form does not contain it.
func (r *Request) Opened() (o app.Opened) {
	o.Change, _ = strconv.ParseInt(r.Get("opened"), 10, 64)
	o.Told = r.Get("told") == "1"
	for _, text := range strings.Fields(r.Get("own")) {
		if no, err := strconv.ParseInt(text, 10, 64); err == nil {
			o.Own = append(o.Own, no)
		}
	}
	return o
}

// OpenedFields returns the hidden fields that Opened reads.
func OpenedFields(o app.Opened) []Field {
	fields := []Field{Hidden("opened", strconv.FormatInt(o.Change, 10))}
	if o.Told {
		fields = append(fields, Hidden("told", "1"))
	}
	return fields
}

// Date parses a day of the form, in the budget's own format or as 2026-03-31.
func (r *Request) Date(name string) (civil.Date, error) {
	b, err := r.App.Budget(r.Context(), r.Actor, r.BudgetID)
	if err != nil {
		return 0, err
	}
	return ReadDate(b.DateFormat, r.Get(name), r.Today)
}

// DateIfAny is Date for a field that may be empty. It returns zero for an empty field.
func (r *Request) DateIfAny(name string) (civil.Date, error) {
	if r.Get(name) == "" {
		return 0, nil
	}
	return r.Date(name)
}

// Logged returns the error for display on a page that the handler renders. Like httpx.Truly, it completes the error
// and adds it to the request's log line.
func (r *Request) Logged(err error) error { return httpx.Truly(r.Context(), err) }

// FromScript reports whether the request was made by a script, which inserts the response into the page.
func (r *Request) FromScript() bool { return r.Header.Get("HX-Request") == "true" }

// WantsJSON reports whether a script sent the request that shows the response itself: browsers never accept JSON alone.
func WantsJSON(r *http.Request) bool { return r.Header.Get("Accept") == "application/json" }

// Here returns the address to return to after a small form. The address of a form is not a page, so it returns "/"
// for methods other than GET.
func (r *Request) Here() string { return here(r.Request) }

// HereAfter returns the address of this page without the query parameter for the toast.
func (r *Request) HereAfter() string {
	q := r.URL.Query()
	if !q.Has("done") {
		return r.Here()
	}
	q.Del("done")
	u := *r.URL
	u.RawQuery = q.Encode()
	return addressOf(&u)
}

// mostAddress is the maximum length in bytes of an address to return to: the filter of some 150 categories. Every row
// of a page contains it.
const mostAddress = 8 << 10

func here(r *http.Request) string {
	if r.Method != http.MethodGet {
		return "/"
	}
	return addressOf(r.URL)
}

func addressOf(u *url.URL) string {
	if at := u.RequestURI(); len(at) <= mostAddress {
		return at
	}
	return u.EscapedPath()
}

// LocalPath returns a path from a form, or "/" if it is too long or leads to another server.
func LocalPath(path string) string {
	if len(path) > mostAddress || !strings.HasPrefix(path, "/") || strings.HasPrefix(path, "//") || strings.ContainsAny(path, "\\\t\r\n") {
		return "/"
	}
	return path
}

// LocalPathOr is [LocalPath], or otherwise if the form has no valid path.
func LocalPathOr(path, otherwise string) string {
	if path = LocalPath(path); path != "/" {
		return path
	}
	return otherwise
}

// RememberAfter stores a preference once the running change is answered.
func (r *Request) RememberAfter(name, value string) {
	r.remember = append(r.remember, [2]string{name, value})
}

// RememberNow stores the values that RememberAfter collected during a change.
func (r *Request) RememberNow(w http.ResponseWriter) {
	for _, one := range r.remember {
		r.Remember(w, one[0], one[1])
	}
}

// Remember stores a display preference in a cookie. It must not contain financial data.
func (r *Request) Remember(w http.ResponseWriter, name, value string) {
	r.Options.keep(w, r.Request, name, value, preferenceLife)
}

// preferenceLife is the lifetime of a display preference, the longest that browsers allow.
const preferenceLife = 400 * 24 * time.Hour
