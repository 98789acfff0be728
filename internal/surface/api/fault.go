package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"holdover/internal/base/apperr"
	"holdover/internal/base/iterutil"
	"holdover/internal/surface/httpx"
)

// ErrorResponse is the source's form of an error.
type ErrorResponse struct {
	Err ErrorDetail `json:"error"`
}

// ErrorDetail describes an error. The first part of the id is the response's status.
type ErrorDetail struct {
	ID     string `json:"id" example:"404.2"`
	Name   string `json:"name" example:"resource_not_found"`
	Detail string `json:"detail"`
	Field  string `json:"field,omitempty" doc:"The member that is wrong, where one is"`
	Index  *int   `json:"index,omitempty" doc:"The record of a list that is wrong, from 0"`

	status int
}

func (e *ErrorResponse) Error() string { return e.Err.Detail }

// GetStatus returns the response's status, for huma.
func (e *ErrorResponse) GetStatus() int { return e.Err.status }

// ids maps a status to the source's id and name, unless a kind is more specific.
var ids = map[int][2]string{
	http.StatusBadRequest:          {"400", "bad_request"},
	http.StatusUnauthorized:        {"401", "unauthorized"},
	http.StatusForbidden:           {"403.3", "unauthorized_scope"},
	http.StatusNotFound:            {"404.2", "resource_not_found"},
	http.StatusMethodNotAllowed:    {"405", "method_not_allowed"},
	http.StatusConflict:            {"409", "conflict"},
	http.StatusTooManyRequests:     {"429", "too_many_requests"},
	httpx.ClientGone:               {"499", "client_gone"}, // for the log only, since the client is gone
	http.StatusInternalServerError: {"500", "internal_server_error"},
	http.StatusServiceUnavailable:  {"503", "service_unavailable"},
}

// errorResponse converts an error into the source's form and logs it. For an internal error the response states only
// that it is one, and whether anything changed.
func errorResponse(ctx context.Context, err error) *ErrorResponse {
	if done, ok := errors.AsType[*ErrorResponse](err); ok {
		return done
	}
	err = httpx.Truly(ctx, err)
	status := httpx.StatusOf(err)
	name, known := ids[status]
	if !known {
		status = http.StatusInternalServerError
		if _, isFault := errors.AsType[*apperr.Error](err); isFault {
			status = http.StatusBadRequest
		}
		name = ids[status]
	}
	response := &ErrorResponse{ErrorDetail{ID: name[0], Name: name[1], Detail: "something went wrong; see the server's log", status: status}}
	if all := apperr.All(err); len(all) > 0 {
		response.Err.describe(all[0])
		for _, more := range all[1:] { // the errors of other records in a list: each ends with its index
			var next ErrorDetail
			next.describe(more)
			response.Err.Detail += "; " + next.Detail
		}
	}
	return response
}

// members maps the fields of errors to the source's names.
var members = map[string]string{
	"account": "account_id", "category": "category_id", "category_group": "category_group_id", "payee": "payee_id", "transfer": "payee_id", "flag": "flag_color",
	"pattern": "day_pattern", "until": "date_last", "spread": "amount_spread", "other-date": "transfer_date",
}

// describe sets the message and the field. For one record of a list it appends the index to the message, as the source
// does.
func (d *ErrorDetail) describe(f *apperr.Error) {
	d.Detail, d.Field = f.Sentence(), f.Field
	if member, ok := members[f.Field]; ok {
		d.Field = member
	}
	if f.Part > 0 {
		d.Detail = fmt.Sprintf("subtransaction %d: %s", f.Part-1, d.Detail)
	}
	if f.Hint != "" {
		d.Detail += ". " + f.Hint
	}
	if f.Index > 0 {
		d.Index = new(f.Index - 1)
		d.Detail += fmt.Sprintf(" (index: %d)", *d.Index)
	}
}

func writeFault(w http.ResponseWriter, r *http.Request, err error) {
	response := errorResponse(r.Context(), err)
	if response.Err.status == http.StatusNotFound && apperr.CodeOf(err) == httpx.CodeNoPage { // the router, not a call, found nothing
		response.Err.ID, response.Err.Name = "404.1", "not_found"
		response.Err.Detail = fmt.Sprintf("no endpoint at %s; /docs/api lists them all", r.URL.Path)
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Del("ETag")
	w.WriteHeader(response.Err.status)
	_ = json.NewEncoder(w).Encode(response) // fails only if the client has disconnected
}

func init() {
	// huma reports invalid requests itself; this converts its errors to our format.
	huma.NewError = func(status int, message string, errs ...error) huma.StatusError {
		if status == http.StatusUnprocessableEntity || status == http.StatusRequestEntityTooLarge {
			status = http.StatusBadRequest
		}
		if len(errs) > 0 {
			message = strings.Join(iterutil.Map(errs, error.Error), "; ")
		}
		name, ok := ids[status]
		if !ok {
			name, status = ids[http.StatusInternalServerError], http.StatusInternalServerError
		}
		return &ErrorResponse{ErrorDetail{ID: name[0], Name: name[1], Detail: message, status: status}}
	}
}

// fieldOf returns the field of an error, or "".
func fieldOf(err error) string {
	if f, ok := errors.AsType[*apperr.Error](err); ok {
		return f.Field
	}
	return ""
}

// alone removes the index from the error of a single record.
func alone(err error) error { return apperr.Placed(err, func(f *apperr.Error) { f.Index = 0 }) }
