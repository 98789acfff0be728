package server

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"holdover/internal/storage/database/databasetest"
	"holdover/internal/storage/store"
	"holdover/internal/testing/testkit"
)

// part is a part of a multipart form, in a form that browsers do not send.
func part(head, content string) string { return "--edge\r\n" + head + "\r\n\r\n" + content + "\r\n" }

func disposition(name, file string) string {
	return `Content-Disposition: form-data; name="` + name + `"; filename="` + file + `"`
}

const (
	anyPlan = `{"plan":{"id":"p","name":"n","accounts":[]}}`
	anyBank = "Date,Payee,Amount\n2026-03-01,Grocer,-12.50\n"
	ended   = "--edge--\r\n"
)

// uploads returns malformed multipart forms.
func uploads(t *testing.T, content string) map[string]string {
	field := part(`Content-Disposition: form-data; name="name"`, "Household")
	file := func(name string) string { return part(disposition("file", name), content) }
	return map[string]string{
		"10,000 fields":                     strings.Repeat(field, 10_000) + file("a") + ended,
		"10,000 fields after the file":      file("a") + strings.Repeat(field, 10_000) + ended,
		"10,000 files":                      strings.Repeat(file("a"), 10_000) + ended,
		"a field of 2 MB":                   part(`Content-Disposition: form-data; name="name"`, strings.Repeat("a", 2<<20)) + file("a") + ended,
		"a field's name of 1 MB":            part(`Content-Disposition: form-data; name="`+strings.Repeat("a", 1<<20)+`"`, "x") + file("a") + ended,
		"a file's name of 1 MB":             file(strings.Repeat("a", 1<<20)) + ended,
		"a file's name of 8 KB":             file(strings.Repeat("é", 4000)) + ended,
		"a name with parent folders":        file("../../../../etc/passwd") + ended,
		"a name of invalid UTF-8":           file("\xff\xfe\x00") + ended,
		"a name written from right to left": file("a\u202enosj.exe") + ended,
		"a name with markup":                file("<script>alert(1)</script>.json") + ended,
		"10,000 header lines":               part(disposition("file", "a")+strings.Repeat("\r\nX-A: b", 10_000), content) + ended,
		"a header line of 1 MB":             part(disposition("file", "a")+"\r\nX-A: "+strings.Repeat("b", 1<<20), content) + ended,
		"compressed part":                   part(disposition("file", "a")+"\r\nContent-Transfer-Encoding: quoted-printable\r\nContent-Encoding: gzip", content) + ended,
		"parts within parts":                part(disposition("file", "a")+"\r\nContent-Type: multipart/mixed; boundary=edge", file("b")+ended) + ended,
		"missing end":                       file("a"),
		"part without header":               "--edge\r\n\r\nx\r\n" + ended,
		"no parts":                          ended,
		"empty body":                        "",
		"no file":                           field + ended,
		"an empty file":                     part(disposition("file", ""), "") + ended,
		"invalid names in an archive":       part(disposition("file", "a.zip"), string(archive(t, content))) + ended,
		"10,000 files in an archive":        part(disposition("file", "a.zip"), string(crowded(t, content))) + ended,
	}
}

