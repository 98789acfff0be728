package server

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io"
	"math/rand/v2"
	"mime/multipart"
	"net/http"
	"net/url"
	"strings"
)

// A bombFormat is the set of bombs of one format: each has a beginning, a repeated middle and an end.
type bombFormat struct {
	format, name string
	plan         bool // a plan document, not a bank's file
	bombs        [][3]string
}

var bombFormats = []bombFormat{
	{"plan", "plan.json", true, [][3]string{
		{`{"plan":{"id":"p","accounts":[],"transactions":[{}`, `,{"deleted":true}`, `]}}`},
		{`{"plan":{"id":"p","accounts":`, `[`, ``},
		{`{"plan":{"id":"p","x":`, `{"a":`, `1`},
		{`{"plan":{"id":"p","name":"`, `n`, `"}}`},
		{`{"data":{"budget":{"id":"p","name":"n","months":[{"month":"2026-01-01","categories":[]}`, `,{"month":"2026-01-01"}`, `]}}}`},
		{`{"plan":{"id":"p","name":"n","accounts":[{"id":"a","name":"a","type":"checking","on_budget":true}],"transactions":[{"id":"t0","account_id":"a","date":"2026-01-01","amount":1}`, `,{"account_id":"a","date":"2026-01-01","amount":1,"subtransactions":[{"amount":1}]}`, `]}}`},
		{`{"plan":{"id":"p","transactions":[{"amount":`, `9`, `}]}}`},
		{`{"plan":{"id":"p","category_groups":[{"id":"g","name":"g"}],"categories":[{"id":"c","name":"c"}`, `,{"id":"c","name":"c","category_group_id":"g"}`, `]}}`},
	}},
	{"csv", "bank.csv", false, [][3]string{
		{"Date;Payee;Amount\n", ";", "\n"},
		{"Date,Payee,Amount\n", "2026-03-01,Grocer,-12.50\n", ""},
		{"Date,Payee,Amount\n2026-03-01,\"", "\n,", ""},
		{"Date,Payee,Amount\n", "\"", "\n"},
		{"Date,Debit,Credit\n", "2026-03-01,1,\n", ""},
		{"", "a", ""},
		{"", "\n", ""},
		{"Date,Payee,Amount\n2026-03-01,", "é", ",-1\n"},
		{"\xff\xfe", "D\x00;\x00", "\n\x00"},
	}},
	{"ofx", "bank.ofx", false, [][3]string{
		{"OFXHEADER:100\nDATA:OFXSGML\n\n<OFX><STMTRS>", "<STMTTRN><DTPOSTED>20260301<TRNAMT>-1<NAME>x", "</OFX>"},
		{"OFXHEADER:100\n\n<OFX>", "<A>", ""},
		{"OFXHEADER:100\n\n<OFX><STMTRS><STMTTRN><NAME>", "&amp;", "</OFX>"},
		{"<?xml version=\"1.0\"?><OFX>", "<STMTRS><BANKTRANLIST>", ""},
	}},
	{"qif", "bank.qif", false, [][3]string{
		{"!Type:Bank\n", "D1/1/2026\nT-1.00\nPx\n^\n", ""},
		{"!Type:Bank\nD1/1/2026\nT-1\n", "Sx\n$1\n", "^\n"},
		{"!Type:Bank\nP", "x", "\n^\n"},
		{"", "!Account\nNa\n^\n", ""},
	}},
	{"camt", "bank.xml", false, [][3]string{
		{`<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">`, `<!ENTITY b "&a;&a;&a;&a;">`, `]><Document>&b;</Document>`},
		{`<Document><BkToCstmrStmt><Stmt>`, `<Ntry><Amt Ccy="EUR">1</Amt><CdtDbtInd>DBIT</CdtDbtInd><BookgDt><Dt>2026-01-02</Dt></BookgDt></Ntry>`, `</Stmt></BkToCstmrStmt></Document>`},
		{`<Document>`, `<a>`, ``},
		{`<Document `, `a="b" `, `/>`},
		{`<Document><BkToCstmrStmt><Stmt><Ntry><Amt Ccy="EUR">1</Amt>`, `<NtryDtls><TxDtls><RmtInf><Ustrd>x</Ustrd></RmtInf></TxDtls></NtryDtls>`, `</Ntry></Stmt></BkToCstmrStmt></Document>`},
	}},
	{"mt940", "bank.sta", false, [][3]string{
		{":20:X\n:25:1\n:28:0\n", ":61:260102D1,00NMSC\n", ""},
		{":20:X\n:25:1\n:28:0\n:61:260102D1,00NMSC\n:86:", "?20x", "\n"},
		{":20:X\n:25:1\n:28:0\n:61:260102D1,00NMSC\n", ":86:x\n", ""},
		{"", ":20:X\n:25:1\n:28:0\n", ""},
	}},
}

