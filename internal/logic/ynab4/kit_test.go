package ynab4_test

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"holdover/internal/logic/envelope"
	"holdover/internal/logic/importer"
	"holdover/internal/logic/verification"
	"holdover/internal/logic/ynab4"
	"holdover/internal/model/budget"
	"holdover/internal/model/conversion"
	"holdover/internal/model/ynabdoc"
)

// archive returns an archive with files, given as name and content in turn.
func archive(name string, files ...string) *conversion.Archive {
	a := &conversion.Archive{Name: name}
	for i := 0; i < len(files); i += 2 {
		content := files[i+1]
		a.Files = append(a.Files, conversion.File{Name: files[i], Size: int64(len(content)), Open: func() (io.ReadCloser, error) {
			return io.NopCloser(strings.NewReader(content)), nil
		}})
	}
	return a
}

// folder returns an archive with a folder of one device, whose budget has the content.
func folder(budget string, more ...string) *conversion.Archive {
	return archive("Home.zip", append([]string{
		"Home~1A2B3C4D.ynab4/Budget.ymeta", `{"formatVersion":"2","relativeDataFolderName":"data1~AAAA1111"}`,
		"Home~1A2B3C4D.ynab4/data1~AAAA1111/devices/A.ydevice", `{"deviceGUID":"` + guid + `","hasFullKnowledge":true,"knowledge":"A-9","friendlyName":"PC"}`,
		"Home~1A2B3C4D.ynab4/data1~AAAA1111/" + guid + "/Budget.yfull", budget,
	}, more...)...)
}

const guid = "F93CA433-0BF9-CFFC-7DDD-DDAB23F485CB"

// result is a converted budget with its import.
type result struct {
	text    []byte
	doc     *ynabdoc.Document
	remarks *conversion.Remarks
	whole   *budget.Whole
	notes   *importer.Notes
	report  *verification.Report
}

func convert(t testing.TB, a *conversion.Archive) *result {
	t.Helper()
	return convertWith(t, a, conversion.Options{})
}

func convertWith(t testing.TB, a *conversion.Archive, opts conversion.Options) *result {
	t.Helper()
	if !(ynab4.Converter{}).Matches(a) {
		t.Fatal("the archive is not recognised")
	}
	var out bytes.Buffer
	remarks, err := ynab4.Converter{}.Convert(a, &out, opts)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := ynabdoc.Decode(bytes.NewReader(out.Bytes()))
	if err != nil {
		t.Fatalf("%v in %s", err, out.Bytes())
	}
	n := 0
	whole, notes, err := importer.Import(doc, importer.Options{NewID: func() string { n++; return fmt.Sprint("new-", n) }})
	if err != nil {
		t.Fatal(err)
	}
	made := verification.Of(whole, envelope.Compute(envelope.SnapshotOf(whole)))
	report := verification.Verify(doc, notes.Roles, made, made)
	return &result{out.Bytes(), doc, remarks, whole, notes, report}
}
