package ynabdoc

import (
	"encoding/binary"
	"slices"
	"unsafe"

	"github.com/go-json-experiment/json/jsontext"

	"holdover/internal/base/iterutil"
)

// nest reads and writes a field that contains records: an array of them or one object. p points to the Go field.
type nest interface {
	opens() jsontext.Kind
	what() string // the name in messages
	read(d *decoder, name string, p any) error
	write(w *Writer, p any)
	pack(b []byte, p any) []byte
	unpack(u *unpacker, p any)
	empty(p any) bool
}

// listOf is an array of records.
type listOf[T any] struct{ of *table[T] }

func (l listOf[T]) opens() jsontext.Kind { return '[' }

func (l listOf[T]) what() string { return "a list" }

func (l listOf[T]) empty(p any) bool { return len(*p.(*[]T)) == 0 }

func (l listOf[T]) read(d *decoder, name string, p any) error {
	if _, err := d.dec.ReadToken(); err != nil {
		return d.broken(err, "", name)
	}
	d.frames = append(d.frames, frame{name: name})
	list := stack[T]{}
	var err error
	if spilled := spilledRecordsOf(d, l.of); spilled != nil {
		err = l.spillRecords(d, spilled)
	} else {
		err = l.records(d, &list, nil)
	}
	if err != nil {
		return err
	}
	d.frames = d.frames[:len(d.frames)-1]
	if _, err := d.dec.ReadToken(); err != nil {
		return d.broken(err, "", name)
	}
	*p.(*[]T) = list.all()
	return nil
}

// records reads the records of the array up to its closing bracket into a list. taken, if set, is called for each and
// may stop the reading.
func (l listOf[T]) records(d *decoder, list *stack[T], taken func(*T) bool) error {
	at := len(d.frames) - 1
	for i := 0; ; i++ {
		d.frames[at].index = i
		switch d.dec.PeekKind() {
		case '{':
			rec := list.next()
			if !d.src.take(int64(unsafe.Sizeof(*rec))) {
				return d.tooMany()
			}
			if err := l.of.read(d, rec); err != nil {
				return err
			}
			if taken != nil && !taken(rec) {
				return nil
			}
		case ']':
			return nil
		default:
			v, err := d.dec.ReadValue()
			if err != nil {
				return d.broken(err, "", "")
			}
			return d.wrong("", "", expected("an object", v))
		}
	}
}

// spillRecords writes the records to a spill file while the next ones are read.
func (l listOf[T]) spillRecords(d *decoder, spilled *packedRecords[T]) error {
	var one stack[T]
	var failed error
	for rec := range iterutil.Ahead(func(yield func(*T) bool) {
		failed = l.records(d, &one, func(rec *T) bool {
			more := yield(rec)
			one.drop()
			return more
		})
	}) {
		if err := spilled.add(rec); err != nil {
			return err
		}
	}
	return failed
}

func (l listOf[T]) pack(b []byte, p any) []byte {
	list := *p.(*[]T)
	b = binary.AppendUvarint(b, uint64(len(list)))
	for i := range list {
		b = l.of.pack(b, &list[i])
	}
	return b
}

func (l listOf[T]) unpack(u *unpacker, p any) {
	var list stack[T]
	for n := u.Uvarint(); n > 0 && !u.Spoilt; n-- {
		l.of.unpack(u, list.next())
	}
	*p.(*[]T) = list.all()
}

func (l listOf[T]) write(w *Writer, p any) {
	w.open('[')
	list := *p.(*[]T)
	for i := range list {
		l.of.write(w, &list[i])
		_ = w.flush(flushAt) // the error stays with w
	}
	w.close(']')
}

// objectOf is one object inside the plan.
type objectOf[T any] struct{ of *table[T] }

func (o objectOf[T]) opens() jsontext.Kind { return '{' }

func (o objectOf[T]) what() string { return "an object" }

func (o objectOf[T]) empty(p any) bool {
	rec := p.(*T)
	for _, f := range o.of.fields {
		if !isZero(f, rec) {
			return false
		}
	}
	return !o.of.shape(rec).decoded
}

func (o objectOf[T]) read(d *decoder, name string, p any) error {
	d.frames = append(d.frames, frame{name: name, index: -1})
	if err := o.of.read(d, p.(*T)); err != nil {
		return err
	}
	d.frames = d.frames[:len(d.frames)-1]
	return nil
}

func (o objectOf[T]) pack(b []byte, p any) []byte { return o.of.pack(b, p.(*T)) }

func (o objectOf[T]) unpack(u *unpacker, p any) { o.of.unpack(u, p.(*T)) }

func (o objectOf[T]) write(w *Writer, p any) { o.of.write(w, p.(*T)) }

// stack collects records in blocks. Appending record by record to one slice would copy a large array many times and
// leave a quarter of it unused.
type stack[T any] struct {
	full [][]T
	last []T
}

const pileBlock = 512

// next appends a zero record and returns it.
func (p *stack[T]) next() *T {
	if len(p.last) == pileBlock {
		p.full = append(p.full, p.last)
		p.last = make([]T, 0, pileBlock)
	}
	var none T
	p.last = append(p.last, none)
	return &p.last[len(p.last)-1]
}

// drop removes the last record.
func (p *stack[T]) drop() { p.last = p.last[:len(p.last)-1] }

// all returns the records; not nil even if there are none.
func (p *stack[T]) all() []T {
	if p.full == nil {
		return slices.Clip(append([]T{}, p.last...))
	}
	return slices.Concat(append(p.full, p.last)...)
}
