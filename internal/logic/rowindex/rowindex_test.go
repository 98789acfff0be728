package rowindex

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	diff "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

// world is a budget in memory, in the simplest representation.
type world struct {
	records Records
	rows    map[budget.TxNo]Row
}

func (w *world) payee(no budget.PayeeNo) string {
	for _, p := range w.records.Payees {
		if p.No == no {
			return p.Name
		}
	}
	return ""
}

func (w *world) account(no budget.AccountNo) string {
	i := slices.IndexFunc(w.records.Accounts, func(a budget.Account) bool { return a.No == no })
	if i < 0 {
		return ""
	}
	return w.records.Accounts[i].Name
}

func (w *world) category(no budget.CategoryNo) string {
	for _, c := range w.records.Categories {
		if c.No == no {
			return c.Name
		}
	}
	return ""
}

func (w *world) onBudget(no budget.AccountNo) bool {
	return slices.ContainsFunc(w.records.Accounts, func(a budget.Account) bool { return a.No == no && a.OnBudget })
}

func (w *world) builder() *Builder {
	b := new(Builder)
	for _, r := range w.rows {
		if err := b.Add(&r); err != nil {
			panic(err)
		}
	}
	return b
}

// chosen returns the rows that match a filter by testing every row.
func (w *world) chosen(f Filter) (all []Row) {
	for _, r := range w.rows {
		has := func(ok func(Line) bool) bool { return ok(r.Line) || slices.ContainsFunc(r.Parts, ok) }
		keep := (f.Account == 0 || r.Account == f.Account) && (f.From == 0 || r.Date >= f.From) && (f.Until == 0 || r.Date <= f.Until) &&
			(!f.OnBudget || w.onBudget(r.Account)) && (f.Counts == "" || len(w.counted(f, r)) > 0) &&
			(f.Multi == nil || meant(f.Multi.Accounts, r.Account)) && w.hasWords(f.Text, anywhere, has) && w.meets(f, &r, has)
		if keep {
			all = append(all, r)
		}
	}
	slices.SortFunc(all, func(a, b Row) int {
		return cmp.Or(w.compare(f.Sort, &a, &b), cmp.Compare(a.Date, b.Date), cmp.Compare(a.No, b.No))
	})
	if f.Descending {
		slices.Reverse(all)
	}
	return all
}

// tested is whether a filter has a condition, and whether a row meets it.
type tested struct{ given, met bool }

// meets reports whether a row meets all conditions of a filter that may be alternatives, or, with Any, one of them.
func (w *world) meets(f Filter, r *Row, has func(func(Line) bool) bool) bool {
	all := []tested{
		{f.Category != 0, has(func(l Line) bool { return l.Category == f.Category })},
		{f.Payee != 0, has(func(l Line) bool { return l.Payee == f.Payee })},
		{f.Flag != "", r.Flag == f.Flag},
		{f.Cleared != "", r.Cleared == f.Cleared},
		{f.Min != nil || f.Max != nil, (f.Min == nil || r.Amount >= *f.Min) && (f.Max == nil || r.Amount <= *f.Max)},
		{f.Unapproved, !r.Approved},
		{f.Uncategorised, w.lacksCategory(*r)},
	}
	if f.Multi != nil {
		all = append(all, w.amongTested(f, r, has)...)
	}
	given := func(c tested) bool { return c.given }
	if f.Any && slices.ContainsFunc(all, given) {
		return slices.ContainsFunc(all, func(c tested) bool { return c.given && c.met })
	}
	return !slices.ContainsFunc(all, func(c tested) bool { return c.given && !c.met })
}

func (w *world) lacksCategory(r Row) bool {
	lines := r.Parts
	if len(lines) == 0 {
		lines = []Line{r.Line}
	}
	return w.onBudget(r.Account) && slices.ContainsFunc(lines, func(l Line) bool { return l.Category == 0 && !w.onBudget(l.Other) })
}

