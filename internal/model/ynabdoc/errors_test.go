package ynabdoc

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"holdover/internal/base/apperr"
)

// exportHint takes the place of the hint of an error with the code GetAnew. Each surface has its own hint there: how to
// export the document.
const exportHint = "Export the document again."

// TestFilesThatAreNoPlansAreRefused decodes the kinds of files that users choose by mistake.
func TestFilesThatAreNoPlansAreRefused(t *testing.T) {
	var zipped bytes.Buffer
	_ = gzip.NewWriter(&zipped).Close()
	unpackHint := "Unpack it and choose the file in it."
	singlePlanHint := "Ask for /plans/<id>. " + exportHint
	for _, c := range []struct{ file, message, hint string }{
		{"", "the file is empty", "The download may have failed. " + exportHint},
		{" \n ", "the file is blank", "The download may have failed. " + exportHint},
		{
			"<!DOCTYPE html><title>403\n Forbidden &amp; gone</title>",
			`this is a web page that says "403 Forbidden & gone", not a plan document`, "The download was refused. " + exportHint,
		},
		{"<html><body>", "this is a web page, not a plan document", "The download returned a web page. " + exportHint},
		{"<?xml version='1.0'?><a>", "this is XML, not a plan document", exportHint},
		{"<?xml version='1.0'?><OFX>", "this is a bank's file (OFX or CAMT), not a budget", bankHint},
		{"OFXHEADER:100\n", "this is a bank's OFX file, not a budget", bankHint},
		{"!Type:Bank\nD1\n", "this is a bank's QIF file, not a budget", bankHint},
		{":20:STARTUMSE\n:25:1\n", "this is a bank's MT940 file, not a budget", bankHint},
		{"Date;Payee;Amount\n2026-11-01;Shop;-1,00\n", "this is a table (CSV), such as a bank's export, not a budget", bankHint},
		{
			`{"error":{"id":"401","name":"not_authorized","detail":"Unauthorized"}}`,
			"this is an error from YNAB, not a plan (401 not_authorized: Unauthorized)",
			"The token is wrong or was revoked. Make a new one in YNAB's developer settings. " + exportHint,
		},
		{
			`{"error":{"id":"403.1","name":"subscription_lapsed","detail":"Lapsed"}}`,
			"this is an error from YNAB, not a plan (403.1 subscription_lapsed: Lapsed)",
			"The subscription has ended; renew it, or use a document saved before. " + exportHint,
		},
		{
			`{"error":{"id":"404.2","name":"resource_not_found","detail":"Resource not found"}}`,
			"this is an error from YNAB, not a plan (404.2 resource_not_found: Resource not found)",
			"The plan's id is wrong; /plans lists them all. " + exportHint,
		},
		{
			`{"error":{"id":"429","name":"too_many_requests"}}`, "this is an error from YNAB, not a plan (429 too_many_requests)",
			"YNAB answers 200 requests an hour. Wait an hour and ask again.",
		},
		{
			`{"error":{"id":"503","name":"service_unavailable"}}`, "this is an error from YNAB, not a plan (503 service_unavailable)",
			"YNAB has a problem. Try again later.",
		},
		{`{"error":"nope"}`, `this is an error from YNAB, not a plan ("nope")`, exportHint},
		{
			`{"data":{"plans":[{"id":"abc","name":"Home"}],"default_plan":null}}`, "this is the list of plans, not one plan",
			`Get one of them with /plans/<id>: for "Home" that is /plans/abc. ` + exportHint,
		},
		{`{"data":{"budgets":[]}}`, "this is the list of plans, not one plan", "Get one of them with /budgets/<id>. " + exportHint},
		{`[{"plan":{}}]`, "this is a JSON list, not a plan document", exportHint},
		{`"hello"`, `this is a single JSON value ("hello"), not a plan document`, exportHint},
		{"hello world", `this is not JSON; it starts with "hello world"`, exportHint},
		{"PK\x03\x04abc", "this is a ZIP file", unpackHint},
		{zipped.String(), "this is a compressed file (gzip)", unpackHint},
		{"\x7fELF\x00\x01\x02", "this is a binary file, not a plan document", exportHint},
		{"{\x00\x01\x02", "this is not a JSON document, although it starts with a brace", exportHint},
		{"{hello}", "this is not a JSON document, although it starts with a brace", exportHint},
		{`{\rtf1`, "this is a formatted text document (RTF)", "Save YNAB's answer directly, not from a word processor."},
		{"{}", "this is an empty JSON object", exportHint},
		{`{"a":1,"b":{},"c":3,"d":4,"e\n":5,"f":6}`, `this is a JSON document with "a", "b", "c", "d", "e" and 1 more, but without a plan`, exportHint},
		{`{"plan":true}`, `this is a JSON document with "plan", but without a plan`, exportHint},
		{`{"data":{"user":{"id":"x"}}}`, `this is another answer of YNAB's API ("user"), not a whole plan`, singlePlanHint},
		{`{"data":{"transactions":[],"server_knowledge":4}}`, "this is a part of a plan (transactions alone), not a whole one", singlePlanHint},
		{
			`{"data":{"plan":{"id":"x","name":"Y"}}}`,
			"this is the summary of a plan, without accounts, categories, months and transactions", singlePlanHint,
		},
		{
			`{"masterCategories":[],"payees":[]}`, "this is a budget file of YNAB 4, the older desktop program",
			"Pack the whole folder of the budget, whose name ends in .ynab4, and choose the ZIP file.",
		},
	} {
		refused(t, c.file, apperr.NotAPlan, c.message, c.hint)
	}
}

