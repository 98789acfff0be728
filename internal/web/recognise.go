package web

import (
	"net/http"

	"holdover/internal/app"
)

// Recogniser finds out who makes a request, for surfaces beside the pages that
// people come to with the same session: the user, nobody for who is not signed
// in, and the session's own text.
func Recogniser(a *app.App, o Options) func(http.ResponseWriter, *http.Request) (app.Actor, string, error) {
	s := &site{app: a, options: o}
	return func(w http.ResponseWriter, r *http.Request) (app.Actor, string, error) {
		who, err := s.recognise(w, r)
		return who, s.sessionKey(r), err
	}
}

// Origin is the address that a request came to, without a slash at its end.
func (o Options) Origin(r *http.Request) string {
	if (&site{options: o}).secure(r) {
		return "https://" + r.Host
	}
	return "http://" + r.Host
}
