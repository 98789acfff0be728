package web

import (
	"net/url"
	"strconv"
	"strings"

	"holdover/internal/app"
	"holdover/internal/cal"
	"holdover/internal/fault"
	"holdover/internal/money"
)

// chosenChanges are what is done to rows that were chosen in a register, one or
// many.
var chosenChanges = map[string]do{
	"mark-cleared":  markCleared,
	"rows-category": setOnRows(func(c *changing, s *app.RowSetting) error { s.Category = c.value("category"); return nil }),
	"rows-account":  setOnRows(func(c *changing, s *app.RowSetting) error { s.Account = c.value("account"); return nil }),
	"rows-cleared":  setOnRows(func(c *changing, s *app.RowSetting) error { s.Cleared = c.value("cleared"); return nil }),
	"rows-flag":     setOnRows(func(c *changing, s *app.RowSetting) error { s.FlagColour = c.value("flag"); return nil }),
	"rows-approve":  setOnRows(func(_ *changing, s *app.RowSetting) error { yes := true; s.Approved = &yes; return nil }),
	"rows-date": setOnRows(func(c *changing, s *app.RowSetting) error {
		day, err := c.date("date")
		s.Date = &day
		return err
	}),
	"delete-rows": func(c *changing) (app.Done, error) {
		rows, err := c.choice()
		if err != nil {
			return app.Done{}, err
		}
		return c.app.DeleteRows(c.ctx, c.who, c.id, rows, c.even())
	},
	"duplicate-rows": duplicateRows,
}

func (c *changing) value(name string) *string {
	text := c.get(name)
	return &text
}

func (c *changing) even() app.EvenReconciled { return c.get("even") == "1" }

func (c *changing) date(name string) (cal.Date, error) {
	day, err := cal.ParseDate(c.get(name))
	if err != nil {
		return 0, fault.New(fault.Invalid, "%q is no date", c.get(name)).WithHint("a date is written 2026-03-31")
	}
	return day, nil
}

func setOnRows(read func(*changing, *app.RowSetting) error) do {
	return func(c *changing) (app.Done, error) {
		rows, err := c.choice()
		if err != nil {
			return app.Done{}, err
		}
		var set app.RowSetting
		if err := read(c, &set); err != nil {
			return app.Done{}, err
		}
		return c.app.SetOnRows(c.ctx, c.who, c.id, rows, set, c.even())
	}
}

// duplicateRows makes rows again, on a day or each on its own.
func duplicateRows(c *changing) (app.Done, error) {
	rows, err := c.choice()
	if err != nil {
		return app.Done{}, err
	}
	var on cal.Date
	if c.get("date") != "" {
		if on, err = c.date("date"); err != nil {
			return app.Done{}, err
		}
	}
	return c.app.DuplicateRows(c.ctx, c.who, c.id, rows, on)
}

// markCleared sets the mark of one row: "cleared ID".
func markCleared(c *changing) (app.Done, error) {
	state, row, _ := strings.Cut(c.get("mark"), " ")
	return c.app.SetOnRows(c.ctx, c.who, c.id, app.TheRows(row), app.RowSetting{Cleared: &state}, false)
}

func (c *changing) choice() (app.RowChoice, error) {
	if err := c.form.ParseForm(); err != nil {
		return app.RowChoice{}, fault.New(fault.Invalid, "the form cannot be read").WithCause(err)
	}
	return choiceIn(c.form.PostForm, func() (money.Format, error) {
		b, err := c.app.Budget(c.ctx, c.who, c.id)
		return b.CurrencyFormat, err
	})
}

// choiceIn reads which rows are meant: those picked one by one, or all that an
// address's query chooses.
func choiceIn(q url.Values, format func() (money.Format, error)) (app.RowChoice, error) {
	text := q.Get("matching")
	if text == "" {
		return app.TheRows(append(strings.Fields(q.Get("rows")), q["pick"]...)...), nil
	}
	asked, err := url.ParseQuery(text)
	if err != nil {
		return app.RowChoice{}, fault.New(fault.Invalid, "the rows meant cannot be read").WithCause(err)
	}
	f, err := format()
	if err != nil {
		return app.RowChoice{}, err
	}
	l, err := listingIn("", asked, f)
	if err != nil {
		return app.RowChoice{}, err
	}
	count, err := strconv.Atoi(q.Get("count"))
	if err != nil || count < 1 {
		return app.RowChoice{}, fault.New(fault.Invalid, "how many rows are meant is missing").WithHint("choose the rows again")
	}
	return app.RowChoice{Matching: &l.Filter, Count: count}, nil
}
