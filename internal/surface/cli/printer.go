package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"
	"unicode"

	"github.com/charmbracelet/x/ansi"
	"golang.org/x/term"

	"holdover/internal/app/pageframe"
	"holdover/internal/base/apperr"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/logic/report"
)

// show prints data as JSON if --json is given, otherwise with people.
func (e *env) show(data any, people func(*printer)) error {
	if e.json {
		enc := newJSONEncoder(e.out)
		enc.SetIndent("", "  ")
		if err := enc.Encode(data); err != nil {
			return cannotPrint(err)
		}
		return nil
	}
	p := e.printer()
	p.colour, p.width = isTerminal(e.out) && os.Getenv("NO_COLOR") == "", terminalWidth(e.out)
	people(p)
	return p.failed
}

// printer returns a printer without colours or tables, for messages.
func (e *env) printer() *printer {
	return &printer{out: e.out, talk: e.err, again: e.again(), ref: e.ref}
}

func isTerminal(w any) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// terminalWidth returns the number of characters in a line of a terminal, or 0 if w is not one.
func terminalWidth(w any) int {
	if !isTerminal(w) {
		return 0
	}
	width, _, err := term.GetSize(int(w.(*os.File).Fd()))
	if err != nil {
		return 0
	}
	return width
}

// printer writes text for users: tables to standard output, messages to standard error.
type printer struct {
	out, talk io.Writer
	colour    bool
	width     int    // of the terminal; 0 without one
	again     string // the start of a command line for the same database
	ref       string // the id or name of the budget on the command line
	failed    error  // the first write that failed, such as a full disk
}

func (p *printer) print(format string, args ...any) { p.write(harmless(fmt.Sprintf(format, args...))) }

func (p *printer) write(text string) {
	if _, err := io.WriteString(p.out, text); err != nil && p.failed == nil {
		p.failed = cannotPrint(err)
	}
}

// unprinted is the code of an error for a failed write to standard output.
const unprinted apperr.Code = "unprinted"

// cannotPrint returns the error for a failed write to standard output.
func cannotPrint(err error) error {
	f := apperr.New(apperr.Invalid, "standard output cannot be written to: %s", err).WithCause(err).WithCode(unprinted)
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		return f.WithHint("the disk that it goes to is full")
	}
	return f
}

func (p *printer) blank() { p.print("\n") }

// say prints a message, which is not written to a pipe or file with the data.
func (p *printer) say(format string, args ...any) {
	fmt.Fprintln(p.talk, harmless(fmt.Sprintf(format, args...)))
}

// oneStep tells the user how to undo the changes of a command. The command line made them, so the Undo button of a
// user on the pages does not undo them.
func (p *printer) oneStep() string {
	return "To undo this: " + p.command("undo %s", cmp.Or(shellName(p.ref), "BUDGET"))
}

// command returns a command line for the same database, as the user would type it.
func (p *printer) command(format string, args ...any) string {
	return p.again + " " + fmt.Sprintf(format, args...)
}

// budget returns a budget's name for a command line, or its id if the user gave the id, as is necessary if two
// budgets have the same name.
func (p *printer) budget(b pageframe.Budget) string {
	if b.ID == p.ref {
		return b.ID
	}
	return shellName(b.Name)
}

func (e *env) command(format string, args ...any) string { return e.printer().command(format, args...) }

// figure is a cell with an amount: red below zero on a terminal.
type figure struct {
	text     string
	negative bool
	gauge    *gauge // drawn once the width of the table is known
}

// amount writes an amount in the budget's format.
func (p *printer) amount(b pageframe.Budget, m money.Milli) figure {
	return figure{text: b.CurrencyFormat.Text(m), negative: m < 0}
}

// table aligns columns. A title that ends in ">" makes its column right-aligned, which aligns the decimal points of
// amounts in one currency. If the terminal is too narrow, a column with a title that ends in "…" is truncated and a
// column with a title that ends in "?" is omitted. If that is not enough, each row is printed as a list; see
// printer_fit.go.
type table struct {
	p      *printer
	right  []bool
	cut    []bool
	spare  []bool
	rows   [][]figure // nil is a rule
	gauged bool       // the last column has bars; then the texts of the first one can be cut
	none   string     // printed if there are no rows; "" prints the titles alone
}

