package loans

import (
	"html/template"
	"net/url"

	"holdover/internal/app/loans"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/loan"
	"holdover/internal/model/budget"
	"holdover/internal/model/humanize"
	"holdover/internal/surface/ui"
)

// Page is the page of a loan.
type Page struct {
	ui.Frame
	ID, Name, Detail string
	BackURL          string
	MenuURL          string // empty for a viewer, like the next
	DoURL            string
	Lead             string // the main sentence
	Warn             bool   // the sentence is a warning
	Missing          string // the terms to enter first; empty if all are known
	Sums             []Sum
	Paid             []Line // sums of the past payments
	Picture          template.HTML
	Legend           []Key
	Try              Try
	Terms            []TermRow
	Facts            []Fact // how often it is paid, by which category, and whether its interest is entered
	Payments         []PaymentRow
	More             string // about payments that are not listed
	AllURL           string // lists them; empty if all are listed
}

// Sum is a labelled text above the page.
type Sum struct{ Label, Text string }

// Line is an amount with its name.
type Line struct {
	Label  string
	Amount ui.Figure
	Total  bool
}

// Fact is a property with its value.
type Fact struct{ Label, Text, URL string }

// Key maps a line of the picture to its meaning.
type Key struct {
	Class, Name string
}

// Try is the form of the simulation, with its result.
type Try struct {
	Action            string
	Extra, Once, Rate string
	Years             string
	On                ui.Day
	Every             string // "month"
	Result            string // empty without a simulation
	Level             string // the payment for the typed years, in words; empty without them
	Warn              bool
	ClearURL          string
	Faults            ui.FieldFaults
}

// TermRow is a value of the terms.
type TermRow struct {
	Label, Value, Since string
	ISODate             string
	Kind                loans.TermKind
	Now                 bool
}

// PaymentRow is a coming payment.
type PaymentRow struct {
	Date, ISODate                             string
	Amount, Interest, Principal, Escrow, Owed string
}

func (*Page) Template() string { return "loan" }

// HasEscrow reports whether a coming payment contains escrow.
func (p *Page) HasEscrow() bool { return len(p.Payments) > 0 && p.Payments[0].Escrow != "" }

// The numbers of payments that the page lists at first, and at most.
const (
	firstPayments = 12
	mostPayments  = 1_300
)

// pageLines are the texts of a loan in its budget's formats.
type pageLines struct {
	*loans.Report
	ui.Figures
	ui.Links
	today civil.Date
}

func (d *pageLines) text(m money.Milli) string { return d.Symbol(m).Text }

func (d *pageLines) day(on civil.Date) string { return on.In(d.Budget.DateFormat) }

func pageOf(r *ui.Request, got *loans.Report, q url.Values) *Page {
	d := &pageLines{got, ui.Figures{Format: got.Budget.CurrencyFormat}, r.Links, r.Today}
	acc := got.Account
	p := &Page{
		Frame: ui.Frame{Title: acc.Name + ": loan", Sidebar: ui.SidebarOf(&got.Frame, "", acc.ID)}, ID: acc.ID, Name: acc.Name, Detail: ui.AccountDetail(acc), BackURL: r.Account(acc.ID),
		Terms: d.terms(), Facts: d.facts(), Paid: d.paid(), Sums: d.sums(),
	}
	if got.MayChange() {
		p.MenuURL, p.DoURL = r.To("menu"), r.To("do/")
	}
	p.Lead, p.Warn = d.lead()
	p.Try = d.try(q)
	if p.Missing = d.missing(); p.Missing == "" {
		d.listPayments(p, q)
	}
	d.draw(p)
	return p
}

// missing names what must be entered before anything can be computed.
func (d *pageLines) missing() string {
	switch rate, payment := d.Has(loans.Rate), d.Has(loans.Payment); {
	case !rate && !payment:
		return "the interest rate and the minimum payment"
	case !rate:
		return "the interest rate"
	case !payment:
		return "the minimum payment"
	}
	return ""
}

// lead returns the main sentence, and whether it is a warning.
func (d *pageLines) lead() (text string, warns bool) {
	switch owed := d.History.Owed(); {
	case owed <= 0:
		return "Nothing is owed.", false
	case d.Planned == nil:
		return "You owe " + d.text(owed) + ".", false
	case !d.Planned.Paid():
		return "You owe " + d.text(owed) + ". This payment never pays it off: " + d.neverWhy(d.Planned), true
	default:
		return "You owe " + d.text(owed) + ". By the plan it is paid off on " + d.day(d.Planned.PaidOn()) + ", with " + d.text(d.Planned.Interest) + " of interest still to come.", false
	}
}

