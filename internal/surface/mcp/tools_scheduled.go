package mcp

import (
	"context"

	"holdover/internal/app"
	"holdover/internal/app/pageframe"
)

// ScheduledList is the scheduled transactions of a budget.
type ScheduledList struct {
	Scheduled []OneScheduled `json:"scheduled_transactions"`
}

// OneScheduled is a scheduled transaction. Its date is the next one.
type OneScheduled struct {
	OneTransaction
	Frequency string `json:"frequency"`
	When      string `json:"when" jsonschema:"the frequency in words, with the range of an approximate amount"`
	Pattern   string `json:"day_pattern,omitempty" jsonschema:"the day of the month, such as 2-friday or last-working-day"`
	Weekend   string `json:"weekend,omitempty" jsonschema:"where days on weekends move: before, after or nearest"`
	Until     string `json:"until,omitempty" jsonschema:"the last day; omitted if there is no end"`
	AutoEnter bool   `json:"entered_automatically"`
}

func (a *assistant) listScheduled(ctx context.Context, b *pageframe.Budget, _ InBudget) (out ScheduledList, err error) {
	list, err := a.App.Scheduled(ctx, a.who, b.ID, a.App.Today(ctx))
	out.Scheduled = []OneScheduled{}
	for i := range list.Rows {
		r := &list.Rows[i]
		out.Scheduled = append(out.Scheduled, OneScheduled{found(b, &r.Row), r.Frequency, r.When, r.Pattern, r.Weekend, r.Until.String(), r.AutoEnter})
	}
	return out, err
}

// InRepeat is how often a scheduled transaction repeats, and on which days.
type InRepeat struct {
	Frequency string  `json:"frequency,omitempty" jsonschema:"never (once), daily, weekly, everyOtherWeek, twiceAMonth, every4Weeks, monthly, everyOtherMonth, every3Months, every4Months, twiceAYear, yearly or everyOtherYear; or another interval such as every3Weeks, every10Days, every5Months"`
	Pattern   *string `json:"day_pattern,omitempty" jsonschema:"for months and years, the day of the month: 1 to 4 or last, with day, working-day or a weekday, such as 2-friday, last-working-day; empty for the day of the date"`
	Weekend   *string `json:"weekend,omitempty" jsonschema:"where days on weekends move: before (Friday), after (Monday), nearest; empty to leave them"`
	Until     *string `json:"until,omitempty" jsonschema:"the last possible day, such as 2027-12-31; empty for no end"`
	AutoEnter *bool   `json:"entered_automatically,omitempty" jsonschema:"whether it is entered on its day; true if omitted for a new one"`
	Percent   *int    `json:"amount_spread_percent,omitempty" jsonschema:"per cent by which the amount may differ, such as 10; 0 for an exact amount"`
}

// fields returns the fields of a scheduled transaction with the repetition.
func (in *InRepeat) fields(f app.TransactionFields) (app.ScheduledFields, error) {
	f.Strict = false // a schedule's own rules determine which categories it may have
	out := app.ScheduledFields{TransactionFields: f, Exact: in.Frequency, Pattern: in.Pattern, Weekend: in.Weekend, SpreadPercent: in.Percent, AutoEnter: in.AutoEnter}
	if in.Until == nil {
		return out, nil
	}
	until, err := day(*in.Until)
	out.Until = &until
	return out, err
}

// InSchedule is a transaction to be scheduled.
type InSchedule struct {
	InBudget
	InRepeat
	Account  string `json:"account" jsonschema:"by name or id"`
	Date     string `json:"date" jsonschema:"the first or next day, such as 2026-03-01"`
	Amount   Amount `json:"amount" jsonschema:"such as -12.34: spending is negative"`
	Payee    string `json:"payee,omitempty" jsonschema:"a payee's name; a new one is created"`
	Category string `json:"category,omitempty" jsonschema:"by name, as Group: Category, or by id"`
	Memo     string `json:"memo,omitempty"`
}

func (a *assistant) scheduleTransaction(ctx context.Context, b *pageframe.Budget, in InSchedule) (out ChangeResult, err error) {
	edit := InEdit{Account: &in.Account, Date: in.Date, Amount: &in.Amount, Payee: &in.Payee, Memo: &in.Memo}
	if in.Category != "" {
		edit.Category = &in.Category
	}
	f, _, err := a.fields(ctx, b, edit)
	if err != nil {
		return out, err
	}
	fields, err := in.InRepeat.fields(f)
	if err != nil {
		return out, err
	}
	done, scheduled, err := a.App.CreateScheduled(ctx, a.who, b.ID, fields)
	out, err = a.after(ctx, b, done, err, InMonth{}, "")
	out.Scheduled = scheduled
	return out, err
}

// InEditScheduled is the input for changing a scheduled transaction.
type InEditScheduled struct {
	InBudget
	InRepeat
	Scheduled string  `json:"scheduled_transaction" jsonschema:"its id, as list_scheduled_transactions has it"`
	Account   *string `json:"account,omitempty" jsonschema:"by name or id"`
	Date      string  `json:"date,omitempty" jsonschema:"the next day, such as 2026-03-01"`
	Amount    *Amount `json:"amount,omitempty" jsonschema:"such as -12.34: spending is negative"`
	Payee     *string `json:"payee,omitempty" jsonschema:"a payee's name; a new one is created"`
	Category  *string `json:"category,omitempty" jsonschema:"by name, as Group: Category, or by id; empty for none"`
	Memo      *string `json:"memo,omitempty"`
}

func (a *assistant) editScheduled(ctx context.Context, b *pageframe.Budget, in InEditScheduled) (out ChangeResult, err error) {
	f, _, err := a.fields(ctx, b, InEdit{Account: in.Account, Date: in.Date, Amount: in.Amount, Payee: in.Payee, Category: in.Category, Memo: in.Memo})
	if err != nil {
		return out, err
	}
	fields, err := in.InRepeat.fields(f)
	if err != nil {
		return out, err
	}
	done, err := a.App.UpdateScheduled(ctx, a.who, b.ID, in.Scheduled, fields)
	out, err = a.after(ctx, b, done, err, InMonth{}, "")
	out.Scheduled = in.Scheduled
	return out, err
}

// InScheduled is the input that names a scheduled transaction.
type InScheduled struct {
	InBudget
	Scheduled string `json:"scheduled_transaction" jsonschema:"its id"`
}

func (a *assistant) deleteScheduled(ctx context.Context, b *pageframe.Budget, in InScheduled) (ChangeResult, error) {
	done, err := a.App.DeleteScheduled(ctx, a.who, b.ID, in.Scheduled)
	return a.after(ctx, b, done, err, InMonth{}, "")
}

// InEnterScheduled is the input for entering a scheduled transaction.
type InEnterScheduled struct {
	InScheduled
	Date string `json:"date,omitempty" jsonschema:"the day of the transaction, such as 2026-03-01; its scheduled day if omitted"`
}

func (a *assistant) enterScheduled(ctx context.Context, b *pageframe.Budget, in InEnterScheduled) (out ChangeResult, err error) {
	on, err := day(in.Date)
	if err != nil {
		return out, err
	}
	done, err := a.App.EnterScheduled(ctx, a.who, b.ID, in.Scheduled, 0, on)
	return a.after(ctx, b, done, err, InMonth{}, "")
}

func (a *assistant) skipScheduled(ctx context.Context, b *pageframe.Budget, in InScheduled) (ChangeResult, error) {
	done, err := a.App.SkipScheduled(ctx, a.who, b.ID, in.Scheduled, 0)
	return a.after(ctx, b, done, err, InMonth{}, "")
}
