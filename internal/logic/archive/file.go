package archive

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"

	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

// version is the version of the file's format.
const version = 1

// maxLine is the maximum length of a line of a file.
const maxLine = 16 << 20

// Head is the first line of a file.
type Head struct {
	Version int        `json:"holdover_archive"`
	ID      string     `json:"id"` // of the archive
	Budget  string     `json:"budget"`
	Before  civil.Date `json:"before"`
}

// Line is any other line of a file: one record, as it was before the archive. Only one member is set.
type Line struct {
	Transaction *budget.Transaction `json:"transaction,omitempty"` // an archived one
	Receipt     *budget.Receipt     `json:"receipt,omitempty"`     // of an archived transaction
	Cell        *budget.Cell        `json:"cell,omitempty"`        // of a month before the last archived one
	Month       *budget.Month       `json:"month,omitempty"`       // likewise
	Switches    *Switches           `json:"switches,omitempty"`
	// Assigned is a budgeted amount of the last archived month, which the archive changed.
	Assigned *Assigned `json:"assigned,omitempty"`
	// Opening is a starting balance that the archive added.
	Opening *budget.Transaction `json:"opening,omitempty"`
}

// Switches are the rollover switches of a category.
type Switches struct {
	Category budget.CategoryNo `json:"category"`
	Before   []budget.Rollover `json:"before"`
	After    []budget.Rollover `json:"after"`
}

// Assigned is a budgeted amount before and after the archive.
type Assigned struct {
	Category budget.CategoryNo `json:"category"`
	Before   money.Milli       `json:"before"`
	After    money.Milli       `json:"after"`
}

// Writer writes a file.
type Writer struct{ out *json.Encoder }

// NewWriter writes the head of a file and returns a writer of its lines.
func NewWriter(to io.Writer, head Head) (*Writer, error) {
	head.Version = version
	w := &Writer{json.NewEncoder(to)}
	return w, w.out.Encode(head)
}

// Write writes a line.
func (w *Writer) Write(l Line) error { return w.out.Encode(l) }

// Read reads a file and calls do with its head and each line. Error: Invalid if it is not such a file.
func Read(from io.Reader, head func(Head) error, do func(*Line) error) error {
	scanner := bufio.NewScanner(from)
	scanner.Buffer(nil, maxLine)
	first := true
	for scanner.Scan() {
		text := scanner.Bytes()
		if first {
			var h Head
			if err := json.Unmarshal(bytes.TrimPrefix(text, []byte("\ufeff")), &h); err != nil || h.Version == 0 {
				return notAnArchive()
			}
			if h.Version > version {
				return apperr.New(apperr.Invalid, "the file is from a newer version of Holdover").WithHint("upgrade Holdover first")
			}
			if err := head(h); err != nil {
				return err
			}
			first = false
			continue
		}
		var l Line
		if err := json.Unmarshal(text, &l); err != nil {
			return notAnArchive()
		}
		if err := do(&l); err != nil {
			return err
		}
	}
	if err := scanner.Err(); err != nil {
		return notAnArchive()
	}
	if first {
		return notAnArchive()
	}
	return nil
}

func notAnArchive() error {
	return apperr.New(apperr.Invalid, "this is not a file of archived years").Of("file").WithHint("choose the file that was downloaded from the page Archive")
}