// archive contains files with invalid names.
func archive(t *testing.T, content string) []byte {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, name := range []string{
		"../../../../tmp/holdover-was-here.json", "/tmp/holdover-was-here.json", `..\..\holdover-was-here.csv`, `C:\holdover-was-here.csv`, "a/", "a", "a", "", ".", "..", "\x00.json", "\xff\xfe.csv",
		"a\u202enosj.json", "<script>alert(1)</script>.json", strings.Repeat("a/", 30_000) + "b.json", strings.Repeat("é", 30_000) + ".csv", "con.json", "plan.json:stream",
	} {
		f, err := w.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate})
		if err == nil && !strings.HasSuffix(name, "/") {
			_, err = io.WriteString(f, content)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func crowded(t *testing.T, content string) []byte {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for i := range 10_000 {
		if f, err := w.Create(fmt.Sprint(i, ".csv")); err != nil {
			t.Fatal(err)
		} else if _, err = io.WriteString(f, content); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// documents are malformed bodies of a program's call.
func documents() map[string]string {
	wrap := func(inner string) string {
		return `{"transaction":` + inner + `,"account":` + inner + `,"category":` + inner + `,"payee":` + inner + `}`
	}
	return map[string]string{
		"empty body": "", "missing end": `{"transaction":{`, "null": "null", "a list": "[]", "a string": `"x"`, "two values": "{}{}", "byte order mark": "\xef\xbb\xbf{}", "invalid UTF-8": "{\"transaction\":{\"memo\":\"\xff\xfe\"}}",
		"truncated UTF-8": wrap(`{"memo":"\ud800","name":"\ud800","account_id":"\u0000"}`), "a zero byte": wrap(`{"memo":"a\u0000b","name":"a\u0000b","payee_name":"a\u0000b"}`),
		"1,000,000 nested lists": strings.Repeat("[", 1_000_000), "1,000,000 nested objects": strings.Repeat(`{"transaction":`, 1_000_000), "200,000 members": "{" + strings.Repeat(`"a":1,`, 200_000) + `"b":1}`,
		"a member 200,000 times": `{` + strings.Repeat(`"transaction":{},`, 200_000) + `"transaction":{}}`, "a number of 1 MB": wrap(`{"amount":` + strings.Repeat("9", 1<<20) + `}`), "a number out of range": wrap(`{"amount":9223372036854775808,"balance":1e999}`),
		"a name of 4 MB": `{"` + strings.Repeat("a", 4<<20) + `":1}`, "a text of 4 MB": wrap(`{"memo":"` + strings.Repeat("é", 1<<19) + `"}`), "100,000 transactions": `{"transactions":[` + strings.Repeat("{},", 100_000) + `{}]}`,
		"100,000 parts": `{"transaction":{"subtransactions":[` + strings.Repeat("{},", 100_000) + `{}]}}`, "17 MB": `{"a":"` + strings.Repeat("a", 17<<20) + `"}`, "members of other types": wrap(`{"amount":"x","date":1,"account_id":{},"cleared":[],"approved":"yes","name":7}`),
	}
}

var fileRoutes = regexp.MustCompile(`HandleFile\("POST (/[^"]*)"`)

// TestMalformedUploadsAreHandled sends malformed uploads to every address that accepts a file or document: any number and
// length of parts and names, archive entries outside the archive, deeply nested JSON. No response has status 500, and
// nothing is written outside, left in a temporary file, or uses too much memory.
func TestMalformedUploadsAreHandled(t *testing.T) {
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	e := &edges{attack: newAttack(t, store.Config{Dir: databasetest.Dir(t)})}
	source, err := os.ReadFile(filepath.Join(testkit.RepoRoot(t), "internal/surface/web/routes.go"))
	if err != nil {
		t.Fatal(err)
	}
	before, files := memoryInUse(), fileRoutes.FindAllSubmatch(source, -1)
	for i, m := range files {
		content := map[bool]string{true: anyBank, false: anyPlan}[strings.Contains(string(m[1]), "bank-file")]
		for what, body := range uploads(t, content) {
			e.body(http.MethodPost, e.fill(string(m[1]), ""), "multipart/form-data; boundary=edge", what, body)
			if i > 0 {
				continue
			}
			for _, kind := range []string{"multipart/form-data", "multipart/form-data; boundary=", "multipart/form-data; boundary=" + strings.Repeat("e", 70_000/2), "multipart/form-data; boundary=\"\xff\"", "multipart/mixed; boundary=edge"} {
				e.body(http.MethodPost, e.fill(string(m[1]), ""), kind, what, body)
			}
		}
	}
	calls := 0
	for _, route := range e.routes {
		if !strings.HasPrefix(route.path, "/v1") || route.method == http.MethodGet || route.method == http.MethodDelete {
			continue
		}
		calls++
		for what, body := range documents() {
			e.body(route.method, e.fill(route.path, ""), "application/json", what, body)
		}
	}
	t.Logf("%d addresses of files, %d calls, %d bodies", len(files), calls, e.calls.Load())
	if len(files) < 5 || calls < 15 {
		t.Error("too few addresses were found")
	}
	if now := memoryInUse(); now > before+attackMemory {
		t.Errorf("%d MB of memory were used, want at most %d", (now-before)>>20, attackMemory>>20)
	}
	if left, err := filepath.Glob(filepath.Join(temporary, "*")); err != nil || len(left) > 0 {
		t.Errorf("temporary files left behind: %v (error %v)", left, err)
	}
	if found, err := filepath.Glob(filepath.Join(os.TempDir(), "..", "*", "*was-here*")); err != nil || len(found) > 0 {
		t.Errorf("an archive wrote outside: %v (error %v)", found, err)
	}
}

// body sends a body as the owner and checks the response.
func (e *edges) body(method, path, kind, what, body string) {
	req, err := http.NewRequestWithContext(e.t.Context(), method, e.url+path, strings.NewReader(body))
	if err != nil {
		e.t.Fatal(err)
	}
	req.Header.Set("Content-Type", kind)
	if strings.HasPrefix(path, "/v1") {
		req.Header.Set("Authorization", "Bearer "+e.tokens[2])
	}
	e.calls.Add(1)
	resp, err := e.people[2].Do(req)
	if err != nil {
		if !errors.Is(err, syscall.ECONNRESET) && !errors.Is(err, syscall.EPIPE) {
			e.t.Errorf("%s %s with %s: %v", method, path, what, err)
		}
		return
	}
	defer resp.Body.Close()
	page, err := io.ReadAll(io.LimitReader(resp.Body, 8<<20))
	if err != nil || resp.StatusCode >= http.StatusInternalServerError || len(page) > 4<<20 || bytes.Contains(page, []byte("<script>alert")) {
		e.t.Errorf("%s %s with %s: status %d, %d bytes (error %v): %.300s", method, path, what, resp.StatusCode, len(page), err, page)
	}
}
