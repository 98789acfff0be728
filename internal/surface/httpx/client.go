package httpx

import (
	"net"
	"net/http"
	"strings"
)

// ClientAddress returns the address of the browser: behind a proxy the last one in the header, which the proxy itself
// added.
func ClientAddress(r *http.Request, behindProxy bool) string {
	if behindProxy {
		if all := r.Header.Values("X-Forwarded-For"); len(all) > 0 {
			last := all[len(all)-1]
			return strings.TrimSpace(last[strings.LastIndex(last, ",")+1:])
		}
	}
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	return host
}
