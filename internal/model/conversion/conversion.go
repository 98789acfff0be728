// Package conversion contains the types for converting files of other programs to plan documents.
//
// A converter reads an [Archive] and writes a plan document (package ynabdoc) to an [io.Writer]; the import, its
// report and its verification then treat that document like any other. Data that a plan document of the source cannot
// contain, such as holds, rollovers and rules, goes into its marks (ynabdoc.Marks). A converter returns [Remarks]
// about everything in the file that is not in the document: each record of the file is either written or counted.
//
// A converter is deterministic: the same bytes and the same [Options] give the same document with the same ids, because
// the file is converted again whenever the budget is verified.
//
// Start with Converter.
package conversion

import (
	"fmt"
	"io"
	"slices"

	"holdover/internal/base/apperr"
	"holdover/internal/base/money"
	"holdover/internal/model/humanize"
)

// Converter converts the files of one program.
type Converter interface {
	// Format returns the name of the format for users, such as "Actual Budget export".
	Format() string
	// Matches reports whether the archive is of this format, by names and first bytes of its files.
	Matches(a *Archive) bool
	// Convert writes the plan document. It returns an [apperr.Invalid] error that says where the file is wrong, or the
	// error of [Ask] if the file can be read in several ways. An error of out is returned unchanged.
	Convert(a *Archive, out io.Writer, opts Options) (*Remarks, error)
}

// Archive is the files of an export: the entries of a ZIP archive, several files that were chosen together, or one
// file. Names use slashes, are not empty and are unique without regard to case.
type Archive struct {
	// Name is the name under which the user chose the file, such as "My Budget.zip". It may be empty.
	Name  string
	Files []File
}

// File is a file in an archive.
type File struct {
	Name string
	Size int64
	// Open returns the content; its reader fails after Size bytes.
	Open func() (io.ReadCloser, error)
}

// Options are the answers to the questions of converters, and the settings that the budget's user chose. They are
// stored in the import report.
type Options struct {
	// Dates is the order of day, month and year: "dmy", "mdy" or "ymd"; empty if the file decides.
	Dates string `json:"dates,omitempty"`
	// Decimals is the decimal sign: "," or "."; empty if the file decides.
	Decimals string `json:"decimals,omitempty"`
	// Currency is an ISO code; empty if the file decides.
	Currency string `json:"currency,omitempty"`
}

// Give sets the answer to a question. It reports false if value is not one of its answers.
func (o *Options) Give(q *Question, value string) bool {
	if !slices.ContainsFunc(q.Answers, func(a Answer) bool { return a.Value == value }) {
		return false
	}
	switch q.Field {
	case "dates":
		o.Dates = value
	case "decimals":
		o.Decimals = value
	case "currency":
		o.Currency = value
	default:
		return false
	}
	return true
}

// CheckCurrency returns an error if the user chose text that is no currency, or another currency than the one that a file
// names. named is empty if the file names none.
func (o *Options) CheckCurrency(named string) error {
	if o.Currency == "" {
		return nil
	}
	chosen, ok := money.FormatOf(o.Currency, "")
	if !ok {
		return apperr.New(apperr.Invalid, "%q is not the code of a currency", o.Currency).WithHint("use a code of three letters, such as EUR or USD")
	}
	if of, ok := money.FormatOf(named, ""); ok && of.ISOCode != chosen.ISOCode {
		return apperr.New(apperr.Invalid, "the file is in %s, not in %s", of.ISOCode, chosen.ISOCode).WithHint("import it without choosing a currency")
	}
	return nil
}

// Question asks the user how to read a file that can be read in several ways. It is the cause of an error; the user
// imports the file again with one of the answers.
type Question struct {
	Field   string   `json:"field"` // of Options: dates, decimals or currency
	Text    string   `json:"text"`  // such as "Which date is 03/04/2026?"
	Answers []Answer `json:"answers"`
}

