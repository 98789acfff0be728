package ynabdoc

import (
	"io"
	"maps"
	"slices"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
)

// Writer writes a plan document piece by piece, so that a plan need not be in
// memory whole: NewWriter, Begin, then for each array Array and its Records, and
// End. The first error stays and End returns it.
type Writer struct {
	w      io.Writer
	layout layout
	buf    []byte
	err    error
	comma  bool   // a value precedes the next one
	array  string // the array being written, or ""
}

// layout is the structure around the plan.
type layout struct {
	key     string
	wrapped bool
	beside  []Raw
	outer   []Raw
}

// flushAt is the number of bytes that are buffered before a write.
const flushAt = 64 << 10

// NewWriter writes {"data":{leadingKey:{…},"server_knowledge":N}} to w. The leading key is "plan", or "budget" for
// programs that support only the older name.
func NewWriter(w io.Writer, leadingKey string) *Writer {
	return newWriter(w, layout{key: leadingKey, wrapped: true})
}

func newWriter(w io.Writer, l layout) *Writer {
	out := &Writer{w: w, layout: l, buf: make([]byte, 0, flushAt+flushAt/4)}
	if l.key != "" && l.key != "plan" && l.key != "budget" {
		out.err = apperr.New(apperr.Invalid, "a plan document cannot have the leading key %q", l.key).
			WithHint("Use plan, or budget for older programs.")
	}
	return out
}

// Begin opens the document with the plan's own fields; head's arrays are not
// written.
func (w *Writer) Begin(head *Plan) error {
	w.open('{')
	if w.layout.wrapped {
		w.name("data")
		w.open('{')
	}
	if w.layout.key != "" {
		w.name(w.layout.key)
		w.open('{')
	}
	for i, f := range plans.fields {
		if !isArray(f.name) {
			plans.writeField(w, head, i)
		}
	}
	w.raws(head.Extra())
	return w.flush(flushAt)
}

// Array opens one of the plan's arrays, such as "accounts". It ends with the
// next Array or End.
func (w *Writer) Array(name string) error {
	if !isArray(name) {
		return w.fail("a plan has no array %q", name)
	}
	w.endArray()
	w.name(name)
	w.open('[')
	w.array = name
	return w.err
}

// Record writes the next record of the array.
func (w *Writer) Record(r Record) error { return r.put(w) }

// End closes the document.
func (w *Writer) End(serverKnowledge int64) error { return w.end(&serverKnowledge) }

func (w *Writer) end(serverKnowledge *int64) error {
	w.endArray()
	if w.layout.key != "" {
		w.close('}')
	}
	if serverKnowledge != nil {
		w.name("server_knowledge")
		w.raw(strconv.AppendInt(nil, *serverKnowledge, 10))
	}
	w.raws(w.layout.beside)
	if w.layout.wrapped {
		w.close('}')
		w.raws(w.layout.outer)
	}
	w.close('}')
	w.buf = append(w.buf, '\n')
	return w.flush(0)
}

func (w *Writer) endArray() {
	if w.array != "" {
		w.close(']')
		w.array = ""
	}
}

// flush writes the buffer if it contains more than most bytes.
func (w *Writer) flush(most int) error {
	if w.err == nil && len(w.buf) > most {
		_, w.err = w.w.Write(w.buf)
		w.buf = w.buf[:0]
	}
	return w.err
}

func (w *Writer) fail(format string, args ...any) error {
	if w.err == nil {
		w.err = apperr.New(apperr.Internal, format, args...)
	}
	return w.err
}

func (w *Writer) open(brace byte) {
	w.raw([]byte{brace})
	w.comma = false
}

func (w *Writer) close(brace byte) {
	w.buf = append(w.buf, brace)
	w.comma = true
}

func (w *Writer) name(name string) {
	w.text(name)
	w.buf = append(w.buf, ':')
	w.comma = false
}

// field writes the name of a field of ours, which needs no escapes.
func (w *Writer) field(name string) {
	w.separate()
	w.buf = append(w.buf, '"')
	w.buf = append(w.buf, name...)
	w.buf = append(w.buf, '"', ':')
	w.comma = false
}

// raw writes JSON text as a value.
func (w *Writer) raw(text []byte) {
	w.separate()
	w.buf = append(w.buf, text...)
}

func (w *Writer) separate() {
	if w.comma {
		w.buf = append(w.buf, ',')
	}
	w.comma = true
}

func (w *Writer) text(s string) {
	w.separate()
	buf, err := jsontext.AppendQuote(w.buf, s)
	if err != nil {
		_ = w.fail("%q is not valid text: %v", clip(s, 40), err)
		return
	}
	w.buf = buf
}

// raws writes members stored as JSON text.
func (w *Writer) raws(members []Raw) {
	for _, m := range members {
		if !jsontext.Value(m.Value).IsValid(jsontext.AllowDuplicateNames(true)) {
			_ = w.fail("the member %q is not valid JSON: %s", m.Name, clip(m.Value, 40))
			return
		}
		w.name(m.Name)
		w.raw([]byte(m.Value))
	}
}

// write writes a record whole.
func (t *table[T]) write(w *Writer, rec *T) {
	w.open('{')
	for i := range t.fields {
		t.writeField(w, rec, i)
	}
	w.raws(t.shape(rec).Extra())
	w.close('}')
}

// writeField writes a field as it was in the file. A field that was set since, or that has a value in a record made
// from scratch, is written with that value.
func (t *table[T]) writeField(w *Writer, rec *T, i int) {
	f, s, bit := &t.fields[i], t.shape(rec), uint32(1)<<i
	null := false
	if s.present&bit == 0 && isZero(*f, rec) {
		switch {
		case s.null&bit != 0:
			null = true
		case s.decoded || f.rule&optional != 0:
			return
		default:
			null = f.rule&nullable != 0
		}
	}
	name := f.name
	if s.aliased&bit != 0 {
		name = f.alias
	}
	w.field(name)
	switch {
	case null:
		w.raw([]byte(s.oddValue(f.name)))
	case f.nest != nil:
		f.nest.write(w, f.at(rec))
	default:
		w.value(f.at(rec))
	}
}

// value writes a Go field.
func (w *Writer) value(p any) {
	switch p := p.(type) {
	case *string:
		w.text(*p)
	case *bool:
		w.separate()
		w.buf = strconv.AppendBool(w.buf, *p)
	case *money.Milli:
		w.separate()
		w.buf = strconv.AppendInt(w.buf, int64(*p), 10)
	case *int:
		w.separate()
		w.buf = strconv.AppendInt(w.buf, int64(*p), 10)
	case *civil.Date:
		w.text(p.String())
	case *civil.Month:
		w.month(*p)
	case *Debt:
		w.debt(*p)
	case **GoalRule:
		w.goalRule(*p)
	}
}

func (w *Writer) month(m civil.Month) {
	if m == 0 {
		w.text("")
		return
	}
	w.text(m.First().String())
}

func (w *Writer) debt(d Debt) {
	w.open('{')
	for _, date := range slices.Sorted(maps.Keys(d)) {
		w.name(date.String())
		w.raw(strconv.AppendInt(nil, int64(d[date]), 10))
	}
	w.close('}')
}
