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

// gate checks every call: the token's actor, its rate limit, and whether the response has changed.
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
		return apperr.New(apperr.Forbidden, "the token may only read").WithHint("Make one that may also change budgets")
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

// bearer returns the token of a call, from a header or, as some programs for YNAB send it, from the query, which
// Holdover does not log (docs/decisions/0070).
func bearer(r *http.Request) (string, error) {
	word, token, _ := strings.Cut(strings.TrimSpace(r.Header.Get("Authorization")), " ")
	if token = strings.TrimSpace(token); strings.EqualFold(word, "bearer") && token != "" {
		return token, nil
	}
	if given := r.URL.Query()["access_token"]; len(given) == 1 && given[0] != "" && r.Header.Get("Authorization") == "" {
		return given[0], nil
	}
	return "", apperr.New(apperr.Unauthorized, "the call carries no token").WithHint("Send the header Authorization: Bearer TOKEN")
}

// tag computes the entity tag of a response about a plan: it changes with the plan's knowledge, with the request, and
// with the day, since some requests are about "current".
type tag struct {
	header   http.Header
	question string
	plan     string // the requested plan; empty if the response is not to be cached
}

type tagKey struct{}

// withTag returns a request that makes its handlers set the entity tag from the snapshot that they read.
func withTag(w http.ResponseWriter, r *http.Request, who app.Actor) *http.Request {
	rest, ok := strings.CutPrefix(r.URL.Path, base+"/")
	word, rest, _ := strings.Cut(rest, "/")
	id, _, _ := strings.Cut(rest, "/")
	if !ok || r.Method != http.MethodGet || word != "plans" && word != "budgets" || id == "" || id == lastUsed || id == defaultPlan {
		return r
	}
	t := &tag{w.Header(), fmt.Sprintf("%s %s %s %d", time.Now().Format(time.DateOnly), r.URL.RequestURI(), who.Scope, who.User), id}
	return r.WithContext(context.WithValue(r.Context(), tagKey{}, t))
}

// sees sets the entity tag for a response from the snapshot with a knowledge.
func sees(ctx context.Context, knowledge int64) {
	if t, ok := ctx.Value(tagKey{}).(*tag); ok {
		t.set(knowledge)
	}
}

// tagAside returns a context that collects the tag in separate headers, for handlers that write the response
// themselves.
func tagAside(ctx context.Context) (context.Context, http.Header) {
	t, ok := ctx.Value(tagKey{}).(*tag)
	if !ok {
		return ctx, nil
	}
	aside := *t
	aside.header = http.Header{}
	return context.WithValue(ctx, tagKey{}, &aside), aside.header
}

// set sets the headers with the entity tag and returns the tag.
func (t *tag) set(knowledge int64) string {
	sum := digest(fmt.Sprintf("%d %s", knowledge, t.question))
	text := `W/"` + sum[:22] + `"`
	t.header.Set("ETag", text)
	t.header.Set("Cache-Control", "private, no-cache") // cached, but revalidated each time
	return text
}

// unchanged reports whether the client already has the current response. Without an If-None-Match header, nothing is
// read.
func (g *gate) unchanged(r *http.Request, who app.Actor) bool {
	t, ok := r.Context().Value(tagKey{}).(*tag)
	has := r.Header.Get("If-None-Match")
	if !ok || has == "" {
		return false
	}
	knowledge, err := g.app.Knowledge(r.Context(), who, t.plan)
	return err == nil && matches(has, t.set(knowledge)) // the call itself returns the error
}

func matches(header, tag string) bool {
	for one := range strings.SplitSeq(header, ",") {
		if one = strings.TrimSpace(one); one == tag || "W/"+one == tag {
			return true
		}
	}
	return false
}

// digest returns a hash, so that maps contain no tokens and tags are short.
func digest(s string) string {
	sum := sha256.Sum256([]byte(s))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}