// Answer is one answer to a question.
type Answer struct {
	Value string `json:"value"` // of the field of Options
	Label string `json:"label"` // such as "3 April 2026"
}

// Ask returns the error for a question.
func Ask(q Question) *apperr.Error {
	return apperr.New(apperr.Invalid, "the file leaves a question open: %s", q.Text).WithCause(&q).WithCode(Unclear).
		WithHint("import it again with the answer")
}

// AskCurrency returns the error for a file that does not say in which of the currencies its amounts are. A wrong guess
// could not be corrected, because the currency of a budget does not change later.
func AskCurrency(text string, among []money.Currency) *apperr.Error {
	q := Question{Field: "currency", Text: text}
	for _, c := range among {
		q.Answers = append(q.Answers, Answer{Value: c.Code, Label: c.Name + " (" + c.Code + ")"})
	}
	return Ask(q)
}

// Unclear is the code of the error that contains a [Question].
const Unclear = "unclear-format"

func (q *Question) Error() string { return fmt.Sprintf("%s: %s", q.Field, q.Text) }

// Remarks describes the differences between a file and the plan document made from it.
type Remarks struct {
	Format string `json:"format"` // such as "Actual Budget export"
	// Counts has the records that are not in the document, by the name of the document's array, such as "transactions".
	Counts []Counted `json:"counts"`
	// Lost lists the kinds of data that have no counterpart in Holdover.
	Lost []Lost `json:"lost"`
	// Warnings are remarks that the user may want to check.
	Warnings []Warning `json:"warnings"`
}

// Counted is a number of records that were merged into others, or skipped, for one reason.
type Counted struct {
	Array  string `json:"array"`
	Merged bool   `json:"merged"` // otherwise skipped
	Why    string `json:"why"`    // such as "deleted in Actual Budget"
	Count  int    `json:"count"`
}

// DeletedIn begins the reason for records that were deleted in the program that exported the file; the program's name
// follows.
const DeletedIn = "deleted in "

// Lost is a kind of data that is not imported.
type Lost struct {
	What  string `json:"what"` // such as "tags with colours"
	Count int    `json:"count"`
	Value string `json:"value,omitempty"` // the first one
}

// Warning is a remark; Records names the first records that it concerns.
type Warning struct {
	Code    string   `json:"code"`
	Text    string   `json:"text"`
	Count   int      `json:"count"`
	Records []string `json:"records"`
}

// named is the number of records that a warning names.
const named = 50

// longestText is the largest number of characters of a text of the file in the report.
const longestText = 300

// Skip counts a record that is not in the document.
func (r *Remarks) Skip(array, why string) { r.count(Counted{Array: array, Why: why}) }

// Merge counts a record that became part of another one.
func (r *Remarks) Merge(array, why string) { r.count(Counted{Array: array, Why: why, Merged: true}) }

func (r *Remarks) count(c Counted) {
	for i := range r.Counts {
		if got := &r.Counts[i]; got.Array == c.Array && got.Why == c.Why && got.Merged == c.Merged {
			got.Count++
			return
		}
	}
	c.Count = 1
	r.Counts = append(r.Counts, c)
}

// Lose counts data that has no counterpart in Holdover.
func (r *Remarks) Lose(what, value string) {
	value = humanize.Clip(value, longestText)
	for i := range r.Lost {
		if r.Lost[i].What == what {
			r.Lost[i].Count++
			return
		}
	}
	r.Lost = append(r.Lost, Lost{what, 1, value})
}

// Warn adds a record to the warning with a code. text is the same for all records; record and args name this one.
func (r *Remarks) Warn(code, text, record string, args ...any) {
	name := humanize.Clip(fmt.Sprintf(record, args...), longestText)
	for i := range r.Warnings {
		if w := &r.Warnings[i]; w.Code == code {
			w.Count++
			if len(w.Records) < named {
				w.Records = append(w.Records, name)
			}
			return
		}
	}
	r.Warnings = append(r.Warnings, Warning{code, text, 1, []string{name}})
}
