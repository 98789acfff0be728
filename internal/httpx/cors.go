package httpx

import "net/http"

// CORS lets pages of any origin call a surface. That is for surfaces that know
// a caller by a secret which no browser sends by itself, never by a cookie: there
// is nothing that another site's page could do in somebody's name.
type CORS struct {
	Methods, Headers string // what may be sent
	Expose           string // headers of the answer that the page may read
}

func (c CORS) handler(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Access-Control-Allow-Origin", "*")
		if c.Expose != "" {
			h.Set("Access-Control-Expose-Headers", c.Expose)
		}
		if r.Method == http.MethodOptions && r.Header.Get("Access-Control-Request-Method") != "" {
			h.Set("Access-Control-Allow-Methods", c.Methods)
			h.Set("Access-Control-Allow-Headers", c.Headers)
			h.Set("Access-Control-Max-Age", "86400")
			w.WriteHeader(http.StatusNoContent)
			return
		}
		next.ServeHTTP(w, r)
	})
}
