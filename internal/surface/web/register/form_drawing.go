package register

import (
	"cmp"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"holdover/internal/app/pageframe"
	"holdover/internal/app/rows"
	"holdover/internal/base/iterutil"
	"holdover/internal/model/budget"
	"holdover/internal/surface/ui"
)

// NewRowPage renders the form of a row with the text of its fields.
func NewRowPage(rd *RowReading, back string) *RowPage {
	f, form := rd.Fields, rd.form
	f.Request = cmp.Or(f.Request, ui.NewRequestKey())
	l := ui.LinksOf(form.Budget.ID)
	p := &RowPage{
		Frame: ui.Frame{Title: "New transaction"}, Heading: "New transaction", rowFields: f, Action: l.To("do/add-row"),
		RedrawURL: l.To("rows/form"), SuggestURL: l.To("payees/suggest"), Back: back, BackURL: back,
		DateFormat: form.Budget.DateFormat, Example: rd.today.In(form.Budget.DateFormat),
		Accounts: rd.accountChoices(), Categories: CategoryChoices(form, rd.today.Month()), States: rd.states(), Colours: rd.colours(), Faults: rd.Faults, Menu: menuOfRow,
	}
	if d, err := ui.ReadDate(form.Budget.DateFormat, f.Date, rd.today); err == nil {
		p.ISODate = d.String()
	}
	p.OtherDay = ui.DayIn(form.Budget.DateFormat, 0)
	if f.OtherDate != nil {
		p.OtherDay = ui.DayTyped(form.Budget.DateFormat, *f.OtherDate, rd.today)
	}
	p.None = noneNeeded(rd.account(f.Account), nil)
	if form.Row != nil {
		p.Title, p.Heading, p.Action = "Transaction", "Transaction", l.To("do/edit-row")
		p.Reconciled = budget.Cleared(form.Row.Cleared) == budget.Reconciled
		p.Facts, p.Unapproved = rowFacts(form), !form.Row.Approved
	}
	if p.Digits = form.Budget.CurrencyFormat.DecimalDigits; p.Digits > 0 {
		p.Point = cmp.Or(form.Budget.CurrencyFormat.DecimalSeparator, ".")
	}
	if f.ID == "" {
		p.AgainURL, p.FileURL = nextRow(l, f, back), l.To("rows/with-receipt")
	}
	p.Left = rd.LeftText()
	rd.lines(p)
	return p
}

// inRegister prepares the form for display in a register, with a link to its own page.
func (p *RowPage) inRegister(l ui.Links) *RowPage {
	if p.ID != "" {
		p.SelfURL, p.ReceiptsURL = l.Row(p.ID, p.Back), receiptsURL(l, p.ID, p.Back)
	}
	return p
}

// nextRow returns the address of the form of the next new row. Its account is that of the last row, which may differ
// if the form has a field for the account.
func nextRow(l ui.Links, f *rowFields, back string) string {
	q := url.Values{"account": {f.Account}, "back": {back}}
	if !f.OneAccount {
		q.Set("ask", "account")
	}
	if f.AmountFirst {
		q.Set("first", "amount")
	}
	return l.To("rows/new") + "?" + q.Encode()
}

func (rd *RowReading) account(id string) *pageframe.Account {
	return ui.AccountWith(id, rd.form.Accounts)
}

// accountChoices returns the open accounts and the row's own.
func (rd *RowReading) accountChoices() []ui.OptionGroup {
	groups := []ui.OptionGroup{{Label: "On budget"}, {Label: "Off budget"}}
	for _, acc := range rd.form.Accounts {
		own := acc.ID == rd.Fields.Account
		if acc.Closed && !own {
			continue
		}
		g := &groups[0]
		if !acc.OnBudget {
			g = &groups[1]
		}
		g.Options = append(g.Options, ui.Option{Value: acc.ID, Label: acc.Name, Chosen: own})
	}
	return slices.DeleteFunc(groups, func(g ui.OptionGroup) bool { return len(g.Options) == 0 })
}

// states returns the cleared states. A row becomes reconciled only by reconciling.
func (rd *RowReading) states() []ui.Option {
	states := []budget.Cleared{budget.Uncleared, budget.ClearedYes}
	if rd.form.Row != nil && budget.Cleared(rd.form.Row.Cleared) == budget.Reconciled {
		states = append(states, budget.Reconciled)
	}
	return iterutil.Map(states, func(s budget.Cleared) ui.Option {
		return ui.ChosenOption(string(s), clearedMark(string(s)).Label(), rd.Fields.Cleared)
	})
}

