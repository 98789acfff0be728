package api

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"strings"
	"time"

	"holdover/internal/app"
	"holdover/internal/base/apperr"
	"holdover/internal/model/auth"
	"holdover/internal/surface/httpx"
)

// gate checks every request before the router: the token's actor, its rate limit and scope, and whether the client
// already has the response.
type gate struct {
	app          *app.App
	authenticate func(ctx context.Context, token string) (app.Actor, error)
	limit        *httpx.RateLimiter
	next         http.Handler
}

type actorKey struct{}

func actorOf(ctx context.Context) app.Actor {
	who, _ := ctx.Value(actorKey{}).(app.Actor)
	return who
}

func (g *gate) serve(w http.ResponseWriter, r *http.Request) error {
	token, err := bearer(r)
	if err != nil {
		w.Header().Set("WWW-Authenticate", challenge)
		return err
	}
	who, err := g.authenticate(r.Context(), token)
	if err != nil {
		if apperr.KindOf(err) == apperr.Unauthorized {
			w.Header().Set("WWW-Authenticate", challenge+`, error="invalid_token", error_description="The access token is not valid"`)
		}
		return err
	}
	if err := g.limit.TakeToken(w.Header(), token); err != nil {
		return err
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead && who.Scope != auth.Full {
		return apperr.New(apperr.Forbidden, "the token may only read").WithHint("Create a token that may also change budgets")
	}
	r = r.WithContext(context.WithValue(r.Context(), actorKey{}, who))
	r = withTag(w, r, who)
	if g.unchanged(r, who) {
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	g.next.ServeHTTP(w, r)
	return nil
}

// challenge is the WWW-Authenticate header of an unauthorized response.
const challenge = `Bearer realm="Holdover"`

// bearer returns the token of a request. It is in a header or, as some programs for YNAB send it, in the query, which
// Holdover does not log (docs/decisions/0070).
func bearer(r *http.Request) (string, error) {
	scheme, token, _ := strings.Cut(strings.TrimSpace(r.Header.Get("Authorization")), " ")
	if token = strings.TrimSpace(token); strings.EqualFold(scheme, "bearer") && token != "" {
		return token, nil
	}
	if params := r.URL.Query()["access_token"]; len(params) == 1 && params[0] != "" && r.Header.Get("Authorization") == "" {
		return params[0], nil
	}
	return "", apperr.New(apperr.Unauthorized, "the request has no token").WithHint("Send the header Authorization: Bearer TOKEN")
}

// tag computes the entity tag of a response about a plan. It changes with the plan's knowledge, which is the number of its
// last change, with the request, and with the day, since some requests are about "current".
type tag struct {
	header  http.Header // where set writes the tag
	request string      // the day, the address and the actor
	plan    string      // the id of the requested plan
}

type tagKey struct{}

// withTag prepares a request whose response can have an entity tag: one that reads a plan by its id. Its handlers set the
// tag by setETag, from the snapshot that they read. Other requests are returned unchanged.
func withTag(w http.ResponseWriter, r *http.Request, who app.Actor) *http.Request {
	rest, ok := strings.CutPrefix(r.URL.Path, base+"/")
	resource, rest, _ := strings.Cut(rest, "/")
	id, _, _ := strings.Cut(rest, "/")
	isPlan := ok && (resource == "plans" || resource == "budgets")
	if !isPlan || r.Method != http.MethodGet || id == "" || id == lastUsed || id == defaultPlan {
		return r
	}
	t := &tag{w.Header(), fmt.Sprintf("%s %s %s %d", time.Now().Format(time.DateOnly), r.URL.RequestURI(), who.Scope, who.User), id}
	return r.WithContext(context.WithValue(r.Context(), tagKey{}, t))
}

// setETag sets the entity tag of a response made from the snapshot with a knowledge.
func setETag(ctx context.Context, knowledge int64) {
	if t, ok := ctx.Value(tagKey{}).(*tag); ok {
		t.set(knowledge)
	}
}

// collectETag returns a context in which setETag writes into the returned headers, not into the response's. The caller
// copies them when it knows that the response has no error.
func collectETag(ctx context.Context) (context.Context, http.Header) {
	t, ok := ctx.Value(tagKey{}).(*tag)
	if !ok {
		return ctx, nil
	}
	separate := *t
	separate.header = http.Header{}
	return context.WithValue(ctx, tagKey{}, &separate), separate.header
}

// set sets the headers with the entity tag and returns the tag.
func (t *tag) set(knowledge int64) string {
	sum := sha256.Sum256([]byte(fmt.Sprintf("%d %s", knowledge, t.request)))
	etag := `W/"` + base64.RawURLEncoding.EncodeToString(sum[:])[:22] + `"`
	t.header.Set("ETag", etag)
	t.header.Set("Cache-Control", "private, no-cache") // cached, but revalidated each time
	return etag
}

// unchanged reports whether the client already has the current response. It reads the plan's knowledge only if the
// request has an If-None-Match header.
func (g *gate) unchanged(r *http.Request, who app.Actor) bool {
	t, ok := r.Context().Value(tagKey{}).(*tag)
	ifNoneMatch := r.Header.Get("If-None-Match")
	if !ok || ifNoneMatch == "" {
		return false
	}
	knowledge, err := g.app.Knowledge(r.Context(), who, t.plan)
	return err == nil && matches(ifNoneMatch, t.set(knowledge)) // the handler returns the error
}

// matches reports whether an If-None-Match header contains a weak entity tag. Some clients omit its W/.
func matches(ifNoneMatch, weak string) bool {
	for etag := range strings.SplitSeq(ifNoneMatch, ",") {
		if etag = strings.TrimSpace(etag); etag == weak || "W/"+etag == weak {
			return true
		}
	}
	return false
}
