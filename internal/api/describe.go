package api

import (
	"encoding/json"
	"net/http"
	"reflect"

	"github.com/danielgtaylor/huma/v2"
	"github.com/swaggest/swgui"
	"github.com/swaggest/swgui/v5emb"
)

// docsPath is where the pages to try the calls are.
const docsPath = "/docs/api/"

// description is the OpenAPI document's head. The rest is made from the calls.
func description() huma.Config {
	cfg := huma.DefaultConfig("Holdover API", "1.85")
	cfg.CreateHooks = nil // no $schema members: the source has none
	cfg.OpenAPIPath, cfg.DocsPath, cfg.SchemasPath = "", "", ""
	cfg.Info.Description = "The source's API for the budgets of this Holdover. Amounts are milliunits: 12340 is 12.34. " +
		"Make a token under Settings, Developer settings, choose Authorize and paste it."
	for _, name := range []string{
		"User", "Plans", "Accounts", "Categories", "Payees", "Payee locations", "Months", "Money movements", "Transactions",
		"Scheduled transactions", "Older names",
	} {
		cfg.Tags = append(cfg.Tags, &huma.Tag{Name: name})
	}
	cfg.Servers = []*huma.Server{{URL: base}}
	cfg.Components.SecuritySchemes = map[string]*huma.SecurityScheme{
		"bearer": {Type: "http", Scheme: "bearer", Description: "A personal access token, or one that an application was given"},
	}
	cfg.Security = []map[string][]string{{"bearer": {}}}
	return cfg
}

// failures describes the errors that every call can answer with.
func failures(r huma.Registry, statuses ...int) map[string]*huma.Response {
	schema := r.Schema(reflect.TypeFor[ErrorResponse](), true, "ErrorResponse")
	all := map[string]*huma.Response{}
	for _, status := range append(statuses, http.StatusUnauthorized, http.StatusTooManyRequests) {
		all[statusKey(status)] = &huma.Response{
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
	_ = enc.Encode(a.doc.OpenAPI()) // the client is gone when this fails
}

// docs are Swagger UI's pages, all from inside the program. They have styles and
// a script of their own inline.
func docs() http.Handler {
	pages := v5emb.NewHandlerWithConfig(swgui.Config{
		Title: "Holdover API", SwaggerJSON: base + "/openapi.json", BasePath: docsPath,
		// Colouring a whole plan brings the page to a halt for minutes.
		SettingsUI: map[string]string{"syntaxHighlight": "false"},
	})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; "+
			"img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'")
		pages.ServeHTTP(w, r)
	})
}
