package exporter_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"holdover/internal/logic/envelope"
	"holdover/internal/logic/exporter"
	"holdover/internal/logic/exporter/exportertest"
	"holdover/internal/logic/importer"
	"holdover/internal/model/budget"
	"holdover/internal/model/ynabdoc"
	"holdover/internal/testing/testkit"
)

func sheetOf(w *budget.Whole) *envelope.Sheet { return envelope.Compute(envelope.SnapshotOf(w)) }

func export(t testing.TB, w *budget.Whole, opts exporter.Options) []byte {
	t.Helper()
	if opts.LeadingKey == "" {
		opts.LeadingKey = "plan"
	}
	var out bytes.Buffer
	if err := exporter.Export(&out, exportertest.FromWhole(w, sheetOf(w)), opts); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func decode(t testing.TB, text []byte) *ynabdoc.Document {
	t.Helper()
	doc, err := ynabdoc.Decode(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

func importDocument(t testing.TB, doc *ynabdoc.Document) (*budget.Whole, *importer.Notes) {
	t.Helper()
	n := 0
	whole, notes, err := importer.Import(doc, importer.Options{NewID: func() string { n++; return fmt.Sprint("new-", n) }})
	if err != nil {
		t.Fatal(err)
	}
	return whole, notes
}

// plans returns documents of all options of the generator, and the genuine ones.
func plans(t *testing.T) map[string][]byte {
	t.Helper()
	all := map[string][]byte{}
	for seed := 101; seed <= 124; seed++ {
		args := []string{
			"--seed", fmt.Sprint(seed), "--years", "1", "--tx", "160", "--categories", "14",
			"--currency", []string{"USD", "EUR", "JPY", "KWD"}[seed%4], "--rta", []string{"plain", "net"}[seed%2],
			"--leading-key", []string{"plan", "budget"}[seed/2%2], "--cards", fmt.Sprint(seed % 4),
		}
		for i, flag := range []string{"--plain", "--bare", "--link-split-mirror"} {
			if seed>>i&1 == 1 {
				args = append(args, flag)
			}
		}
		all[strings.Join(args, " ")] = read(t, testkit.Plan(t, args...))
	}
	for _, path := range testkit.GenuinePlans(t) {
		all[filepath.Base(path)] = read(t, path)
	}
	return all
}

func read(t testing.TB, path string) []byte {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

var moment = time.Date(2026, 6, 20, 12, 0, 0, 0, time.UTC)
