package api_test

import (
	"net/http"
	"strings"
	"testing"
)

// do sends a request and decodes the error in the response.
func do(t *testing.T, s *served, method, path string, header map[string]string) (*http.Response, string, string) {
	t.Helper()
	resp, text := exchange(t, method, s.url+path, "", header)
	var response struct {
		Error struct{ ID, Name, Detail string }
	}
	if resp.StatusCode >= 400 {
		newCaller(t, s).refusal(resp.Request, resp, text)
		unmarshal(t, text, &response)
	}
	return resp, response.Error.ID, response.Error.Name + ": " + response.Error.Detail
}

func TestErrorsHaveTheSourcesFormat(t *testing.T) {
	s := serve(t, 0, "--seed", "33", "--years", "1", "--tx", "50")
	known := bearer(token)
	plan := "/plans/" + s.id
	const nobody = "00000000-0000-4000-8000-000000000000"
	for _, c := range []struct {
		method, path string
		header       map[string]string
		id, says     string
	}{
		{"GET", "/plans", nil, "401", "unauthorized: the request has no token"},
		{"GET", "/plans", map[string]string{"Authorization": "Basic eDp5"}, "401", "no token"},
		{"GET", "/plans", map[string]string{"Authorization": "Bearer wrong"}, "401", "not known"},
		{"GET", "/nothing", known, "404.1", "not_found"},
		{"GET", plan + "/nothing", known, "404.1", "not_found"},
		{"GET", "/plans/" + nobody, known, "404.2", "resource_not_found"},
		{"GET", "/plans/" + nobody + "/accounts", known, "404.2", "resource_not_found"},
		{"GET", plan + "/accounts/" + nobody, known, "404.2", "resource_not_found"},
		{"GET", plan + "/categories/" + nobody, known, "404.2", "resource_not_found"},
		{"GET", plan + "/payees/" + nobody + "/transactions", known, "404.2", "resource_not_found"},
		{"GET", plan + "/transactions/" + nobody, known, "404.2", "resource_not_found"},
		{"GET", plan + "/months/1970-01-01", known, "404.2", "resource_not_found"},
		{"GET", plan + "/months/soon", known, "400", "bad_request"},
		{"GET", plan + "/transactions?since_date=2026-02-30", known, "400", "since_date"},
		{"GET", plan + "/transactions?until_date=x", known, "400", "until_date"},
		{"GET", plan + "/transactions?type=odd", known, "400", "uncategorized or unapproved"},
		{"GET", plan + "/accounts?last_knowledge_of_server=x", known, "400", "bad_request"},
		{"DELETE", "/plans", known, "405", "method_not_allowed"},
	} {
		resp, id, says := do(t, s, c.method, c.path, c.header)
		if id != c.id || !strings.Contains(says, c.says) || !strings.HasPrefix(c.id, resp.Status[:3]) {
			t.Errorf("%s %s: %s, id %s, %s; want %s and %q", c.method, c.path, resp.Status, id, says, c.id, c.says)
		}
		if resp.Header.Get("Access-Control-Allow-Origin") != "*" {
			t.Errorf("GET %s: no CORS header", c.path)
		}
	}
	if strings.Contains(s.log.String(), token) {
		t.Errorf("log contains the token:\n%s", s.log)
	}
}

func TestRequestsAreLimited(t *testing.T) {
	s := serve(t, 3, "--seed", "33", "--years", "1", "--tx", "50")
	known := bearer(token)
	for i := range 3 {
		if resp, id, _ := do(t, s, "GET", "/user", known); id != "" || resp.Header.Get("X-Rate-Limit") == "" {
			t.Fatalf("request %d: error %s", i+1, id)
		}
	}
	resp, id, says := do(t, s, "GET", "/user", known)
	if id != "429" || resp.Header.Get("Retry-After") == "" || resp.StatusCode != http.StatusTooManyRequests {
		t.Errorf("request over the limit: error %s, Retry-After %q: %s", id, resp.Header.Get("Retry-After"), says)
	}
}

func TestOtherOriginsMayCall(t *testing.T) {
	s := serve(t, 0, "--seed", "33", "--years", "1", "--tx", "50")
	resp, _, _ := do(t, s, "OPTIONS", "/plans", map[string]string{
		"Origin": "https://elsewhere.example", "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization",
	})
	if resp.StatusCode != http.StatusNoContent || !strings.EqualFold(resp.Header.Get("Access-Control-Allow-Headers"), "Authorization") {
		t.Errorf("preflight: %s, header %v", resp.Status, resp.Header)
	}
	resp, id, says := do(t, s, "GET", "/plans", map[string]string{
		"Origin": "https://elsewhere.example", "Sec-Fetch-Site": "cross-site", "Authorization": "Bearer " + token,
	})
	if resp.StatusCode != http.StatusOK {
		t.Errorf("error %s: response %s", id, says)
	}
}

func TestUnchangedResponsesAreNotSentAgain(t *testing.T) {
	s := serve(t, 0, "--seed", "33", "--years", "1", "--tx", "50")
	header := bearer(token)
	resp, _, _ := do(t, s, "GET", "/plans/"+s.id+"/accounts", header)
	tag := resp.Header.Get("ETag")
	if tag == "" {
		t.Fatal("response has no ETag")
	}
	header["If-None-Match"] = tag
	if resp, _, _ = do(t, s, "GET", "/plans/"+s.id+"/accounts", header); resp.StatusCode != http.StatusNotModified {
		t.Errorf("same list with its ETag: %s, want 304", resp.Status)
	}
	if resp, _, _ = do(t, s, "GET", "/plans/"+s.id+"/payees", header); resp.StatusCode != http.StatusOK {
		t.Errorf("another list with the ETag: %s, want 200", resp.Status)
	}
}
