package ynabdoc

import (
	"bytes"
	"fmt"
	"io"
	"reflect"

	"github.com/go-json-experiment/json/jsontext"
)

// Options configures a decoding.
type Options struct {
	// Progress, if set, is called with the number of bytes read so far.
	Progress func(bytesRead int64)
	// Part accepts a part of a plan: the response to a call for one array, or a plan with only the changes.
	Part bool
	// Spill, if set, stores the rows and their parts: Transactions and Subtransactions of the plan stay empty, and
	// EachTransaction reads from the spill file. Such a document can be read but not written.
	Spill Spill
}

// Decode reads a whole plan document, up to the end of r. It returns [apperr.NotAPlan] with the identifier
// [apperr.NotSourceApp5] for anything that is not a plan, [apperr.Invalid] for a plan with an error in it, and
// [apperr.Unavailable] if r fails.
func Decode(r io.Reader) (*Document, error) { return DecodeWith(r, Options{}) }

// DecodeWith is Decode with options.
func DecodeWith(r io.Reader, options Options) (*Document, error) {
	text, err := open(r, options.Progress)
	if err != nil {
		return nil, err
	}
	d := newDecoder(text)
	if options.Spill != nil {
		d.doc.Plan.spilled = newSpilledRows(&d.doc.Plan, options.Spill)
	}
	if err := d.document(options.Part); err != nil {
		return nil, err
	}
	if options.Spill != nil {
		if err := d.doc.Plan.spilled.flush(); err != nil {
			return nil, err
		}
	}
	return d.doc, nil
}

// decoder reads one document. frames contains its position for error messages.
type decoder struct {
	dec     *jsontext.Decoder
	src     *source
	strings interner
	scratch []byte
	frames  []frame
	outside bool // around the plan, not in it
	doc     *Document
}

// frame is an array and the index in it, or an object inside the plan.
type frame struct {
	name  string
	index int // -1 for an object
}

func newDecoder(text io.Reader) *decoder {
	src := &source{r: text, limit: maxValue}
	// Repeated members are detected by the tables, for known fields.
	src.dec = jsontext.NewDecoder(src, jsontext.AllowDuplicateNames(true))
	return &decoder{dec: src.dec, src: src, strings: interner{}, outside: true, doc: new(Document)}
}

// inside returns a decoder of an object already read, positioned after its opening brace.
func (d *decoder) inside(object jsontext.Value) *decoder {
	sub := newDecoderOf(object, d)
	_, _ = sub.dec.ReadToken() // the brace: the object is valid JSON
	return sub
}

func newDecoderOf(value []byte, d *decoder) *decoder {
	sub := *d
	sub.dec = jsontext.NewDecoder(bytes.NewBuffer(value), jsontext.AllowDuplicateNames(true))
	sub.scratch = nil
	return &sub
}

// unquote returns the text of a JSON string, valid until the next read.
func (d *decoder) unquote(v jsontext.Value) []byte {
	text := v[1 : len(v)-1]
	if bytes.IndexByte(text, '\\') < 0 {
		return text
	}
	d.scratch, _ = jsontext.AppendUnquote(d.scratch[:0], v) // v is valid JSON
	return d.scratch
}

// read reads a record; the next token is its opening brace.
func (t *table[T]) read(d *decoder, rec *T) error {
	if _, err := d.dec.ReadToken(); err != nil {
		return d.broken(err, "", "")
	}
	return t.members(d, rec)
}

// members reads the record's members up to its closing brace.
func (t *table[T]) members(d *decoder, rec *T) error {
	next := 0
	for {
		if d.dec.PeekKind() == '}' {
			if _, err := d.dec.ReadToken(); err != nil {
				return d.broken(err, t.label(rec), "")
			}
			return t.finish(d, rec)
		}
		name, err := d.dec.ReadValue()
		if err != nil {
			return d.broken(err, t.label(rec), "")
		}
		i, err := t.member(d, rec, d.unquote(name), next)
		if err != nil {
			return err
		}
		next = i + 1
	}
}

// member reads the value of the member of that name and returns the index of its field, or -1.
func (t *table[T]) member(d *decoder, rec *T, name []byte, next int) (int, error) {
	i, alias, known := t.find(name, next)
	if !known {
		return -1, t.keep(d, rec, d.strings.of(name))
	}
	s, bit := t.shape(rec), uint32(1)<<i
	if seen := s.present | s.null; seen&bit != 0 {
		if alias == (s.aliased&bit != 0) {
			return i, d.wrong(t.label(rec), string(name), "is there twice")
		}
		if alias { // the newer name was there already and counts
			return i, t.keep(d, rec, d.strings.of(name))
		}
		t.demote(rec, i)
	}
	s.decoded = true
	if alias {
		s.aliased |= bit
	}
	return i, t.value(d, rec, i)
}

// value reads the value of field i.
func (t *table[T]) value(d *decoder, rec *T, i int) error {
	f, s := &t.fields[i], t.shape(rec)
	if f.nest != nil && d.dec.PeekKind() == f.nest.opens() {
		s.present |= 1 << i
		return f.nest.read(d, f.name, f.at(rec))
	}
	v, err := d.dec.ReadValue()
	if err != nil {
		return d.broken(err, t.label(rec), f.name)
	}
	if v[0] == 'n' {
		s.null |= 1 << i
		return nil
	}
	if most := f.longest(); v[0] == '"' && len(v)-2 > most {
		return d.wrong(t.label(rec), f.name, fmt.Sprintf("is longer than %d bytes", most))
	}
	why := ""
	if f.nest != nil {
		why = expected(f.nest.what(), v)
	} else {
		why = d.set(f.at(rec), v)
	}
	if why != "" {
		if f.rule&minor == 0 {
			return d.wrong(t.label(rec), f.name, why)
		}
		s.null |= 1 << i
		s.odd(Raw{f.name, string(v)})
		d.noteOdd(t.label(rec), f.name, v)
		return nil
	}
	s.present |= 1 << i
	return nil
}

// keep stores a member that is not in the table.
func (t *table[T]) keep(d *decoder, rec *T, name string) error {
	if len(d.frames) == 0 { // an array of the plan that is newer than this program
		defer d.src.allow(maxUnknown)()
	}
	v, err := d.dec.ReadValue()
	if err != nil {
		return d.broken(err, t.label(rec), name)
	}
	if !d.src.take(roomUnknown) {
		return d.tooMany()
	}
	s := t.shape(rec)
	s.decoded = true
	s.extend(Raw{name, compact(v)})
	return nil
}

// demote makes an older name, read before the newer one, an unknown member.
func (t *table[T]) demote(rec *T, i int) {
	s, f := t.shape(rec), t.fields[i]
	w := &Writer{}
	w.value(f.at(rec))
	value := string(w.buf)
	if s.null&(1<<i) != 0 {
		value = s.takeOdd(f.name)
	}
	s.extend(Raw{f.alias, value})
	s.present &^= 1 << i
	s.null &^= 1 << i
	s.aliased &^= 1 << i
	reflect.ValueOf(f.at(rec)).Elem().SetZero()
}

func (t *table[T]) finish(d *decoder, rec *T) error {
	t.shape(rec).decoded = true
	if name, why, missing := t.missing(rec); missing {
		return d.wrong(t.label(rec), name, "is "+why)
	}
	return nil
}

func compact(v jsontext.Value) string {
	v = v.Clone()
	_ = v.Compact(jsontext.AllowDuplicateNames(true)) // v is valid JSON
	return string(v)
}
