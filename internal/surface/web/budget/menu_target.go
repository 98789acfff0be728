package budget

import (
	"cmp"
	"net/url"
	"slices"
	"strconv"
	"time"

	"holdover/internal/app"
	"holdover/internal/app/pageframe"
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/model/budget"
	"holdover/internal/model/humanize"
	"holdover/internal/surface/ui"
)

// target returns the form of a category's target, in words.
func (d figureMenu) target(key string) (*ui.MenuPage, error) {
	c, m, err := d.cell(key)
	if err != nil {
		return nil, err
	}
	w := targetWords{Figures: d.Figures, dates: d.Budget.DateFormat, today: d.asked.Today}
	p := &ui.MenuPage{Heading: c.Name, Sub: "Target from " + m.Name() + " on"}
	of, snoozed := d.TargetOf(c, m)
	if of == nil {
		p.Note = "No target yet. Choose what you need the money for."
		if c.Card != 0 {
			p.Note = "No target yet. Choose how the card is to be paid."
		}
	} else {
		p.Note = w.says(of, m) + "."
		if standing, has := d.Targets(m).Status[c.No]; has {
			p.Note += " In " + m.Name() + ": " + w.text(m, &standing) + "."
		}
	}
	if p.Items, err = d.targetForms(c, m, of); err != nil {
		return nil, err
	}
	if loan := d.loanOf(of); loan != nil {
		p.Note = "The payment of the loan " + loan.Name + ". " + p.Note
		p.Items = slices.Insert(p.Items, 0, ui.MenuItem{Label: "Show the loan", URL: d.Loan(loan.ID)})
	}
	if of == nil {
		return p, nil
	}
	at, category := ui.Hidden("month", m.String()), ui.Hidden("category", c.ID)
	rest := d.Do("Snooze for "+m.Name(), "snooze-target", at, category, ui.Hidden("on", "1"))
	if snoozed {
		rest = d.Do("Stop snoozing in "+m.Name(), "snooze-target", at, category, ui.Hidden("on", "0"))
	}
	rest.Apart = true
	remove := d.Do("Remove the target", "remove-target", at, category).Ask("Remove")
	remove.Danger, remove.Intro = true, "From "+m.Name()+" on. Earlier months keep it; Undo restores it."
	p.Items = append(p.Items, rest, remove)
	return p, nil
}

