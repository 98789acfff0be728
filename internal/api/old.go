package api

import (
	"net/http"
	"strings"
)

// oldNames lets clients that call plans "budgets", or end an address with a slash,
// make every call. The two whose answers differ by name, the list and the whole plan,
// are calls of their own.
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
