package anonymise

import (
	"encoding/json"

	"holdover/internal/base/iterutil"
	"holdover/internal/logic/target"
	"holdover/internal/model/ynabdoc"
)

func (d *disguise) plan(p *ynabdoc.Plan) {
	p.Name = "Plan"
	if p.CurrencyFormat.Has("decimal_digits") {
		d.step = p.CurrencyFormat.Step()
	}
	d.strip(p)
	for i := range p.Accounts {
		d.account(&p.Accounts[i])
	}
	for r := range iterutil.Pointers(p.Payees) {
		r.Name = d.names.payee(r.Name)
		d.strip(r)
	}
	for r := range iterutil.Pointers(p.PayeeLocations) {
		r.Latitude, r.Longitude = "0.0", "0.0"
		d.strip(r)
	}
	for r := range iterutil.Pointers(p.CategoryGroups) {
		r.Name = d.names.group(r.Name)
		text(&r.Note)
		d.strip(r)
	}
	d.categories(p.Categories)
	for m := range iterutil.Pointers(p.Months) {
		d.scale(&m.Income, &m.Budgeted, &m.Activity, &m.ToBeBudgeted)
		text(&m.Note)
		d.strip(m)
		d.categories(m.Categories)
	}
	d.rows(p)
	d.schedules(p)
}

func (d *disguise) account(r *ynabdoc.Account) {
	r.Name = d.names.accounts.of(r.Name)
	text(&r.Note)
	d.scale(&r.Balance, &r.ClearedBalance, &r.UnclearedBalance, &r.DebtOriginalBalance)
	for _, debt := range []ynabdoc.Debt{r.DebtMinimumPayments, r.DebtEscrowAmounts} {
		for date, amount := range debt {
			d.scale(&amount)
			debt[date] = amount
		}
	}
	d.strip(r)
}

func (d *disguise) categories(list []ynabdoc.Category) {
	for r := range iterutil.Pointers(list) {
		r.Name = d.names.category(r.Name)
		if r.GroupName != "" {
			r.GroupName = d.names.group(r.GroupName)
		}
		text(&r.Note)
		was := *r
		d.scale(&r.Budgeted, &r.Activity, &r.Balance, &r.GoalTarget, &r.GoalUnderFunded, &r.GoalOverallFunded, &r.GoalOverallLeft)
		target.RoundAnew(r, &was, d.step)
		d.strip(r)
	}
}

func (d *disguise) rows(p *ynabdoc.Plan) {
	for r := range iterutil.Pointers(p.Transactions) {
		d.scale(&r.Amount)
		text(&r.Memo, &r.FlagName)
		r.ImportPayeeName = d.names.payee(r.ImportPayeeName)
		r.ImportPayeeNameOriginal = d.names.payee(r.ImportPayeeNameOriginal)
		d.importID(&r.ImportID)
		d.strip(r)
	}
	for _, r := range p.EachSubtransaction() {
		d.scale(&r.Amount)
		text(&r.Memo)
		r.PayeeName, r.CategoryName = d.names.payee(r.PayeeName), d.names.category(r.CategoryName)
		d.strip(r)
	}
}

func (d *disguise) schedules(p *ynabdoc.Plan) {
	for r := range iterutil.Pointers(p.ScheduledTransactions) {
		d.scale(&r.Amount)
		text(&r.Memo, &r.FlagName)
		d.strip(r)
	}
	for _, r := range p.EachScheduledSubtransaction() {
		d.scale(&r.Amount)
		text(&r.Memo)
		r.PayeeName, r.CategoryName = d.names.payee(r.PayeeName), d.names.category(r.CategoryName)
		d.strip(r)
	}
}

// record is the interface of all records of a document.
type record interface {
	Extra() []ynabdoc.Raw
	SetExtra([]ynabdoc.Raw)
	DropOdd()
}

// strip removes members that were stored without being understood.
func (d *disguise) strip(r record) {
	r.SetExtra(d.extra(r.Extra()))
	r.DropOdd()
}

// extra drops unknown members, because their content is unknown too. It keeps the members that Holdover adds, such as
// holds and rollovers.
func (d *disguise) extra(members []ynabdoc.Raw) []ynabdoc.Raw {
	for _, m := range members {
		if m.Name != ynabdoc.MarksMember {
			continue
		}
		if value, ok := d.marks(m.Value); ok {
			return []ynabdoc.Raw{{Name: m.Name, Value: value}}
		}
	}
	return nil
}

// marks disguises the "holdover" object that the exporter writes. It omits unknown members, and rules and tags, which
// consist of texts and amounts.
func (d *disguise) marks(value string) (string, bool) {
	var m ynabdoc.Marks
	if json.Unmarshal([]byte(value), &m) != nil {
		return "", false
	}
	m.Rules, m.Tags = nil, nil
	d.scale(&m.ExpectedIncome)
	m.Income.Group.Name = d.names.group(m.Income.Group.Name)
	for c := range iterutil.Pointers(m.Income.Categories) {
		c.Name = d.names.category(c.Name)
	}
	for g := range iterutil.Pointers(m.AccountGroups) {
		g.Name = d.names.group(g.Name)
	}
	for h := range iterutil.Pointers(m.Held) {
		d.scale(&h.Amount)
	}
	for e := range iterutil.Pointers(m.Ends) {
		d.scale(&e.Spread)
	}
	text, err := json.Marshal(m)
	return string(text), err == nil
}
