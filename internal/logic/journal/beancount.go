package journal

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

// beancount writes a Beancount file. fava-envelope computes the money available in an envelope as the allocated amount,
// minus the spent amount, plus the available amount of the month before unless that is negative. The allocated amounts
// are chosen so that each result equals the figure of the budget. In most cases they are the budgeted amounts. With
// overspending that is rolled over, for example, the negative balance is added.
type beancount struct {
	*journal
	counted   map[string]bool        // the budget accounts
	activity  map[string]money.Milli // of each other account, in the current month
	available map[string]money.Milli // at the end of the month before
	money     money.Milli            // in the counted accounts
	heldName  string
	cardsName string
}

func newBeancount(j *journal) *beancount {
	return &beancount{journal: j, counted: map[string]bool{}, activity: map[string]money.Milli{}, available: map[string]money.Milli{}}
}

// component returns a name of letters, digits and hyphens that begins with a capital letter or a digit, as Beancount
// requires. Scripts without capital letters get an X in front.
func (b *beancount) component(name string) string {
	var out strings.Builder
	for _, r := range norm.NFKC.String(name) {
		switch {
		case unicode.IsLetter(r), unicode.Is(unicode.Nd, r):
			out.WriteRune(r)
		case !unicode.IsMark(r) && out.Len() > 0 && !strings.HasSuffix(out.String(), "-"):
			out.WriteByte('-')
		}
	}
	s := strings.TrimRight(out.String(), "-")
	first, size := utf8.DecodeRuneInString(s)
	switch {
	case s == "", unicode.IsUpper(first), unicode.Is(unicode.Nd, first):
		return s
	case unicode.IsUpper(unicode.ToUpper(first)):
		return string(unicode.ToUpper(first)) + s[size:]
	}
	return "X" + s
}

func (b *beancount) begin(first civil.Date) {
	b.comment("Budget " + b.Info.Name + ", from Holdover")
	b.comment("")
	b.comment("To see the envelopes in Fava, install fava-envelope and add this line:")
	b.comment(`1970-01-01 custom "fava-extension" "fava_envelope" "{}"`)
	b.text("\noption \"title\" ", quoted(b.Info.Name), "\noption \"operating_currency\" \"", b.commodity, "\"\n\n")
	open := first.String() + " open "
	for _, name := range []string{b.inTransit, b.opening, b.adjustments, b.uncategorised} {
		b.text(open, name, " ", b.commodity, "\n")
	}
	for i := range b.Accounts {
		a := &b.Accounts[i]
		name := b.accounts[a.No]
		b.counted[name] = a.OnBudget
		tags := []tag{{"name", nameIfDifferent(a.Name, name)}, {"note", a.Note}}
		if a.Closed {
			tags = append(tags, tag{"closed", "yes"})
		}
		b.text(open, name, " ", b.commodity, "\n")
		b.metadata("  ", tags)
	}
	for i := range b.Categories {
		c := &b.Categories[i]
		name := b.categories[c.No]
		tags := []tag{{"name", nameIfDifferent(c.Name, name)}, {"note", c.Note}}
		if c.Hidden {
			tags = append(tags, tag{"hidden", "yes"})
		}
		b.text(open, name, " ", b.commodity, "\n")
		b.metadata("  ", tags)
	}
	b.text("\n")
	if len(b.Sheet.Months) == 0 {
		return
	}
	b.heldName, b.cardsName = strings.Replace(b.held, b.component("budget"), b.component("equity"), 1), b.component("liabilities")+":"+b.component("owed on cards")
	b.setting(first, "start date", b.Sheet.First.String())
	for i := range b.Accounts {
		if name := b.accounts[b.Accounts[i].No]; b.counted[name] {
			b.setting(first, "budget account", name+"$")
		}
	}
	b.setting(first, "mapping", b.opening, b.component("income")+":"+last(b.opening))
	b.text("\n")
}

// setting writes a setting of fava-envelope.
func (b *beancount) setting(on civil.Date, values ...string) {
	b.text(on.String(), ` custom "envelope"`)
	for _, v := range values {
		b.text(" ", quoted(v))
	}
	b.text("\n")
}

func (b *beancount) beginMonth(m civil.Month) {
	if note := b.envelope.months[m]; note != "" {
		b.text(m.First().String(), ` event "note of the month" `, quoted(note), "\n\n")
	}
}

