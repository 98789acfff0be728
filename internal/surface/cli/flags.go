package cli

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"holdover/internal/app"
	"holdover/internal/app/pageframe"
	"holdover/internal/app/rows"
	"holdover/internal/base/apperr"
	"holdover/internal/model/budget"
)

// picky is a flag that validates its value while the command line is parsed, before anything is opened, so that an
// invalid value is a usage error.
type picky struct {
	pflag.Value
	takes string
	fits  func(text string) bool
}

var errUnfit = errors.New("the flag does not take that")

// Set is called by the library for each occurrence of the flag.
func (p picky) Set(text string) error {
	if !p.fits(text) {
		return errUnfit
	}
	return p.Value.Set(text)
}

// takes adds a validation to a flag. For a repeatable flag it validates each value. The default value is always
// valid.
func takes(flags *pflag.FlagSet, name, what string, fits func(text string) bool) {
	f := flags.Lookup(name)
	several := strings.HasSuffix(f.Value.Type(), "Slice")
	unsaid := f.DefValue
	if f.DefValue == "[]" {
		f.DefValue = "" // shown by help
	}
	f.Value = picky{f.Value, what, func(text string) bool {
		if several {
			return !slices.ContainsFunc(strings.Split(text, ","), func(one string) bool { return !fits(one) })
		}
		return text == unsaid || fits(text)
	}}
}

// takesWords limits a flag to some words.
func takesWords[T ~string](flags *pflag.FlagSet, name string, some ...T) {
	takes(flags, name, either(some), func(text string) bool { return slices.Contains(some, T(text)) })
}

// takesAddress limits a flag to listen addresses.
func takesAddress(flags *pflag.FlagSet, name string) {
	takes(flags, name, "an address such as 127.0.0.1:8585", func(text string) bool {
		_, port, err := net.SplitHostPort(text)
		if err != nil {
			return false
		}
		_, err = strconv.ParseUint(port, 10, 16)
		return err == nil
	})
}

// endless is the maximum of a number without a limit.
const endless = math.MaxInt

// takesNumbers limits a flag to whole numbers in an inclusive range. The flag library reports other text.
func takesNumbers(flags *pflag.FlagSet, name string, least, most int) {
	what := fmt.Sprintf("a number from %d", least)
	if most < endless {
		what += fmt.Sprintf(" to %d", most)
	}
	takes(flags, name, what, func(text string) bool {
		n, err := strconv.ParseInt(text, 0, strconv.IntSize)
		return err != nil || int(n) >= least && int(n) <= most
	})
}

// either lists words for a sentence: "a, b or c".
func either[T ~string](some []T) string {
	var b strings.Builder
	for i, word := range some {
		switch {
		case i == 0:
		case i == len(some)-1:
			b.WriteString(" or ")
		default:
			b.WriteString(", ")
		}
		b.WriteString(string(word))
	}
	return b.String()
}

// orNone returns a colour or a tag as the value of a filter: "" for the word none.
func orNone(typed string) string {
	if typed == rows.None {
		return ""
	}
	return typed
}

// knownColours refuses a colour that no flag of the budget has, unless it is one of the source's. Otherwise a
// mistyped colour would look as if no transaction had that flag.
func knownColours(ctx context.Context, a *app.App, b pageframe.Budget, colours []string) error {
	there := slices.Concat(budget.FlagColours, []string{rows.None})
	unknown := func(colour string) bool { return !slices.Contains(there, colour) }
	if !slices.ContainsFunc(colours, unknown) {
		return nil
	}
	others := rows.Filter{More: &rows.More{Flags: rows.SomeOf{Of: append([]string{""}, budget.FlagColours...), Not: true}}}
	err := a.Transactions(ctx, app.Machine(), b.ID, others, func(r rows.Row) error {
		if unknown(r.FlagColour) {
			there = append(there, r.FlagColour)
		}
		return nil
	})
	if i := slices.IndexFunc(colours, unknown); err == nil && i >= 0 {
		err = apperr.New(apperr.NotFound, "flag %q not found in %s", colours[i], b.Name).WithHint("the colours are %s", either(there))
	}
	return err
}
