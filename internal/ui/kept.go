package ui

import (
	"fmt"
	"net/http"
	"slices"

	"holdover/internal/app"
	"holdover/internal/app/frame"
	"holdover/internal/fault"
	"holdover/internal/httpx"
)

// Who goes from the budget to an account and back sees the same page again. A page of a budget follows from the budget as it stands,
// from the day, from who asks in which browser and from the address: where all of these are what they were, what went out then goes
// out again, compressed as it was. How the budget stands is asked each time, by one statement, with which a page that has to be
// drawn begins. So does the page that answered a change, but for the word about it: who goes elsewhere then comes back to it.

// keeping is where a page that is drawn is kept.
type keeping struct {
	moment app.Moment
	what   string // all that the page follows from besides
}

// Kept answers with the page that went out before where it would be the same. Its handler may look at nothing but the budget, the day,
// the actor, the address and the browser's cookies.
func Kept(h Handler) Handler {
	return func(w http.ResponseWriter, r *Request) error {
		if !r.mayBeKept() {
			return h(w, r)
		}
		moment, err := r.App.Moment(r.Context(), r.Actor, r.BudgetID)
		switch kind := fault.KindOf(err); {
		case kind == fault.NotFound || kind == fault.Forbidden:
			return h(w, r) // which may have something else to say first
		case err != nil:
			return err // a database that does not answer is waited for once
		}
		k := &keeping{moment, r.follows(moment)}
		if page := moment.Page(k.what); page != nil && !r.answersChange() {
			return httpx.WriteGzipped(w, htmlType, page)
		}
		r.Request, r.keeping = r.WithContext(moment.Begin(r.Context())), k
		return h(w, r)
	}
}

// mayBeKept says that the request is a plain one for a page, or for the one that answers a change: a script that has the page already
// wants its pieces.
func (r *Request) mayBeKept() bool {
	return r.Method == http.MethodGet && (r.answersChange() || r.Header.Get(stampsHeader) == "") && httpx.TakesGzip(r.Request)
}

// follows is all that the page follows from besides how the budget stands.
func (r *Request) follows(moment app.Moment) string {
	return fmt.Sprintf("%q %q %q %q %d %d", r.Options.Origin(r.Request), r.URL.RequestURI(), r.Header["Cookie"], r.Actor.Name, r.Today, moment.Today)
}

// keeps says whether the page can go out again: a word about what was done before, or a new cookie, is for once, and what is not counted
// yet is counted soon.
func (r *Request) keeps(w http.ResponseWriter, f *frame.Frame, p Page) bool {
	return r.keeping != nil && f.Indexed && (r.answersChange() || p.Framed().Toast == nil) && !r.learnsCookie(w)
}

// learnsCookie says whether the answer gives the browser a cookie that it has not said.
func (r *Request) learnsCookie(w http.ResponseWriter) bool {
	return slices.ContainsFunc(w.Header()["Set-Cookie"], func(line string) bool {
		c, err := http.ParseSetCookie(line)
		return err != nil || CookieOf(r.Request, c.Name) != c.Value || c.MaxAge < 0
	})
}

// renderKept writes a page and keeps it, without a word about the change that it answers.
func (r *Request) renderKept(w http.ResponseWriter, p Page) error {
	return r.Pages.whole(r.Request, p, func(d *drawn) error {
		if r.answersChange() {
			r.keeping.keep(d.withoutToast())
			return writeHTML(w, http.StatusOK, d.answerTo(r.Request, p.Framed()))
		}
		return httpx.WriteGzipped(w, htmlType, r.keeping.keep(d.page))
	})
}

// keep keeps a page compressed, and gives it.
func (k *keeping) keep(page []byte) []byte {
	compressed := httpx.Gzip(page)
	k.moment.Keep(k.what, compressed)
	return compressed
}
