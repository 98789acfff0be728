package budgetsession

import (
	"context"

	"github.com/google/uuid"

	"holdover/internal/base/apperr"
	"holdover/internal/storage/store"
)

// SavedBefore is the code of the error for a request that has the key of an earlier one and sends other values.
const SavedBefore apperr.Code = "saved-before"

// RequestKey identifies a request that a client sends again if it received no response.
type RequestKey = store.RequestKey

type requestKey struct{}

// WithRequest returns a context for the changes of a request with a key.
func WithRequest(ctx context.Context, r RequestKey) context.Context {
	return context.WithValue(ctx, requestKey{}, r)
}

// RequestIn returns the key of a context's request.
func RequestIn(ctx context.Context) RequestKey {
	r, _ := ctx.Value(requestKey{}).(RequestKey)
	return r
}

// RequestedID returns the id of the record that a request creates: the request's key, so that a client knows the id before
// the response, or a new id if the request has no key that is a UUID.
func RequestedID(ctx context.Context) string {
	id, err := uuid.Parse(RequestIn(ctx).Key)
	if err != nil {
		return NewID()
	}
	return id.String()
}

// repeated returns the result of the first request with a key. Error: Conflict with the code SavedBefore if the values
// differ from those of the first request.
func (a *Access) repeated(ctx context.Context, first *store.Change, r RequestKey) (ChangeResult, error) {
	if first.Request.Digest == r.Digest {
		done := ResultOf(first)
		done.Action, done.Repeated = first.Action, true
		return done, nil
	}
	return ChangeResult{}, apperr.New(apperr.Conflict, "this form was already saved %s, with other values: %s", a.when(ctx, first.At), first.Label).
		WithCode(SavedBefore).WithHint("Save again to save these values too, or close the form")
}
