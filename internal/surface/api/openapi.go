package api

import (
	"bytes"
	"crypto/sha256"
	_ "embed" // for the additions to Swagger UI
	"encoding/base64"
	"encoding/json"
	"html/template"
	"net/http"
	"net/url"
	"reflect"
	"regexp"
	"strconv"

	"github.com/danielgtaylor/huma/v2"
	"github.com/swaggest/swgui"
	"github.com/swaggest/swgui/v5emb"
)

// docsPath is the path of the pages to try the calls.
const docsPath = "/docs/api/"

// description returns the head of the OpenAPI document. The rest is generated from the calls.
func description() huma.Config {
	cfg := huma.DefaultConfig("Holdover API", "1.86")
	cfg.CreateHooks = nil // no $schema members: the source has none
	cfg.OpenAPIPath, cfg.DocsPath, cfg.SchemasPath = "", "", ""
	cfg.Info.Description = "The API of YNAB for the budgets of this Holdover. Amounts are milliunits: 12340 is 12.34. " +
		"Make a token under Settings, Developer settings, choose Authorize and paste it. A Read-only token reads and gets 403.3 for anything else, " +
		"before anything of the call is looked at; a Full one writes too. Whatever is tried here with it is done: each call that writes is one step of " +
		"the History, which names the token, and can be undone there.\n\n" +
		"**to_be_budgeted** is Holdover's To Budget: the income up to the month less what was budgeted up to it and what was overspent before it. " +
		"Unlike YNAB's Ready to Assign it does not look at what later months assign: a PATCH of a category in July changes the figure of July and of the " +
		"months after it, never June's. Where cards are budgeted as " +
		"envelopes, their payment categories are worked out here; else what the file had of those is listed as it came. A target's progress and the age of money are worked out from what is here."
	for _, tag := range []struct{ name, description string }{
		{"User", "The user that the token belongs to."},
		{"Plans", "Budgets, which the API calls plans: their list, one whole, and how it writes dates and amounts. last-used and default stand for an id."},
		{"Accounts", "Accounts with their balances."},
		{"Categories", "Categories by group, with what a month has budgeted, spent and left for them, and their targets."},
		{"Payees", "Payees, among them one for each account that money is transferred to."},
		{"Payee locations", "Places where payees were paid."},
		{"Months", "Months with their sums and the figures of each category."},
		{"Money movements", "Money as it was assigned to categories and moved between them."},
		{"Transactions", "Transactions and splits: all, or those of an account, a category, a payee or a month."},
		{"Scheduled transactions", "Future transactions, once or repeating."},
		{"Tags", "Tags in the notes of transactions, such as #holiday, which YNAB does not have."},
		{"Older names", "Calls under the names that they had before plans were called plans."},
	} {
		cfg.Tags = append(cfg.Tags, &huma.Tag{Name: tag.name, Description: tag.description})
	}
	cfg.Servers = []*huma.Server{{URL: base}}
	cfg.Components.SecuritySchemes = map[string]*huma.SecurityScheme{
		"bearer": {Type: "http", Scheme: "bearer", Description: "A personal access token, or one that an application was given"},
	}
	cfg.Security = []map[string][]string{{"bearer": {}}}
	return cfg
}

// failures describes the errors that every call can return.
func failures(r huma.Registry, statuses ...int) map[string]*huma.Response {
	schema := r.Schema(reflect.TypeFor[ErrorResponse](), true, "ErrorResponse")
	all := map[string]*huma.Response{}
	for _, status := range append(statuses, http.StatusUnauthorized, http.StatusTooManyRequests) {
		all[strconv.Itoa(status)] = &huma.Response{
			Description: http.StatusText(status),
			Content:     map[string]*huma.MediaType{"application/json": {Schema: schema}},
		}
	}
	return all
}

// openAPI serves the OpenAPI document; no token is needed to read it.
func (a *api) openAPI(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	enc := json.NewEncoder(w)
	enc.SetIndent("", " ")
	_ = enc.Encode(a.doc.OpenAPI()) // fails only if the client has disconnected
}

// openAPIYAML serves the same document as YAML, which many client generators accept.
func (a *api) openAPIYAML(w http.ResponseWriter, r *http.Request) error {
	text, err := a.doc.OpenAPI().YAML()
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/yaml; charset=utf-8")
	_, _ = w.Write(text) // fails only if the client has disconnected
	return nil
}

// sendable masks characters in a token's header that a browser does not send, such as the ellipsis of a shortened
// token: the server then answers with its error, instead of an error in the browser.
//
//go:embed docs/request.js
var sendable string

// readableColours gives texts of Swagger UI a contrast of at least 4.5:1.
//
//go:embed docs/head.html
var readableColours string

// labelServers names the list of servers, which Swagger UI leaves without a name.
//
//go:embed docs/body.html
var labelServers string

// docs returns Swagger UI's pages, all served from the binary. The policy allows inline styles, and inline scripts by
// their digests: a script injected by a user's text does not run.
func docs() http.Handler {
	pages := v5emb.NewHandlerWithConfig(swgui.Config{
		Title: "Holdover API", SwaggerJSON: base + "/openapi.json", BasePath: docsPath,
		AppendHead: template.HTML(readableColours), AppendHTML: template.HTML(labelServers),
		// Highlighting a whole plan blocks the page for minutes. Deep links to operations would be links inside
		// buttons.
		SettingsUI: map[string]string{"syntaxHighlight": "false", "deepLinking": "false", "requestInterceptor": sendable},
	})
	policy := "default-src 'self'; script-src 'self'" + digestsOf(pages) + "; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'"
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", policy)
		pages.ServeHTTP(w, r)
	})
}

var inlineScript = regexp.MustCompile(`(?s)<script>(.*?)</script>`)

// digestsOf returns the policy sources for the inline scripts of the first page.
func digestsOf(pages http.Handler) (sources string) {
	page := &discardResponse{header: http.Header{}}
	pages.ServeHTTP(page, &http.Request{Method: http.MethodGet, URL: &url.URL{Path: docsPath}, Header: http.Header{}})
	for _, script := range inlineScript.FindAllSubmatch(page.Bytes(), -1) {
		digest := sha256.Sum256(script[1])
		sources += " 'sha256-" + base64.StdEncoding.EncodeToString(digest[:]) + "'"
	}
	return sources
}

// discardResponse is a response writer that only buffers the body.
type discardResponse struct {
	bytes.Buffer
	header http.Header
}

func (u *discardResponse) Header() http.Header { return u.header }
func (u *discardResponse) WriteHeader(int)     {}