func (p *printer) table(titles ...string) *table {
	n := len(titles)
	t := &table{p: p, right: make([]bool, n), cut: make([]bool, n), spare: make([]bool, n)}
	head := make([]figure, len(titles))
	for i, title := range titles {
		title, t.spare[i] = strings.CutSuffix(title, "?")
		title, t.cut[i] = strings.CutSuffix(title, "…")
		head[i].text, t.right[i] = strings.CutSuffix(title, ">")
	}
	t.rows = append(t.rows, head)
	return t
}

// amounts prints the table of a report, whose last row has the totals.
func (p *printer) amounts(b pageframe.Budget, of report.Table) {
	t := p.table(append([]string{""}, iterutil.Map(of.Columns, func(column string) string { return column + ">" })...)...)
	for i, line := range of.Rows {
		if i > 0 && i == len(of.Rows)-1 {
			t.rule()
		}
		row := []any{line.Name}
		for _, m := range line.Amounts {
			row = append(row, p.amount(b, m))
		}
		t.row(row...)
	}
	t.print()
}

// listed returns a table that prints none if it has no rows.
func (p *printer) listed(none string, titles ...string) *table {
	t := p.table(titles...)
	t.none = none
	return t
}

// row adds a row; each cell is a string or a figure.
func (t *table) row(cells ...any) {
	row := make([]figure, len(cells))
	for i, c := range cells {
		switch c := c.(type) {
		case figure:
			row[i] = figure{text: printable(c.text), negative: c.negative}
		case gauge:
			row[i].gauge, t.gauged, t.cut[0] = &c, true, true
		default:
			row[i].text = printable(fmt.Sprint(c))
		}
	}
	t.rows = append(t.rows, row)
}

func (t *table) rule() { t.rows = append(t.rows, nil) }

func (t *table) print() {
	if t.none != "" && len(t.rows) == 1 {
		t.p.say("%s", t.none)
		return
	}
	widths := make([]int, len(t.right))
	for _, row := range t.rows {
		for i, cell := range row {
			widths[i] = max(widths[i], ansi.StringWidth(cell.text))
		}
	}
	if t.p.width > 0 && t.least(widths, false) > t.p.width {
		t.printDown()
		return
	}
	widths = t.narrow(widths)
	for _, row := range t.rows {
		t.p.write(strings.TrimRight(t.line(row, widths), " ") + "\n") // its cells are printable
	}
}

func (t *table) line(row []figure, widths []int) string {
	if row == nil {
		return strings.Repeat("─", lineWidth(widths))
	}
	cells := make([]string, len(row))
	for i, cell := range row {
		cells[i] = t.set(cell, widths[i], t.right[i])
	}
	return strings.Join(cells, "  ")
}

// set returns a cell padded to the width of its column.
func (t *table) set(cell figure, width int, right bool) string {
	text, pad := cell.text, strings.Repeat(" ", max(0, width-ansi.StringWidth(cell.text)))
	if cell.negative && t.p.colour {
		text = "\x1b[31m" + text + "\x1b[0m"
	}
	if right {
		return pad + text
	}
	return text + pad
}

// printable returns a name or note on one line, without control characters for the terminal.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return ' '
		}
		return harmlessRune(r)
	}, s)
}

// harmless removes characters that control the terminal from a text of several lines. All output passes through it or
// through printable: names, files, and error messages of other programs.
func harmless(s string) string { return strings.Map(harmlessRune, s) }

func harmlessRune(r rune) rune {
	switch {
	case r == '\t':
		return ' '
	case isHarmful(r):
		return -1
	}
	return r
}

// isHarmful reports whether a character controls a terminal or changes the direction of the text around it.
func isHarmful(r rune) bool {
	return r != '\n' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r))
}

// shellName returns a name as a shell argument, quoted if necessary.
func shellName(name string) string {
	if name != "" && !strings.ContainsFunc(name, needsQuoting) {
		return name
	}
	return "'" + strings.ReplaceAll(printable(name), "'", `'\''`) + "'"
}

func needsQuoting(r rune) bool {
	switch {
	case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', strings.ContainsRune("-_./", r):
		return false
	}
	return r < 0x80 // letters of other scripts need no quotes
}
