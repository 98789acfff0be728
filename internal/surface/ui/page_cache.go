package ui

import (
	"fmt"
	"net/http"
	"slices"

	"holdover/internal/app"
	"holdover/internal/app/pageframe"
	"holdover/internal/base/apperr"
	"holdover/internal/surface/httpx"
)

// Pages are cached by the version of the budget and of its bank connections, the day, the user, the browser's cookies and the URL, so going back to a page
// costs one query. The version is read for each request. The page that answers a change is cached too, without its toast.

// cacheSlot is the place in the cache where a page is stored once it is rendered.
type cacheSlot struct {
	version app.PageVersion
	key     string
}

// WithPageCache responds with the cached page if it is current. The handler may depend only on the budget, the day,
// the actor, the URL and the browser's cookies.
func WithPageCache(h Handler) Handler {
	return func(w http.ResponseWriter, r *Request) error {
		if !r.usesPageCache() {
			return h(w, r)
		}
		version, err := r.App.PageVersion(r.Context(), r.Actor, r.BudgetID)
		switch kind := apperr.KindOf(err); {
		case kind == apperr.NotFound || kind == apperr.Forbidden:
			return h(w, r) // which may have another answer first
		case err != nil:
			return err // the handler would wait for the database a second time
		}
		slot := &cacheSlot{version, r.cacheKey(&version)}
		if page := slot.version.CachedPage(slot.key); page != nil && !r.answersChange() {
			return httpx.WriteGzipped(w, htmlType, page)
		}
		r.cacheSlot = slot
		return h(w, r)
	}
}

// usesPageCache reports whether the request is for a whole page, or for the page that answers a change. A script that
// already has the page requests only its pieces.
func (r *Request) usesPageCache() bool {
	return r.Method == http.MethodGet && (r.answersChange() || r.Header.Get(stampsHeader) == "") && httpx.TakesGzip(r.Request)
}

// cacheKey returns everything that the page depends on besides the version of the budget.
func (r *Request) cacheKey(version *app.PageVersion) string {
	return fmt.Sprintf("%q %q %q %q %d %d %d", r.Options.Origin(r.Request), r.URL.RequestURI(), r.Header["Cookie"], r.Actor.Name, r.Today, version.Today, version.Banks)
}

// isCacheable reports whether the page may be sent again. A toast and a new cookie are for one response, a page without all its
// counts changes soon, and the user's role may have changed since the version was read.
func (r *Request) isCacheable(w http.ResponseWriter, f *pageframe.Frame, p Page) bool {
	return r.cacheSlot != nil && f.Indexed && f.Role == r.cacheSlot.version.Role() && (r.answersChange() || p.Framed().Toast == nil) && !r.setsNewCookie(w)
}

// setsNewCookie reports whether the response sets a cookie that the request did not have.
func (r *Request) setsNewCookie(w http.ResponseWriter) bool {
	return slices.ContainsFunc(w.Header()["Set-Cookie"], func(line string) bool {
		c, err := http.ParseSetCookie(line)
		return err != nil || CookieOf(r.Request, c.Name) != c.Value || c.MaxAge < 0
	})
}

// renderCached writes a page and caches it without its toast.
func (r *Request) renderCached(w http.ResponseWriter, p Page) error {
	return r.Pages.whole(r.Request, p, func(d *renderedPage) error {
		if r.answersChange() {
			r.cacheSlot.put(d.withoutToast())
			return writeHTML(w, http.StatusOK, d.answerTo(r.Request, p.Framed()))
		}
		return httpx.WriteGzipped(w, htmlType, r.cacheSlot.put(d.page))
	})
}

// put caches a page compressed, and returns it.
func (s *cacheSlot) put(page []byte) []byte {
	compressed := httpx.Gzip(page)
	s.version.CachePage(s.key, compressed)
	return compressed
}
