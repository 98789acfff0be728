package httpx

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"time"

	"holdover/internal/base/apperr"
)

var statusOf = map[apperr.Kind]int{
	apperr.Invalid:      http.StatusBadRequest,
	apperr.NotAPlan:     http.StatusUnprocessableEntity,
	apperr.NotFound:     http.StatusNotFound,
	apperr.Conflict:     http.StatusConflict,
	apperr.Unauthorized: http.StatusUnauthorized,
	apperr.Forbidden:    http.StatusForbidden,
	apperr.TooMany:      http.StatusTooManyRequests,
	apperr.Unavailable:  http.StatusServiceUnavailable,
}

// RetryAfter sets the header Retry-After if the error has a delay.
func RetryAfter(w http.ResponseWriter, err error) {
	if f, ok := asFault(err); ok && f.Retry > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(int((f.Retry+time.Second-1)/time.Second)))
	}
}

// ClientGone is the status in the log if the client disconnected before the response.
const ClientGone = 499

// StatusOf returns the HTTP status of an error; 200 for nil, 500 for an error without a kind.
func StatusOf(err error) int {
	if err == nil {
		return http.StatusOK
	}
	if errors.Is(err, errMethod) {
		return http.StatusMethodNotAllowed
	}
	if _, tooLarge := errors.AsType[*http.MaxBytesError](err); tooLarge {
		return http.StatusRequestEntityTooLarge
	}
	if errors.Is(err, errKind) {
		return http.StatusUnsupportedMediaType
	}
	if errors.Is(err, errSlow) {
		return http.StatusRequestTimeout
	}
	if _, isFault := asFault(err); !isFault && errors.Is(err, context.Canceled) {
		return ClientGone
	}
	if status, ok := statusOf[apperr.KindOf(err)]; ok {
		return status
	}
	return http.StatusInternalServerError
}
