package api

import (
	"net/http"
	"strings"
)

// oldNames supports clients that call plans "budgets" or end an address with a slash. The list and the whole plan are
// separate calls, because their responses differ by name.
func oldNames(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		path := strings.TrimSuffix(r.URL.Path, "/")
		if rest, old := strings.CutPrefix(path, base+"/budgets/"); old && strings.Contains(rest, "/") {
			path = base + "/plans/" + rest
		}
		if path != r.URL.Path {
			r = r.Clone(r.Context())
			r.URL.Path, r.URL.RawPath = path, ""
		}
		next.ServeHTTP(w, r)
	})
}
