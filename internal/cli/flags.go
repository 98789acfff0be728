package cli

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"
)

// picky is a flag that does not take everything. What it takes is asked when the command line is read, before anything is
// opened: what is none of that was not understood.
type picky struct {
	pflag.Value
	takes string
	fits  func(text string) bool
}

var errUnfit = errors.New("the flag does not take that")

// Set is asked by the library for each time that the flag is given.
func (p picky) Set(text string) error {
	if !p.fits(text) {
		return errUnfit
	}
	return p.Value.Set(text)
}

// takes lets a flag take only what fits. A flag that may be given again is asked for each; what it is anyway, it takes.
func takes(flags *pflag.FlagSet, name, what string, fits func(text string) bool) {
	f := flags.Lookup(name)
	several := strings.HasSuffix(f.Value.Type(), "Slice")
	unsaid := f.DefValue
	if f.DefValue == "[]" {
		f.DefValue = "" // as help knows it
	}
	f.Value = picky{f.Value, what, func(text string) bool {
		if several {
			return !slices.ContainsFunc(strings.Split(text, ","), func(one string) bool { return !fits(one) })
		}
		return text == unsaid || fits(text)
	}}
}

// takesWords lets a flag take one of some words.
func takesWords[T ~string](flags *pflag.FlagSet, name string, some ...T) {
	takes(flags, name, either(some), func(text string) bool { return slices.Contains(some, T(text)) })
}

// endless is the most where a number has no bound.
const endless = math.MaxInt

// takesNumbers lets a flag take whole numbers between two, both included. What is no number at all is left to the library.
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

// either are some words as a sentence says them: "a, b or c".
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
