package httpx

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"holdover/internal/base/apperr"
)

// Truly returns the error for the client, completed by the outcome of the request. An error states "nothing was
// changed" only if that is certain. The error is added to the request's log line.
func Truly(ctx context.Context, err error) error {
	err = truly(ctx, err)
	note(ctx, func(rec *record) { rec.err = err })
	return err
}

func truly(ctx context.Context, err error) error {
	f, isFault := errors.AsType[*apperr.Error](err)
	if _, tooLarge := errors.AsType[*http.MaxBytesError](err); tooLarge {
		return err // it has a status and a message
	}
	outcome := apperr.OutcomeOf(ctx)
	stopped := ctx.Err() != nil && errors.Is(context.Cause(ctx), ErrStopped)
	switch {
	case err == nil, isFault && outcome == apperr.NotKnown: // the message already contains the outcome
		return err
	case isFault && f.Kind != apperr.Internal && (outcome == apperr.Unchanged || f.Kind != apperr.Unavailable):
		return err
	case !stopped && ctx.Err() != nil && errors.Is(err, context.Canceled): // the client has disconnected
		return err
	}
	kind, what := apperr.Internal, "something went wrong in Holdover"
	switch {
	case stopped:
		kind, what = apperr.Unavailable, "Holdover was stopped before it had an answer"
	case isFault && f.Kind == apperr.Unavailable:
		kind, what = apperr.Unavailable, f.Message
	}
	return told(kind, what, outcome).WithCause(fmt.Errorf("%w", causeOf(f, err)))
}

func causeOf(f *apperr.Error, err error) error {
	if f != nil && f.Cause != nil {
		return fmt.Errorf("%s: %w", f.Message, f.Cause)
	}
	return err
}

func told(kind apperr.Kind, what string, outcome apperr.Outcome) *apperr.Error {
	switch outcome {
	case apperr.Changed:
		return apperr.New(kind, "the change was made, but it cannot be shown: %s", what).WithHint("reload the page; do not repeat the action")
	case apperr.NotKnown:
		return apperr.New(kind, "%s; it is not known whether the change was made", what).WithHint("check the result before you try again")
	}
	f := apperr.New(kind, "%s; nothing was changed", what)
	if kind == apperr.Unavailable {
		return f.WithHint("try again in a moment")
	}
	return f.WithHint("see the program's log for details")
}
