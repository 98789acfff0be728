package ui

import (
	"strings"

	"holdover/internal/model/auth"
)

// Destination is a page or an action that the page *Go to* offers by its name.
type Destination struct {
	Label string
	Kind  string     // what it is, such as "Account"
	Words string     // further words by which it is found
	URL   string     // below the budget's address, unless it begins with a slash; a query is one of the budget screen
	Right auth.Right // the right to the budget that it needs; 0 is [auth.See]
	// Post reports whether it is a change that a form sends.
	Post bool
}

// Address returns the address in the budget of some links.
func (d *Destination) Address(l Links) string {
	switch {
	case d.URL == "" || strings.HasPrefix(d.URL, "?"):
		return l.Base + d.URL
	case strings.HasPrefix(d.URL, "/"):
		return d.URL
	}
	return l.To(d.URL)
}

// Pages returns pages as destinations, from their labels and addresses by turns.
func Pages(kind string, labelsAndURLs ...string) []Destination {
	var pages []Destination
	for i := 0; i+1 < len(labelsAndURLs); i += 2 {
		pages = append(pages, Destination{Label: labelsAndURLs[i], Kind: kind, URL: labelsAndURLs[i+1]})
	}
	return pages
}