// TestErrorsOfDamagedPlans decodes damaged plans. Each error names the place of the damage.
func TestErrorsOfDamagedPlans(t *testing.T) {
	milliunitsHint := "Amounts in a plan document are whole thousandths of the currency unit: 12500 is 12.50."
	truncatedHint := "Download it again: the download was incomplete."
	planWithRow := func(row string) string {
		return `{"plan":{"id":"p","accounts":[],"transactions":[{"id":"t0","date":"2026-01-02","amount":1,"account_id":"a"},` + row + `]}}`
	}
	planWithAmount := func(amount string) string {
		return planWithRow(`{"id":"t1","date":"2026-01-02","amount":` + amount + `,"account_id":"a"}`)
	}
	const t1 = "transactions[1] (id t1): "
	for _, c := range []struct{ file, message, hint string }{
		{`{"data":{"pl`, "the file ends in the middle of the document", truncatedHint},
		{`{"plan":{"accounts":[]}`, "the file ends in the middle of the document", truncatedHint},
		{`{"data":{"plan":{"id":"p","na`, "the file ends in the middle of the plan", truncatedHint},
		{planWithRow(`{"id":"t1","date":"20`)[:130], "the file ends in the middle of transactions[1] (id t1)", truncatedHint},
		{strings.TrimSuffix(planWithAmount("1"), "]}}"), "the file ends in the middle of transactions[2]", truncatedHint},
		{`{"plan":{"accounts":[]},"budget":{"accounts":[]}}`, "there are two plans in this file", downloadAgain},
		{
			`{"plan":{"accounts":[]}} {"x":1}`, "the file continues after the end of the document, from byte 26",
			"The file must contain one plan document and nothing else. " + downloadAgain,
		},
		{
			`{"plan":{"accounts":[]}}` + "\x00", "the file continues after the end of the document, from byte 24",
			"The file must contain one plan document and nothing else. " + downloadAgain,
		},
		{planWithAmount("12.5"), t1 + "amount: 12.5 is not a whole number of milliunits", milliunitsHint},
		{planWithAmount("1e-1000000000"), t1 + "amount: 1e-1000000000 is not a whole number of milliunits", milliunitsHint},
		{planWithAmount("1e99999999999"), t1 + "amount: 1e99999999999 is more than an amount can be, a thousand billion units", milliunitsHint},
		{planWithAmount("-1000000000000001"), t1 + "amount: -1000000000000001 is more than an amount can be, a thousand billion units", milliunitsHint},
		{planWithAmount(`"12"`), t1 + `amount: expected a number, found the text "12"`, downloadAgain},
		{planWithAmount("null"), t1 + "amount is null", downloadAgain},
		{planWithRow(`{"id":"t1","date":"2026-01-02","account_id":"a"}`), t1 + "amount is missing", downloadAgain},
		{planWithRow(`{"id":"t1","date":"2026-01-02","amount":1,"account_id":""}`), t1 + "account_id is empty", downloadAgain},
		{planWithRow(`{"id":"t1","date":"","amount":1,"account_id":"a"}`), t1 + "date is empty", downloadAgain},
		{planWithRow(`{"id":"t1","date":"2026-02-30"}`), t1 + `date: "2026-02-30" is not a date of the form YYYY-MM-DD`, downloadAgain},
		{planWithRow(`{"date":"2026-02-20","amount":1,"account_id":"a"}`), "transactions[1]: id is missing", downloadAgain},
		{planWithRow(`{"id":"t1","id":"t2"}`), t1 + "id is there twice", downloadAgain},
		{planWithRow(`{"id":"t1","flag":"red","flag":"red"}`), t1 + "flag is there twice", downloadAgain},
		{planWithRow(`7`), "transactions[1]: expected an object, found the number 7", downloadAgain},
		{planWithRow(`null`), "transactions[1]: expected an object, found null", downloadAgain},
		{planWithRow(`{"id":"t1","memo":7}`), t1 + "memo: expected text, found the number 7", downloadAgain},
		{planWithRow(`{"id":"t1","deleted":"no"}`), t1 + `deleted: expected true or false, found the text "no"`, downloadAgain},
		{planWithRow(`{"id":{}}`), "transactions[1]: id: expected text, found an object", downloadAgain},
		{planWithRow(`{"id":"t1",,}`), t1 + "this is not valid JSON at byte 119 (invalid character ',' at start of value)", downloadAgain},
		{
			planWithRow(`{"id":"t1","memo":"a` + "\n" + `b"}`),
			t1 + `memo is not valid JSON at byte 128 (invalid character '\n' in string (expecting non-control character))`, downloadAgain,
		},
		{planWithRow(`{"id":"t1","memo":"a` + "\xff" + `b"}`), t1 + "memo holds bytes that are not UTF-8 text (byte 128)", downloadAgain},
		{planWithRow(`{"id":"t1","memo":"a\ud800b"}`), t1 + "memo holds half of a character (byte 128)", downloadAgain},
		{planWithRow(`{"id":"t1","x":` + strings.Repeat("[", 20000)), t1 + "x is nested too deeply (byte 10119)", downloadAgain},
		{planWithRow(`{"id":"t1","memo":"` + strings.Repeat("a", 65<<10) + `"}`), t1 + "memo is longer than 65536 bytes", downloadAgain},
		{planWithRow(`{"id":"t1","import_payee_name":"` + strings.Repeat("a", 4001) + `"}`), t1 + "import_payee_name is longer than 4000 bytes", downloadAgain},
		{planWithRow(`{"id":"t1","memo":"` + strings.Repeat("a", 3<<20) + `"}`), t1 + "memo is longer than 1 MiB", downloadAgain},
		{`{"plan":{"months":[{"month":"2026-03-05"}]}}`, "months[0]: month: 2026-03-05 is not the first day of a month", downloadAgain},
		{
			`{"plan":{"months":[{"month":"2026-03-01","categories":[{"id":"c"}]}]}}`,
			"months[0].categories[0] (id c): budgeted is missing", downloadAgain,
		},
		{`{"plan":{"months":[{"month":"2026-03-01","income":true}]}}`, "months[0] (2026-03): income: expected a number, found true", downloadAgain},
		{`{"plan":{"accounts":[{"id":"a"}]}}`, "accounts[0] (id a): on_budget is missing", downloadAgain},
		{`{"plan":{"accounts":{}}}`, "the plan: accounts: expected a list, found an object", downloadAgain},
		{`{"plan":{"name":5}}`, "the plan: name: expected text, found the number 5", downloadAgain},
		{`{"plan":{"subtransactions":[{"id":"s","amount":1}]}}`, "subtransactions[0] (id s): transaction_id is missing", downloadAgain},
	} {
		refused(t, c.file, apperr.Invalid, c.message, c.hint)
	}
}

