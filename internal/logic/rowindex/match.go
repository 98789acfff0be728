package rowindex

import (
	"bytes"
	"sort"
	"strings"

	"holdover/internal/logic/tag"
	"holdover/internal/model/budget"
)

// search is a filter translated into the codes of the columns.
type search struct {
	Filter
	books                          *interners
	nothing                        bool // the filter names a record that no row has
	account, category, payee, flag code
	among                          *amongIn
	required                       []condition // of which all must hold
	alternatives                   []condition // of which one must hold if there are any
}

// wanted is a search word. A row has it if it is in the row or one of its parts.
type wanted struct {
	word               []byte
	tag                string // the key if the word is a tag, which is found as a whole and in notes only
	not                bool
	notes              bool   // whether it may be in the notes
	payees, categories []bool // those with the word in their name, by code; nil if no name contains it
	amount             amountRange
}

// place is the set of fields in which words are searched.
type place int

const (
	anywhere place = iota
	inPayee
	inNotes
)

// wanted returns the words of a text.
func (x *Index) wanted(text string, where place) (all []wanted) {
	for _, t := range termsOf(text) {
		word := budget.SearchKey(t.text)
		if word == "" {
			continue
		}
		w := wanted{word: []byte(word), not: t.not, notes: where != inPayee}
		if name, is := tag.Parse(t.text); is && word[0] == '#' && !t.whole && w.notes {
			w.tag = tag.Key(name)
			all = append(all, w)
			continue
		}
		if where != inNotes {
			w.payees = namesWith(x.books.payeeNames, x.books.payee.size(), word)
		}
		if where == anywhere {
			w.categories = namesWith(x.books.categoryNames, x.books.category.size(), word)
			if !t.whole {
				w.amount = parseAmount(t.text)
			}
		}
		all = append(all, w)
	}
	return all
}

func (x *Index) search(f Filter) *search {
	s := &search{Filter: f, books: &x.books}
	s.account, s.flag = lookUp(s, &x.books.account, f.Account), lookUp(s, &x.books.flag, f.Flag)
	s.category, s.payee = lookUp(s, &x.books.category, f.Category), lookUp(s, &x.books.payee, f.Payee)
	s.nothing = s.nothing || f.Account != 0 && s.account == 0 || f.Counts != "" && f.Counts != Spending && f.Counts != Income
	s.among = x.among(f.Multi)
	s.addConditions(x.wanted(f.Text, anywhere))
	return s
}

// lookUp returns a code; without one, a search whose conditions must all hold finds nothing.
func lookUp[K comparable](s *search, b *interner[K], k K) code {
	var none K
	c, known := b.look(k)
	s.nothing = s.nothing || k != none && !known && !s.Any
	return c
}

func namesWith(names []string, size int, word string) []bool {
	var with []bool
	for c, name := range names {
		if c > 0 && strings.Contains(name, word) {
			if with == nil {
				with = make([]bool, size)
			}
			with[c] = true
		}
	}
	return with
}

// rows returns the rows of a segment that match the filter.
func (s *search) rows(in *segment) *marks {
	first, last := 0, in.len()
	if s.From > in.date[0] {
		first = sort.Search(last, func(row int) bool { return in.date[row] >= s.From })
	}
	if s.Until != 0 && s.Until < in.date[last-1] {
		last = sort.Search(last, func(row int) bool { return in.date[row] > s.Until })
	}
	if s.nothing || first >= last {
		return nil
	}
	m := new(marks)
	m.between(first, last)
	for _, c := range s.required {
		c(m, in)
	}
	if len(s.alternatives) > 0 {
		keepAny(m, in, s.alternatives)
	}
	if m.count() == 0 {
		return nil
	}
	return m
}

// keepWords keeps rows with all words and no excluded word.
func keepWords(m *marks, in *segment, words []wanted) {
	for i := range words {
		w := &words[i]
		if m.count() >= in.len()/4 {
			lineBy(m, in, w.not, w.text)
			continue
		}
		m.each(func(row int) { // with one account, the notes of other rows are not read
			if w.reads(in, row) == w.not {
				m.clear(row)
			}
		})
	}
}

// reads is text for one row and its parts.
func (w *wanted) reads(in *segment, row int) bool {
	if w.readsLine(&in.lines, row) {
		return true
	}
	if in.state[row]&split == 0 {
		return false
	}
	first, last := in.partsOf(row)
	for part := first; part < last; part++ {
		if w.readsLine(&in.parts, part) {
			return true
		}
	}
	return false
}

func (w *wanted) readsLine(l *lines, i int) bool {
	if w.tag != "" {
		return l.memo.hasTag(i, w.tag)
	}
	return w.payees != nil && w.payees[l.payee[i]] || w.categories != nil && w.categories[l.category[i]] ||
		w.amount.has(l.amount[i]) || w.notes && bytes.Contains(l.memo.at(i), w.word)
}

// either keeps rows that are found themselves or by a part.
func either(m *marks, in *segment, find func(l *lines, hit func(int))) { lineBy(m, in, false, find) }

// lineBy is either, or with not the reverse: it keeps rows found in neither way.
func lineBy(m *marks, in *segment, not bool, find func(l *lines, hit func(int))) {
	var hits marks
	find(&in.lines, hits.set)
	find(&in.parts, func(part int) { hits.set(int(in.partOwner[part])) })
	if not {
		m.without(&hits)
	} else {
		m.and(&hits)
	}
}

func equal(column []code, value code, hit func(int)) {
	for i, is := range column {
		if is == value {
			hit(i)
		}
	}
}

// text finds lines with the word in memo, payee or category, or with the amount.
func (w *wanted) text(l *lines, hit func(int)) {
	if w.tag != "" {
		l.memo.tagged(func(i int, key string) {
			if key == w.tag {
				hit(i)
			}
		})
		return
	}
	if w.payees != nil {
		eachMarked(l.payee, w.payees, hit)
	}
	if w.categories != nil {
		eachMarked(l.category, w.categories, hit)
	}
	if w.amount.given() {
		for i, is := range l.amount {
			if w.amount.has(is) {
				hit(i)
			}
		}
	}
	if w.notes {
		l.memo.containing(w.word, hit)
	}
}

// isSpent reports whether a row has a line outside the income categories.
func (s *search) isSpent(in *segment, row int) bool {
	if in.state[row]&split == 0 {
		return !s.books.isIncome(in.category[row])
	}
	first, last := in.partsOf(row)
	for part := first; part < last; part++ {
		if !s.books.isIncome(in.parts.category[part]) {
			return true
		}
	}
	return false
}

// lacksCategory reports whether a row of a budget account has a line without category that is not a transfer to
// another budget account.
func (b *interners) lacksCategory(in *segment, row int) bool {
	if in.state[row]&split == 0 {
		return in.category[row] == 0 && !b.isOnBudget(in.other[row])
	}
	first, last := in.partsOf(row)
	for part := first; part < last; part++ {
		if in.parts.category[part] == 0 && !b.isOnBudget(in.parts.other[part]) {
			return true
		}
	}
	return false
}
