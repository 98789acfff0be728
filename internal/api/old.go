package api

import (
	"net/http"
	"strings"
)

// oldNames lets clients that call plans "budgets" make every call. The two whose
// answers differ, the list and the whole plan, are calls of their own.
func oldNames(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		rest, old := strings.CutPrefix(r.URL.Path, base+"/budgets/")
		if old && strings.Contains(rest, "/") {
			r = r.Clone(r.Context())
			r.URL.Path = base + "/plans/" + rest
			r.URL.RawPath = ""
		}
		next.ServeHTTP(w, r)
	})
}
