package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"
	"unicode"

	"holdover/internal/words"

	"github.com/charmbracelet/x/ansi"
	"golang.org/x/term"

	"holdover/internal/app"
	"holdover/internal/fault"
	"holdover/internal/money"
)

// show prints data as JSON when --json is given, else through people.
func (e *env) show(data any, people func(*printer)) error {
	if e.json {
		enc := json.NewEncoder(e.out)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		if err := enc.Encode(data); err != nil {
			return cannotPrint(err)
		}
		return nil
	}
	p := &printer{out: e.out, talk: e.err, colour: isTerminal(e.out) && os.Getenv("NO_COLOR") == ""}
	people(p)
	return p.failed
}

// isTerminal says whether w is a terminal a person looks at.
func isTerminal(w any) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// printer writes for people: tables on standard output, remarks on standard error.
type printer struct {
	out, talk io.Writer
	colour    bool
	failed    error // the first write that failed, such as a full disk
}

func (p *printer) print(format string, args ...any) { p.write(harmless(fmt.Sprintf(format, args...))) }

func (p *printer) write(text string) {
	if _, err := io.WriteString(p.out, text); err != nil && p.failed == nil {
		p.failed = cannotPrint(err)
	}
}

// cannotPrint says that standard output took no more.
func cannotPrint(err error) error {
	f := fault.New(fault.Invalid, "standard output cannot be written to: %s", err).WithCause(err)
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		return f.WithHint("the disk that it goes to is full; the data was not changed by that")
	}
	return f
}

func (p *printer) blank() { p.print("\n") }

// say is talk: it does not end up in a pipe or file.
func (p *printer) say(format string, args ...any) {
	fmt.Fprintln(p.talk, harmless(fmt.Sprintf(format, args...)))
}

// figure is a cell that holds an amount: red below zero on a terminal.
type figure struct {
	text     string
	negative bool
}

// amount writes an amount in the budget's format.
func (p *printer) amount(b app.Budget, m money.Milli) figure {
	return figure{text: b.CurrencyFormat.Text(m), negative: m < 0}
}

func count(n int) string { return words.Count(n) }

// table aligns columns; a title that ends in ">" makes its column right-aligned,
// which for amounts of one currency aligns their decimal points.
type table struct {
	p     *printer
	right []bool
	rows  [][]figure // nil is a rule
}

func (p *printer) table(titles ...string) *table {
	t := &table{p: p, right: make([]bool, len(titles))}
	head := make([]figure, len(titles))
	for i, title := range titles {
		head[i].text, t.right[i] = strings.CutSuffix(title, ">")
	}
	t.rows = append(t.rows, head)
	return t
}

// row adds a row; each cell is a string or a figure.
func (t *table) row(cells ...any) {
	row := make([]figure, len(cells))
	for i, c := range cells {
		switch c := c.(type) {
		case figure:
			row[i] = figure{printable(c.text), c.negative}
		default:
			row[i].text = printable(fmt.Sprint(c))
		}
	}
	t.rows = append(t.rows, row)
}

func (t *table) rule() { t.rows = append(t.rows, nil) }

func (t *table) print() {
	widths := make([]int, len(t.right))
	for _, row := range t.rows {
		for i, cell := range row {
			widths[i] = max(widths[i], ansi.StringWidth(cell.text))
		}
	}
	for _, row := range t.rows {
		t.p.write(strings.TrimRight(t.line(row, widths), " ") + "\n") // its cells are printable
	}
}

func (t *table) line(row []figure, widths []int) string {
	if row == nil {
		total := 2 * (len(widths) - 1)
		for _, w := range widths {
			total += w
		}
		return strings.Repeat("─", total)
	}
	cells := make([]string, len(row))
	for i, cell := range row {
		pad := strings.Repeat(" ", widths[i]-ansi.StringWidth(cell.text))
		text := cell.text
		if cell.negative && t.p.colour {
			text = "\x1b[31m" + text + "\x1b[0m"
		}
		if t.right[i] {
			cells[i] = pad + text
		} else {
			cells[i] = text + pad
		}
	}
	return strings.Join(cells, "  ")
}

// printable keeps a name or note on its line and away from the terminal's
// controls.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return ' '
		}
		return harmlessRune(r)
	}, s)
}

// harmless keeps a text of several lines away from the terminal's controls. All
// that is printed goes through it or through printable: names, files, and what
// others say in errors.
func harmless(s string) string { return strings.Map(harmlessRune, s) }

func harmlessRune(r rune) rune {
	switch {
	case r == '\t':
		return ' '
	case r != '\n' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)):
		return -1
	}
	return r
}
