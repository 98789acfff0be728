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
}

// New makes a fault of a kind; the format is fmt.Sprintf's.
func New(kind Kind, format string, args ...any) *Error {
	return &Error{Kind: kind, Message: fmt.Sprintf(format, args...)}
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

// Error is the identifier, if any, and the message.
func (e *Error) Error() string {
	if e.ID != "" {
		return e.ID + ": " + e.Message
	}
	return e.Message
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
