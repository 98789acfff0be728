package server

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"mime/multipart"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

// once makes one request.
func (a *attack) once(r *rand.Rand) {
	route := a.routes[r.IntN(len(a.routes))]
	first := true
	path := parameter.ReplaceAllStringFunc(route.path, func(string) string {
		if first {
			first = false
			return a.ids[0]
		}
		if r.IntN(3) == 0 {
			return url.PathEscape(edge(r))
		}
		return a.ids[r.IntN(len(a.ids))]
	})
	program := strings.HasPrefix(path, "/v1")
	kind, body := content(r, program, strings.HasSuffix(route.path, "/import") || strings.HasSuffix(route.path, "-file"))
	if route.method == http.MethodGet {
		kind, body = "", http.NoBody
	}
	if r.IntN(3) == 0 {
		path += "?" + form(r).Encode()
	}
	req, err := http.NewRequest(route.method, a.url+path, body)
	if err != nil {
		return // it is no address at all
	}
	req.Header.Set("Content-Type", kind)
	if token := a.tokens[max(r.IntN(3*len(a.tokens)), len(a.tokens)-1)%len(a.tokens)]; token != "" && program {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	for range r.IntN(3) {
		req.Header.Set([]string{"Accept", "Cookie", "If-None-Match", "Accept-Encoding", "X-Forwarded-For", "HX-Request", "Range"}[r.IntN(7)], strings.Map(printable, edge(r)))
	}
	sort := "page"
	if program {
		sort = "call"
	}
	a.send(sort, a.people[r.IntN(len(a.people))], req)
}

// send makes a request, and checks its response against the limits.
func (a *attack) send(sort string, who *http.Client, req *http.Request) (at string, page []byte) {
	if deletesTarget(req.URL.Path, a.ids[0]) {
		return "", nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), *attackPatience)
	defer cancel()
	a.calls.Add(1)
	a.sent.Add(max(0, req.ContentLength))
	start := time.Now()
	resp, err := who.Do(req.WithContext(ctx))
	if err != nil {
		if ctx.Err() != nil {
			a.t.Errorf("%s %s: no response in time", req.Method, req.URL.Path)
		}
		return "", nil // refused while it was still sending
	}
	defer resp.Body.Close()
	if page, err = io.ReadAll(io.LimitReader(resp.Body, 1<<20)); err == nil {
		_, err = io.Copy(io.Discard, resp.Body)
	}
	if err != nil && ctx.Err() != nil {
		a.t.Errorf("%s %s: response did not end in time", req.Method, req.URL.Path)
	}
	if took := time.Since(start); took > time.Duration(a.slowest.Load()) {
		a.slowest.Store(int64(took))
		a.t.Logf("%v: %s %.200s", took.Round(time.Millisecond), req.Method, req.URL)
	}
	n, _ := a.status.LoadOrStore(fmt.Sprintf("%s %d", sort, resp.StatusCode), new(atomic.Int64))
	n.(*atomic.Int64).Add(1)
	if resp.StatusCode >= 500 && resp.StatusCode != http.StatusServiceUnavailable && resp.StatusCode != http.StatusBadGateway {
		a.t.Errorf("%s %s as %s: status %d", req.Method, req.URL, req.Header.Get("Content-Type"), resp.StatusCode)
	}
	if resp.StatusCode == http.StatusUnauthorized && who == a.people[2] && sort != "page" && sort != "call" {
		a.t.Logf("signed out before %s %.200s", req.Method, req.URL)
		a.signInAgain()
	}
	return resp.Header.Get("Location"), page
}

// deletesTarget reports whether a request would delete the target of the attack.
func deletesTarget(path, budget string) bool {
	for _, end := range []string{"/sign-out", "/settings/sessions", "/settings/users/remove", "/settings/sharing/" + budget + "/remove", "/budgets/" + budget + "/delete"} {
		if strings.HasSuffix(path, end) {
			return true
		}
	}
	return false
}

// signInAgain signs the owner in again after an attack lost the cookies.
func (a *attack) signInAgain() {
	a.again.Lock()
	defer a.again.Unlock()
	resp, err := a.people[2].PostForm(a.url+"/sign-in", url.Values{"name": {"Anna"}, "password": {password}})
	if err == nil {
		resp.Body.Close()
	}
}

