// Package prompt asks the user at a terminal for a secret or a choice. Prompts go to standard error, so that standard
// output contains data only. They are plain lines of text, which work with screen readers and any terminal.
//
// Start with On.
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

	"holdover/internal/base/apperr"
	"holdover/internal/base/iterutil"
)

// Terminal is a terminal with a user to ask.
type Terminal struct{ in, out *os.File }

// On returns the terminal at in and out; ok is false if either is not a terminal.
func On(in io.Reader, out io.Writer) (Terminal, bool) {
	i, okIn := in.(*os.File)
	o, okOut := out.(*os.File)
	if !okIn || !okOut || !term.IsTerminal(int(i.Fd())) || !term.IsTerminal(int(o.Fd())) {
		return Terminal{}, false
	}
	return Terminal{in: i, out: o}, true
}

// Secret asks for a value that is not displayed. It repeats the prompt until check accepts it.
func (t Terminal) Secret(ctx context.Context, title, description string, check func(string) error) (string, error) {
	fmt.Fprintf(t.out, "%s\n%s\n", title, description)
	for {
		answer, err := t.answer(ctx, func() (string, error) {
			typed, err := term.ReadPassword(int(t.in.Fd()))
			fmt.Fprintln(t.out) // the typed line break was not displayed
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

// Choose asks for one of the options, by its number or a part of it, and returns its index.
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
			fmt.Fprintln(t.out, "No match.")
		default:
			shown = found
		}
	}
}

// matching returns the options that an answer selects: the one of a displayed number, otherwise those that contain
// the answer.
func matching(options []string, shown []int, typed string) (found []int) {
	if n, err := strconv.Atoi(typed); err == nil && n >= 1 && n <= len(options) {
		return iterutil.Where(shown, func(i int) bool { return i == n-1 })
	}
	for i, o := range options {
		if strings.Contains(cases.Fold().String(o), cases.Fold().String(typed)) {
			found = append(found, i)
		}
	}
	return found
}

// answer waits for the user's input or the end of ctx, and restores the state of the terminal.
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
	_ = term.Restore(int(t.in.Fd()), before) // an error has no effect here
	fmt.Fprintln(t.out)
	return "", apperr.New(apperr.Invalid, "stopped; nothing was changed").WithCause(err)
}

// Await returns the result of ask, or the context's error if ctx ends first; the result is then discarded.
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