// refused checks that a file is refused with an error of this kind, message and hint.
func refused(t *testing.T, file string, kind apperr.Kind, message, hint string) {
	t.Helper()
	doc, err := Decode(strings.NewReader(file))
	f, ok := errors.AsType[*apperr.Error](err)
	if !ok || doc != nil {
		t.Errorf("%.80q: got a document (%t) and error %v, want the error %q", file, doc != nil, err, message)
		return
	}
	gotHint := f.Hint
	if f.Code == GetAnew {
		gotHint = strings.TrimSpace(gotHint + " " + exportHint)
	}
	if f.Kind != kind || f.Message != message || gotHint != hint {
		t.Errorf("%.80q\n got %s: %s\n    hint: %s\nwant %s: %s\n    hint: %s", file, f.Kind, f.Message, gotHint, kind, message, hint)
	}
	if hasID := f.ID == apperr.NotSourceApp5; hasID != (kind == apperr.NotAPlan) {
		t.Errorf("%.80q: got error id %q for the kind %s; only %s has the id %s", file, f.ID, kind, apperr.NotAPlan, apperr.NotSourceApp5)
	}
}

// TestReadErrorsAreReturned decodes files whose reads fail, at the start and in the middle.
func TestReadErrorsAreReturned(t *testing.T) {
	readErr := errors.New("input/output error")
	start := strings.NewReader(`{"plan":{"accounts":[` + strings.Repeat(" ", 100_000))
	for _, r := range []io.Reader{iotest.ErrReader(readErr), io.MultiReader(start, iotest.ErrReader(readErr))} {
		_, err := Decode(r)
		if apperr.KindOf(err) != apperr.Unavailable || !errors.Is(err, readErr) {
			t.Errorf("got error %v of kind %s, want %v of kind %s", err, apperr.KindOf(err), readErr, apperr.Unavailable)
		}
	}
}

