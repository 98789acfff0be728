// Package actualfile reads and writes the export of Actual Budget: a ZIP file with the database db.sqlite and the file
// metadata.json.
//
// A [Converter] copies the database to a temporary file, opens it for reading only, and writes a plan document whose
// months have the figures of Actual's own arithmetic (figures.go). The database is not trusted: only ordinary tables are
// read, values of unexpected types are errors, and sizes are limited.
//
// [Write] writes a budget as such a file, which Actual opens.
//
// Start with Converter and Write.
package actualfile

import (
	"context"
	"io"
	"path"
	"strings"
	"time"

	"holdover/internal/base/apperr"
	"holdover/internal/model/conversion"
	"holdover/internal/model/ynabdoc"
)

// The files of an export.
const (
	databaseName = "db.sqlite"
	metadataName = "metadata.json"
)

// maxDatabase is the largest database that Actual exports or imports, in bytes.
const maxDatabase = 500 << 20

// longestConversion limits the time of the queries, which a damaged database could make slow.
const longestConversion = 15 * time.Minute

// Converter converts exports of Actual Budget.
type Converter struct{}

// Format returns "Actual Budget export".
func (Converter) Format() string { return "Actual Budget export" }

// Matches reports whether both files of an export are in one folder of the archive.
func (Converter) Matches(a *conversion.Archive) bool {
	_, _, found := exportIn(a)
	return found
}

// exportIn returns the two files of an export. As in Actual, those in the root of the archive count, or else those in
// the only folder that contains both.
func exportIn(a *conversion.Archive) (database, metadata *conversion.File, found bool) {
	type pair struct{ database, metadata *conversion.File }
	folders := map[string]*pair{}
	for i := range a.Files {
		f := &a.Files[i]
		folder, name := path.Split(f.Name)
		if folders[folder] == nil {
			folders[folder] = &pair{}
		}
		switch name {
		case databaseName:
			folders[folder].database = f
		case metadataName:
			folders[folder].metadata = f
		}
	}
	var whole []*pair
	for folder, p := range folders {
		if p.database == nil || p.metadata == nil {
			continue
		}
		if folder == "" {
			return p.database, p.metadata, true
		}
		whole = append(whole, p)
	}
	if len(whole) != 1 {
		return nil, nil, false
	}
	return whole[0].database, whole[0].metadata, true
}

// Convert writes the plan document of an export.
func (c Converter) Convert(a *conversion.Archive, out io.Writer, opts conversion.Options) (*conversion.Remarks, error) {
	file, metadataFile, found := exportIn(a)
	if !found {
		return nil, apperr.New(apperr.Invalid, "the file does not contain %s and %s in one folder", databaseName, metadataName).WithHint(exportAgainHint)
	}
	meta, err := readMetadata(metadataFile)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), longestConversion)
	defer cancel()
	db, err := open(ctx, file)
	if err != nil {
		return nil, err
	}
	defer db.close()
	conv := &conversionState{database: db, meta: meta, opts: opts, remarks: &conversion.Remarks{Format: c.Format()}}
	if err := conv.run(ynabdoc.NewWriter(out, "plan")); err != nil {
		return nil, err
	}
	return conv.remarks, nil
}

// exportAgainHint is the hint of errors about the file as a whole.
const exportAgainHint = "In Actual, open Settings, choose Export data, and import that file."

// isText reports whether a text can be part of a document.
func isText(s string) bool { return strings.ToValidUTF8(s, "") == s }
