package bankfile

import (
	"maps"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"

	"holdover/internal/app/bankimport"
	"holdover/internal/logic/bankfile"
)

// shownForm returns the form of a CSV file of four columns as the page renders it, with some fields changed. The
// field "was" has the value without the changes.
func shownForm(changes ...string) bankChoices {
	c := bankChoices{url.Values{
		"columns": {"4"}, "header_rows": {"1"}, "delimiter": {";"}, "was_delimiter": {";"}, "encoding": {"utf-8"}, "was_encoding": {"utf-8"}, "order": {"dmy"}, "decimal": {",."}, "sign": {"minus"},
		"col1": {"date"}, "col2": {"payee"}, "col3": {"memo"}, "col4": {"amount"},
	}}
	c.Set("was", c.reading())
	return c.with(changes...)
}

// shownStyle returns the form of a file without columns.
func shownStyle(changes ...string) bankChoices {
	c := bankChoices{url.Values{"style": {"1"}, "order": {"mdy"}, "decimal": {".,"}, "encoding": {""}}}
	c.Set("was", c.reading())
	return c.with(changes...)
}

// with sets fields; names and values alternate.
func (c bankChoices) with(changes ...string) bankChoices {
	out := bankChoices{maps.Clone(c.Values)}
	for i := 0; i < len(changes); i += 2 {
		out.Set(changes[i], changes[i+1])
	}
	return out
}

// without removes fields, as an unticked box does.
func (c bankChoices) without(names ...string) bankChoices {
	out := bankChoices{maps.Clone(c.Values)}
	for _, name := range names {
		out.Del(name)
	}
	return out
}

func ptr(m bankfile.Mapping) *bankfile.Mapping { return &m }

// shownMapping is the mapping of the shown file.
var shownMapping = bankfile.Mapping{
	Encoding: "utf-8", Delimiter: ";", HeaderRows: 1, Style: bankfile.Style{Order: "dmy", Decimal: ",", Group: "."}, Date: 1, Payee: 2, Memo: []int{3}, Amount: 4,
}