// counted returns the lines of a row on a filter's side, with its category and payee.
func (w *world) counted(f Filter, r Row) (counted []Line) {
	for _, l := range r.lines() {
		income := slices.ContainsFunc(w.records.Categories, func(c budget.Category) bool { return c.No == l.Category && c.Income })
		means := (f.Category == 0 || l.Category == f.Category) && (f.Payee == 0 || l.Payee == f.Payee) && (!f.Uncategorised || l.Category == 0) &&
			(f.Multi == nil || meant(f.Multi.Categories, l.Category) && meant(f.Multi.Payees, l.Payee) && w.matchesBoth(f.Multi.PayeeRegexp, f.Multi.NotesRegexp, r, l))
		if w.onBudget(r.Account) && !w.onBudget(l.Other) && income == (f.Counts == Income) && (f.Any || means) {
			counted = append(counted, l)
		}
	}
	return counted
}

// matchesBoth reports whether a line meets two regular expressions. A part also has the notes of its row.
func (w *world) matchesBoth(payee, notes *Regexp, r Row, l Line) bool {
	return (payee == nil || (w.payee(l.Payee) != "" && matches(payee, w.payee(l.Payee))) != payee.Not) && (notes == nil || (matches(notes, r.Memo) || matches(notes, l.Memo)) != notes.Not)
}

func meant[K comparable](v Values[K], k K) bool {
	return v.Of == nil || slices.Contains(v.Of, k) != v.Not
}

// hasWords reports whether all words of a text appear in the searched fields, and no excluded word does.
func (w *world) hasWords(text string, where place, has func(func(Line) bool) bool) bool {
	return !slices.ContainsFunc(termsOf(text), func(t term) bool { return has(func(l Line) bool { return w.reads(l, t, where) }) == t.not })
}

func (w *world) reads(l Line, t term, where place) bool {
	texts := map[place][]string{anywhere: {l.Memo, w.payee(l.Payee), w.category(l.Category)}, inPayee: {w.payee(l.Payee)}, inNotes: {l.Memo}}
	for _, text := range texts[where] {
		if strings.Contains(budget.SearchKey(text), budget.SearchKey(t.text)) {
			return true
		}
	}
	return where == anywhere && !t.whole && parseAmount(t.text).has(l.Amount)
}

// amongTested evaluates the conditions of a filter's lists and texts for one row.
func (w *world) amongTested(f Filter, r *Row, has func(func(Line) bool) bool) []tested {
	a := f.Multi
	only := func(asked Only, so bool) tested { return tested{asked != Either, so == (asked == Yes)} }
	byLine := f.Counts == "" || f.Any // otherwise line by line, see counted
	words := func(text string, where place) tested {
		given := slices.ContainsFunc(termsOf(text), func(t term) bool { return budget.SearchKey(t.text) != "" })
		return tested{given, w.hasWords(text, where, has)}
	}
	return []tested{
		{a.Flags.Of != nil, slices.Contains(a.Flags.Of, r.Flag) != a.Flags.Not},
		{a.Cleared.Of != nil, slices.Contains(a.Cleared.Of, r.Cleared) != a.Cleared.Not},
		{a.Categories.Of != nil && byLine, has(func(l Line) bool { return slices.Contains(a.Categories.Of, l.Category) }) != a.Categories.Not},
		{a.Payees.Of != nil && byLine, (slices.Contains(a.Payees.Of, r.Payee) ||
			slices.ContainsFunc(r.Parts, func(l Line) bool { return l.Payee != 0 && slices.Contains(a.Payees.Of, l.Payee) })) != a.Payees.Not},
		{a.Least != nil || a.Most != nil, (a.Least == nil || r.Amount.Abs() >= *a.Least) && (a.Most == nil || r.Amount.Abs() <= *a.Most)},
		only(a.Split, len(r.Parts) > 0),
		only(a.Unapproved, !r.Approved),
		only(a.Uncategorised, w.lacksCategory(*r)),
		only(a.Transfer, has(func(l Line) bool { return l.Other != 0 })),
		only(a.Receipt, slices.Contains(a.WithReceipts, r.No)),
		only(a.Scheduled, slices.ContainsFunc(a.Schedules, func(s Pattern) bool {
			return s.Account == r.Account && s.Other == r.Other && (s.Other != 0 || s.Payee == r.Payee) && r.Amount >= s.Least && r.Amount <= s.Most
		})),
		words(a.PayeeWords, inPayee),
		words(a.Notes, inNotes),
		{a.PayeeRegexp != nil && byLine, a.PayeeRegexp != nil && has(func(l Line) bool { return w.payee(l.Payee) != "" && matches(a.PayeeRegexp, w.payee(l.Payee)) }) != a.PayeeRegexp.Not},
		{a.NotesRegexp != nil && byLine, a.NotesRegexp != nil && has(func(l Line) bool { return matches(a.NotesRegexp, l.Memo) }) != a.NotesRegexp.Not},
	}
}