// targetForms returns a form for each kind of target. That of the current target is open.
func (d figureMenu) targetForms(c *budget.Category, m civil.Month, of *budget.Target) ([]ui.MenuItem, error) {
	stands, amount, date := shapeOf(c, of), "", ui.DayIn(d.Budget.DateFormat, 0)
	var day, every int
	var refill bool
	schedules, err := d.schedules(c, of)
	if err != nil {
		return nil, err
	}
	if of != nil {
		day, every, refill = of.Day, of.Period(), of.Filling == budget.RefillUpTo
		if !of.Kind.HasRule() {
			amount = d.Format.Text(of.Amount)
		}
		date = ui.DayIn(d.Budget.DateFormat, app.TargetBy(of, m))
	}
	fills := cmp.Or(amount, "that amount")
	fill := ui.ChoiceOf("filling", "Each time",
		ui.Option{Value: string(budget.SetAside), Label: "Set aside another " + fills, Chosen: !refill},
		ui.Option{Value: string(budget.RefillUpTo), Label: "Refill up to " + fills, Chosen: refill})
	var items []ui.MenuItem
	for _, form := range []struct {
		shape  app.TargetShape
		label  string
		fields []ui.Field
	}{
		{app.EveryWeek, "I need it every week", []ui.Field{weekdays(day), fill}},
		{app.EveryMonth, "I need it every month", []ui.Field{daysOfMonth(day), fill}},
		{app.EverySoOften, "I need it every year, or every few months", []ui.Field{
			periods(every), {Name: "date", Label: "Next by", Kind: ui.DateField, Day: date}, fill,
		}},
		{app.ByADate, "I need it once, by a date", []ui.Field{{Name: "date", Label: "By", Kind: ui.DateField, Day: date}}},
		{app.ABalance, "I want to have a balance", []ui.Field{{Name: "date", Label: "By (optional)", Kind: ui.DateField, Day: date}}},
		{app.PayOff, "I want to pay it off by a date", []ui.Field{{Name: "date", Label: "Pay it off by", Kind: ui.DateField, Day: date}}},
		{app.PayMonthly, "I want to pay the same every month", nil},
		{app.ShareOfIncome, "I want to set aside a share of the income", incomeShare(of)},
		{app.PartOfTheRest, "I want a part of what remains", []ui.Field{{Name: "weight", Label: "Weight", Value: weightText(of), Kind: ui.TextField, MaxLength: 4}}},
		{app.FromSchedules, "I need what is scheduled", []ui.Field{schedules}},
	} {
		if ofCard := form.shape == app.PayOff || form.shape == app.PayMonthly; ofCard != (c.Card != 0) && form.shape != stands {
			continue
		}
		fields := form.fields
		if hasAmount(form.shape) {
			fields = append([]ui.Field{ui.NewAmountField("Amount", amount)}, fields...)
		}
		it := d.Do(form.label, "target-"+string(form.shape), ui.Hidden("month", m.String()), ui.Hidden("category", c.ID)).Replace("Save target", fields...)
		it.Open = form.shape == stands
		if form.shape == app.PartOfTheRest {
			it.Intro = "Assign gives it a part of the money that all other targets leave. A weight of 2 gets twice as much as one of 1."
		}
		items = append(items, it)
	}
	return items, nil
}

// hasAmount reports whether a target has an amount: that of paying off a card is its debt, and a rule determines others.
func hasAmount(shape app.TargetShape) bool {
	return shape != app.PayOff && !shape.HasRule()
}

func incomeShare(of *budget.Target) []ui.Field {
	percent, last := "", false
	if of != nil && of.Kind == budget.IncomeShare {
		percent, last = app.Percent(of.Share), of.LastMonth
	}
	return []ui.Field{
		{Name: "percent", Label: "Percent", Value: percent, Kind: ui.TextField, MaxLength: 8},
		ui.ChoiceOf("income", "Of the income of", ui.Option{Value: "this", Label: "the month itself", Chosen: !last}, ui.Option{Value: lastMonth, Label: "the month before", Chosen: last}),
	}
}

// lastMonth is the choice of the income of the month before.
const lastMonth = "last"

func weightText(of *budget.Target) string {
	if of != nil && of.Kind == budget.Remainder {
		return strconv.Itoa(of.Weight)
	}
	return "1"
}

// schedules returns the choice of the scheduled transactions that a target follows.
func (d figureMenu) schedules(c *budget.Category, of *budget.Target) (ui.Field, error) {
	options := []ui.Option{{Label: "All that take money from " + c.Name}}
	taking, chosen := d.SchedulesOf(c.No), ""
	if of != nil {
		chosen = of.Schedule
	}
	if chosen != "" && !taking[chosen] {
		options = append(options, ui.ChosenOption(chosen, "One that takes nothing from it any more", chosen))
	}
	if len(taking) > 0 {
		all, err := d.asked.ScheduleChoices(d.Budget.DateFormat, chosen)
		if err != nil {
			return ui.Field{}, err
		}
		options = append(options, iterutil.Where(all, func(o ui.Option) bool { return taking[o.Value] })...)
	}
	return ui.ChoiceOf("schedule", "Scheduled", options...), nil
}

// loanOf returns the loan that a target pays, or nil.
func (d figureMenu) loanOf(of *budget.Target) *pageframe.Account {
	if of == nil || of.Loan == 0 {
		return nil
	}
	return iterutil.First(d.Accounts, func(a pageframe.Account) bool { return a.No == of.Loan })
}

