package api_test

import (
	"bytes"
	"io"
	"net/http"
	"net/url"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"
)

// caller makes calls and validates each response against the API's own OpenAPI document.
type caller struct {
	*served
	t      *testing.T
	router routers.Router
	errors *openapi3.Schema
	seen   map[string]bool // operations that were called
}

func newCaller(t *testing.T, s *served) *caller {
	t.Helper()
	resp, err := http.Get(s.url + "/openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := openapi3.NewLoader().LoadFromData(text)
	if err != nil {
		t.Fatal(err)
	}
	if err := doc.Validate(t.Context()); err != nil {
		t.Fatalf("OpenAPI document is invalid: %v", err)
	}
	if doc.OpenAPI != "3.1.0" {
		t.Errorf("OpenAPI version %s, want 3.1.0", doc.OpenAPI)
	}
	refusal := doc.Components.Schemas["ErrorResponse"]
	if refusal == nil {
		t.Fatal("OpenAPI document does not describe errors")
	}
	doc.Servers = openapi3.Servers{{URL: s.url}}
	router, err := gorillamux.NewRouter(doc)
	if err != nil {
		t.Fatal(err)
	}
	return &caller{served: s, t: t, router: router, errors: refusal.Value, seen: map[string]bool{}}
}

// call makes a GET request and returns the response's status and body.
func (c *caller) call(path string) (int, []byte) {
	c.t.Helper()
	resp, body := exchange(c.t, http.MethodGet, c.url+path, "", bearer(token))
	c.validate(resp.Request, resp, body)
	return resp.StatusCode, body
}

func (c *caller) validate(req *http.Request, resp *http.Response, body []byte) {
	c.t.Helper()
	route, params, err := c.router.FindRoute(req)
	if err != nil {
		c.t.Errorf("route of %s: %v", req.URL, err)
		return
	}
	c.seen[route.Operation.OperationID] = true
	input := &openapi3filter.RequestValidationInput{
		Request: req, PathParams: params, Route: route, QueryParams: url.Values(req.URL.Query()),
		Options: &openapi3filter.Options{AuthenticationFunc: openapi3filter.NoopAuthenticationFunc, IncludeResponseStatus: true},
	}
	out := &openapi3filter.ResponseValidationInput{
		RequestValidationInput: input, Status: resp.StatusCode, Header: resp.Header, Options: input.Options,
		Body: io.NopCloser(bytes.NewReader(body)),
	}
	if err := openapi3filter.ValidateResponse(c.t.Context(), out); err != nil {
		c.t.Errorf("%s: response differs from its description: %.600v", req.URL.Path, err)
	}
}

// refusal validates an error response against the document: as a response of the call, or, if the document does not
// contain the call, as an error.
func (c *caller) refusal(req *http.Request, resp *http.Response, body []byte) {
	c.t.Helper()
	if _, _, err := c.router.FindRoute(req); err == nil {
		c.validate(req, resp, body)
		return
	}
	var value any
	unmarshal(c.t, body, &value)
	if err := c.errors.VisitJSON(value); err != nil {
		c.t.Errorf("%s %s: error differs from its description: %.600v", req.Method, req.URL.Path, err)
	}
	if kind := resp.Header.Get("Content-Type"); kind != "application/json; charset=utf-8" {
		c.t.Errorf("%s %s: content type of the error: %s", req.Method, req.URL.Path, kind)
	}
}

// must makes a call that must succeed.
func (c *caller) must(path string, into any) {
	c.t.Helper()
	status, body := c.call(path)
	if status != http.StatusOK {
		c.t.Fatalf("GET %s: status %d: %s", path, status, body)
	}
	if into != nil {
		unmarshal(c.t, body, into)
	}
}