func matches(r *Regexp, text string) bool { return r.compiled.MatchString(budget.SearchKey(text)) }

func (w *world) compare(by Sort, a, b *Row) int {
	switch by {
	case ByAmount:
		return cmp.Compare(a.Amount, b.Amount)
	case ByPayee:
		return cmp.Compare(budget.SearchKey(w.payee(a.Payee)), budget.SearchKey(w.payee(b.Payee)))
	case ByAccount:
		return cmp.Compare(budget.SearchKey(w.account(a.Account)), budget.SearchKey(w.account(b.Account)))
	case ByCategory:
		return cmp.Compare(budget.SearchKey(w.category(a.Category)), budget.SearchKey(w.category(b.Category)))
	case ByMemo:
		return cmp.Compare(budget.SearchKey(a.Memo), budget.SearchKey(b.Memo))
	case ByFlag:
		return cmp.Compare(budget.Fold(a.Flag), budget.Fold(b.Flag))
	case ByCleared:
		return cmp.Compare(slices.Index(clearedStates, a.Cleared), slices.Index(clearedStates, b.Cleared))
	}
	return 0
}

var (
	drawnMemos = []string{
		"", "memo", "Memo 1", "memo 12", "memo 123456", "memo 1234567", "memo 12345678", "a\x00", "a", "A", "Épicerie du coin", "e\u0301picerie",
		"Straße", "100% wool", "半額", "12.5", strings.Repeat("long ", 40) + "1", strings.Repeat("LONG ", 40) + "2", "\xff\xfe",
	}
	drawnWords = []string{
		"memo 1", "MEMO", "o", "12", "12,5", "-3", "3", "payee 1", "ÉPICERIE", "strasse", "%", "半", "nowhere", "ng 1", " category ", "1 me", "twin", "\xff",
		"-memo", "-wool", "epicerie", "epicerie -12.5", `"du coin"`, `-"memo 1"`, "“100% wool”", "arzte", "-", "--", `"`, "1,5 €", "-12.5", "+3", "0.5",
	}
	drawnFlags   = []string{"", "", "", "red", "Blue", "blue"}
	drawnRegexps = []string{"memo", "^$", "^M", "o 1$", "[0-9]{3}", "É.*coin", "e\u0301", "[é]picerie", "straße", "twin|ärzte", "payee [2-4]", "^[^a-z]", ".", "(?-i)A", `\d\D`, "nowhere"}
)

func drawRecords(t *rapid.T) Records {
	var r Records
	for no := range 4 {
		r.Accounts = append(r.Accounts, budget.Account{No: budget.AccountNo(1 + no), Name: fmt.Sprint("Account ", no%2), OnBudget: no == 0 || rapid.Bool().Draw(t, "on budget")})
	}
	names := []string{"Twin", "twin", "Ärzte"}
	for no := range rapid.IntRange(1, 9).Draw(t, "payees") {
		name := rapid.SampledFrom(append(names, fmt.Sprint("Payee ", no))).Draw(t, "payee")
		r.Payees = append(r.Payees, budget.Payee{No: budget.PayeeNo(100 + no), Name: name})
	}
	for no := range rapid.IntRange(1, 5).Draw(t, "categories") {
		name := rapid.SampledFrom(append(names, fmt.Sprint("Category ", no))).Draw(t, "category")
		r.Categories = append(r.Categories, budget.Category{No: budget.CategoryNo(200 + no), Name: name, Income: no == 1})
	}
	return r
}

