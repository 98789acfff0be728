package anonymise

import (
	"strconv"

	"holdover/internal/money"
	"holdover/internal/plandoc"
)

func (d *disguise) plan(p *plandoc.Plan) {
	p.Name = "Plan"
	d.strip(p)
	for i := range p.Accounts {
		d.account(&p.Accounts[i])
	}
	for i := range p.Payees {
		r := &p.Payees[i]
		r.Name = d.names.payee(r.Name)
		d.strip(r)
	}
	for i := range p.PayeeLocations {
		r := &p.PayeeLocations[i]
		r.Latitude, r.Longitude = "0.0", "0.0"
		d.strip(r)
	}
	for i := range p.CategoryGroups {
		r := &p.CategoryGroups[i]
		r.Name = d.names.group(r.Name)
		text(&r.Note)
		d.strip(r)
	}
	d.categories(p.Categories)
	for i := range p.Months {
		m := &p.Months[i]
		d.scale(&m.Income, &m.Budgeted, &m.Activity, &m.ToBeBudgeted)
		text(&m.Note)
		d.strip(m)
		d.categories(m.Categories)
	}
	d.rows(p)
	d.schedules(p)
}

func (d *disguise) account(r *plandoc.Account) {
	r.Name = d.names.accounts.of(r.Name)
	text(&r.Note)
	d.scale(&r.Balance, &r.ClearedBalance, &r.UnclearedBalance, &r.DebtOriginalBalance)
	for _, debt := range []plandoc.Debt{r.DebtMinimumPayments, r.DebtEscrowAmounts} {
		for date, amount := range debt {
			d.scale(&amount)
			debt[date] = amount
		}
	}
	d.strip(r)
}

func (d *disguise) categories(list []plandoc.Category) {
	for i := range list {
		r := &list[i]
		r.Name = d.names.category(r.Name)
		if r.GroupName != "" {
			r.GroupName = d.names.group(r.GroupName)
		}
		text(&r.Note)
		d.scale(&r.Budgeted, &r.Activity, &r.Balance, &r.GoalTarget, &r.GoalUnderFunded, &r.GoalOverallFunded, &r.GoalOverallLeft)
		d.strip(r)
	}
}

func (d *disguise) rows(p *plandoc.Plan) {
	for i := range p.Transactions {
		r := &p.Transactions[i]
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

func (d *disguise) schedules(p *plandoc.Plan) {
	for i := range p.ScheduledTransactions {
		r := &p.ScheduledTransactions[i]
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

// record is what every record of a document can do.
type record interface {
	Extra() []plandoc.Raw
	SetExtra([]plandoc.Raw)
	DropOdd()
}

// strip takes away what was kept without being understood.
func (d *disguise) strip(r record) {
	r.SetExtra(d.extra(r.Extra()))
	r.DropOdd()
}

// extra drops members that are not known, since nobody can say what they hold.
// Those that a Holdover adds are kept: true and false as they are, whole numbers
// as the amounts they are.
func (d *disguise) extra(members []plandoc.Raw) []plandoc.Raw {
	var kept []plandoc.Raw
	for _, m := range members {
		switch m.Name {
		case "held", "rollover":
		default:
			continue
		}
		if amount, ok := parseMilli(m.Value); ok {
			d.scale(&amount)
			m.Value = formatMilli(amount)
		} else if m.Value != "true" && m.Value != "false" {
			continue
		}
		kept = append(kept, m)
	}
	return kept
}

func parseMilli(s string) (money.Milli, bool) {
	n, err := strconv.ParseInt(s, 10, 64)
	return money.Milli(n), err == nil
}

func formatMilli(m money.Milli) string { return strconv.FormatInt(int64(m), 10) }