func shapeOf(c *budget.Category, of *budget.Target) app.TargetShape {
	switch {
	case of == nil || of.Kind == budget.DebtTarget && of.Loan != 0:
		return ""
	case c.Card != 0 && of.Kind == budget.BalanceBy && of.Amount == 0:
		return app.PayOff
	case c.Card != 0 && of.Kind == budget.MonthlyTarget:
		return app.PayMonthly
	case of.Kind == budget.IncomeShare:
		return app.ShareOfIncome
	case of.Kind == budget.Remainder:
		return app.PartOfTheRest
	case of.Kind == budget.BySchedule:
		return app.FromSchedules
	case of.Kind == budget.BalanceTarget || of.Kind == budget.BalanceBy:
		return app.ABalance
	case of.IsWeekly():
		return app.EveryWeek
	case of.By() != 0 && of.Period() == 0:
		return app.ByADate
	case of.By() != 0:
		return app.EverySoOften
	}
	return app.EveryMonth
}

func weekdays(chosen int) ui.Field {
	var options []ui.Option
	for i := range 7 {
		day := (i + 1) % 7 // from Monday
		options = append(options, ui.Option{Value: strconv.Itoa(day), Label: time.Weekday(day).String(), Chosen: day == chosen})
	}
	return ui.ChoiceOf("day", "Every", options...)
}

func daysOfMonth(chosen int) ui.Field {
	options := []ui.Option{{Value: "0", Label: "the end of the month", Chosen: chosen == 0}}
	for day := 1; day <= 31; day++ {
		options = append(options, ui.Option{Value: strconv.Itoa(day), Label: "the " + humanize.Ordinal(day), Chosen: day == chosen})
	}
	return ui.ChoiceOf("day", "By", options...)
}

func periods(chosen int) ui.Field {
	return ui.ChoiceOf("months", "Every", iterutil.Map([]int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 24}, func(n int) ui.Option {
		return ui.Option{Value: strconv.Itoa(n), Label: months(n), Chosen: n == chosen || chosen == 0 && n == 12}
	})...)
}

// expectedIncome returns the form of the income that the user expects in a month.
func (d figureMenu) expectedIncome(string) (*ui.MenuPage, error) {
	if err := d.asked.RequireChange(); err != nil {
		return nil, err
	}
	typed := ""
	if income := d.Budget.ExpectedIncome; income != 0 {
		typed = d.Format.Text(income)
	}
	it := d.Do("Expected income", "expected-income").Replace("Save", ui.NewAmountField("Income in a month", typed))
	it.Open, it.Intro = true, "The budget then shows how much of it the targets need. Leave it empty for none."
	return &ui.MenuPage{Heading: "Expected income", Sub: "Cost to be me", Items: []ui.MenuItem{it}}, nil
}

// targetItem returns the item of a category's menu that leads to its target in the month of the screen.
func (d figureMenu) targetItem(c *budget.Category) ui.MenuItem {
	q := url.Values{"target": {c.ID + "." + d.monthBehind().String()}, "back": {d.asked.Back}}
	return ui.MenuItem{Label: "Target", URL: d.To("menu?" + q.Encode())}
}

func setTarget(shape app.TargetShape) ui.Change {
	return inMonth(func(r *ui.Request, m civil.Month) (done app.ChangeResult, err error) {
		form := app.TargetForm{Shape: shape, Amount: r.Get("amount"), Day: r.Get("day"), Months: r.Get("months"), Filling: r.Get("filling")}
		form.Percent, form.LastMonth, form.Weight, form.Schedule = r.Get("percent"), r.Get("income") == lastMonth, r.Get("weight"), r.Get("schedule")
		if form.Date, err = r.DateIfAny("date"); err != nil {
			return done, err
		}
		return r.App.SetTarget(r.Context(), r.Actor, r.BudgetID, r.Get("category"), m, form)
	})
}
