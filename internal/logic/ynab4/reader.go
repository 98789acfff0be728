package ynab4

import (
	"bufio"
	"errors"
	"io"
	"path"
	"regexp"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"holdover/internal/base/apperr"
	"holdover/internal/model/conversion"
)

// Limits on a budget, so that a hostile file cannot use much memory.
const (
	mostToken   = 4 << 20  // bytes of a text
	mostRecords = 200_000  // records of a kind other than transactions
	mostTable   = 64 << 20 // bytes of these records
	mostParts   = 10_000   // parts of a transaction, conditions of a payee
)

// member reads the value of a member of the budget. It returns false if it did not read it; the value is then skipped.
type member func(name string, dec *jsontext.Decoder) (bool, error)

// readBudget calls read for each member of the file's object.
func readBudget(f *conversion.File, read member) error {
	r, err := f.Open()
	if err != nil {
		return err
	}
	defer r.Close()
	dec := decoderOf(r)
	return explain(f.Name, dec, readObject(dec, read))
}

// readJSON reads a whole JSON file into a struct.
func readJSON(name string, r io.Reader, into any) error {
	dec := decoderOf(r)
	return explain(name, dec, json.UnmarshalDecode(dec, into))
}

func decoderOf(r io.Reader) *jsontext.Decoder {
	text := bufio.NewReaderSize(r, 64<<10)
	if head, _ := text.Peek(3); string(head) == "\xEF\xBB\xBF" {
		_, _ = text.Discard(3) // it was peeked
	}
	src := &source{r: text}
	src.dec = jsontext.NewDecoder(src, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	return src.dec
}

// source limits the size of a text that a decoder collects.
type source struct {
	r         io.Reader
	dec       *jsontext.Decoder
	delivered int64
}

var errTooLong = errors.New("a text is too long")

func (s *source) Read(p []byte) (int, error) {
	if s.delivered-s.dec.InputOffset() > mostToken {
		return 0, errTooLong
	}
	n, err := s.r.Read(p)
	s.delivered += int64(n)
	return n, err
}

func readObject(dec *jsontext.Decoder, read member) error {
	if dec.PeekKind() != '{' {
		if err := dec.SkipValue(); err != nil {
			return err
		}
		return apperr.New(apperr.Invalid, "the budget file is not a JSON object").WithHint("%s", packHint)
	}
	if _, err := dec.ReadToken(); err != nil {
		return err
	}
	for dec.PeekKind() != '}' {
		name, err := dec.ReadToken()
		if err != nil {
			return err
		}
		used, err := read(name.String(), dec)
		if err == nil && !used {
			err = dec.SkipValue()
		}
		if err != nil {
			return err
		}
	}
	_, err := dec.ReadToken()
	return err
}

// each reads a list record by record. A missing list (null) is empty.
func each[T any](dec *jsontext.Decoder, most int, do func(*T) error) error {
	if dec.PeekKind() == 'n' {
		_, err := dec.ReadToken()
		return err
	}
	if dec.PeekKind() != '[' {
		return errNoList
	}
	if _, err := dec.ReadToken(); err != nil {
		return err
	}
	for n := 0; dec.PeekKind() != ']'; n++ {
		if n == most {
			return errTooMany
		}
		var record T
		if err := json.UnmarshalDecode(dec, &record); err != nil {
			return err
		}
		if err := do(&record); err != nil {
			return err
		}
	}
	_, err := dec.ReadToken()
	return err
}

var (
	errNoList  = errors.New("it is not a list")
	errTooMany = errors.New("it has more records than a budget can have")
)

// list is a list of records inside another record, with a limit on their number.
type list[T any] []T

// UnmarshalJSONFrom reads the list.
func (l *list[T]) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	return each(dec, mostParts, func(record *T) error {
		*l = append(*l, *record)
		return nil
	})
}

// textOrNumber is a text that some versions of YNAB 4 write as a number.
type textOrNumber string

// UnmarshalJSONFrom reads the text.
func (t *textOrNumber) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	token, err := dec.ReadToken()
	if err != nil {
		return err
	}
	switch token.Kind() {
	case '"', '0':
		*t = textOrNumber(token.String())
	case 'n':
	default:
		return errNoText
	}
	return nil
}

var errNoText = errors.New("it is not a text")

// explain returns the error for a user of an error that reading the file returned, with the position in the file.
func explain(file string, dec *jsontext.Decoder, err error) error {
	if err == nil {
		return nil
	}
	file = path.Base(file)
	const hint = "Open the budget in YNAB 4, wait until it has synchronised, and pack its folder again."
	if own, ok := errors.AsType[*apperr.Error](err); ok {
		return own
	}
	wrong := apperr.New(apperr.Invalid, "%s is damaged or incomplete at byte %d", file, dec.InputOffset()).WithHint(hint)
	_, value := errors.AsType[*json.SemanticError](err)
	switch {
	case errors.Is(err, errTooLong):
		wrong = apperr.New(apperr.Invalid, "%s has a text of more than 4 MB at byte %d", file, dec.InputOffset()).WithHint(hint)
	case errors.Is(err, errTooMany):
		wrong = apperr.New(apperr.Invalid, "%s: %s has more records than a budget can have", file, placeOf(dec)).WithHint(hint)
	case value || errors.Is(err, errNoList) || errors.Is(err, errNoText) || errors.Is(err, errNoAmount):
		wrong = apperr.New(apperr.Invalid, "%s: %s is not what YNAB 4 writes there", file, placeOf(dec)).WithHint(hint)
	}
	return wrong.WithCause(err)
}

var index = regexp.MustCompile(`/(\d+)(/|$)`)

// placeOf returns the position of a decoder: transactions[3].amount.
func placeOf(dec *jsontext.Decoder) string {
	at := index.ReplaceAllString(string(dec.StackPointer()), "[$1]$2")
	at = strings.ReplaceAll(strings.TrimPrefix(at, "/"), "/", ".")
	if at == "" {
		return "the file"
	}
	return at
}
