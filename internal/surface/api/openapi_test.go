package api_test

import (
	"encoding/json"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
)

// The member frequency had no enum, tags had no descriptions, and there was no YAML.
func TestDescriptionHasEnumsTagsAndYAML(t *testing.T) {
	s := serve(t, 0, "--seed", "33", "--years", "1", "--tx", "20")
	_, text := exchange(t, http.MethodGet, s.url+"/openapi.json", "", nil)
	doc, err := openapi3.NewLoader().LoadFromData(text)
	if err != nil {
		t.Fatal(err)
	}
	for _, tag := range doc.Tags {
		if len(tag.Description) < 20 {
			t.Errorf("description of the tag %s is too short: %q", tag.Name, tag.Description)
		}
	}
	for _, name := range []string{"ScheduledTransaction", "SaveScheduledTransaction"} {
		frequency := doc.Components.Schemas[name].Value.Properties["frequency"]
		if frequency == nil || len(frequency.Value.Enum) != 13 {
			t.Errorf("%s: frequency %+v, want an enum of 13 values", name, frequency)
		}
	}
	resp, yaml := exchange(t, http.MethodGet, s.url+"/openapi.yaml", "", nil)
	if !strings.HasPrefix(resp.Header.Get("Content-Type"), "application/yaml") || json.Valid(yaml) {
		t.Fatalf("content type %s is not YAML: %.100s", resp.Header.Get("Content-Type"), yaml)
	}
	same, err := openapi3.NewLoader().LoadFromData(yaml)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(same.Tags, doc.Tags) || len(same.Paths.Map()) != len(doc.Paths.Map()) || len(doc.Paths.Map()) < 25 {
		t.Errorf("%d paths in the YAML, %d in the JSON", len(same.Paths.Map()), len(doc.Paths.Map()))
	}
}

// A page's call with Cache-Control or Idempotency-Key was stopped by the browser.
func TestPagesOfOtherOriginsMaySendAnyHeader(t *testing.T) {
	s := serve(t, 0, "--seed", "33", "--years", "1", "--tx", "20")
	for header, want := range map[string]string{
		"authorization,cache-control,idempotency-key,x-own": "authorization,cache-control,idempotency-key,x-own",
		"": "", "a\"b<>": "", strings.Repeat("x", 1001): "",
	} {
		resp, _ := exchange(t, http.MethodOptions, s.url+"/plans", "", map[string]string{
			"Origin": "https://tool.example", "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": header,
		})
		if got := resp.Header.Get("Access-Control-Allow-Headers"); resp.StatusCode != http.StatusNoContent || got != want {
			t.Errorf("preflight for %q: status %d allows %q, want %q", header, resp.StatusCode, got, want)
		}
	}
}