// TestAFormChangesEarlierChoices applies a form to earlier choices. If the form changes how the file is read, the
// choices about rows are discarded. Otherwise only those of the shown rows are replaced.
func TestAFormChangesEarlierChoices(t *testing.T) {
	t.Parallel()
	stored := ptr(bankfile.Mapping{Date: 7}) // of the account's last file
	before := bankimport.Options{Statement: 1, Mapping: stored, Skip: []int{2, 3, 50, 60}, Add: []int{4, 70}, Link: []int{8}, Accept: []bankimport.WarningCode{bankimport.WarnBalance}, AddDeleted: true, SetCategories: true, GuessesConfirmed: true, Style: bankfile.Style{Order: "ymd"}, Delimiter: ",", Encoding: "windows-1250"}
	after := func(change func(*bankimport.Options)) bankimport.Options {
		o := before
		o.Skip, o.Add, o.Link, o.Accept, o.AddDeleted, o.SetCategories = nil, nil, nil, nil, false, false
		change(&o)
		return o
	}
	reread := func(m *bankfile.Mapping) func(o *bankimport.Options) {
		return func(o *bankimport.Options) { o.Mapping, o.GuessesConfirmed, o.Delimiter, o.Encoding = m, false, "", "" }
	}
	changed := func(change func(*bankfile.Mapping)) *bankfile.Mapping {
		m := shownMapping
		change(&m)
		return &m
	}
	rows := shownForm()
	maps.Copy(rows.Values, url.Values{
		"new": {"1", "2", "3"}, "here": {"4", "5"}, "ask": {"9", "70"}, "take": {"1", "3", "5", "70"},
		"half": {"8", "10"}, "link": {"10"}, "warnings": {"currency", "balance"},
	})
	keep := func(o *bankimport.Options) {
		o.Skip, o.Add, o.Link, o.Accept = before.Skip, before.Add, before.Link, before.Accept
	}
	for name, c := range map[string]struct {
		form bankChoices
		want bankimport.Options
	}{
		"nothing": {shownForm(), after(func(o *bankimport.Options) { keep(o) })},
		"the rows shown": {rows, after(func(o *bankimport.Options) {
			keep(o)
			o.Skip, o.Add, o.Link, o.Accept = []int{2, 50, 60, 9}, []int{5, 70}, []int{10}, nil
		})},
		"accepted": {shownForm("warnings", "currency", "accept", "1"), after(func(o *bankimport.Options) {
			keep(o)
			o.Accept = []bankimport.WarningCode{bankimport.WarnCurrency}
		})},
		"deleted rows":      {shownForm("deleted", "1"), after(func(o *bankimport.Options) { keep(o); o.AddDeleted = true })},
		"categories":        {shownForm("categories", "1"), after(func(o *bankimport.Options) { keep(o); o.SetCategories = true })},
		"the same account":  {shownForm("statement", "1", "was_statement", "1"), after(func(o *bankimport.Options) { keep(o) })},
		"another account":   {shownForm("statement", "2", "was_statement", "1"), after(func(o *bankimport.Options) { reread(&shownMapping)(o); o.Statement = 2 })},
		"the first account": {shownForm("statement", "0", "was_statement", "1"), after(func(o *bankimport.Options) { reread(&shownMapping)(o); o.Statement = 0 })},
		"a column": {shownForm("col2", "memo", "deleted", "1"), after(func(o *bankimport.Options) {
			reread(changed(func(m *bankfile.Mapping) { m.Payee, m.Memo = 0, []int{2, 3} }))(o)
			o.AddDeleted = true
		})},
		"the last column":   {shownForm("col4", ""), after(reread(changed(func(m *bankfile.Mapping) { m.Amount = 0 })))},
		"no such column":    {shownForm("col5", "check"), after(func(o *bankimport.Options) { keep(o) })},
		"the order of days": {shownForm("order", "mdy"), after(reread(changed(func(m *bankfile.Mapping) { m.Order = "mdy" })))},
		"decimals":          {shownForm("decimal", "."), after(reread(changed(func(m *bankfile.Mapping) { m.Decimal, m.Group = ".", "" })))},
		"signs":             {shownForm("sign", "plus"), after(reread(changed(func(m *bankfile.Mapping) { m.Invert = true })))},
		"a word":            {shownForm("debit_word", "Soll"), after(reread(changed(func(m *bankfile.Mapping) { m.DebitWord = "Soll" })))},
		"the first line":    {shownForm("header_rows", "3"), after(reread(changed(func(m *bankfile.Mapping) { m.HeaderRows = 3 })))},
		"between columns":   {shownForm("delimiter", ","), after(func(o *bankimport.Options) { reread(nil)(o); o.Delimiter, o.Encoding = ",", "utf-8" })},
		"letters":           {shownForm("encoding", "windows-1251"), after(func(o *bankimport.Options) { reread(nil)(o); o.Delimiter, o.Encoding = ";", "windows-1251" })},
		"an answer": {shownForm("asks", "dates", "order", "mdy"), after(func(o *bankimport.Options) {
			reread(changed(func(m *bankfile.Mapping) { m.Order = "mdy" }))(o)
			o.GuessesConfirmed = true
		})},
		"days of QIF": {shownStyle("order", "dmy"), after(func(o *bankimport.Options) {
			o.GuessesConfirmed, o.Encoding, o.Style = false, "", bankfile.Style{Order: "dmy", Decimal: ".", Group: ","}
		})},
		"letters of QIF": {shownStyle("encoding", "windows-1251"), after(func(o *bankimport.Options) {
			o.GuessesConfirmed, o.Style, o.Encoding = false, bankfile.Style{Order: "mdy", Decimal: ".", Group: ","}, "windows-1251"
		})},
		"nothing of QIF":                 {shownStyle(), after(func(o *bankimport.Options) { keep(o) })},
		"recognised again":               {shownForm("do", "guess", "col2", "memo", "delimiter", ",", "categories", "1"), bankimport.Options{Statement: 1, Delimiter: ";", Encoding: "utf-8", SetCategories: true}},
		"recognised again, with columns": {shownForm("do", "guess", "deleted", "1"), bankimport.Options{Statement: 1, Delimiter: ";", Encoding: "utf-8", AddDeleted: true}},
	} {
		given := before
		given.Skip, given.Add, given.Link = slices.Clone(before.Skip), slices.Clone(before.Add), slices.Clone(before.Link)
		got := c.form.over(given)
		for _, list := range [][]int{got.Skip, got.Add, c.want.Skip, c.want.Add} {
			slices.Sort(list)
		}
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s:\n%+v %+v, not\n%+v %+v", name, got, got.Mapping, c.want, c.want.Mapping)
		}
	}
}

// TestConfirmingThePageKeepsTheChoices confirms the page as shown, or with inverted signs. The choices about rows are
// unchanged.
func TestConfirmingThePageKeepsTheChoices(t *testing.T) {
	t.Parallel()
	before := bankimport.Options{Statement: 1, Skip: []int{2}, Add: []int{4}, Delimiter: ",", Encoding: "windows-1251", AddDeleted: true}
	turned := shownMapping
	turned.Invert = true
	for name, c := range map[string]struct {
		form bankChoices
		want bankimport.Options
	}{
		"right":                     {shownForm("do", "right"), bankimport.Options{Statement: 1, Skip: []int{2}, Add: []int{4}, AddDeleted: true, GuessesConfirmed: true, Mapping: &shownMapping}},
		"turned":                    {shownForm("do", "turn"), bankimport.Options{Statement: 1, Skip: []int{2}, Add: []int{4}, AddDeleted: true, GuessesConfirmed: true, Mapping: &turned}},
		"signs inverted again":      {shownForm("do", "turn", "sign", "plus"), bankimport.Options{Statement: 1, Skip: []int{2}, Add: []int{4}, AddDeleted: true, GuessesConfirmed: true, Mapping: &shownMapping}},
		"confirmed without columns": {shownStyle("do", "right"), bankimport.Options{Statement: 1, Skip: []int{2}, Add: []int{4}, AddDeleted: true, GuessesConfirmed: true, Delimiter: ",", Style: bankfile.Style{Order: "mdy", Decimal: ".", Group: ","}}},
		"right, of XML":             {shownStyle("do", "right").without("style", "order", "decimal", "encoding", "was"), bankimport.Options{Statement: 1, Skip: []int{2}, Add: []int{4}, AddDeleted: true, GuessesConfirmed: true, Delimiter: ",", Encoding: "windows-1251"}},
	} {
		if got := c.form.over(before); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s:\n%+v %+v, not\n%+v %+v", name, got, got.Mapping, c.want, c.want.Mapping)
		}
	}
}

