// Package planfile reads budgets from the files of all programs that Holdover imports. A plan document is decoded as it
// arrives. Any other file is buffered, recognised by its content and converted to a plan document, which is decoded
// while the converter writes it, so that memory use does not depend on the number of transactions.
//
// Start with Decode, then archive.go.
package planfile

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"io"

	"holdover/internal/logic/bankbudget"
	"holdover/internal/logic/ynab4"
	"holdover/internal/logic/ynabcsv"
	"holdover/internal/model/conversion"
	"holdover/internal/model/ynabdoc"
	"holdover/internal/storage/actualfile"
	"holdover/internal/storage/tempfile"
)

// Options configures the reading of a file.
type Options struct {
	// Name is the name under which the user chose the file. It may be empty.
	Name string
	// Answers are the user's answers to the questions of the file's format.
	Answers conversion.Options
	// Progress, if set, is called with the number of bytes read so far.
	Progress func(bytesRead int64)
	// Spill, if set, stores the transactions; see ynabdoc.Options.
	Spill ynabdoc.Spill
}

// converters lists the formats besides the plan document. The first that matches converts the file.
var converters = []conversion.Converter{
	actualfile.Converter{},
	ynab4.Converter{},
	ynabcsv.Converter{},
	bankbudget.Converter{}, // last, because a table of any program can look like a bank file
}

// Decode reads a file up to its end. The remarks are nil for a plan document. It returns the errors of
// [ynabdoc.Decode], also for a file of an unknown format, and those of the format's converter.
func Decode(r io.Reader, opts Options) (*ynabdoc.Document, *conversion.Remarks, error) {
	file := bufio.NewReaderSize(r, headBytes)
	head, err := file.Peek(headBytes)
	isPlan := bytes.HasPrefix(trimHead(head), []byte("{")) && !ynab4.IsBudget(head)
	if len(head) == 0 || isPlan || err != nil && !errors.Is(err, io.EOF) {
		doc, err := ynabdoc.DecodeWith(file, ynabdoc.Options{Progress: opts.Progress, Spill: opts.Spill})
		return doc, nil, err
	}
	buffer := tempfile.New(inMemory)
	defer buffer.Close() //nolint:errcheck // a leftover temporary file does not make the import fail
	if _, err := io.Copy(&counter{w: buffer, progress: opts.Progress}, file); err != nil {
		return nil, nil, err
	}
	return decode(buffer, opts)
}

// headBytes is the number of bytes inspected to tell a plan document from other files.
const headBytes = 4 << 10

// inMemory is the number of bytes of a file that are buffered in memory.
const inMemory = 4 << 20

// decode reads a buffered file of another format.
func decode(buffer *tempfile.Buffer, opts Options) (*ynabdoc.Document, *conversion.Remarks, error) {
	archive, err := open(buffer, opts.Name)
	if err != nil {
		return nil, nil, err
	}
	for _, c := range converters {
		if c.Matches(archive) {
			return convert(c, archive, opts)
		}
	}
	if plan := onlyPlan(archive); plan != nil {
		return decodeEntry(plan, opts)
	}
	if isZip(buffer) {
		return nil, nil, unknownArchive(archive)
	}
	doc, err := ynabdoc.DecodeWith(buffer.Reader(), ynabdoc.Options{Spill: opts.Spill}) // its error names the kind of file
	return doc, nil, err
}

// convert decodes the document while the converter writes it. The converter's errors explain the file, so they precede
// those of the decoder.
func convert(c conversion.Converter, archive *conversion.Archive, opts Options) (*ynabdoc.Document, *conversion.Remarks, error) {
	r, w := io.Pipe()
	defer r.CloseWithError(errStopped) // ends the conversion if decoding panics
	var remarks *conversion.Remarks
	var failed error
	var panicked any
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer func() {
			if panicked = recover(); panicked != nil {
				failed = errStopped
			}
			w.CloseWithError(failed) // nil ends the document
		}()
		remarks, failed = c.Convert(archive, w, opts.Answers)
	}()
	doc, err := ynabdoc.DecodeWith(r, ynabdoc.Options{Spill: opts.Spill})
	_ = r.CloseWithError(errStopped) // stops the converter if decoding stopped
	<-done
	if panicked != nil {
		panic(panicked)
	}
	if failed != nil && !errors.Is(failed, errStopped) {
		return nil, nil, failed
	}
	if err != nil {
		return nil, nil, err
	}
	remarks.Format = cmp.Or(remarks.Format, c.Format())
	return doc, remarks, nil
}

// errStopped ends a conversion whose document could not be decoded, and a decoding whose conversion panicked.
var errStopped = errors.New("the conversion stopped")

// decodeEntry decodes a plan document in an archive. Errors of the archive name the entry, so they precede those of the
// decoder.
func decodeEntry(f *conversion.File, opts Options) (*ynabdoc.Document, *conversion.Remarks, error) {
	r, err := f.Open()
	if err != nil {
		return nil, nil, err
	}
	entry := &errorRecorder{r: r}
	doc, err := ynabdoc.DecodeWith(entry, ynabdoc.Options{Spill: opts.Spill})
	return doc, nil, errors.Join(cmp.Or(entry.err, err), r.Close())
}

// errorRecorder records the error of a reader.
type errorRecorder struct {
	r   io.Reader
	err error
}

func (f *errorRecorder) Read(p []byte) (int, error) {
	n, err := f.r.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		f.err = err
	}
	return n, err
}

// counter reports the bytes written.
type counter struct {
	w        io.Writer
	n        int64
	progress func(int64)
}

func (c *counter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.n += int64(n)
	if c.progress != nil {
		c.progress(c.n)
	}
	return n, err
}

// trimHead returns the first bytes without byte order mark, white space and the zero bytes of UTF-16.
func trimHead(head []byte) []byte {
	head = bytes.TrimPrefix(head, []byte("\xEF\xBB\xBF"))
	return bytes.TrimLeft(head, " \t\r\n\x00\xFF\xFE")
}
