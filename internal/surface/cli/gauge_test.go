package cli

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

// A table with bars fits the terminal: bars use the available width, long names are shortened, and wide characters
// count as two columns. Without a terminal nothing is shortened.
func TestBarsFitTheTerminal(t *testing.T) {
	for _, width := range []int{0, 40, 80, 120} {
		var out strings.Builder
		p := &printer{out: &out, width: width}
		table := p.table("", "Total>", "")
		for _, name := range []string{"Rent", strings.Repeat("家計簿", 20), strings.Repeat("قهوة ", 20)} {
			table.row(name, figure{text: "1,234,567.00"}, gauge{50, 100})
		}
		table.row("All", figure{text: "1.00"}, gauge{100, 100})
		table.print()
		for line := range strings.Lines(out.String()) {
			if n := ansi.StringWidth(strings.TrimRight(line, "\n")); width > 0 && n > width {
				t.Errorf("line has %d columns, want at most %d: %s", n, width, line)
			}
		}
		if full := strings.Repeat("█", maxBar); (width == 0 || width == 120) && !strings.Contains(out.String(), full) {
			t.Errorf("%d columns: no complete bar:\n%s", width, out.String())
		}
		if width == 0 && !strings.Contains(out.String(), strings.Repeat("家計簿", 20)) {
			t.Errorf("a name was shortened without a terminal:\n%s", out.String())
		}
	}
}
