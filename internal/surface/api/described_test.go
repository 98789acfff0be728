package api_test

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"

	"holdover/internal/testing/testkit"
)

// described validates a server's responses against a description of the API.
type described struct {
	t      *testing.T
	next   http.Handler
	router routers.Router
	doc    *openapi3.T
	base   string
	mu     sync.Mutex
	seen   map[string]map[int]int // statuses by operation
}

// sourceDescription returns the source's description, or nil if it is not available.
func sourceDescription(t *testing.T) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(testkit.RepoRoot(t), "..", "shared", "api", "ynab-openapi-1.86.yaml"))
	if err != nil {
		return nil
	}
	return text
}

func init() { // formats that the package does not check without being told
	openapi3.DefineStringFormatValidator("uuid", openapi3.NewRegexpFormatValidator(openapi3.FormatOfStringForUUIDOfRFC4122))
}

// describe puts a description in front of a handler.
func describe(t *testing.T, next http.Handler, text []byte) *described {
	t.Helper()
	doc, err := openapi3.NewLoader().LoadFromData(text)
	if err != nil {
		t.Fatal(err)
	}
	const base = "http://api.test/v1"
	doc.Servers = openapi3.Servers{{URL: base}}
	router, err := gorillamux.NewRouter(doc)
	if err != nil {
		t.Fatal(err)
	}
	return &described{t: t, next: next, router: router, doc: doc, base: base, seen: map[string]map[int]int{}}
}

// older matches the paths of older clients.
var older = regexp.MustCompile(`^/v1/budgets(/|$)`)

// ownCalls matches the paths of Holdover's own calls.
var ownCalls = regexp.MustCompile(`/account_groups|/tags|/archives|/fresh_start|/loan$`)

func (d *described) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	rec := httptest.NewRecorder()
	r = r.Clone(r.Context())
	r.Header.Del("Accept-Encoding")
	d.next.ServeHTTP(rec, r)
	body := rec.Body.Bytes()
	for name, values := range rec.Header() {
		w.Header()[name] = values
	}
	w.WriteHeader(rec.Code)
	_, _ = w.Write(body)
	if r.Method != http.MethodOptions && rec.Code != http.StatusNotModified {
		d.check(r, rec.Code, rec.Header(), body)
	}
}

func (d *described) check(r *http.Request, status int, header http.Header, body []byte) {
	path := older.ReplaceAllString(r.URL.Path, "/v1/plans$1")
	if older.MatchString(r.URL.Path) && strings.Count(r.URL.Path, "/") <= 3 {
		body = bytes.Replace(body, []byte(`"budgets":`), []byte(`"plans":`), 1)
		body = bytes.Replace(body, []byte(`"default_budget":`), []byte(`"default_plan":`), 1)
		body = bytes.Replace(body, []byte(`"budget":`), []byte(`"plan":`), 1)
	}
	if strings.HasSuffix(path, "/transactions/bulk") && status < 300 && d.doc.Components.Schemas["BulkResponse"] != nil {
		d.checkSchema("BulkResponse", r, body)
		d.note("bulkCreateTransactions", status)
		return
	}
	req, err := http.NewRequestWithContext(r.Context(), r.Method, strings.TrimSuffix(d.base, "/v1")+path+"?"+r.URL.RawQuery, nil)
	if err != nil {
		d.t.Error(err)
		return
	}
	route, params, err := d.router.FindRoute(req)
	if err != nil && status < 400 && ownCalls.MatchString(path) {
		return // a call of Holdover alone, which the source's description lacks
	}
	if err != nil || status >= 400 {
		d.checkSchema("ErrorResponse", r, body)
		if err == nil {
			d.note(route.Operation.OperationID, status)
		}
		return
	}
	d.note(route.Operation.OperationID, status)
	input := &openapi3filter.RequestValidationInput{
		Request: req, PathParams: params, Route: route, QueryParams: url.Values(req.URL.Query()),
		Options: &openapi3filter.Options{AuthenticationFunc: openapi3filter.NoopAuthenticationFunc, IncludeResponseStatus: true},
	}
	err = openapi3filter.ValidateResponse(r.Context(), &openapi3filter.ResponseValidationInput{
		RequestValidationInput: input, Status: status, Header: header, Options: input.Options, Body: io.NopCloser(bytes.NewReader(body)),
	})
	if err != nil {
		d.t.Errorf("%s %s: response differs from its description: %.700v", r.Method, r.URL.Path, err)
	}
}

func (d *described) note(operation string, status int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.seen[operation] == nil {
		d.seen[operation] = map[int]int{}
	}
	d.seen[operation][status]++
}

// checkSchema checks a body against one schema.
func (d *described) checkSchema(schema string, r *http.Request, body []byte) {
	var value any
	unmarshal(d.t, body, &value)
	if err := d.doc.Components.Schemas[schema].Value.VisitJSON(value); err != nil {
		d.t.Errorf("%s %s: response is not a %s: %.600v", r.Method, r.URL.Path, schema, err)
	}
}
