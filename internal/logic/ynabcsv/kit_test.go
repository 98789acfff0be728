package ynabcsv_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"holdover/internal/logic/envelope"
	"holdover/internal/logic/importer"
	"holdover/internal/logic/verification"
	"holdover/internal/logic/ynabcsv"
	"holdover/internal/model/budget"
	"holdover/internal/model/conversion"
	"holdover/internal/model/ynabdoc"
)

// archive returns an archive of files, given as names and contents.
func archive(name string, files ...string) *conversion.Archive {
	a := &conversion.Archive{Name: name}
	for i := 0; i+1 < len(files); i += 2 {
		content := files[i+1]
		a.Files = append(a.Files, conversion.File{
			Name: files[i], Size: int64(len(content)), Open: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(content)), nil },
		})
	}
	return a
}

// imported is the outcome of a conversion and an import.
type imported struct {
	doc     *ynabdoc.Document
	whole   *budget.Whole
	notes   *importer.Notes
	remarks *conversion.Remarks
	report  *verification.Report
	sheet   *envelope.Sheet
}

// importArchive converts an archive, imports the document and verifies it.
func importArchive(t testing.TB, a *conversion.Archive, opts conversion.Options) imported {
	t.Helper()
	var out bytes.Buffer
	remarks, err := ynabcsv.Converter{}.Convert(a, &out, opts)
	if q, asks := errors.AsType[*conversion.Question](err); asks && q.Answers[0].Value == "USD" { // which dollar
		opts.Currency = "USD"
		out.Reset()
		remarks, err = ynabcsv.Converter{}.Convert(a, &out, opts)
	}
	if err != nil {
		t.Fatal(err)
	}
	return importText(t, out.Bytes(), remarks)
}

func importText(t testing.TB, text []byte, remarks *conversion.Remarks) imported {
	t.Helper()
	doc, err := ynabdoc.Decode(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	whole, notes, err := importer.Import(doc, importer.Options{NewID: func() string { n++; return fmt.Sprint("new-", n) }})
	if err != nil {
		t.Fatal(err)
	}
	sheet := envelope.Compute(envelope.SnapshotOf(whole))
	made := verification.Of(whole, sheet)
	return imported{doc, whole, notes, remarks, verification.Verify(doc, notes.Roles, made, made), sheet}
}
