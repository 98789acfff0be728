package ui

import (
	"errors"
	"net/http"
	"net/url"
	"slices"
	"unicode"
	"unicode/utf8"

	"holdover/internal/base/apperr"
	"holdover/internal/surface/httpx"
)

type FaultPage struct {
	Frame
	Heading   string
	Fault     FaultText
	RequestID string
	BackURL   string
	BackLabel string
}

func (*FaultPage) Template() string { return "fault" }

// FaultText is an error as displayed next to its cause.
type FaultText struct {
	ID      string
	Message string
	Hint    string
}

// FieldFaults maps the fields of a form to their errors; "" is the whole form.
type FieldFaults map[string]FaultText

// headingOf maps a status to the heading of the error page.
var headingOf = map[int]string{
	http.StatusBadRequest:            "Check what you entered",
	http.StatusUnauthorized:          "You are not signed in",
	http.StatusForbidden:             "Not allowed",
	http.StatusNotFound:              "Not found",
	http.StatusMethodNotAllowed:      "Not possible on this page",
	http.StatusConflict:              "This conflicts with existing data",
	http.StatusRequestEntityTooLarge: "The file is too large",
	http.StatusUnprocessableEntity:   "The file cannot be read",
	http.StatusTooManyRequests:       "Too many attempts",
	http.StatusServiceUnavailable:    "Not available right now",
}

// FaultOf returns an error as displayed on a page. An error without a kind is a defect: its details go to the log
// only.
func FaultOf(err error) FaultText {
	f, ok := errors.AsType[*apperr.Error](err)
	if _, tooLarge := errors.AsType[*http.MaxBytesError](err); tooLarge && !ok {
		return FaultText{Message: "The file is larger than this server accepts", Hint: "Import it on the server's command line: holdover import FILE"}
	}
	if !ok {
		return FaultText{Message: "Something went wrong in Holdover", Hint: "See the program's log for details."}
	}
	return FaultText{ID: f.ID, Message: Whole(Sentence(f.SentenceWithPart())), Hint: Whole(Sentence(f.Hint))}
}

// FaultIn is FaultOf for an error that may be nil. It returns nil for nil.
func FaultIn(failed error) *FaultText {
	if failed == nil {
		return nil
	}
	return new(FaultOf(failed))
}

// Sentence capitalises a text: error messages begin in lower case for logs and the command line.
func Sentence(text string) string {
	if text == "" {
		return ""
	}
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:]
}

// WriteFault writes the page for an error, or JSON for a script that accepts nothing else. Only it and WriteFaultWithLink do.
func (rd *Renderer) WriteFault(w http.ResponseWriter, r *http.Request, err error) {
	rd.WriteFaultWithLink(w, r, err, Link{})
}

// WriteFaultWithLink is WriteFault with a link for the next step. Without an address the link is to a usual page.
func (rd *Renderer) WriteFaultWithLink(w http.ResponseWriter, r *http.Request, err error, next Link) {
	status := httpx.StatusOf(err)
	if WantsJSON(r) {
		_ = httpx.WriteJSON(w, status, faultAnswerOf(err, status))
		return
	}
	heading, ok := headingOf[status]
	if !ok {
		heading = "Something went wrong"
	}
	p := &FaultPage{
		Frame:     Frame{Title: heading},
		Heading:   heading,
		Fault:     FaultOf(err),
		RequestID: httpx.RequestID(r.Context()),
		BackURL:   "/budgets",
		BackLabel: "Go to budgets",
	}
	if back := LocalPath(r.PostForm.Get("back")); back != "/" { // of a form that was sent from a page
		p.BackURL, p.BackLabel = back, "Back"
	}
	if status == http.StatusUnauthorized {
		p.BackURL, p.BackLabel = "/sign-in?"+url.Values{"back": {LocalPathOr(r.PostForm.Get("back"), "/budgets")}}.Encode(), "Sign in"
	}
	if next.URL != "" {
		p.BackURL, p.BackLabel = next.URL, next.Label
	}
	if failed := rd.Render(w, r, status, p); failed != nil {
		http.Error(w, heading, http.StatusInternalServerError)
	}
}

// BesideField returns an error as displayed next to its field.
func BesideField(f *apperr.Error) FaultText {
	return FaultText{ID: f.ID, Message: Sentence(f.Message), Hint: Sentence(f.Hint)}
}

// AtField assigns an error to its field if the form has it, otherwise to the whole form.
func AtField(err error, fields ...string) FieldFaults {
	if f, ok := errors.AsType[*apperr.Error](err); ok && slices.Contains(fields, f.Field) {
		return FieldFaults{f.Field: BesideField(f)}
	}
	return FieldFaults{"": FaultOf(err)}
}
