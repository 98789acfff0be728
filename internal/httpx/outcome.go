package httpx

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"holdover/internal/fault"
)

// Truly returns the error for the client, completed by the outcome of the request. An error states "nothing was
// changed" only if that is certain. The error is added to the request's log line.
func Truly(ctx context.Context, err error) error {
	err = truly(ctx, err)
	note(ctx, func(rec *record) { rec.err = err })
	return err
}

func truly(ctx context.Context, err error) error {
	f, isFault := errors.AsType[*fault.Error](err)
	if _, tooLarge := errors.AsType[*http.MaxBytesError](err); tooLarge {
		return err // it has a status and a message
	}
	outcome := fault.OutcomeOf(ctx)
	stopped := ctx.Err() != nil && errors.Is(context.Cause(ctx), ErrStopped)
	switch {
	case err == nil, isFault && outcome == fault.NotKnown: // the message already contains the outcome
		return err
	case isFault && f.Kind != fault.Internal && (outcome == fault.Unchanged || f.Kind != fault.Unavailable):
		return err
	case !stopped && ctx.Err() != nil && errors.Is(err, context.Canceled): // the client has disconnected
		return err
	}
	kind, what := fault.Internal, "something went wrong inside Holdover"
	switch {
	case stopped:
		kind, what = fault.Unavailable, "Holdover was stopped before it had an answer"
	case isFault && f.Kind == fault.Unavailable:
		kind, what = fault.Unavailable, f.Message
	}
	return told(kind, what, outcome).WithCause(fmt.Errorf("%w", causeOf(f, err)))
}

func causeOf(f *fault.Error, err error) error {
	if f != nil && f.Cause != nil {
		return fmt.Errorf("%s: %w", f.Message, f.Cause)
	}
	return err
}

func told(kind fault.Kind, what string, outcome fault.Outcome) *fault.Error {
	switch outcome {
	case fault.Changed:
		return fault.New(kind, "what you asked for was done, but it cannot be shown: %s", what).WithHint("open the page again; do not do it a second time")
	case fault.NotKnown:
		return fault.New(kind, "%s; whether what you asked for was done is not known", what).WithHint("look whether it is there before you do it again")
	}
	f := fault.New(kind, "%s; nothing was changed", what)
	if kind == fault.Unavailable {
		return f.WithHint("try again in a moment")
	}
	return f.WithHint("the program's log says more")
}
