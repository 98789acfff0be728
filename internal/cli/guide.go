package cli

import (
	"fmt"
	"strings"

	"holdover/internal/guide"
)

// gettingText says how to get the plan document, for the help of export.
func gettingText() string {
	var b strings.Builder
	b.WriteString("Ways to get the plan document out of YNAB.\n\nA token first, which every way but a web tool needs:\n")
	steps(&b, guide.Token())
	for _, way := range guide.Ways() {
		fmt.Fprintf(&b, "\n%s. %s\n", way.Title, way.When)
		steps(&b, way.Steps)
		for _, c := range way.Commands {
			fmt.Fprintf(&b, "     %s   (%s)\n", c.Text, c.System)
		}
		for _, n := range way.Notes {
			fmt.Fprintf(&b, "  Note: %s\n", n)
		}
	}
	return b.String()
}

func steps(b *strings.Builder, list []string) {
	for i, s := range list {
		fmt.Fprintf(b, "  %d. %s\n", i+1, s)
	}
}
