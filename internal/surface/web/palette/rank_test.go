package palette

import (
	"strings"
	"testing"

	"holdover/internal/surface/ui"
)

func TestRanked(t *testing.T) {
	t.Parallel()
	all := []ui.Destination{
		{Label: "Eating out", Kind: "Category in Everyday"},
		{Label: "Out of office", Kind: "Payee"},
		{Label: "Café Ørsted", Kind: "Payee"},
		{Label: "New transaction", Kind: "Action", Words: "add spending"},
		{Label: "Scout fund", Kind: "Category in Fun"},
		{Label: "Out", Kind: "Account"},
	}
	for text, want := range map[string]string{
		"":              "Eating out, Out of office, Café Ørsted, New transaction, Scout fund, Out",
		"out":           "Out, Out of office, Eating out, Scout fund",
		" OUT ":         "Out, Out of office, Eating out, Scout fund",
		"out eat":       "Eating out",
		"cafe orsted":   "Café Ørsted",
		"spending":      "New transaction",
		"everyday eat":  "Eating out",
		"payee out":     "Out of office",
		"nothing at al": "",
	} {
		var labels []string
		for _, d := range ranked(all, text) {
			labels = append(labels, d.Label)
		}
		if got := strings.Join(labels, ", "); got != want {
			t.Errorf("ranked(%q) = %s, want %s", text, got, want)
		}
	}
}
