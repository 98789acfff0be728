// Package fault is the one way Holdover says that something went wrong.
//
// A fault has a kind, which surfaces turn into an HTTP status or an exit code;
// a message for people (what is wrong, and where); and a hint (what to do
// next). Causes are wrapped with %w and stay out of what people read.
//
// Floor 0: imports the standard library alone.
package fault

import (
	"errors"
	"fmt"
	"time"
)

// Kind says what sort of thing went wrong.
type Kind string

// The kinds. Internal is what an error without a kind counts as.
const (
	Invalid      Kind = "invalid"      // what was given cannot be used as it is
	NotAPlan     Kind = "not-a-plan"   // the file is no plan document: not-sourceapp5
	NotFound     Kind = "not-found"    // there is no such thing, or it is not theirs to see
	Conflict     Kind = "conflict"     // it collides with what is there
	Unauthorized Kind = "unauthorized" // nobody is signed in, or the token is wrong
	Forbidden    Kind = "forbidden"    // signed in, but not allowed
	TooMany      Kind = "too-many"     // too many requests or attempts
	Unavailable  Kind = "unavailable"  // something outside cannot be reached or is busy
	Internal     Kind = "internal"     // our own defect
)

// NotSourceApp5 is the identifier of an import that was given no plan document.
const NotSourceApp5 = "not-sourceapp5"

// Error is a fault for people.
type Error struct {
	Kind    Kind
	ID      string // a stable identifier people can search for, such as not-sourceapp5; may be empty
	Message string // one sentence without a full stop: what is wrong and where
	Hint    string // what to do next; may be empty
	Cause   error  // for logs; may be nil

	it    bool   // Message says "it" of the field
	Code  Code   // tells programs which fault this is, where its kind does not; may be empty
	Field string // the field that is wrong, by its name in the domain, such as "amount"; empty for the whole
	Part  int    // the part of a split that is wrong, from 1; 0 for none
	Index int    // the record of a list that is wrong, from 1; 0 for none

	Retry time.Duration // how long to wait before it is tried again; 0 for not known
}

// Code is a stable name for a fault, for code that has to tell it from its like. No surface may read Message for that.
type Code string

// New makes a fault of a kind; the format is fmt.Sprintf's.
func New(kind Kind, format string, args ...any) *Error {
	return &Error{Kind: kind, Message: fmt.Sprintf(format, args...)}
}

// Gone says that something with an id, such as an account, is not there: most often somebody else has deleted it.
func Gone(thing string) *Error {
	return New(NotFound, "there is no such %s any more", thing).WithHint("it may have been deleted meanwhile")
}

// Placed is err with place called on the fault that it is, of which it is a copy, or on each where several are joined. What is no
// fault stays.
func Placed(err error, place func(*Error)) error {
	if joined, ok := err.(interface{ Unwrap() []error }); ok { //nolint:errorlint // errors.As takes the first alone
		var all []error
		for _, one := range joined.Unwrap() {
			all = append(all, Placed(one, place))
		}
		return errors.Join(all...)
	}
	f, ok := errors.AsType[*Error](err)
	if !ok {
		return err
	}
	at := *f
	place(&at)
	return &at
}

// All are the faults of err: one, or several that are joined.
func All(err error) (all []*Error) {
	if joined, ok := err.(interface{ Unwrap() []error }); ok { //nolint:errorlint // errors.As takes the first alone
		for _, one := range joined.Unwrap() {
			all = append(all, All(one)...)
		}
		return all
	}
	if f, ok := errors.AsType[*Error](err); ok {
		all = append(all, f)
	}
	return all
}

// mostRecords is how many wrong records of a list are reported.
const mostRecords = 100

// EachRecord calls do for each of n records of a list and joins the faults, each with the index of its record. It stops at what is no
// fault, which the next records would meet too.
func EachRecord(n int, do func(i int) error) error {
	var all []error
	for i := 0; i < n && len(all) < mostRecords; i++ {
		err := do(i)
		if err == nil {
			continue
		}
		if _, ok := errors.AsType[*Error](err); !ok || KindOf(err) == Internal || KindOf(err) == Unavailable {
			return err
		}
		all = append(all, Placed(err, func(f *Error) { f.Index = i + 1 }))
	}
	if len(all) == 1 {
		return all[0]
	}
	return errors.Join(all...)
}

// WithHint says what to do next.
func (e *Error) WithHint(format string, args ...any) *Error {
	e.Hint = fmt.Sprintf(format, args...)
	return e
}

// WithCause keeps the underlying error for logs and errors.Is.
func (e *Error) WithCause(err error) *Error {
	e.Cause = err
	return e
}

// WithID gives the fault its identifier.
func (e *Error) WithID(id string) *Error {
	e.ID = id
	return e
}

// WithCode names the fault for programs.
func (e *Error) WithCode(code Code) *Error {
	e.Code = code
	return e
}

// WithRetry says how long to wait before trying again.
func (e *Error) WithRetry(wait time.Duration) *Error {
	e.Retry = wait
	return e
}

// AtField says which field is wrong.
func (e *Error) AtField(field string) *Error {
	e.Field = field
	return e
}

// Of says which field is wrong, where the message says "it" of it: "it is zero". Away from its field the message has the
// field's name in front.
func (e *Error) Of(field string) *Error {
	e.Field, e.it = field, true
	return e
}

// AtPart says which part of a split is wrong, from 1.
func (e *Error) AtPart(part int) *Error {
	e.Part = part
	return e
}

// AtIndex says which record of a list is wrong, from 1.
func (e *Error) AtIndex(index int) *Error {
	e.Index = index
	return e
}

// Says is the message as it stands away from its field.
func (e *Error) Says() string {
	if e.it {
		return e.Field + ": " + e.Message
	}
	return e.Message
}

// Told is what is wrong and in which part, away from all fields.
func (e *Error) Told() string {
	if e.Part > 0 {
		return fmt.Sprintf("part %d, %s", e.Part, e.Says())
	}
	return e.Says()
}

// Error is the identifier, if any, and what is told.
func (e *Error) Error() string {
	if e.ID != "" {
		return e.ID + ": " + e.Told()
	}
	return e.Told()
}

// Unwrap gives the cause to errors.Is and errors.As.
func (e *Error) Unwrap() error { return e.Cause }

// KindOf is the kind of the first fault in err's chain, Internal for any other
// error and "" for nil.
func KindOf(err error) Kind {
	if err == nil {
		return ""
	}
	if f, ok := errors.AsType[*Error](err); ok {
		return f.Kind
	}
	return Internal
}

// HintOf is the hint of the first fault in err's chain.
func HintOf(err error) string {
	if f, ok := errors.AsType[*Error](err); ok {
		return f.Hint
	}
	return ""
}

// CodeOf is the code of the first fault in err's chain that has one, "" for none.
func CodeOf(err error) Code {
	for err != nil {
		f, ok := errors.AsType[*Error](err)
		if !ok {
			return ""
		}
		if f.Code != "" {
			return f.Code
		}
		err = f.Cause
	}
	return ""
}