func printable(r rune) rune {
	if r < ' ' || r > '~' {
		return '?'
	}
	return r
}

var fieldNames = strings.Fields(`name password again present code back theme address token held plan date month payee category amount account note notes memo
	from to rows matching count direction flag cleared row part-id part-amount part-payee menu what group type kind redirects do most ask seal choice scope
	q page sort show text shape frequency every until balance session end-access columns col1 col2 was delimiter encoding order decimal sign take box pick
	grant_type client_id client_secret redirect_uri code_verifier refresh_token response_type state since_date last_knowledge_of_server`)

// edge returns an extreme text.
func edge(r *rand.Rand) string {
	edges := []string{
		"", "0", "-1", "1", "9223372036854775807", "-9223372036854775808", "1e999", "NaN", "0.0001", "1,234,567.89", "=100/3", "+25", "9999-12-31", "0001-01-01",
		"2026-02-30", "2026-11-22", "2026-11", "9999-12", "1899-01-01", "null", "true", "../../etc/passwd", "\x00", "\u202egnp.exe", "<script>alert(1)</script>",
		"' OR 1=1 --", "%00", "javascript:alert(1)", "\xff\xfe", "😀", strings.Repeat("a", 1+r.IntN(5000)), strings.Repeat("é", r.IntN(500)), "{{.}}", "${x}", "\r\nX: y",
		strconv.Itoa(int(r.Int32())), fmt.Sprintf("%x-%x", r.Uint64(), r.Uint64()), "current", "last-used", "default", "unassigned", "full", "read-only", "import", "save",
	}
	return edges[r.IntN(len(edges))]
}

func form(r *rand.Rand) url.Values {
	v := url.Values{}
	for range r.IntN(12) {
		v.Add(fieldNames[r.IntN(len(fieldNames))], edge(r))
	}
	return v
}

// content returns a body of a random kind, usually the expected one.
func content(r *rand.Rand, program, file bool) (kind string, body io.Reader) {
	which := r.IntN(6)
	switch due := r.IntN(4) > 0; {
	case due && program:
		which = 2
	case due && file:
		which = 4
	case due:
		which = 0
	}
	switch which {
	case 0, 1:
		return "application/x-www-form-urlencoded", strings.NewReader(form(r).Encode())
	case 2, 3:
		text, _ := json.Marshal(value(r, 4))
		return "application/json", bytes.NewReader(changed(r, text))
	case 4:
		var buf bytes.Buffer
		w := multipart.NewWriter(&buf)
		if part, err := w.CreateFormFile("file", edge(r)); err == nil {
			_, _ = part.Write(changed(r, []byte(anyBomb(r))))
		}
		_ = w.Close()
		return w.FormDataContentType(), &buf
	}
	noise := make([]byte, r.IntN(100_000))
	for i := range noise {
		noise[i] = byte(r.Uint32())
	}
	return []string{"application/x-www-form-urlencoded", "text/plain", "application/json", "multipart/form-data; boundary=x", ""}[r.IntN(5)], bytes.NewReader(noise)
}

// value returns random JSON with extreme values.
func value(r *rand.Rand, depth int) any {
	switch n := r.IntN(6); {
	case n < 3 && depth > 0:
		object := map[string]any{}
		names := append([]string{"transaction", "transactions", "category", "account", "payee", "scheduled_transaction", "subtransactions", "payee_name", "category_id", "account_id", "import_id", "id", "budgeted"}, fieldNames...)
		for range 1 + r.IntN(4) {
			object[names[r.IntN(len(names))]] = value(r, depth-1)
		}
		return object
	case n == 3 && depth > 0:
		list := make([]any, r.IntN(5))
		for i := range list {
			list[i] = value(r, depth-1)
		}
		return list
	case n == 4:
		return r.Int64() >> r.IntN(64)
	}
	return edge(r)
}

// changed cuts a text off or changes some of its bytes, now and then.
func changed(r *rand.Rand, text []byte) []byte {
	if len(text) == 0 || r.IntN(2) == 0 {
		return text
	}
	for range r.IntN(4) {
		text[r.IntN(len(text))] = byte(r.Uint32())
	}
	return text[:r.IntN(len(text)+1)]
}
