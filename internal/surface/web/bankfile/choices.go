package bankfile

import (
	"cmp"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"holdover/internal/app/bankimport"
	"holdover/internal/logic/bankfile"
)

// bankChoices is the submitted form of a bank file's preview. It contains the rows of one page; the choices on other
// pages are unchanged.
type bankChoices struct{ url.Values }

// over returns the earlier choices with those of the form applied. If the form changes how the file is read, the
// choices about rows are discarded, because the rows are others.
func (c bankChoices) over(o bankimport.Options) bankimport.Options {
	before := c.rereads()
	switch c.Get("do") {
	case "right", "turn":
		return c.answer(o)
	case "guess":
		return bankimport.Options{Statement: o.Statement, Delimiter: c.Get("was_delimiter"), Encoding: c.Get("encoding"), AddDeleted: c.Has("deleted"), SetCategories: c.Has("categories")}
	}
	if c.Has("statement") && c.Get("statement") != c.Get("was_statement") {
		o.Statement, before = atoi(c.Get("statement")), true
	}
	if c.Has("columns") && before {
		o.Mapping, o.Delimiter, o.Encoding = c.mapping(), "", ""
		// With another encoding or delimiter the headers differ.
		if c.Get("delimiter") != c.Get("was_delimiter") || c.Get("encoding") != c.Get("was_encoding") {
			o.Mapping, o.Delimiter, o.Encoding = nil, c.Get("delimiter"), c.Get("encoding")
		}
	}
	if c.Has("style") && before {
		o.Style, o.Encoding = c.style(), c.Get("encoding")
	}
	o.AddDeleted, o.SetCategories = c.Has("deleted"), c.Has("categories")
	if before {
		o.GuessesConfirmed = c.answered()
		o.Add, o.Skip, o.Link, o.Accept = nil, nil, nil, nil
		return o
	}
	return c.rows(c.accepted(o))
}

// answer confirms the guesses as shown, or with inverted signs.
func (c bankChoices) answer(o bankimport.Options) bankimport.Options {
	o.GuessesConfirmed = true
	if c.Has("columns") {
		if o.Mapping = c.mapping(); c.Get("do") == "turn" {
			o.Mapping.Invert = !o.Mapping.Invert
		}
		o.Delimiter, o.Encoding = "", ""
	}
	if c.Has("style") {
		o.Style, o.Encoding = c.style(), c.Get("encoding")
	}
	return o
}

// answered reports whether the choices answer all questions of the page.
func (c bankChoices) answered() bool {
	was, now := strings.Split(c.Get("was"), "|"), strings.Split(c.reading(), "|")
	const order, decimal, sign, columns = 3, 4, 5, 7 // indexes of the fields in reading
	if len(was) < columns || len(now) < columns {
		return false
	}
	for _, q := range strings.Split(c.Get("asks"), ",") {
		changed := false
		switch bankfile.Question(q) {
		case bankfile.AskDates:
			changed = was[order] != now[order]
		case bankfile.AskNumbers:
			changed = was[decimal] != now[decimal]
		case bankfile.AskSigns:
			changed = was[sign] != now[sign]
		case bankfile.AskColumns, bankfile.AskStates:
			changed = !slices.Equal(was[columns:], now[columns:])
		}
		if !changed {
			return false
		}
	}
	return true
}

// rereads reports whether the form changes how the file is read.
func (c bankChoices) rereads() bool {
	return c.Has("was") && c.Get("was") != c.reading()
}

// reading returns all fields that define how the file is read, for comparison with the field "was", which contains
// their values when the page was rendered.
func (c bankChoices) reading() string {
	var b strings.Builder
	for _, name := range []string{"header_rows", "delimiter", "encoding", "order", "decimal", "sign", "debit_word"} {
		b.WriteString(c.Get(name) + "|")
	}
	for i := 1; i <= atoi(c.Get("columns")) && i <= maxColumns; i++ {
		b.WriteString(c.Get("col"+strconv.Itoa(i)) + "|")
	}
	return b.String()
}

// accepted applies whether the shown warnings are accepted.
func (c bankChoices) accepted(o bankimport.Options) bankimport.Options {
	if !c.Has("warnings") {
		return o
	}
	o.Accept = nil
	if c.Has("accept") {
		for _, code := range c.Values["warnings"] {
			o.Accept = append(o.Accept, bankimport.WarningCode(code))
		}
	}
	return o
}

// rows applies the choices for the shown rows. The field "new" lists the rows that are added unless their box is
// unticked, "here" those that are added only if it is ticked, and "ask" possible duplicates, which are added if it is
// ticked and matched if not. "half" lists those that can be linked with the other half of a transfer.
func (c bankChoices) rows(o bankimport.Options) bankimport.Options {
	add, skip, link := slices.Clone(o.Add), slices.Clone(o.Skip), slices.Clone(o.Link)
	set := func(list *[]int, no int, in bool) {
		*list = slices.DeleteFunc(*list, func(n int) bool { return n == no })
		if in {
			*list = append(*list, no)
		}
	}
	for _, kind := range []string{rowNew, rowHere, rowAsk} {
		for _, text := range c.Values[kind] {
			isTicked := slices.Contains(c.Values["take"], text)
			set(&add, atoi(text), isTicked && kind != rowNew)
			set(&skip, atoi(text), !isTicked && kind != rowHere)
		}
	}
	for _, text := range c.Values["half"] {
		set(&link, atoi(text), slices.Contains(c.Values["link"], text))
	}
	o.Add, o.Skip, o.Link = add, skip, link
	return o
}

// The names of the fields that list the rows of a page, by the effect of their box.
const (
	rowNew  = "new"
	rowHere = "here"
	rowAsk  = "ask"
)

// where returns the query of the page to show next.
func (c bankChoices) where() string {
	q := url.Values{}
	show, page := c.Get("at_show"), c.Get("at_page")
	if c.Has("show") {
		show, page = c.Get("show"), ""
	}
	if c.Has("page") {
		page = c.Get("page")
	}
	if show != "" && show != "all" {
		q.Set("show", show)
	}
	if atoi(page) > 1 {
		q.Set("page", page)
	}
	if len(q) == 0 {
		return ""
	}
	return "?" + q.Encode()
}

// style returns the chosen notation of dates and amounts.
func (c bankChoices) style() bankfile.Style {
	s := bankfile.Style{Order: bankfile.DateOrder(c.Get("order"))}
	switch decimal := c.Get("decimal"); decimal {
	case "", bankfile.Cents:
		s.Decimal = decimal
	default:
		s.Decimal, s.Group = decimal[:1], decimal[1:]
	}
	return s
}

// mapping returns the chosen columns. Only notes may have several columns. A second column of another role is an
// error, which the file's reader reports.
func (c bankChoices) mapping() *bankfile.Mapping {
	m := &bankfile.Mapping{
		Encoding: c.Get("encoding"), Delimiter: cmp.Or(c.Get("delimiter"), c.Get("was_delimiter")), HeaderRows: atoi(c.Get("header_rows")), Style: c.style(),
		Invert: c.Get("sign") == "plus", DebitWord: c.Get("debit_word"),
	}
	for i := 1; i <= atoi(c.Get("columns")) && i <= maxColumns; i++ {
		m.Assign(bankfile.Role(c.Get("col"+strconv.Itoa(i))), i)
	}
	return m
}
