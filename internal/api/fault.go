package api

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"holdover/internal/fault"
	"holdover/internal/httpx"
)

// ErrorResponse is how the source says that something went wrong.
type ErrorResponse struct {
	Err ErrorDetail `json:"error"`
}

// ErrorDetail is what went wrong. The status of the answer is the id's first part.
type ErrorDetail struct {
	ID     string `json:"id" example:"404.2"`
	Name   string `json:"name" example:"resource_not_found"`
	Detail string `json:"detail"`

	status int
}

// Error is the detail.
func (e *ErrorResponse) Error() string { return e.Err.Detail }

// GetStatus is the answer's status, for huma.
func (e *ErrorResponse) GetStatus() int { return e.Err.status }

// ids are the source's ids and names by status, where no kind says more.
var ids = map[int][2]string{
	http.StatusBadRequest:          {"400", "bad_request"},
	http.StatusUnauthorized:        {"401", "not_authorized"},
	http.StatusForbidden:           {"403.3", "unauthorized_scope"},
	http.StatusNotFound:            {"404.2", "resource_not_found"},
	http.StatusMethodNotAllowed:    {"405", "method_not_allowed"},
	http.StatusConflict:            {"409", "conflict"},
	http.StatusTooManyRequests:     {"429", "too_many_requests"},
	http.StatusInternalServerError: {"500", "internal_server_error"},
	http.StatusServiceUnavailable:  {"503", "service_unavailable"},
}

// answerFor turns an error into the source's shape. What is our own defect says
// no more than that.
func answerFor(err error) *ErrorResponse {
	if done, ok := errors.AsType[*ErrorResponse](err); ok {
		return done
	}
	status := httpx.StatusOf(err)
	name, known := ids[status]
	if !known {
		status = http.StatusInternalServerError
		if _, isFault := errors.AsType[*fault.Error](err); isFault {
			status = http.StatusBadRequest
		}
		name = ids[status]
	}
	detail := "something went wrong here; the server's log says what"
	if f, ok := errors.AsType[*fault.Error](err); ok && f.Kind != fault.Internal {
		detail = f.Message
		if f.Hint != "" {
			detail += ". " + f.Hint
		}
	}
	return &ErrorResponse{ErrorDetail{ID: name[0], Name: name[1], Detail: detail, status: status}}
}

// writeFault answers with an error.
func writeFault(w http.ResponseWriter, r *http.Request, err error) {
	answer := answerFor(err)
	if answer.Err.status == http.StatusNotFound && noCallThere(err) {
		answer.Err.ID, answer.Err.Name = "404.1", "not_found"
		answer.Err.Detail = fmt.Sprintf("there is no call at %s; /docs/api lists them all", r.URL.Path)
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Del("ETag")
	w.WriteHeader(answer.Err.status)
	_ = json.NewEncoder(w).Encode(answer) // the client is gone when this fails
}

// noCallThere says that the router, not a call, found nothing: 404.1.
func noCallThere(err error) bool {
	f, ok := errors.AsType[*fault.Error](err)
	return ok && strings.HasPrefix(f.Message, "there is no page at ")
}

func init() {
	// huma writes what it finds wrong with a request itself: in our shape.
	huma.NewError = func(status int, message string, errs ...error) huma.StatusError {
		if status == http.StatusUnprocessableEntity {
			status = http.StatusBadRequest
		}
		var said []string
		for _, err := range errs {
			said = append(said, err.Error())
		}
		if len(said) > 0 {
			message = strings.Join(said, "; ")
		}
		name, ok := ids[status]
		if !ok {
			name, status = ids[http.StatusInternalServerError], http.StatusInternalServerError
		}
		return &ErrorResponse{ErrorDetail{ID: name[0], Name: name[1], Detail: message, status: status}}
	}
}
