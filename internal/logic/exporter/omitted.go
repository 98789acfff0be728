package exporter

import (
	"fmt"
	"strings"
)

// Omitted is data that a format cannot contain.
type Omitted struct {
	What  string `json:"what"` // in the plural, such as "targets"
	Count int    `json:"count"`
	Value string `json:"value,omitempty"` // the first one
}

// String returns a line such as "targets (20, the first: Rent)".
func (o Omitted) String() string {
	if o.Value == "" {
		return fmt.Sprintf("%s (%d)", o.What, o.Count)
	}
	return fmt.Sprintf("%s (%d, the first: %s)", o.What, o.Count, strings.Join(strings.Fields(o.Value), " "))
}

// OmittedName is the name of the file in an archive that lists what the archive does not contain.
const OmittedName = "Not included.txt"

// OmittedText returns the content of that file.
func OmittedText(list ...Omitted) string {
	var b strings.Builder
	for _, o := range list {
		fmt.Fprintf(&b, "Not in this file: %s\r\n", o)
	}
	return b.String()
}

// Omissions collects the data that a format cannot contain, in the order in which it is found.
type Omissions []Omitted

// Omit counts data that is not written; value names it.
func (o *Omissions) Omit(what, value string) {
	for i := range *o {
		if got := &(*o)[i]; got.What == what {
			got.Count++
			return
		}
	}
	*o = append(*o, Omitted{what, 1, value})
}

// OmitAccountGroups counts the groups of accounts, which only a plan document contains.
func (s *Source) OmitAccountGroups(o *Omissions) {
	for i := range s.AccountGroups {
		o.Omit("account groups", s.AccountGroups[i].Name)
	}
}
