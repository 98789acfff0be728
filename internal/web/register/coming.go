package register

import (
	"net/url"

	"holdover/internal/app/schedules"
	"holdover/internal/ui"
	"holdover/internal/words"
)

// ComingHere is what comes in an account, above its transactions.
type ComingHere struct {
	Days   int // how far that looks ahead
	Many   string
	Sum    ui.Figure
	Lowest Sum // the lowest balance of these days
	Rows   ComingRows
	Later  ComingRows // what is shown on demand
}

// ComingRow is a day on which something scheduled comes.
type ComingRow struct {
	ID            string
	Date, ISODate string
	Name, URL     string // URL is empty for those who may only look
	When          string
	Category      CategoryText
	Amount        ui.Figure
	Tag           string // "Due", or how many times it is; empty where it is yet to come
	MayEnter      bool   // it can be entered or skipped at once
	DoURL, Back   string // for that
	Enters        bool   // it is entered on its day without anybody asking
}

// comingShown is how many rows stand there at once.
const comingShown = 4

// coming draws what comes, nil for nothing.
func (d *rowDrawing) coming() *ComingHere {
	c := d.Coming
	if c == nil {
		return nil
	}
	lowest := d.Plain(c.Lowest)
	h := &ComingHere{Days: schedules.ComingDays, Many: words.Number(len(c.Rows), "transaction", "transactions"), Sum: d.Plain(c.Sum)}
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
		ID: r.ID, Date: c.Date.In(d.Budget.DateFormat), ISODate: c.Date.String(), Name: ScheduledName(r), When: r.When, Amount: d.Plain(r.Amount), Enters: r.ByItself,
		Category: d.words.Scheduled(r),
	}
	if c.Date == r.Date && r.Due > 0 {
		if row.Tag = "Due"; r.Due > 1 {
			row.Tag = words.Count(r.Due) + " due"
		}
		row.MayEnter, row.DoURL, row.Back = r.Refused == "" && d.MayChange(), d.To("do/"), d.here
	}
	if d.MayChange() {
		row.URL = d.To("scheduled/") + url.PathEscape(r.ID) + "?" + d.back
	}
	return row
}
