package web

import (
	"holdover/internal/app"
	"holdover/internal/cal"
	"holdover/internal/money"
)

// scheduledDrawing draws the page of what is scheduled.
type scheduledDrawing struct {
	*app.ScheduledList
	figures
	links
	today    cal.Date
	onBudget map[string]bool // accounts by id
}

func (d *scheduledDrawing) page() *ScheduledPage {
	p := &ScheduledPage{
		Frame: Frame{Title: "Scheduled", Sidebar: sidebarOf(&d.Frame, OnScheduled, "")}, Summary: counted(len(d.Rows), "scheduled transaction", "scheduled transactions"),
		Ahead: app.ComingDays, Coming: d.months(),
	}
	on := 0
	for i := range d.Rows {
		r := &d.Rows[i]
		p.Rows = append(p.Rows, d.item(r))
		if r.Due > 0 && r.Refused == "" {
			p.Due++
		}
		if r.ByItself {
			on++
		}
	}
	p.Waiting, p.NoneOn = len(d.Rows)-on, on == 0 && len(d.Rows) > 0
	if p.Due > 0 {
		p.Summary += ", " + thousands(p.Due) + " due"
	}
	if d.MayChange() {
		p.NewURL, p.DoURL, p.MenuURL = d.to("scheduled/new"), d.to("do/"), d.to("menu")
	}
	return p
}

func (d *scheduledDrawing) item(r *app.ScheduledRow) ScheduledItem {
	it := ScheduledItem{
		ID: r.ID, Name: scheduledName(r), Next: r.Date.In(d.Budget.DateFormat), ISONext: r.Date.String(), When: r.When, Account: r.AccountName,
		Category: d.category(r), Notes: r.Memo, Flag: flagName(r.FlagColour), Amount: d.plain(r.Amount), ByItself: r.ByItself, Switch: "1",
		Due: r.Due > 0 && r.Refused == "", Asks: r.Due > 0 && !r.TakenBack,
	}
	if r.ByItself {
		it.Switch = "0"
	}
	if d.MayChange() {
		it.URL = d.scheduledOne(r.ID)
	}
	it.State, it.Why = d.waits(r)
	return it
}

// waits says why something whose day has come is not entered yet, or never can
// be as it is.
func (d *scheduledDrawing) waits(r *app.ScheduledRow) (ScheduledState, string) {
	days := ""
	if r.Due > 1 {
		days = counted(r.Due, "day", "days") + " are due. "
	}
	switch {
	case r.Refused != "":
		return IsWaiting, refusedText(r.Refused) + ", so it cannot be entered."
	case r.TakenBack && r.Due > 0:
		return IsDue, days + "Its row was taken back: enter or skip it."
	case r.TakenBack:
		return IsWaiting, "It was entered once and taken back, so it waits for you."
	case r.Due > 0 && r.ByItself:
		return IsDue, days + "It enters within a minute while the server runs."
	case r.Due > 0:
		return IsDue, days + "Enter or skip it."
	}
	return WillCome, ""
}

// refusedText is why something cannot be entered, without the field's name.
func refusedText(message string) string {
	if found := faultField.FindStringSubmatch(message); found != nil {
		message = found[3]
	}
	return sentence(message)
}

// scheduledName is what a scheduled transaction is called in a list.
func scheduledName(r *app.ScheduledRow) string {
	switch {
	case r.PayeeName != "":
		return r.PayeeName
	case r.Memo != "":
		return r.Memo
	}
	return "No payee"
}

func (d *scheduledDrawing) category(r *app.ScheduledRow) CategoryText {
	name, named := d.Names[r.CategoryID]
	switch {
	case len(r.Parts) > 0:
		return CategoryText{Name: "Split, " + counted(len(r.Parts), "part", "parts"), Kind: SplitInto}
	case named && name.Income:
		return CategoryText{Group: name.Group, Name: name.Name, Kind: IncomeNamed}
	case named:
		return CategoryText{Group: name.Group, Name: name.Name}
	case r.TransferAccountID != "":
		return CategoryText{Name: "Transfer", Kind: NoneNeeded}
	case !d.onBudget[r.AccountID]:
		return CategoryText{Name: "Off budget", Kind: NoneNeeded}
	}
	return CategoryText{Name: "Needs a category", Kind: NoneGiven}
}

// months are what comes, month by month.
func (d *scheduledDrawing) months() []ComingMonth {
	var months []ComingMonth
	var sums []struct{ out, in money.Milli }
	for _, c := range d.Coming {
		name := c.Date.Month().Name()
		if len(months) == 0 || months[len(months)-1].Name != name {
			months = append(months, ComingMonth{Name: name})
			sums = append(sums, struct{ out, in money.Milli }{})
		}
		last, sum := &months[len(months)-1], &sums[len(sums)-1]
		moved := apartFromTransfers(c.Row)
		if moved < 0 {
			sum.out += moved
		} else {
			sum.in += moved
		}
		last.Out, last.In = d.plain(sum.out), d.plain(sum.in)
		last.Rows = append(last.Rows, ComingRow{
			Date: c.Date.In(d.Budget.DateFormat), ISODate: c.Date.String(), Name: scheduledName(c.Row), Account: c.Row.AccountName,
			Amount: d.plain(c.Row.Amount), Transfer: c.Row.TransferAccountID != "", ByItself: c.Row.ByItself,
		})
	}
	return months
}

// apartFromTransfers is what of a row comes in or goes out altogether.
func apartFromTransfers(r *app.ScheduledRow) money.Milli {
	if r.TransferAccountID != "" {
		return 0
	}
	if len(r.Parts) == 0 {
		return r.Amount
	}
	var sum money.Milli
	for i := range r.Parts {
		if r.Parts[i].TransferAccountID == "" {
			sum += r.Parts[i].Amount
		}
	}
	return sum
}