// TestATruncatedPlanIsReportedAsTruncated truncates a plan at every 397th byte and expects an error about a truncated
// file.
func TestATruncatedPlanIsReportedAsTruncated(t *testing.T) {
	file := bytes.TrimSpace(planFiles(t)["kwd.json"])
	for cut := 1; cut < len(file); cut += 397 {
		_, err := Decode(bytes.NewReader(file[:cut]))
		if apperr.KindOf(err) != apperr.Invalid || !strings.Contains(err.Error(), "the file ends in the middle of") {
			t.Fatalf("truncated at byte %d: got error %v, want one about the end of the file", cut, err)
		}
	}
}

// TestRepeatedSmallRecordsAllocateLittleMemory decodes files of 30 MiB with millions of tiny records or members.
// Regression: decoding such a file of {"deleted":true} allocated 2 GB, and so did one with many unknown members.
func TestRepeatedSmallRecordsAllocateLittleMemory(t *testing.T) {
	const size = 30 << 20
	for name, c := range map[string]struct{ start, repeated, end string }{
		"deleted rows":    {`{"plan":{"id":"p","transactions":[{}`, `,{"deleted":true}`, `]}}`},
		"parts of a row":  {`{"plan":{"id":"p","transactions":[{"deleted":true,"subtransactions":[{"deleted":true}`, `,{"deleted":true}`, `]}]}}`},
		"unknown members": {`{"plan":{"id":"p","transactions":[{"id":"t","x":1`, `,"x":1`, `}]}}`},
	} {
		file := io.MultiReader(strings.NewReader(c.start), strings.NewReader(strings.Repeat(c.repeated, size/len(c.repeated))), strings.NewReader(c.end))
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := Decode(file)
		runtime.ReadMemStats(&after)
		if apperr.KindOf(err) != apperr.Invalid {
			t.Errorf("%s: error %v, want invalid", name, err)
		}
		if allocated := after.TotalAlloc - before.TotalAlloc; allocated > 400<<20 {
			t.Errorf("%s: decoding allocated %d MiB, want at most 400", name, allocated>>20)
		}
	}
}