// dice draws values that do not help to understand a failure: rapid draws only its seed.
type dice struct{ state uint64 }

func (d *dice) roll(n int) int {
	d.state = d.state*6364136223846793005 + 1442695040888963407
	return int(d.state>>33) % n
}

func (w *world) line(d *dice) Line {
	l := Line{Amount: money.Milli(d.roll(41)-20) * 500, Memo: drawnMemos[d.roll(len(drawnMemos))]}
	if d.roll(4) > 0 {
		l.Payee = budget.PayeeNo(100 + d.roll(10)) // sometimes a payee that does not exist
	}
	if d.roll(3) > 0 {
		l.Category = budget.CategoryNo(200 + d.roll(6))
	}
	if d.roll(4) == 0 {
		l.Other = budget.AccountNo(1 + d.roll(5))
	}
	return l
}

func (w *world) row(no budget.TxNo, d *dice) Row {
	r := Row{
		No: no, Account: budget.AccountNo(1 + d.roll(4)), Date: civil.MakeMonth(2025, 11).Add(d.roll(4)).DayAt(1 + d.roll(28)),
		Cleared: clearedStates[d.roll(3)], Approved: d.roll(5) > 0, Flag: drawnFlags[d.roll(len(drawnFlags))], Bank: drawnMemos[d.roll(len(drawnMemos))], Line: w.line(d),
	}
	r.Entered = d.roll(4) == 0
	if d.roll(20) == 0 {
		r.Amount = money.Milli(d.roll(3)-1) * money.Limit
	}
	if d.roll(5) == 0 {
		r.Category, r.Other = 0, 0
		for range 1 + d.roll(3) {
			part := w.line(d)
			part.Part = budget.PartNo(1 + d.roll(1000))
			r.Parts = append(r.Parts, part)
		}
	}
	return r
}

func drawFilter(t *rapid.T, w *world) Filter {
	maybe := func(name string) bool { return rapid.IntRange(0, 4).Draw(t, name) == 0 }
	f := Filter{Sort: Sort(rapid.IntRange(0, int(ByFlag)).Draw(t, "sort")), Descending: rapid.Bool().Draw(t, "descending")}
	if maybe("account") {
		f.Account = budget.AccountNo(rapid.IntRange(1, 5).Draw(t, "of"))
	}
	if maybe("category") {
		f.Category = budget.CategoryNo(rapid.IntRange(200, 205).Draw(t, "of"))
	}
	if maybe("payee") {
		f.Payee = budget.PayeeNo(rapid.IntRange(100, 110).Draw(t, "of"))
	}
	if maybe("from") {
		f.From = civil.MakeDate(2025, 11, rapid.IntRange(1, 30).Draw(t, "day"))
	}
	if maybe("until") {
		f.Until = civil.MakeDate(2026, 1, rapid.IntRange(1, 31).Draw(t, "day"))
	}
	if maybe("flag") {
		f.Flag = rapid.SampledFrom([]string{"red", "blue", "green"}).Draw(t, "colour")
	}
	if maybe("cleared") {
		f.Cleared = rapid.SampledFrom(append(clearedStates, "paid")).Draw(t, "state")
	}
	if maybe("min") {
		f.Min = new(money.Milli(-2500))
	}
	if maybe("max") {
		f.Max = new(money.Milli(3000))
	}
	if maybe("text") {
		f.Text = rapid.SampledFrom(drawnWords).Draw(t, "word")
		if rapid.Bool().Draw(t, "two words") {
			f.Text += " " + rapid.SampledFrom(drawnWords).Draw(t, "second word")
		}
	}
	if rapid.Bool().Draw(t, "among") {
		f.Multi = drawAmong(t, maybe)
	}
	f.Any = rapid.Bool().Draw(t, "any")
	f.Uncategorised, f.Unapproved, f.OnBudget = maybe("uncategorised"), maybe("unapproved"), maybe("on budget")
	if maybe("counts") {
		f.Counts = rapid.SampledFrom([]Side{Spending, Income}).Draw(t, "side")
	}
	return f
}