func (b *beancount) entry(e *entry) {
	flag := "*"
	if e.postings[0].cleared == budget.Uncleared {
		flag = "!"
	}
	memo := ""
	tags := slices.DeleteFunc(e.tags, func(t tag) bool {
		if t.name == "memo" {
			memo = t.value
		}
		return t.name == "memo"
	})
	b.text(e.date.String(), " ", flag, " ")
	if e.description != "" {
		b.text(quoted(e.description), " ")
	}
	b.text(quoted(memo), "\n")
	if e.cleared == budget.Reconciled {
		tags = append(tags, tag{"cleared", string(budget.Reconciled)})
	}
	b.metadata("  ", tags)
	for i := range e.postings {
		p := &e.postings[i]
		gap := max(0, column-utf8.RuneCountInString(p.account))
		b.text("  ", p.account, "  ", strings.Repeat(" ", gap), b.amount(p.amount), "\n")
		if e.cleared == "" && p.cleared != "" {
			b.metadata("    ", []tag{{"cleared", string(p.cleared)}})
		}
		b.metadata("    ", p.tags)
	}
	b.text("\n")
	b.count(e)
}

// count adds an entry to the activity of the month by the rules of fava-envelope.
func (b *beancount) count(e *entry) {
	if !slices.ContainsFunc(e.postings, func(p posting) bool { return b.counted[p.account] }) {
		return
	}
	for i := range e.postings {
		p := &e.postings[i]
		if b.counted[p.account] {
			b.money += p.amount
		} else if p.account != b.opening && !strings.HasPrefix(p.account, b.component("income")+":") {
			b.activity[p.account] -= p.amount
		}
	}
}

// endMonth allocates the amounts for which fava-envelope computes the figures of the budget at the end of the month.
func (b *beancount) endMonth(m civil.Month) {
	figures := b.Sheet.Month(m)
	want := map[string]money.Milli{b.uncategorised: figures.UncategorisedLeft, b.heldName: figures.Held}
	order := make([]string, 0, len(b.Categories)+3)
	rest := b.money - figures.ToBudget - figures.Held - figures.UncategorisedLeft
	for i := range b.Categories {
		if c := &b.Categories[i]; !c.Income {
			name := b.categories[c.No]
			want[name] = b.Sheet.Cell(c.No, m).Balance
			rest -= want[name]
			order = append(order, name)
			if note := b.envelope.notes[budget.CellKey{Category: c.No, Month: m}]; note != "" {
				b.text(m.First().String(), " note ", name, " ", quoted(note), "\n")
			}
		}
	}
	if figures.OnTheWay != 0 { // the entries with this account take the money out of an envelope of its name
		want[b.inTransit] = -figures.OnTheWay
		rest -= want[b.inTransit]
		order = append(order, b.inTransit)
	}
	want[b.cardsName] = rest // the money that cards owe, with card envelopes
	order = append(order, b.uncategorised, b.heldName, b.cardsName)
	var others []string
	for name := range b.activity {
		if _, known := want[name]; !known {
			others = append(others, name)
		}
	}
	slices.Sort(others)
	for _, name := range append(order, others...) {
		if amount := want[name] - max(0, b.available[name]) - b.activity[name]; amount != 0 {
			b.text(m.Last().String(), ` custom "envelope" "allocate" `, quoted(name), " ", b.format.Text(amount), "\n")
		}
	}
	b.text("\n")
	b.available = want
	clear(b.activity)
}

func (b *beancount) balances(last civil.Date) {
	for i := range b.Accounts {
		a := &b.Accounts[i]
		b.text(last.AddDays(1).String(), " balance ", b.accounts[a.No], " ", b.amount(a.Balance), "\n")
	}
	b.text("\n")
}

func (b *beancount) metadata(indent string, tags []tag) {
	for _, t := range nonEmpty(tags) {
		b.text(indent, t.name, ": ", quoted(t.value), "\n")
	}
}

func (b *beancount) comment(text string) {
	b.text(strings.TrimRight("; "+oneLine(text), " "), "\n")
}

var stringReplacer = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

// quoted returns a text as a string literal of Beancount.
func quoted(s string) string {
	return `"` + stringReplacer.Replace(oneLine(s)) + `"`
}
