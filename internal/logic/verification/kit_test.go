package verification_test

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"holdover/internal/logic/envelope"
	"holdover/internal/logic/importer"
	"holdover/internal/logic/verification"
	"holdover/internal/model/budget"
	"holdover/internal/model/ynabdoc"
)

func sheetOf(w *budget.Whole) *envelope.Sheet { return envelope.Compute(envelope.SnapshotOf(w)) }

func decode(t testing.TB, text []byte) *ynabdoc.Document {
	t.Helper()
	doc, err := ynabdoc.Decode(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

func read(t testing.TB, path string) []byte {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func importDocument(t testing.TB, doc *ynabdoc.Document) (*budget.Whole, ynabdoc.Roles) {
	t.Helper()
	n := 0
	whole, notes, err := importer.Import(doc, importer.Options{NewID: func() string { n++; return fmt.Sprint("new-", n) }})
	if err != nil {
		t.Fatal(err)
	}
	return whole, notes.Roles
}

// verify imports a document and compares the budget with it; change, if not nil, changes the budget before.
func verify(t testing.TB, text []byte, change func(w *budget.Whole)) *verification.Report {
	t.Helper()
	doc := decode(t, text)
	whole, roles := importDocument(t, doc)
	imported := verification.Of(whole, sheetOf(whole))
	now := imported
	if change != nil {
		copied, _ := importDocument(t, doc)
		change(copied)
		now = verification.Of(copied, sheetOf(copied))
	}
	return verification.Verify(doc, roles, imported, now)
}

// options returns the generator's options for a seed, spread over all features.
func options(seed int) []string {
	pick := func(list ...string) string { return list[seed%len(list)] }
	args := []string{
		"--seed", fmt.Sprint(seed), "--years", pick("1", "2", "2"), "--tx", pick("150", "300", "260", "420", "90"),
		"--currency", pick("USD", "EUR", "JPY", "KWD"), "--rta", pick("plain", "net"), "--cards", pick("2", "1", "0", "3", "2", "4"),
		"--accounts", pick("6", "3", "9"), "--categories", pick("12", "30", "20"), "--groups", pick("3", "6"),
		"--future-months", pick("2", "3", "0", "5", "1"), "--leading-key", pick("plan", "budget", "plan"),
	}
	for i, flag := range []string{"--plain", "--bare", "--link-split-mirror"} {
		if seed>>(i+1)&1 == 1 {
			args = append(args, flag)
		}
	}
	return args
}

func records(plan map[string]any, array string) []map[string]any {
	var list []map[string]any
	for _, r := range plan[array].([]any) {
		list = append(list, r.(map[string]any))
	}
	return list
}

// addTo adds an amount to a figure.
func addTo(record map[string]any, field string, by int64) {
	record[field] = number(record[field]) + by
}

// summaryOf returns the parts of a report that a failed test needs, as text.
func summaryOf(r *verification.Report) string {
	var b strings.Builder
	fmt.Fprintln(&b, r.Sentence, "|", r.ToBudget, "| future:", r.Future, "unexplained:", r.Unexplained, "ours:", r.Ours)
	for _, a := range r.Accounts {
		if a.Blame != "" {
			fmt.Fprintf(&b, "  %+v\n", a)
		}
	}
	for i, c := range r.Cells.List {
		if i < 8 {
			fmt.Fprintf(&b, "  %+v\n", c)
		}
	}
	for _, m := range r.Months {
		if m.Unexplained != 0 {
			fmt.Fprintf(&b, "  %+v\n", m)
		}
	}
	for i, c := range r.Contradictions {
		if i < 8 {
			fmt.Fprintln(&b, "  ", c)
		}
	}
	return b.String()
}