// neverWhy says why payments never repay a loan.
func (d *pageLines) neverWhy(r *loan.Repayment) string {
	if len(r.Payments) == 0 {
		return "the next payment is too far in the future."
	}
	last := &r.Payments[len(r.Payments)-1]
	if last.Principal > 0 {
		return "it would take more than a hundred years."
	}
	return "the interest of " + d.text(last.Interest) + " is not less than the " + d.text(last.Interest+last.Principal) + " that are paid."
}

func (d *pageLines) sums() []Sum {
	sums := []Sum{{"Owed", d.text(d.History.Owed())}}
	if t := d.Now(loans.Rate, d.today); t != nil {
		sums = append(sums, Sum{"Interest rate", rateText(d.Format, t.Rate) + " %"})
	}
	if t := d.Now(loans.Payment, d.today); t != nil {
		sums = append(sums, Sum{"Minimum payment", d.text(t.Amount)})
	}
	if d.Planned != nil && len(d.Planned.Payments) > 0 {
		if d.Planned.Paid() {
			sums = append(sums, Sum{"Paid off", d.day(d.Planned.PaidOn())}, Sum{"Interest to come", d.text(d.Planned.Interest)})
		} else {
			sums = append(sums, Sum{"Paid off", "never"})
		}
	}
	return sums
}

// paid lists the sums of the past payments.
func (d *pageLines) paid() []Line {
	h := d.History
	lines := []Line{
		{Label: "Paid", Amount: d.Plain(h.Paid), Total: true}, {Label: "Principal", Amount: d.Plain(h.Principal())}, {Label: "Interest", Amount: d.Plain(h.Interest)},
	}
	if h.Escrow != 0 {
		lines = append(lines, Line{Label: "Escrow", Amount: d.Plain(h.Escrow)})
	}
	if h.Other != 0 {
		lines = append(lines, Line{Label: "Other changes of the debt", Amount: d.Plain(h.Other)})
	}
	return lines
}

func (d *pageLines) terms() (rows []TermRow) {
	seen := map[loans.TermKind]bool{}
	for _, t := range d.Terms {
		row := TermRow{Label: ui.Sentence(t.Kind.Name()), Value: d.text(t.Amount), Since: d.day(t.From), ISODate: t.From.String(), Kind: t.Kind}
		if t.Kind == loans.Rate {
			row.Value = rateText(d.Format, t.Rate) + " %"
		}
		row.Now = t.From <= d.today && !seen[t.Kind]
		seen[t.Kind] = seen[t.Kind] || row.Now
		rows = append(rows, row)
	}
	return rows
}

// every names the time from payment to payment: "month".
func every(f budget.LoanFrequency) string {
	switch f {
	case budget.PaidFortnightly:
		return "two weeks"
	case budget.PaidWeekly:
		return "week"
	}
	return "month"
}

func (d *pageLines) facts() []Fact {
	facts := []Fact{{Label: "Paid every", Text: every(d.Frequency)}, {Label: "Next payment", Text: d.day(d.Next)}}
	if d.Category != nil {
		facts = append(facts, Fact{Label: "Paid from", Text: d.Category.Name, URL: d.To("reports/categories/" + url.PathEscape(d.Category.ID))})
	}
	if d.Interest != nil {
		facts = append(facts, Fact{Label: "Interest is entered", Text: "each month, next on " + d.day(d.Interest.Next), URL: d.To("scheduled")})
	}
	return facts
}

// listPayments lists the coming payments: the first ones, or with the query "all" all of them.
func (d *pageLines) listPayments(p *Page, q url.Values) {
	by := d.Planned
	if d.Simulated != nil {
		by = d.Simulated
	}
	shown := by.Payments[:min(len(by.Payments), mostPayments)]
	if !q.Has("all") && len(shown) > firstPayments {
		shown = shown[:firstPayments]
		all := url.Values{"all": {"1"}}
		for _, field := range []string{"extra", "once", "on", "rate"} {
			if q.Get(field) != "" {
				all.Set(field, q.Get(field))
			}
		}
		p.AllURL = d.Links.Loan(d.Report.Account.ID) + "?" + all.Encode()
	}
	for i := range shown {
		at := &shown[i]
		row := PaymentRow{Date: d.day(at.Date), ISODate: at.Date.String(), Amount: d.Plain(at.Amount()).Text, Interest: d.Plain(at.Interest).Text, Principal: d.Plain(at.Principal).Text, Owed: d.Plain(at.Owed).Text}
		if by.Escrow > 0 {
			row.Escrow = d.Plain(at.Escrow).Text
		}
		p.Payments = append(p.Payments, row)
	}
	if rest := len(by.Payments) - len(shown); rest > 0 {
		p.More = humanize.Number(rest, "later payment is", "later payments are") + " not listed."
	}
}
