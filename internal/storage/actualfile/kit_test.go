package actualfile_test

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"holdover/internal/base/civil"
	"holdover/internal/logic/importer"
	"holdover/internal/logic/verification"
	"holdover/internal/model/budget"
	"holdover/internal/model/conversion"
	"holdover/internal/model/ynabdoc"
	"holdover/internal/storage/actualfile"
	"holdover/internal/testing/testkit"
)

// archiveOf returns a ZIP file as converters receive it.
func archiveOf(t testing.TB, packed []byte) *conversion.Archive {
	t.Helper()
	r, err := zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
	if err != nil {
		t.Fatal(err)
	}
	a := &conversion.Archive{Name: "export.zip"}
	for _, f := range r.File {
		a.Files = append(a.Files, conversion.File{Name: f.Name, Size: int64(f.UncompressedSize64), Open: f.Open})
	}
	return a
}

// convert converts an export to a plan document.
func convert(t testing.TB, packed []byte) (*ynabdoc.Document, *conversion.Remarks) {
	t.Helper()
	a := archiveOf(t, packed)
	if !(actualfile.Converter{}).Matches(a) {
		t.Fatal("the archive is not recognised")
	}
	var text bytes.Buffer
	remarks, err := actualfile.Converter{}.Convert(a, &text, conversion.Options{})
	if _, asked := errors.AsType[*conversion.Question](err); asked { // the file names no currency
		remarks, err = actualfile.Converter{}.Convert(a, &text, conversion.Options{Currency: "USD"})
	}
	if err != nil {
		t.Fatal(err)
	}
	doc, err := ynabdoc.Decode(bytes.NewReader(text.Bytes()))
	if err != nil {
		t.Fatalf("the document cannot be read: %v", err)
	}
	return doc, remarks
}

// imported is a budget made from an export.
type imported struct {
	*budget.Whole
	doc     *ynabdoc.Document
	remarks *conversion.Remarks
	notes   *importer.Notes
	report  *verification.Report
}

// importExport imports an export and verifies it.
func importExport(t testing.TB, packed []byte) imported {
	t.Helper()
	doc, remarks := convert(t, packed)
	n := 0
	whole, notes, err := importer.Import(doc, importer.Options{NewID: func() string { n++; return fmt.Sprint("new-", n) }})
	if err != nil {
		t.Fatal(err)
	}
	report, _, err := verification.VerifyMade(doc, notes.Roles, whole)
	if err != nil {
		t.Fatal(err)
	}
	return imported{whole, doc, remarks, notes, report}
}

// checkEqual fails unless all figures of a budget are those of its document.
func (i *imported) checkEqual(t testing.TB) {
	t.Helper()
	r := i.report
	if !r.Sound() || r.Cells.Different > 0 || r.Cells.Compared == 0 || len(r.Contradictions) > 0 {
		t.Errorf("the figures differ from the document's: %s; %d of %d cells, %v, %+v", r.Sentence, r.Cells.Different, r.Cells.Compared, r.Contradictions, r.Cells.List)
	}
	for _, m := range r.Months {
		if m.Difference != 0 {
			t.Errorf("To Budget of a month differs: %+v", m)
		}
	}
	if len(i.notes.Contradictions) > 0 {
		t.Errorf("the import found contradictions: %+v", i.notes.Contradictions)
	}
}

// dump is what the peer shows of a budget, in cents.
type dump struct {
	Accounts []struct {
		Name    string
		Balance int64
	}
	Months []struct {
		Month      string
		ToBudget   int64
		Categories []struct {
			Group, Name                        string
			Budgeted, Spent, Balance, Received int64
			Carryover                          bool
		}
	}
	Rows []struct {
		ID, Date, Notes string
		Amount          int64
		Category        string `json:"category.name"`
		Account         string `json:"account.name"`
		Payee           string `json:"payee.name"`
		IsParent        bool   `json:"is_parent"`
		ParentID        string `json:"parent_id"`
		TransferID      string `json:"transfer_id"`
		Cleared         bool
		Reconciled      bool
		ImportedID      string `json:"imported_id"`
	}
	Schedules []map[string]any        `json:"schedule_list"`
	Rules     []map[string]any        `json:"rule_list"`
	Groups    []struct{ Name string } `json:"account_groups"`
	Tags      []struct{ Tag, Color, Description string }
	Tried     map[string][]int // the transactions that each rule changes
	Said      []string
}

// openInPeer opens a plan document or an export in the peer and returns what the peer shows, and its own export.
func openInPeer(t testing.TB, source string, flags ...string) (*dump, []byte) {
	t.Helper()
	dir := t.TempDir()
	out, export := filepath.Join(dir, "out.json"), filepath.Join(dir, "export.zip")
	testkit.Peer(t, "actual-zip.mjs", append([]string{source, out, export}, flags...)...)
	d := &dump{}
	if err := json.Unmarshal(read(t, out), d); err != nil {
		t.Fatal(err)
	}
	if len(d.Said) > 0 {
		t.Errorf("the peer reports errors: %v", d.Said)
	}
	return d, read(t, export)
}

func read(t testing.TB, path string) []byte {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	text, err := io.ReadAll(f)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func monthOf(t testing.TB, text string) civil.Month {
	t.Helper()
	m, err := civil.ParseMonth(text)
	if err != nil {
		t.Fatal(err)
	}
	return m
}
