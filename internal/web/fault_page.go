package web

import (
	"errors"
	"net/http"
	"unicode"
	"unicode/utf8"

	"holdover/internal/fault"
	"holdover/internal/httpx"
)

// headingOf is what an error page says in large type, by the status it goes with.
var headingOf = map[int]string{
	http.StatusBadRequest:            "That cannot be done as it is",
	http.StatusUnauthorized:          "Nobody is signed in",
	http.StatusForbidden:             "That is not allowed",
	http.StatusNotFound:              "There is nothing here",
	http.StatusMethodNotAllowed:      "That cannot be done here",
	http.StatusConflict:              "That collides with what is there",
	http.StatusRequestEntityTooLarge: "The file is too large",
	http.StatusUnprocessableEntity:   "The file cannot be read",
	http.StatusTooManyRequests:       "Too many attempts",
	http.StatusServiceUnavailable:    "Not reachable at the moment",
}

// faultText is an error as it stands on a page. What has no kind is our own
// defect: its details are for the log alone.
func faultText(err error) FaultText {
	f, ok := errors.AsType[*fault.Error](err)
	if _, tooLarge := errors.AsType[*http.MaxBytesError](err); tooLarge && !ok {
		return FaultText{Message: "The file is larger than this server takes", Hint: "Import it at the machine: holdover import FILE"}
	}
	if !ok {
		return FaultText{Message: "Something went wrong inside Holdover; nothing was changed", Hint: "The program's log says more."}
	}
	return FaultText{ID: f.ID, Message: sentence(f.Message), Hint: sentence(f.Hint)}
}

// sentence begins a text with a capital letter: faults begin small, for logs and
// the command line.
func sentence(text string) string {
	if text == "" {
		return ""
	}
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:]
}

// writeFault is the one place that turns an error into a page.
func (rd *renderer) writeFault(w http.ResponseWriter, r *http.Request, err error) {
	status := httpx.StatusOf(err)
	heading, ok := headingOf[status]
	if !ok {
		heading = "Something went wrong"
	}
	p := &FaultPage{
		Frame:     Frame{Title: heading},
		Heading:   heading,
		Fault:     faultText(err),
		RequestID: httpx.RequestID(r.Context()),
		BackURL:   "/budgets",
		BackLabel: "To the budgets",
	}
	if failed := rd.render(w, r, status, p); failed != nil {
		http.Error(w, heading, http.StatusInternalServerError)
	}
}
