package register

import (
	"net/url"

	"holdover/internal/app/schedules"
	"holdover/internal/model/humanize"
	"holdover/internal/surface/ui"
)

// ComingHere lists the upcoming scheduled rows of an account, above its transactions.
type ComingHere struct {
	Range  string // "in 30 days"
	Many   string
	Sum    ui.Figure
	Lowest Sum         // the lowest balance of these days
	Rows   []ComingRow // the earliest first
	Later  []ComingRow // shown on demand
}

// ComingRow is the date of a scheduled transaction.
type ComingRow struct {
	ID            string
	Date, ISODate string
	Name, URL     string // URL is empty for a viewer
	When          string
	Category      CategoryText
	Amount        ui.Figure
	Tag           string // "Due", or the number of due dates; empty for a future date
	MayEnter      bool   // it can be entered or skipped at once
	DoURL, Back   string // for entering and skipping
	Enters        bool   // entered automatically on its date
}

// comingShown is the number of rows shown initially.
const comingShown = 4

// coming returns the upcoming rows, or nil.
func (d *rowDrawing) coming() *ComingHere {
	c := d.Coming
	if c == nil {
		return nil
	}
	lowest := d.Plain(c.Lowest)
	h := &ComingHere{Many: humanize.Number(len(c.Rows), "transaction", "transactions"), Sum: d.Plain(c.Sum)}
	h.Lowest = Sum{"lowest on " + c.LowestOn.In(d.Budget.DateFormat), lowest}
	if c.LowestOn == d.today {
		h.Lowest.Label = "lowest balance: today"
	}
	for i := range c.Rows {
		row := d.comingRow(&c.Rows[i])
		if i < max(comingShown, c.Due) {
			h.Rows = append(h.Rows, row)
		} else {
			h.Later = append(h.Later, row)
		}
	}
	return h
}

func (d *rowDrawing) comingRow(c *schedules.Coming) ComingRow {
	r := c.Row
	row := ComingRow{
		ID: r.ID, Date: c.Date.In(d.Budget.DateFormat), ISODate: c.Date.String(), Name: ScheduledName(r), When: r.When, Amount: d.Plain(r.Amount), Enters: r.AutoEnter,
		Category: d.words.Scheduled(r),
	}
	if c.Date == r.Date && r.Due > 0 {
		if row.Tag = "Due"; r.Due > 1 {
			row.Tag = humanize.Count(r.Due) + " due"
		}
		row.MayEnter, row.DoURL, row.Back = r.Refused == "" && d.MayChange(), d.To("do/"), d.here
	}
	if d.MayChange() {
		row.URL = d.To("scheduled/") + url.PathEscape(r.ID) + "?" + d.back
	}
	return row
}