func drawAmong(t *rapid.T, maybe func(string) bool) *MultiFilter {
	a := &MultiFilter{}
	drawValues(t, maybe("accounts"), &a.Accounts, 1, 2, 5)
	drawValues(t, maybe("categories"), &a.Categories, 200, 201, 204, 205)
	drawValues(t, maybe("payees"), &a.Payees, 0, 100, 101, 109)
	drawValues(t, maybe("flags"), &a.Flags, "", "red", "blue", "green")
	drawValues(t, maybe("states"), &a.Cleared, budget.Uncleared, budget.ClearedYes, "paid")
	if maybe("payee words") {
		a.PayeeWords = rapid.SampledFrom(drawnWords).Draw(t, "payee words")
	}
	if maybe("notes") {
		a.Notes = rapid.SampledFrom(drawnWords).Draw(t, "notes")
	}
	drawRegexps(t, maybe, &a.PayeeRegexp, &a.NotesRegexp)
	if maybe("size") {
		a.Least, a.Most = new(money.Milli(1500)), new(money.Milli(6000))
	}
	for _, only := range []*Only{&a.Split, &a.Transfer, &a.Uncategorised, &a.Unapproved, &a.Receipt, &a.Scheduled} {
		if maybe("kind") {
			*only = rapid.SampledFrom([]Only{Yes, No}).Draw(t, "which")
		}
	}
	for _, no := range rapid.SliceOfDistinct(rapid.IntRange(1, 40), rapid.ID[int]).Draw(t, "with receipts") {
		a.WithReceipts = append(a.WithReceipts, budget.TxNo(no))
	}
	slices.Sort(a.WithReceipts)
	for range rapid.IntRange(0, 3).Draw(t, "schedules") {
		like := Pattern{Account: rapid.SampledFrom([]budget.AccountNo{1, 2, 5}).Draw(t, "account of a schedule"), Least: -5000, Most: 4000}
		if like.Payee = rapid.SampledFrom([]budget.PayeeNo{0, 100, 101, 150}).Draw(t, "payee of a schedule"); maybe("transfer of a schedule") {
			like.Other = rapid.SampledFrom([]budget.AccountNo{1, 2, 5}).Draw(t, "other account of a schedule")
		}
		a.Schedules = append(a.Schedules, like)
	}
	return a
}

func drawValues[K comparable](t *rapid.T, some bool, into *Values[K], from ...K) {
	if some {
		into.Of, into.Not = rapid.SliceOfN(rapid.SampledFrom(from), 0, 3).Draw(t, "values"), rapid.Bool().Draw(t, "not")
	}
}

// agrees compares all answers of an index with those computed from the rows.
func (w *world) agrees(t *rapid.T, x *Index) {
	f := drawFilter(t, w)
	want := w.chosen(f)
	var sum money.Milli
	for i := range want {
		sum += want[i].Amount
	}
	found := x.Find(f)
	if found.Rows != len(want) || found.Sum != sum {
		t.Fatalf("%+v, among %+v: %d rows of %s, want %d of %s", f, f.Multi, found.Rows, found.Sum, len(want), sum)
	}
	if f.Counts != "" {
		sum = 0
		for i := range want {
			for _, l := range w.counted(f, want[i]) {
				sum += l.Amount
			}
		}
		if got := found.SumOf(f); got != sum {
			t.Fatalf("%+v: %s counts, want %s", f, got, sum)
		}
	}
	f.Limit = rapid.SampledFrom([]int{0, 1, 3, 100}).Draw(t, "limit")
	f.Offset = rapid.SampledFrom([]int{0, 0, 1, 50, len(want) / 2, max(0, len(want)-1), len(want) + 1}).Draw(t, "offset")
	if f.Sort == ByDate && len(want) > 0 && rapid.Bool().Draw(t, "after") {
		at := rapid.IntRange(0, len(want)-1).Draw(t, "row")
		f.After = Position{want[at].Date, want[at].No}
		want = want[at+1:]
	}
	want = want[min(f.Offset, len(want)):]
	if f.Limit > 0 {
		want = want[:min(f.Limit, len(want))]
	}
	numbers := make([]budget.TxNo, len(want))
	for i := range want {
		numbers[i] = want[i].No
	}
	if page := found.Page(f); !reflect.DeepEqual(numbers, page) {
		t.Fatalf("%+v finds other rows than a scan:\n%s", f, diff.Diff(numbers, page))
	}
	together, joined := rapid.IntRange(1, 9).Draw(t, "together"), []budget.TxNo{}
	for page := range found.Pages(f, together) {
		if len(page) > together {
			t.Fatalf("a page has %d rows, want %d", len(page), together)
		}
		joined = append(joined, page...)
	}
	if !reflect.DeepEqual(numbers, joined) {
		t.Fatalf("%+v, in pages of %d: %s", f, together, diff.Diff(numbers, joined))
	}
	w.agreesOnPayees(t, x)
	w.agreesOnNewest(t, x)
	w.agreesOnUsualPayees(t, x)
	w.agreesOnTallies(t, x)
	w.agreesOnBrought(t, x)
	w.agreesOnFlows(t, x)
	w.agreesOnWaiting(t, x)
}

