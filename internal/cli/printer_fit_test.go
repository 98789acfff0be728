package cli

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

// On a terminal a table's lines are as long as it is wide at most: long texts are cut, dates and amounts stay whole, and what
// matters least is left out where that is not enough. Without a terminal a table is whole.
func TestTablesFitTheTerminal(t *testing.T) {
	t.Parallel()
	const id = "0f2c6b1e-3a57-4d86-9f5b-5f2f2a1d8c11"
	names := []string{"Rent", strings.Repeat("家計簿", 20), strings.Repeat("🍕👩‍👩‍👧 ", 20), strings.Repeat("قهوة ", 20)}
	for width, left := range map[int][]string{0: {"Notes", "Id"}, 50: nil, 60: {"Notes"}, 80: {"Notes"}, 140: {"Notes", "Id"}} {
		var out strings.Builder
		table := (&printer{out: &out, width: width}).table("Date", "Payee…", "Amount>", "Notes…?", "Account…", "Id?")
		for _, name := range names {
			table.row("2026-11-25", name, figure{text: "-1,234,567.00"}, name, name, id)
		}
		table.rule()
		table.row("Total", "", figure{text: "1.00"}, "", "", "")
		table.print()
		got := out.String()
		for line := range strings.Lines(got) {
			if n := ansi.StringWidth(strings.TrimRight(line, "\n")); width > 0 && n > width {
				t.Errorf("%d of %d columns: %s", n, width, line)
			}
		}
		if n := strings.Count(got, "2026-11-25"); n != len(names) || strings.Count(got, "-1,234,567.00") != n {
			t.Errorf("at %d columns a date or an amount is not whole:\n%s", width, got)
		}
		head, _, _ := strings.Cut(got, "\n")
		for _, title := range []string{"Notes", "Id"} {
			if has, want := strings.Contains(head, title), strings.Contains(strings.Join(left, " "), title); has != want {
				t.Errorf("at %d columns %s is there: %v", width, title, has)
			}
		}
		if strings.Contains(got, "…") != (width > 0) || strings.Contains(got, id) != strings.Contains(head, "Id") {
			t.Errorf("at %d columns:\n%s", width, got)
		}
	}
}
