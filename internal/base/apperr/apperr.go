// Package apperr defines the error type for errors that users see.
//
// An Error has a kind, which surfaces turn into an HTTP status or an exit code; a message for users that names the
// problem and its place; and a hint about the next step. The cause is wrapped and appears in logs only.
//
// Start at Error and New.
package apperr

import (
	"errors"
	"fmt"
	"time"
)

// Kind classifies an error.
type Kind string

// The kinds. An error without a kind counts as Internal.
const (
	Invalid      Kind = "invalid"      // the input cannot be used
	NotAPlan     Kind = "not-a-plan"   // the file is not a plan document: not-sourceapp5
	NotFound     Kind = "not-found"    // it does not exist, or the user may not learn that it does
	Conflict     Kind = "conflict"     // it conflicts with existing data
	Unauthorized Kind = "unauthorized" // the user is not signed in, or the token is wrong
	Forbidden    Kind = "forbidden"    // signed in, but not allowed
	TooMany      Kind = "too-many"     // too many requests or attempts
	Unavailable  Kind = "unavailable"  // something outside the program is unreachable or busy
	Internal     Kind = "internal"     // a defect of the program
)

// NotSourceApp5 identifies an import of a file that is not a plan document.
const NotSourceApp5 = "not-sourceapp5"

// Error is an error with a message for users.
type Error struct {
	Kind    Kind
	ID      string // a stable identifier that users can search for, such as not-sourceapp5; may be empty
	Message string // one sentence without a full stop that names the problem and its place
	Hint    string // the next step; may be empty
	Cause   error  // for logs; may be nil

	it    bool   // Message refers to the field as "it"
	Code  Code   // identifies the error for programs more precisely than its kind; may be empty
	Field string // the field that is wrong, by its name in the domain, such as "amount"; empty for the whole input
	Part  int    // the part of a split that is wrong, from 1; 0 for none
	Index int    // the record of a list that is wrong, from 1; 0 for none

	Retry time.Duration // how long to wait before retrying; 0 if unknown
}

// Code is a stable name of an error for code that must recognise it. No surface compares messages.
type Code string

// New returns an error of a kind. The message is formatted by fmt.Sprintf.
func New(kind Kind, format string, args ...any) *Error {
	return &Error{Kind: kind, Message: fmt.Sprintf(format, args...)}
}

// Gone returns the error for a record, such as an account, that no longer exists, usually because another user
// deleted it.
func Gone(thing string) *Error {
	return New(NotFound, "this %s no longer exists", thing).WithHint("it may have been deleted")
}

// Placed returns err with place called on a copy of its *Error, or on a copy of each if several are joined. Other
// errors are returned unchanged.
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

// All returns the *Errors in err: one, or several that are joined.
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

// mostRecords is the maximum number of reported records of a list.
const mostRecords = 100

// EachRecord calls do for each of n records of a list and joins the *Errors, each with the index of its record. It
// stops at an Internal or Unavailable error, which would occur for the next records too.
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

// WithoutIndex removes the index from the error of a list that has one record.
func WithoutIndex(err error) error { return Placed(err, func(f *Error) { f.Index = 0 }) }

// WithHint adds a hint about the next step.
func (e *Error) WithHint(format string, args ...any) *Error {
	e.Hint = fmt.Sprintf(format, args...)
	return e
}

// WithCause sets the underlying error for logs and errors.Is.
func (e *Error) WithCause(err error) *Error {
	e.Cause = err
	return e
}

// WithID sets the identifier.
func (e *Error) WithID(id string) *Error {
	e.ID = id
	return e
}

// WithCode sets the code for programs.
func (e *Error) WithCode(code Code) *Error {
	e.Code = code
	return e
}

// WithRetry sets how long to wait before retrying.
func (e *Error) WithRetry(wait time.Duration) *Error {
	e.Retry = wait
	return e
}

// AtField names the field that is wrong.
func (e *Error) AtField(field string) *Error {
	e.Field = field
	return e
}

// Of names the field that is wrong when the message refers to it as "it": "it is zero". Away from the field, the
// field's name precedes the message.
func (e *Error) Of(field string) *Error {
	e.Field, e.it = field, true
	return e
}

// AtPart names the part of a split that is wrong, from 1.
func (e *Error) AtPart(part int) *Error {
	e.Part = part
	return e
}

// AtIndex names the record of a list that is wrong, from 1.
func (e *Error) AtIndex(index int) *Error {
	e.Index = index
	return e
}

// Sentence returns the message as displayed away from its field.
func (e *Error) Sentence() string {
	if e.it {
		return e.Field + ": " + e.Message
	}
	return e.Message
}

// SentenceWithPart returns the message with the number of the part, as displayed away from all fields.
func (e *Error) SentenceWithPart() string {
	if e.Part > 0 {
		return fmt.Sprintf("part %d, %s", e.Part, e.Sentence())
	}
	return e.Sentence()
}

// Error returns the identifier, if any, and the message.
func (e *Error) Error() string {
	if e.ID != "" {
		return e.ID + ": " + e.SentenceWithPart()
	}
	return e.SentenceWithPart()
}

// Unwrap returns the cause for errors.Is and errors.As.
func (e *Error) Unwrap() error { return e.Cause }

// KindOf returns the kind of the first Error in err's chain, Internal for any other error and "" for nil.
func KindOf(err error) Kind {
	if err == nil {
		return ""
	}
	if f, ok := errors.AsType[*Error](err); ok {
		return f.Kind
	}
	return Internal
}

// HintOf returns the hint of the first Error in err's chain.
func HintOf(err error) string {
	if f, ok := errors.AsType[*Error](err); ok {
		return f.Hint
	}
	return ""
}

// CodeOf returns the code of the first Error in err's chain that has one, or "".
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