func (w *world) agreesOnPayees(t *rapid.T, x *Index) {
	payee := budget.PayeeNo(rapid.IntRange(100, 110).Draw(t, "payee"))
	rows := w.chosen(Filter{Payee: payee, Descending: true})
	var use PayeeUse
	for i := range rows {
		if use.Last == 0 {
			use.Last = rows[i].Date
		}
		for _, l := range append(rows[i].Parts, rows[i].Line) {
			if l.Payee == payee {
				use.Lines++
			}
		}
	}
	usual := w.usualCategory(payee, rows)
	if use.Lines > 0 {
		use.Category = usual
	}
	if got := x.PayeeUses()[payee]; got != use {
		t.Fatalf("payee %d has %+v, want %+v", payee, got, use)
	}
	like := Like{payee, budget.AccountNo(rapid.IntRange(0, 4).Draw(t, "in")), 0}
	if len(rows) > 0 && rapid.Bool().Draw(t, "of an amount") {
		like.Amount = rows[rapid.IntRange(0, len(rows)-1).Draw(t, "like")].Amount
	}
	if got, want := x.UsualCategory(like), w.usualLike(like, rows); got != want {
		t.Fatalf("%+v is usually in category %d, want %d", like, got, want)
	}
	usuals := x.CategorySuggester()
	for i := range rows { // in sequence, like the rows of a bank file
		like.Amount, like.Account = rows[i].Amount*money.Milli(i%3), rows[len(rows)-1-i].Account // also 0, and amounts that no row has
		if got, want := usuals.Category(like), w.usualLike(like, rows); got != want {
			t.Fatalf("among many %+v is usually in category %d, want %d", like, got, want)
		}
	}
}

// usualCategory computes the usual category from the newest categories of all rows of a payee, the newest first.
func (w *world) usualCategory(payee budget.PayeeNo, rows []Row) budget.CategoryNo {
	h, _ := habitOf(payee, rows, func(*Row, *Line) bool { return true })
	return h.Predict()
}

func (w *world) usualLike(like Like, rows []Row) budget.CategoryNo {
	here := func(r *Row, _ *Line) bool { return like.Account != 0 && r.Account == like.Account }
	exact := func(r *Row, l *Line) bool { return here(r, l) && like.Amount != 0 && l.Amount == like.Amount }
	if h, n := habitOf(like.Payee, rows, exact); n > 1 && h.IsCertain() {
		return h.Predict()
	}
	if h, n := habitOf(like.Payee, rows, here); n > 0 {
		return h.Predict()
	}
	return w.usualCategory(like.Payee, rows)
}

