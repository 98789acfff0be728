package planfile

import (
	"archive/zip"
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"

	"holdover/internal/base/apperr"
	"holdover/internal/model/conversion"
	"holdover/internal/model/ynabdoc"
	"holdover/internal/storage/tempfile"
)

// ZIP files begin with the first of these, empty ones with the second.
const (
	zipMagic      = "PK\x03\x04"
	emptyZipMagic = "PK\x05\x06"
)

// Limits on archives. The largest real entries are databases of Actual: 1,000,000 transactions take 400 MB.
const (
	mostEntries    = 50_000
	mostUnpacked   = 2 << 30
	mostRatio      = 250     // of an entry's unpacked to its packed size
	ratioUnchecked = 1 << 20 // bytes up to which the ratio is not checked
)

// IsPacked reports whether the file that r begins is a ZIP file.
func IsPacked(r *bufio.Reader) bool {
	head, _ := r.Peek(len(zipMagic)) // a shorter file is not a ZIP file
	return string(head) == zipMagic || string(head) == emptyZipMagic
}

func isZip(buffer *tempfile.Buffer) bool {
	var head [len(zipMagic)]byte
	n, _ := buffer.ReadAt(head[:], 0)
	return string(head[:n]) == zipMagic || string(head[:n]) == emptyZipMagic
}

// open returns a buffered file as an archive: the entries of a ZIP file, or the file alone.
func open(buffer *tempfile.Buffer, name string) (*conversion.Archive, error) {
	archive := &conversion.Archive{Name: path.Base(clean(name, "file"))}
	if !isZip(buffer) {
		archive.Files = []conversion.File{{
			Name: archive.Name, Size: buffer.Size(),
			Open: func() (io.ReadCloser, error) { return io.NopCloser(buffer.Reader()), nil },
		}}
		return archive, nil
	}
	packed, err := zip.NewReader(buffer, buffer.Size())
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		return nil, damagedArchive("the ZIP file is incomplete or damaged", err)
	}
	if len(packed.File) > mostEntries {
		return nil, apperr.New(apperr.Invalid, "the ZIP file contains %d files, which no budget does", len(packed.File)).WithHint("Check that it is the right file.")
	}
	taken, total := map[string]bool{}, uint64(0)
	for _, entry := range packed.File {
		if isIgnored(entry) {
			continue
		}
		f, err := fileOf(entry)
		if err != nil {
			return nil, err
		}
		if total += entry.UncompressedSize64; total > mostUnpacked || entry.UncompressedSize64 > mostUnpacked {
			return nil, apperr.New(apperr.Invalid, "the ZIP file unpacks to more than 2 GB").WithHint("Check that it is the right file.")
		}
		lower := strings.ToLower(f.Name)
		if taken[lower] {
			return nil, apperr.New(apperr.Invalid, "the ZIP file contains %q twice", f.Name).WithHint("Pack the folder again, or export it again.")
		}
		taken[lower] = true
		archive.Files = append(archive.Files, f)
	}
	return archive, nil
}

// isIgnored reports whether an entry is skipped: a folder, or a file that an operating system added.
func isIgnored(entry *zip.File) bool {
	name := entry.Name
	return strings.HasSuffix(name, "/") || strings.HasPrefix(name, "__MACOSX/") || path.Base(name) == ".DS_Store" || strings.EqualFold(path.Base(name), "desktop.ini")
}

// fileOf returns a file for an entry. The declared size is not trusted: a longer content is an error.
func fileOf(entry *zip.File) (conversion.File, error) {
	name := clean(entry.Name, "file")
	const encrypted = 1
	switch {
	case entry.Flags&encrypted != 0:
		return conversion.File{}, apperr.New(apperr.Invalid, "the ZIP file is protected by a password").WithHint("Unpack it with the password, and pack the files again without one.")
	case entry.Method != zip.Store && entry.Method != zip.Deflate:
		return conversion.File{}, apperr.New(apperr.Invalid, "%q in the ZIP file is compressed by an unusual method (%d)", name, entry.Method).WithHint("Unpack it and pack the files again.")
	case entry.UncompressedSize64 > ratioUnchecked && entry.UncompressedSize64/mostRatio > entry.CompressedSize64:
		return conversion.File{}, apperr.New(apperr.Invalid, "%q in the ZIP file unpacks to more than %d times its size, which no budget does", name, mostRatio).WithHint("Check that it is the right file.")
	}
	size := int64(min(entry.UncompressedSize64, mostUnpacked+1))
	return conversion.File{Name: name, Size: size, Open: func() (io.ReadCloser, error) {
		r, err := entry.Open()
		if err != nil {
			return nil, damagedArchive(fmt.Sprintf("%q in the ZIP file is damaged", name), err)
		}
		return &entryReader{ReadCloser: r, left: size, name: name}, nil
	}}, nil
}

// clean returns a path with slashes and without elements such as .. that lead out of the archive.
func clean(name, unnamed string) string {
	name = strings.TrimPrefix(path.Clean("/"+strings.ReplaceAll(strings.ToValidUTF8(name, "�"), `\`, "/")), "/")
	if name == "" {
		return unnamed
	}
	return name
}

// entryReader reads an entry of an archive and names it in errors.
type entryReader struct {
	io.ReadCloser
	left int64
	name string
}

func (r *entryReader) Read(p []byte) (int, error) {
	n, err := r.ReadCloser.Read(p)
	if r.left -= int64(n); r.left < 0 {
		return 0, damagedArchive(fmt.Sprintf("%q in the ZIP file is larger than it says", r.name), nil)
	}
	if err != nil && !errors.Is(err, io.EOF) {
		err = damagedArchive(fmt.Sprintf("%q in the ZIP file is damaged", r.name), err)
	}
	return n, err
}

func damagedArchive(what string, cause error) *apperr.Error {
	return apperr.New(apperr.Invalid, "%s", what).WithCause(cause).WithHint("Export it again, or copy it again.")
}

// onlyPlan returns the plan document of an archive with one JSON file, or nil.
func onlyPlan(a *conversion.Archive) *conversion.File {
	var plan *conversion.File
	for i := range a.Files {
		if !strings.EqualFold(path.Ext(a.Files[i].Name), ".json") {
			continue
		}
		if plan != nil {
			return nil
		}
		plan = &a.Files[i]
	}
	return plan
}

// unknownArchive returns the error for a ZIP file of an unknown format.
func unknownArchive(a *conversion.Archive) *apperr.Error {
	what, hint := "the ZIP file does not contain a budget", "Holdover reads the exports of YNAB, YNAB 4 and Actual Budget, and bank files."
	switch {
	case len(a.Files) == 0:
		what = "the ZIP file is empty"
	case len(a.Files) == 1 && isPacked(&a.Files[0]):
		what, hint = "the ZIP file contains another packed file", "Unpack it once and choose the file in it."
	}
	return apperr.New(apperr.NotAPlan, "%s", what).WithID(apperr.NotSourceApp5).WithCode(ynabdoc.GetAnew).WithHint("%s", hint)
}

// isPacked reports whether a file is a ZIP file.
func isPacked(f *conversion.File) bool {
	r, err := f.Open()
	if err != nil {
		return false
	}
	defer r.Close()
	head := make([]byte, len(zipMagic))
	n, _ := io.ReadFull(r, head)
	return bytes.Equal(head[:n], []byte(zipMagic))
}
