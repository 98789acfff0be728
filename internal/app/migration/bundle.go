package migration

import (
	"archive/zip"
	"cmp"
	"errors"
	"io"
	"path"
	"strings"
	"unicode/utf8"

	"holdover/internal/base/apperr"
	"holdover/internal/storage/tempfile"
)

// Bundle packs files that belong together, such as the two tables of YNAB's export, into one ZIP file to import. The ZIP
// file contains no times, so that the same files give the same bytes. A single file is not packed. Close it after use.
type Bundle struct {
	first  *tempfile.Buffer
	name   string // of the first file
	packed *tempfile.Buffer
	zip    *zip.Writer
	names  map[string]bool // in lower case
	all    []string
}

// NewBundle returns an empty bundle.
func NewBundle() *Bundle {
	return &Bundle{first: tempfile.New(bundleInMemory), packed: tempfile.New(bundleInMemory), names: map[string]bool{}}
}

// MaxFiles is the maximum number of files of one export.
const MaxFiles = 100

// bundleInMemory is the number of bytes of a bundle that are buffered in memory.
const bundleInMemory = 4 << 20

// MayHaveSiblings reports whether a file with that name can be one of several files of an export.
func MayHaveSiblings(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".csv", ".tsv", ".txt", ".ofx", ".qfx", ".qif", ".xml", ".sta", ".mt940", ".940", ".sqlite":
		return true
	}
	return strings.EqualFold(path.Base(name), "metadata.json")
}

// Add appends a file. It returns Invalid for a name that the bundle contains, and the errors of r.
func (b *Bundle) Add(name string, r io.Reader) error {
	name = path.Base(strings.ReplaceAll(name, `\`, "/"))
	lower := strings.ToLower(name)
	if b.names[lower] {
		return apperr.New(apperr.Invalid, "the file %s was chosen twice", name).WithHint("choose each file once")
	}
	if len(b.names) == MaxFiles {
		return apperr.New(apperr.Invalid, "more than %d files were chosen", MaxFiles).WithHint("pack them into a ZIP file")
	}
	b.names[lower] = true
	b.all = append(b.all, name)
	if len(b.names) == 1 {
		b.name = name
		_, err := io.Copy(b.first, r)
		return err
	}
	if b.zip == nil {
		b.zip = zip.NewWriter(b.packed)
		if err := b.pack(b.name, b.first.Reader()); err != nil {
			return err
		}
	}
	return b.pack(name, r)
}

func (b *Bundle) pack(name string, r io.Reader) error {
	w, err := b.zip.Create(name)
	if err != nil {
		return err
	}
	_, err = io.Copy(w, r)
	return err
}

// File returns the file to import and its name. Nothing more can be added.
func (b *Bundle) File() (io.Reader, string, error) {
	if b.zip == nil {
		return b.first.Reader(), b.name, nil
	}
	if err := b.zip.Close(); err != nil {
		return nil, "", err
	}
	return b.packed.Reader(), b.commonName() + ".zip", nil
}

// commonName returns the common prefix of the names of all files, or the first name without its ending.
func (b *Bundle) commonName() string {
	common := b.name
	for _, name := range b.all {
		for !strings.HasPrefix(name, common) {
			_, size := utf8.DecodeLastRuneInString(common)
			common = common[:len(common)-size]
		}
	}
	return cmp.Or(strings.TrimRight(common, " -_."), strings.TrimSuffix(b.name, path.Ext(b.name)))
}

// Close releases the data.
func (b *Bundle) Close() error { return errors.Join(b.first.Close(), b.packed.Close()) }