func habitOf(payee budget.PayeeNo, rows []Row, counts func(*Row, *Line) bool) (h budget.LastChoicePredictor[budget.CategoryNo], n int) {
	var newest []budget.CategoryNo
	see := func(r *Row, l *Line) {
		if (l.Payee == payee || len(r.Parts) > 0 && l.Payee == 0 && r.Payee == payee) && l.Category != 0 && counts(r, l) {
			newest = append(newest, l.Category)
		}
	}
	for i := range rows {
		if len(rows[i].Parts) == 0 {
			see(&rows[i], &rows[i].Line)
		}
		for k := range rows[i].Parts {
			see(&rows[i], &rows[i].Parts[k])
		}
		if len(newest) >= remembered {
			break
		}
	}
	newest = newest[:min(len(newest), remembered)]
	for _, c := range slices.Backward(newest) {
		h.Add(c)
	}
	return h, len(newest)
}

// After any changes the index returns the same results as a scan of all rows, and so does its predecessor.
func TestResultsEqualAScanOfAllRows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := &dice{rapid.Uint64().Draw(t, "seed")}
		w := &world{records: drawRecords(t), rows: map[budget.TxNo]Row{}}
		next := budget.TxNo(1)
		for range rapid.SampledFrom([]int{0, 1, 70, 600, 5000}).Draw(t, "rows") {
			w.rows[next] = w.row(next, d)
			next++
		}
		x := New(&w.records, w.builder())
		w.agrees(t, x)
		for range rapid.IntRange(0, 4).Draw(t, "changes") {
			touched := w.change(t, d, &next)
			c := x.Change(touched)
			for _, no := range touched {
				if r, ok := w.rows[no]; ok {
					if err := c.Now.Add(&r); err != nil {
						t.Fatal(err)
					}
				}
			}
			if rapid.Bool().Draw(t, "rename") {
				w.records = drawRecords(t)
				c.Records = &w.records
			}
			x = x.With(c)
			w.agrees(t, x)
			if x.Rows() != len(w.rows) {
				t.Fatalf("%d rows, want %d", x.Rows(), len(w.rows))
			}
		}
	})
}

// change writes and deletes a few rows, or very many.
func (w *world) change(t *rapid.T, d *dice, next *budget.TxNo) (touched []budget.TxNo) {
	for range rapid.SampledFrom([]int{0, 1, 2, 30, 3000}).Draw(t, "touched") {
		no := budget.TxNo(1 + d.roll(int(*next)))
		if d.roll(3) == 0 {
			no = *next
			*next++
		}
		if d.roll(4) == 0 {
			delete(w.rows, no)
		} else if no < *next {
			w.rows[no] = w.row(no, d)
		}
		touched = append(touched, no)
	}
	slices.Sort(touched)
	return slices.Compact(touched)
}

// An index returns the same results after others were made from it.
func TestAnIndexIsImmutable(t *testing.T) {
	d := &dice{7}
	w := &world{rows: map[budget.TxNo]Row{}}
	for no := budget.TxNo(1); no < 3000; no++ {
		w.rows[no] = w.row(no, d)
	}
	first := New(&w.records, w.builder())
	before := first.Find(Filter{}).Page(Filter{Sort: ByMemo})
	x := first
	for no := budget.TxNo(1); no < 300; no++ {
		c := x.Change([]budget.TxNo{no})
		r := w.row(no, d)
		r.Flag = fmt.Sprint("flag ", no)
		if err := c.Now.Add(&r); err != nil {
			t.Fatal(err)
		}
		x = x.With(c)
	}
	if mismatch := diff.Diff(before, first.Find(Filter{}).Page(Filter{Sort: ByMemo})); mismatch != "" {
		t.Errorf("the first index has changed:\n%s", mismatch)
	}
	if first.Find(Filter{Flag: "flag 7"}).Rows != 0 || x.Find(Filter{Flag: "flag 7"}).Rows != 1 {
		t.Error("the flag is not found where it was set")
	}
}

func drawRegexps(t *rapid.T, maybe func(string) bool, all ...**Regexp) {
	for _, into := range all {
		if maybe("regexp") {
			r, err := CompileRegexp(rapid.SampledFrom(drawnRegexps).Draw(t, "expression"), rapid.Bool().Draw(t, "not"))
			if err != nil {
				t.Fatal(err)
			}
			*into = r
		}
	}
}