// colours returns the colours of flags. An unknown colour of the row stays available.
func (rd *RowReading) colours() []ui.Option {
	options := ui.Flags("", "No flag")
	known := func(o ui.Option) bool { return o.Value == rd.Fields.Flag }
	if !slices.ContainsFunc(options, known) {
		options = append(options, ui.Option{Value: rd.Fields.Flag, Label: rd.Fields.Flag})
	}
	for i := range options {
		options[i].Chosen = known(options[i])
		if row := rd.form.Row; row != nil && row.FlagName != "" && options[i].Value == row.FlagColour {
			options[i].Label += ", " + row.FlagName
		}
	}
	return options
}

func (rd *RowReading) lines(p *RowPage) {
	results := map[string]string{}
	for _, r := range p.Left.Results {
		results[r.Field] = r.Text
	}
	p.Line = rd.drawLine(&rd.Fields.lineFields, 0)
	p.Line.AmountFirst = rd.Fields.AmountFirst
	p.Line.Result = results["amount"]
	for i := range rd.Fields.Parts {
		line := rd.drawLine(&rd.Fields.Parts[i], i+1)
		line.Result = results[line.At+"amount"]
		p.Lines = append(p.Lines, line)
	}
}

// drawLine renders the fields of the row (no 0) or of a part.
func (rd *RowReading) drawLine(l *lineFields, no int) RowLine {
	line := RowLine{lineFields: *l, No: no, Tall: strings.Contains(l.Notes, "\n")}
	if no > 0 {
		line.At, line.Name, line.Of = partField(no, ""), "part-", " of part "+strconv.Itoa(no)
	}
	line.None = rd.noCategory(l)
	line.Other, line.OtherURL = rd.otherSide(l, no)
	for field, into := range map[string]**ui.FaultText{"payee": &line.PayeeFault, "category": &line.CategoryFault, "amount": &line.AmountFault} {
		if text, wrong := rd.Faults[line.At+field]; wrong {
			*into = &text
		}
	}
	return line
}

// noCategory returns the reason why a line has no category, or "" if it may have one.
func (rd *RowReading) noCategory(l *lineFields) string {
	if l.Category.Text != "" {
		return ""
	}
	var to rows.PartEntry
	_ = rd.party(l.Payee, &to) // an invalid name is not an account
	return noneNeeded(rd.account(rd.Fields.Account), rd.account(to.TransferTo))
}

// otherSide returns the account and the row on the other side of an existing transfer.
func (rd *RowReading) otherSide(l *lineFields, no int) (account, url string) {
	row := rd.form.Row
	if row == nil {
		return "", ""
	}
	to, other := row.TransferAccountID, row.TransferTransactionID
	if no > 0 {
		i := slices.IndexFunc(row.Parts, func(p rows.Part) bool { return p.ID == l.PartID })
		if i < 0 {
			return "", ""
		}
		to, other = row.Parts[i].TransferAccountID, row.Others[i]
	}
	acc := rd.account(to)
	if acc == nil || other == "" || l.Payee.id() != toAccount+to {
		return "", ""
	}
	links := ui.LinksOf(rd.form.Budget.ID)
	return acc.Name, links.Row(other, links.Account(to))
}

// rowFacts returns the properties that the register does not show: the source of the row and the text of the bank.
func rowFacts(f *rows.Form) []RowFact {
	row := f.Row
	var facts []RowFact
	add := func(label, text string) {
		if text != "" {
			facts = append(facts, RowFact{Label: label, Text: text})
		}
	}
	if bank := row.Bank; bank != nil {
		add("Payee in the bank's file", bank.Text())
		if bank.PayeeName != bank.Text() {
			add("Payee as first read", bank.PayeeName)
		}
		add("Import id", bank.ImportID)
		add("Matched with", bank.MatchedID)
	}
	for _, said := range row.ByRules {
		add(said.What+" by rule", said.Rule)
	}
	add("Kind of loan transaction", strings.ReplaceAll(row.DebtType, "_", " "))
	add("Id", row.ID)
	if row.SourceID != row.ID {
		add("Id in YNAB", row.SourceID)
	}
	return facts
}
