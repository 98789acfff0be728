// Package prompt asks a person at a terminal: a secret that stays hidden, one of
// a list. Questions go where talk goes, standard error, so that standard output
// stays data.
//
// Floor 5: imports fault of this module. Start with On.
package prompt

import (
	"context"
	"errors"
	"io"
	"os"

	"charm.land/bubbles/v2/key"
	"charm.land/huh/v2"
	"charm.land/lipgloss/v2"
	"golang.org/x/term"

	"holdover/internal/fault"
)

// Terminal is a person who can be asked.
type Terminal struct {
	in, out *os.File
	plain   bool // no drawing: a terminal without cursor movement, or a screen reader
}

// On is the person at in and out; there is none where either is no terminal.
func On(in io.Reader, out io.Writer) (Terminal, bool) {
	i, okIn := in.(*os.File)
	o, okOut := out.(*os.File)
	if !okIn || !okOut || !term.IsTerminal(int(i.Fd())) || !term.IsTerminal(int(o.Fd())) {
		return Terminal{}, false
	}
	plain := os.Getenv("TERM") == "dumb" || os.Getenv("ACCESSIBLE") != ""
	return Terminal{in: i, out: o, plain: plain}, true
}

// Secret asks for something that is not shown while it is typed. check says what
// is wrong with it; the person is asked until nothing is.
func (t Terminal) Secret(ctx context.Context, title, description string, check func(string) error) (string, error) {
	var answer string
	field := huh.NewInput().Title(title).Description(description).EchoMode(huh.EchoModePassword).
		Prompt("> ").Validate(check).Value(&answer)
	if err := t.ask(ctx, huh.NewGroup(field)); err != nil {
		return "", err
	}
	return answer, nil
}

// Choose asks for one of the options and gives its index. Arrows move, typing
// filters.
func (t Terminal) Choose(ctx context.Context, title string, options []string) (int, error) {
	list := make([]huh.Option[int], len(options))
	for i, o := range options {
		list[i] = huh.NewOption(o, i)
	}
	var answer int
	// The line of the filter stands where the field's title would be.
	field := huh.NewSelect[int]().Title(title).Options(list...).Height(min(len(options), 12) + 1).
		Filtering(!t.plain).Value(&answer)
	if err := t.ask(ctx, huh.NewGroup(field).Title(title)); err != nil {
		return 0, err
	}
	return answer, nil
}

func (t Terminal) ask(ctx context.Context, question *huh.Group) error {
	form := huh.NewForm(question).WithInput(t.in).WithOutput(t.out).
		WithAccessible(t.plain).WithTheme(huh.ThemeFunc(theme)).WithKeyMap(keys()).WithShowHelp(false)
	err := form.RunWithContext(ctx)
	if errors.Is(err, huh.ErrUserAborted) || ctx.Err() != nil {
		return fault.New(fault.Invalid, "stopped; nothing was changed").WithCause(err)
	}
	return err
}

// keys leaves letters to the filter.
func keys() *huh.KeyMap {
	k := huh.NewDefaultKeyMap()
	k.Select.Up = key.NewBinding(key.WithKeys("up", "ctrl+p"))
	k.Select.Down = key.NewBinding(key.WithKeys("down", "ctrl+n"))
	k.Select.SetFilter = key.NewBinding() // the filter never ends: Escape would end it
	k.Select.ClearFilter = key.NewBinding()
	return k
}

// theme is the house's green on the terminal's own colours.
func theme(dark bool) *huh.Styles {
	green := lipgloss.Color("2")
	s := huh.ThemeBase(dark)
	s.Focused.Base = s.Focused.Base.BorderForeground(lipgloss.Color("8"))
	s.Focused.Title = s.Focused.Title.Bold(true)
	s.Group.Title = s.Focused.Title
	s.Focused.Description = s.Focused.Description.Foreground(lipgloss.Color("8"))
	s.Focused.SelectSelector = s.Focused.SelectSelector.Foreground(green)
	s.Focused.SelectedOption = s.Focused.SelectedOption.Foreground(green)
	s.Focused.TextInput.Prompt = s.Focused.TextInput.Prompt.Foreground(green)
	s.Focused.ErrorMessage = s.Focused.ErrorMessage.Foreground(lipgloss.Color("1"))
	return s
}