// TestAQuestionIsAnsweredByItsOwnField: a question is answered only if its own field was changed.
func TestAQuestionIsAnsweredByItsOwnField(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		form bankChoices
		is   bool
	}{
		{shownForm("order", "mdy"), false}, // no question was shown
		{shownForm("asks", "dates", "order", "mdy"), true},
		{shownForm("asks", "dates", "decimal", "."), false},
		{shownForm("asks", "dates", "sign", "plus"), false},
		{shownForm("asks", "numbers", "decimal", "."), true},
		{shownForm("asks", "numbers", "order", "mdy"), false},
		{shownForm("asks", "signs", "sign", "plus"), true},
		{shownForm("asks", "signs", "decimal", "."), false},
		{shownForm("asks", "signs", "col4", "out"), false},
		{shownForm("asks", "columns", "col1", "memo"), true},
		{shownForm("asks", "columns", "col4", "out"), true},
		{shownForm("asks", "columns", "debit_word", "Soll"), false},
		{shownForm("asks", "columns", "order", "mdy", "decimal", ".", "sign", "plus", "header_rows", "2"), false},
		{shownForm("asks", "columns,dates", "col4", "out"), false},
		{shownForm("asks", "columns,dates", "order", "mdy"), false},
		{shownForm("asks", "columns,dates", "order", "mdy", "col4", "out"), true},
		{shownForm("asks", "weather", "order", "mdy"), false},
		{shownForm("asks", "dates", "order", "mdy", "was", "moon"), false},
		{shownStyle("asks", "dates", "order", "dmy"), true},
		{shownStyle("asks", "dates", "encoding", "utf-8"), false},
	} {
		if got := c.form.answered(); got != c.is {
			t.Errorf("%v: answered %t, want %t", c.form.Values, got, c.is)
		}
	}
}

// TestAddressAfterAChoice tests the address of the page that is shown next.
func TestAddressAfterAChoice(t *testing.T) {
	t.Parallel()
	for form, want := range map[string]string{
		"":                               "",
		"at_show=new&at_page=3":          "?page=3&show=new",
		"at_show=all&at_page=1":          "",
		"at_show=all&at_page=2":          "?page=2",
		"at_show=new&at_page=3&page=4":   "?page=4&show=new",
		"at_show=new&at_page=3&page=1":   "?show=new",
		"at_show=new&at_page=3&show=all": "",
		"at_show=all&at_page=3&show=new": "?show=new",
		"at_show=&at_page=x":             "",
	} {
		values, err := url.ParseQuery(form)
		if err != nil {
			t.Fatal(err)
		}
		if got := (bankChoices{values}).where(); got != want {
			t.Errorf("%s leads to %q, want %q", form, got, want)
		}
	}
}

// TestColumnsAreReadFromTheForm reads the columns from the form, up to a limit. Fields missing in the form keep the
// value that the page showed.
func TestColumnsAreReadFromTheForm(t *testing.T) {
	t.Parallel()
	if got := shownForm().mapping(); !reflect.DeepEqual(*got, shownMapping) {
		t.Errorf("without choices the mapping is %+v", got)
	}
	if got := shownForm("delimiter", "", "was_delimiter", "|").mapping().Delimiter; got != "|" {
		t.Errorf("the delimiter is %q", got)
	}
	if shownForm("sign", "").mapping().Invert {
		t.Error("separate columns for money out and in are inverted")
	}
	if got := shownForm("decimal", "").mapping().Style; got != (bankfile.Style{Order: "dmy"}) {
		t.Errorf("the guessed number format is %+v", got)
	}
	if got := shownForm("col3", "date").mapping().Twice; got != bankfile.DateRole {
		t.Errorf("the role chosen twice is %q", got)
	}
	wide := shownForm("columns", "999999999", "col60", "check", "col61", "balance")
	if got := wide.mapping(); got.Check != maxColumns || got.Balance != 0 {
		t.Errorf("columns beyond the limit are read as %+v", got)
	}
	if n := strings.Count(wide.reading(), "|"); n != 7+maxColumns {
		t.Errorf("%d choices are compared", n)
	}
	if shownForm().without("was").rereads() || shownForm().rereads() || !shownForm("col60", "x", "columns", "60").rereads() {
		t.Error("what is read another way")
	}
}
