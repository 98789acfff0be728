package bankfile

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"holdover/internal/base/apperr"
)

// Unpack returns the file in a ZIP archive, and any other file unchanged. Banks pack CAMT statements, often one for
// each day: several are joined into one file in the order of their names. Line numbers continue across files.
func Unpack(data []byte) ([]byte, error) {
	if !bytes.HasPrefix(data, []byte("PK\x03\x04")) {
		return data, nil
	}
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, apperr.New(apperr.Invalid, "the ZIP archive is incomplete or damaged").WithCause(err).WithHint("download it again from the bank")
	}
	inside, err := unpacked(archive)
	switch {
	case err != nil:
		return nil, err
	case len(inside) == 0:
		return nil, apperr.New(apperr.Invalid, "the file is a ZIP archive without a bank file in it").
			WithHint("download the statement again and choose CSV, OFX, QIF or CAMT.053")
	case len(inside) == 1:
		return inside[0], nil
	}
	var whole bytes.Buffer
	for _, one := range inside {
		if format, err := Detect(one); err != nil || format != CAMT {
			return nil, apperr.New(apperr.Invalid, "the ZIP archive has several files, not all of them CAMT statements").
				WithHint("unpack it and import the files one by one")
		}
		whole.WriteString(decodeAs(one, "", ofxEncoding(one)))
		whole.WriteString("\n")
	}
	return whole.Bytes(), nil
}

// Unpacked returns the maximum size in bytes of the result of Unpack.
func Unpacked(data []byte) int {
	if bytes.HasPrefix(data, []byte("PK\x03\x04")) {
		return mostUnpacked
	}
	return len(data)
}

const (
	mostPacked   = 2000     // files in an archive
	mostUnpacked = 40 << 20 // total bytes of these files
	mostRatio    = 200      // ratio of unpacked to packed size; statements have 10 to 50
	anyRatio     = 1 << 20  // size in bytes below which the ratio is not checked
)

// unpacked returns the bank files of an archive.
func unpacked(archive *zip.Reader) ([][]byte, error) {
	files := slices.Clone(archive.File)
	slices.SortStableFunc(files, func(a, b *zip.File) int { return strings.Compare(a.Name, b.Name) })
	left := int64(mostUnpacked)
	var inside [][]byte
	for _, f := range files[:min(len(files), mostPacked)] {
		name := strings.ToLower(f.Name)
		if strings.HasPrefix(name, "xl/") {
			return nil, apperr.New(apperr.Invalid, "the file is a spreadsheet, not a bank file").
				WithHint("open it and save it as CSV, or choose CSV, OFX, QIF or CAMT.053 at the bank")
		}
		if !bankNames(name) {
			continue
		}
		one, err := readPacked(f, left)
		if err != nil {
			return nil, err
		}
		left -= int64(len(one))
		inside = append(inside, one)
	}
	return inside, nil
}

// bankNames distinguishes bank files from other files in an archive, such as pictures of cheques and files added by
// operating systems.
func bankNames(name string) bool {
	if strings.HasPrefix(name, "__macosx/") || strings.HasPrefix(name, "[content_types]") {
		return false
	}
	return slices.ContainsFunc([]string{".xml", ".csv", ".ofx", ".qfx", ".qif", ".txt", ".sta", ".940", ".mt940", ".swi"}, func(end string) bool { return strings.HasSuffix(name, end) })
}

func readPacked(f *zip.File, most int64) ([]byte, error) {
	broken := func(err error) ([]byte, error) {
		return nil, apperr.New(apperr.Invalid, "%s in the ZIP archive is incomplete or damaged", clip(f.Name)).WithCause(err).
			WithHint("download it again from the bank")
	}
	r, err := f.Open()
	if err != nil {
		return broken(err)
	}
	defer r.Close()
	// The size declared in the archive is not trusted: the output is counted.
	fair := int64(max(anyRatio, min(f.CompressedSize64, mostUnpacked)*mostRatio))
	one, err := io.ReadAll(io.LimitReader(r, min(most, fair)+1))
	switch {
	case err != nil:
		return broken(fmt.Errorf("reading: %w", err))
	case int64(len(one)) > fair:
		return nil, apperr.New(apperr.Invalid, "%s in the ZIP archive unpacks to more than %d times its size, which no statement does", clip(f.Name), mostRatio).
			WithCode(TooLarge).WithHint("check that it is the right file")
	case int64(len(one)) > most:
		return nil, apperr.New(apperr.Invalid, "the ZIP archive holds more than 40 MB").WithCode(TooLarge).WithHint("download a shorter period")
	}
	return one, nil
}
