package rowindex

import (
	"errors"
	"regexp"
	"regexp/syntax"

	"holdover/internal/base/apperr"
	"holdover/internal/model/budget"
)

// The limits of a regular expression. Its time is proportional to the text and, at worst, to the number of its
// instructions, so that both limits bound the time of a search.
const (
	maxRegexp       = 200 // bytes
	maxInstructions = 400
	maxClass        = 1000 // runes of a character class whose accents are removed one by one
	// maxWork bounds the instructions times the bytes of all notes: 40 instructions for a million notes of 37 bytes.
	maxWork = 1_500_000_000
)

// Regexp is a regular expression as a condition on a text. Case and accents do not matter, as in searches by words.
type Regexp struct {
	Not          bool // whether rows that match are excluded
	compiled     *regexp.Regexp
	instructions int
}

// CompileRegexp compiles a regular expression in the syntax of RE2. It returns an Invalid error if it is malformed or
// too large.
func CompileRegexp(text string, not bool) (*Regexp, error) {
	if len(text) > maxRegexp {
		return nil, apperr.New(apperr.Invalid, "the regular expression is too long").WithHint("use at most %d characters", maxRegexp)
	}
	tree, err := syntax.Parse(text, syntax.Perl|syntax.FoldCase)
	if err != nil {
		return nil, malformed(text, err)
	}
	foldTree(tree)
	program, err := syntax.Compile(tree.Simplify())
	if err != nil {
		return nil, malformed(text, err)
	}
	if len(program.Inst) > maxInstructions {
		return nil, apperr.New(apperr.Invalid, "the regular expression repeats too much").WithHint("use smaller numbers in {} and fewer Unicode classes")
	}
	compiled, err := regexp.Compile(tree.String())
	if err != nil {
		return nil, malformed(text, err)
	}
	return &Regexp{Not: not, compiled: compiled, instructions: len(program.Inst)}, nil
}

// CheckWork returns an Invalid error if searching the notes of all rows by an expression could take too long.
func (x *Index) CheckWork(r *Regexp) error {
	bytes := 0
	for _, s := range x.segments {
		bytes += len(s.memo.bytes) + len(s.parts.memo.bytes)
	}
	if bytes*r.instructions > maxWork {
		return apperr.New(apperr.Invalid, "the regular expression is too complex for so many notes").WithHint("shorten it, or search for words")
	}
	return nil
}

// malformed returns the error for people about a regular expression that cannot be compiled.
func malformed(text string, err error) error {
	wrong := apperr.New(apperr.Invalid, "%q is not a regular expression", text).WithCause(err)
	var at *syntax.Error
	if !errors.As(err, &at) {
		return wrong
	}
	switch at.Code {
	case syntax.ErrMissingParen, syntax.ErrUnexpectedParen:
		return wrong.WithHint("each ( needs its ); write \\( for the character itself")
	case syntax.ErrMissingBracket:
		return wrong.WithHint("each [ needs its ]; write \\[ for the character itself")
	case syntax.ErrMissingRepeatArgument, syntax.ErrInvalidRepeatOp:
		return wrong.WithHint("%s repeats what precedes it; write \\%s for the character itself", at.Expr, at.Expr)
	case syntax.ErrInvalidRepeatSize, syntax.ErrLarge, syntax.ErrNestingDepth:
		return wrong.WithHint("use smaller numbers in {}")
	}
	return wrong.WithHint("%s: %s", at.Code, at.Expr)
}

// foldTree replaces the characters of an expression by those of folded texts.
func foldTree(tree *syntax.Regexp) {
	switch tree.Op {
	case syntax.OpLiteral:
		tree.Rune = []rune(budget.SearchKey(string(tree.Rune)))
		tree.Flags &^= syntax.FoldCase
		if len(tree.Rune) == 0 { // an accent alone
			tree.Op = syntax.OpEmptyMatch
		}
	case syntax.OpCharClass:
		foldClass(tree)
	}
	for _, sub := range tree.Sub {
		foldTree(sub)
	}
}

// foldClass adds the letters without accents to a class of a few characters.
func foldClass(tree *syntax.Regexp) {
	runes := 0
	for i := 0; i < len(tree.Rune); i += 2 {
		runes += int(tree.Rune[i+1]-tree.Rune[i]) + 1
	}
	if runes > maxClass {
		return
	}
	all := tree.Rune
	for i := 0; i < len(tree.Rune); i += 2 {
		for r := tree.Rune[i]; r <= tree.Rune[i+1]; r++ {
			if folded := []rune(budget.SearchKey(string(r))); len(folded) == 1 && folded[0] != r {
				all = append(all, folded[0], folded[0])
			}
		}
	}
	tree.Rune = all
}

// namesMatching reports, by code, which names match. A missing name does not.
func (r *Regexp) namesMatching(names []string, size int) []bool {
	matching := make([]bool, size)
	for c, name := range names {
		matching[c] = name != "" && r.compiled.MatchString(name)
	}
	return matching
}

// keepNotes keeps rows whose notes match, or one of whose parts has notes that match; or the other rows.
func (r *Regexp) keepNotes(m *marks, in *segment) {
	m.each(func(row int) {
		if r.matchesNotes(in, row) == r.Not {
			m.clear(row)
		}
	})
}

func (r *Regexp) matchesNotes(in *segment, row int) bool {
	if r.compiled.Match(in.memo.at(row)) {
		return true
	}
	if in.state[row]&split == 0 {
		return false
	}
	first, last := in.partsOf(row)
	for part := first; part < last; part++ {
		if r.compiled.Match(in.parts.memo.at(part)) {
			return true
		}
	}
	return false
}
