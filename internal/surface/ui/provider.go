package ui

import (
	"net/http"

	"holdover/internal/app/openid"
)

// flowCookie returns the name of the cookie of a sign-in at the provider.
func (o Options) flowCookie(r *http.Request) string {
	if o.Secure(r) {
		return "__Host-holdover_provider"
	}
	return "holdover_provider"
}

// ProviderFlow returns the value of the cookie of a sign-in at the provider, or "".
func (r *Request) ProviderFlow() string {
	return CookieOf(r.Request, r.Options.flowCookie(r.Request))
}

// KeepProviderFlow sets the cookie of a sign-in at the provider; an empty value deletes it. The browser sends it with the
// provider's redirect, because it is SameSite=Lax.
func (r *Request) KeepProviderFlow(w http.ResponseWriter, value string) {
	life := openid.FlowLife
	if value == "" {
		life = -1e9
	}
	r.Options.keep(w, r.Request, r.Options.flowCookie(r.Request), value, life)
}