// bomb uploads a small file that expands to a large one, sometimes mutated, to the address that reads it, and
// continues on the resulting page.
func (a *attack) bomb(r *rand.Rand) {
	b := &bombFormats[r.IntN(len(bombFormats))]
	content := []byte(b.once(r))
	name := b.name
	switch r.IntN(8) {
	case 0:
		content, name = zipped(r, name, content), name+".zip"
	case 1:
		content, name = gzipped(content), name+".gz"
	case 2, 3:
		content = changed(r, content)
	}
	to := "/budgets/" + a.ids[0] + "/accounts/" + a.ids[3+r.IntN(len(a.ids)-3)] + "/bank-file"
	if b.plan {
		to = []string{"/import", "/budgets/" + a.ids[0] + "/newer-file"}[r.IntN(2)]
	}
	kind, body := fileForm(name, content)
	req, err := http.NewRequest(http.MethodPost, a.url+to, body)
	if err != nil {
		a.t.Error(err)
		return
	}
	req.Header.Set("Content-Type", kind)
	who := a.people[2-r.IntN(10)/9]
	at, _ := a.send(b.format, who, req)
	if !strings.HasPrefix(at, "/") || strings.HasPrefix(at, "/sign-in") {
		return
	}
	a.get(who, at)
	if strings.Contains(at, "/bank-file/") || strings.Contains(at, "/newer-file/") || strings.Contains(at, "/known-plan/") {
		a.post(b.format+" chosen", who, at, form(r))
		if r.IntN(20) == 0 { // else the budget would have millions of transactions before long
			a.post(b.format+" taken", who, at, url.Values{"do": {"import"}, "take": {"1"}, "held": {"1"}})
		}
	}
}

func (b *bombFormat) once(r *rand.Rand) string {
	size := 1 << (10 + r.IntN(12)) // up to 2 MB
	if r.IntN(100) == 0 {
		size = 18 << 20
	}
	one := b.bombs[r.IntN(len(b.bombs))]
	return one[0] + strings.Repeat(one[1], size/len(one[1])) + one[2]
}

func anyBomb(r *rand.Rand) string { return bombFormats[r.IntN(len(bombFormats))].once(r) }

func (a *attack) get(who *http.Client, path string) []byte {
	req, err := http.NewRequest(http.MethodGet, a.url+path, nil)
	if err != nil {
		return nil
	}
	_, page := a.send("look", who, req)
	return page
}

func (a *attack) post(sort string, who *http.Client, path string, v url.Values) {
	req, err := http.NewRequest(http.MethodPost, a.url+path, strings.NewReader(v.Encode()))
	if err != nil {
		return
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	a.send(sort, who, req)
}

func fileForm(name string, content []byte) (kind string, body *bytes.Buffer) {
	body = &bytes.Buffer{}
	w := multipart.NewWriter(body)
	if part, err := w.CreateFormFile("file", name); err == nil {
		_, _ = part.Write(content)
	}
	_ = w.Close()
	return w.FormDataContentType(), body
}

// zipped packs a file: alone, many times, or followed by a large amount of repeated content.
func zipped(r *rand.Rand, name string, content []byte) []byte {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	copies := []int{1, 1, 5, 3000}[r.IntN(4)]
	for i := range copies {
		f, err := w.Create(strings.Repeat("d/", i%3) + name)
		if err != nil {
			break
		}
		_, _ = f.Write(content[:min(len(content), 20<<20/copies)])
		if copies == 1 && r.IntN(2) == 0 {
			_, _ = io.CopyN(f, endless(content), 64<<20)
		}
	}
	_ = w.Close()
	return out.Bytes()
}

// endless repeats a text without end.
type endless []byte

func (e endless) Read(p []byte) (int, error) {
	if len(e) == 0 {
		return 0, io.EOF
	}
	n := 0
	for n < len(p) {
		n += copy(p[n:], e)
	}
	return n, nil
}

func gzipped(content []byte) []byte {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	_, _ = w.Write(content)
	_, _ = w.Write(make([]byte, 16<<20))
	_ = w.Close()
	return out.Bytes()
}
