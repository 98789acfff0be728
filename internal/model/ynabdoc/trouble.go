package ynabdoc

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"holdover/internal/base/apperr"
)

// MaxOdd is the number of odd values that a Document lists; all are stored.
const MaxOdd = 100

const downloadAgain = "Download the plan again: the file was changed or damaged."

// wrong returns the error for an unusable field; why completes a sentence that begins with the field.
func (d *decoder) wrong(label, field, why string) *apperr.Error {
	return apperr.New(apperr.Invalid, "%s: %s", d.where(label, field), joinWords(field, why)).WithHint("%s", hintFor(why))
}

// where names a record: "transactions[3] (id abc)". The plan itself has no index.
func (d *decoder) where(label, field string) string {
	switch {
	case d.outside:
		return "the document"
	case len(d.frames) == 0:
		return "the plan"
	}
	var path strings.Builder
	for i, f := range d.frames {
		if i > 0 {
			path.WriteByte('.')
		}
		path.WriteString(f.name)
		if f.index >= 0 {
			fmt.Fprintf(&path, "[%d]", f.index)
		}
	}
	if label != "" {
		fmt.Fprintf(&path, " (%s)", label)
	}
	return path.String()
}

// joinWords makes "amount is missing" and "amount: expected a number, found …".
func joinWords(field, why string) string {
	field = clip(oneLine(field), 60)
	switch {
	case field == "" && strings.HasPrefix(why, "is "):
		return "this " + why
	case field == "":
		return why
	case strings.HasPrefix(why, "is "), strings.HasPrefix(why, "stands "), strings.HasPrefix(why, "holds "):
		return field + " " + why
	default:
		return field + ": " + why
	}
}

func hintFor(why string) string {
	if strings.HasSuffix(why, notWhole) || strings.HasSuffix(why, tooMuch) {
		return "Amounts in a plan document are whole thousandths of the currency unit: 12500 is 12.50."
	}
	return downloadAgain
}

// tooMany returns the error for a file that would take many times its size in memory.
func (d *decoder) tooMany() *apperr.Error {
	return apperr.New(apperr.Invalid, "%s: the file has far too many records or fields", d.where("", "")).
		WithHint("%s", downloadAgain)
}

// broken returns the error for input that ends, fails or is not JSON while a record and field were being read.
func (d *decoder) broken(err error, label, field string) *apperr.Error {
	var syntax *jsontext.SyntacticError
	switch {
	case errors.Is(err, errTooLong):
		return apperr.New(apperr.Invalid, "%s: %s", d.where(label, field),
			joinWords(field, fmt.Sprintf("is longer than %d MiB", d.src.limit>>20))).WithHint("%s", downloadAgain)
	case d.src.err != nil:
		return unreadable(d.src.err)
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return apperr.New(apperr.Invalid, "the file ends in the middle of %s", d.where(label, field)).WithCause(err).
			WithHint("Download it again: the download was incomplete.")
	case errors.As(err, &syntax):
		return apperr.New(apperr.Invalid, "%s: %s", d.where(label, field),
			joinWords(field, brokenJSON(syntax))).WithCause(err).WithHint("%s", downloadAgain)
	default:
		return apperr.New(apperr.Internal, "%s: %s", d.where(label, field), joinWords(field, "could not be read")).WithCause(err)
	}
}

// brokenJSON explains a JSON syntax error. Invalid UTF-8 is not repaired, since the name or note cannot be restored.
func brokenJSON(e *jsontext.SyntacticError) string {
	why := e.Err.Error()
	switch {
	case strings.Contains(why, "UTF-8"):
		return fmt.Sprintf("holds bytes that are not UTF-8 text (byte %d)", e.ByteOffset)
	case strings.Contains(why, "surrogate"):
		return fmt.Sprintf("holds half of a character (byte %d)", e.ByteOffset)
	case strings.Contains(why, "max depth"):
		return fmt.Sprintf("is nested too deeply (byte %d)", e.ByteOffset)
	}
	return fmt.Sprintf("is not valid JSON at byte %d (%s)", e.ByteOffset, clip(why, 100))
}

// noteOdd lists a value that was stored without being understood.
func (d *decoder) noteOdd(label, field string, v jsontext.Value) {
	if len(d.doc.Odd) < MaxOdd {
		d.doc.Odd = append(d.doc.Odd, Odd{Where: d.where(label, field), Field: field, Value: clip(string(v), 80)})
	}
}
