package importer

import (
	"fmt"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/conversion"
	"holdover/internal/model/ynabdoc"
)

// Notes describes the outcome of an import.
type Notes struct {
	// Arrays has an entry for each array of the plan, and "month_categories" for the categories listed in its months.
	Arrays  map[string]*Count `json:"arrays"`
	Renames []Rename          `json:"renames"`
	Links   Links             `json:"links"`
	// Revived lists records deleted at the source that live records refer to.
	Revived []Revived `json:"revived"`
	// Hidden lists the groups and categories that are hidden.
	Hidden   []Named   `json:"hidden"`
	Dropped  []Dropped `json:"dropped"`
	Warnings []Warning `json:"warnings"`
	// Contradictions lists accounts with a balance in the file that is not the sum of their rows.
	Contradictions []Contradiction `json:"contradictions"`
	Roles          ynabdoc.Roles   `json:"roles"`
	// Holdover reports whether the file has the marks of a Holdover, which converters add too: the budget is an exact copy,
	// and its figures follow Holdover's rules.
	Holdover bool `json:"holdover"`
	// Format is the format of a file that is not a plan document, such as "Actual Budget export". It is empty for a
	// plan document.
	Format string `json:"format,omitempty"`
	// Lost lists data of such a file that has no counterpart in Holdover.
	Lost []conversion.Lost `json:"lost,omitempty"`
}

// Named is a group or category; Group is empty for a group.
type Named struct {
	Kind  string `json:"kind"` // group or category
	Group string `json:"group,omitempty"`
	Name  string `json:"name"`
}

// Rename is a group or category that got a suffix because its name was taken.
type Rename struct {
	Kind  string `json:"kind"` // group or category
	ID    string `json:"id"`
	Group string `json:"group,omitempty"` // the category's group by its current name
	From  string `json:"from"`
	To    string `json:"to"`
}

// Revived is a record that is deleted at the source but was imported.
type Revived struct {
	Kind string `json:"kind"`
	ID   string `json:"id"`
	Name string `json:"name"`
	How  string `json:"how"` // hidden, closed or kept
}

// Links counts how the sides of transfers were linked.
type Links struct {
	Pairs      int       `json:"pairs"`
	ByID       int       `json:"by_id"`       // pairs that the file names
	ByDate     int       `json:"by_date"`     // pairs found by accounts, date and amount
	NotLinked  int       `json:"not_linked"`  // sides without another one
	Unlinked   []Side    `json:"unlinked"`    // the first of them
	FoundAgain []FoundBy `json:"found_again"` // the first of those found by accounts, date and amount
}

// Side is one side of a transfer.
type Side struct {
	ID      string      `json:"id"`
	Date    civil.Date  `json:"date"`
	Amount  money.Milli `json:"amount"`
	Account string      `json:"account"`
	Other   string      `json:"other"` // the account on the other side
	Why     string      `json:"why"`
}

// FoundBy is a pair that was found by accounts, date and amount.
type FoundBy struct {
	ID     string      `json:"id"`
	With   string      `json:"with"`
	Date   civil.Date  `json:"date"`
	Amount money.Milli `json:"amount"`
}

// Dropped is data that has no counterpart in the application.
type Dropped struct {
	Array string `json:"array"`
	Field string `json:"field"`
	Count int    `json:"count"`
	Value string `json:"value,omitempty"` // the first one
}

// Warning is a remark that a user may want to check.
type Warning struct {
	Code    string   `json:"code"`
	Text    string   `json:"text"`
	Count   int      `json:"count"`
	Records []string `json:"records"` // the first of them
}

// Contradiction is an account with a balance in the file that is not the sum of its rows.
type Contradiction struct {
	Account string      `json:"account"`
	Field   string      `json:"field"`
	File    money.Milli `json:"file"`
	Rows    money.Milli `json:"rows"`
}

// AddRemarks adds the remarks of the file's conversion to a plan document.
func (n *Notes) AddRemarks(r *conversion.Remarks) {
	n.Format, n.Lost = r.Format, r.Lost
	for _, c := range r.Counts {
		count := n.Arrays[c.Array]
		if count == nil {
			count = &Count{Reasons: []Reason{}}
			n.Arrays[c.Array] = count
		}
		count.InFile += c.Count
		if c.Merged {
			count.Merged += c.Count
		} else {
			count.Skipped += c.Count
		}
		count.because(c.Why, c.Count)
	}
	for _, w := range r.Warnings {
		n.Warnings = append(n.Warnings, Warning{Code: w.Code, Text: w.Text, Count: w.Count, Records: w.Records})
	}
}

// listed is the number of records named individually in a possibly long list.
const listed = 50

func newNotes() *Notes {
	n := &Notes{
		Arrays: map[string]*Count{}, Renames: []Rename{}, Revived: []Revived{}, Hidden: []Named{}, Dropped: []Dropped{},
		Warnings: []Warning{}, Contradictions: []Contradiction{},
		Links: Links{Unlinked: []Side{}, FoundAgain: []FoundBy{}},
		Roles: ynabdoc.Roles{Income: []string{}, Uncategorised: []string{}, CardPayments: []string{}},
	}
	for _, name := range []string{
		inAccounts, inPayees, inLocations, inGroups, inCategories, inMonths, inMonthCells,
		inRows, inParts, inScheduled, inScheduledParts,
	} {
		n.Arrays[name] = &Count{Reasons: []Reason{}}
	}
	return n
}

func (n *Notes) count(array string) *Count { return n.Arrays[array] }

// warn adds a record to the warning of that code; text is the same for all of them.
func (n *Notes) warn(code, text, record string, args ...any) {
	for i := range n.Warnings {
		if w := &n.Warnings[i]; w.Code == code {
			w.Count++
			if len(w.Records) < listed {
				w.Records = append(w.Records, fmt.Sprintf(record, args...))
			}
			return
		}
	}
	n.Warnings = append(n.Warnings, Warning{Code: code, Text: text, Count: 1, Records: []string{fmt.Sprintf(record, args...)}})
}

func (n *Notes) drop(array, field, value string) {
	for i := range n.Dropped {
		if d := &n.Dropped[i]; d.Array == array && d.Field == field {
			d.Count++
			return
		}
	}
	const shown = 200
	if len(value) > shown {
		value = value[:shown]
	}
	n.Dropped = append(n.Dropped, Dropped{array, field, 1, value})
}

// noteOdd reports unknown values, which the document reader does not change.
func (im *importing) noteOdd() {
	for _, o := range im.odd {
		im.notes.drop(o.Where, o.Field, o.Value)
	}
}
