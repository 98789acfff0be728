// Package prompt asks a person at a terminal: a secret that stays hidden, one of
// a list. Questions go where talk goes, standard error, so that standard output
// stays data. They are lines of plain text, which a screen reader reads and any
// terminal shows.
//
// Floor 5: imports each and fault of this module. Start with On.
package prompt

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"golang.org/x/term"
	"golang.org/x/text/cases"

	"holdover/internal/each"
	"holdover/internal/fault"
)

// Terminal is a person who can be asked.
type Terminal struct{ in, out *os.File }

// On is the person at in and out; there is none where either is no terminal.
func On(in io.Reader, out io.Writer) (Terminal, bool) {
	i, okIn := in.(*os.File)
	o, okOut := out.(*os.File)
	if !okIn || !okOut || !term.IsTerminal(int(i.Fd())) || !term.IsTerminal(int(o.Fd())) {
		return Terminal{}, false
	}
	return Terminal{in: i, out: o}, true
}

// Secret asks for something that is not shown while it is typed. check says what
// is wrong with it; the person is asked until nothing is.
func (t Terminal) Secret(ctx context.Context, title, description string, check func(string) error) (string, error) {
	fmt.Fprintf(t.out, "%s\n%s\n", title, description)
	for {
		answer, err := t.answer(ctx, func() (string, error) {
			typed, err := term.ReadPassword(int(t.in.Fd()))
			fmt.Fprintln(t.out) // the one that was typed was not shown
			return string(typed), err
		})
		if err != nil {
			return "", err
		}
		wrong := check(answer)
		if wrong == nil {
			return answer, nil
		}
		fmt.Fprintln(t.out, wrong)
	}
}

// Choose asks for one of the options, by its number or a part of it, and gives
// its index.
func (t Terminal) Choose(ctx context.Context, title string, options []string) (int, error) {
	shown := make([]int, len(options))
	for i := range options {
		shown[i] = i
	}
	for {
		for _, i := range shown {
			fmt.Fprintf(t.out, "%*d  %s\n", len(strconv.Itoa(len(options))), i+1, options[i])
		}
		fmt.Fprintln(t.out, title)
		typed, err := t.answer(ctx, func() (string, error) { return bufio.NewReader(t.in).ReadString('\n') })
		if err != nil {
			return 0, err
		}
		switch found := matching(options, shown, strings.TrimSpace(typed)); len(found) {
		case 1:
			return found[0], nil
		case 0:
			fmt.Fprintln(t.out, "There is none like that.")
		default:
			shown = found
		}
	}
}

// matching are the options that an answer means: the one of a number, where it is
// among those shown, else those that it is a part of.
func matching(options []string, shown []int, typed string) (found []int) {
	if n, err := strconv.Atoi(typed); err == nil && n >= 1 && n <= len(options) {
		return each.Where(shown, func(i int) bool { return i == n-1 })
	}
	for i, o := range options {
		if strings.Contains(cases.Fold().String(o), cases.Fold().String(typed)) {
			found = append(found, i)
		}
	}
	return found
}

// answer waits for what a person types, or for the end of ctx, and leaves the
// terminal as it was.
func (t Terminal) answer(ctx context.Context, read func() (string, error)) (string, error) {
	fmt.Fprint(t.out, "> ")
	before, err := term.GetState(int(t.in.Fd()))
	if err != nil {
		return "", fmt.Errorf("ask at the terminal: %w", err)
	}
	text, err := Await(ctx, read)
	if err == nil {
		return text, nil
	}
	_ = term.Restore(int(t.in.Fd()), before) // there is nobody to tell
	fmt.Fprintln(t.out)
	return "", fault.New(fault.Invalid, "stopped; nothing was changed").WithCause(err)
}

// Await is what an answer says, or the end of ctx where that comes first: nobody hears
// the answer then.
func Await(ctx context.Context, ask func() (string, error)) (string, error) {
	type answer struct {
		text string
		err  error
	}
	answered := make(chan answer, 1)
	go func() {
		text, err := ask()
		answered <- answer{text, err}
	}()
	select {
	case a := <-answered:
		return a.text, a.err
	case <-ctx.Done():
		return "", ctx.Err()
	}
}
