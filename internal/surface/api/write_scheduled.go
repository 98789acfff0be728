package api

import (
	"context"
	"net/http"
	"reflect"

	"holdover/internal/app"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
)

// SaveScheduledTransaction is the body for a scheduled transaction. Creation requires an account and a date; in a
// change, omitted members stay.
type SaveScheduledTransaction struct {
	AccountID  *string      `json:"account_id,omitempty" format:"uuid" maxLength:"100" doc:"Needed where one is created"`
	Date       *civil.Date  `json:"date,omitempty" format:"date" doc:"The next one: at most a week ago and five years ahead. Needed where one is created"`
	Amount     *money.Milli `json:"amount,omitempty" doc:"Milliunits; spending is negative"`
	PayeeID    *string      `json:"payee_id,omitempty" nullable:"true" maxLength:"100"`
	PayeeName  *string      `json:"payee_name,omitempty" nullable:"true" maxLength:"200"`
	CategoryID *string      `json:"category_id,omitempty" nullable:"true" maxLength:"100" doc:"None of income or of a card's payments"`
	Memo       *string      `json:"memo,omitempty" nullable:"true" maxLength:"500"`
	FlagColor  *string      `json:"flag_color,omitempty" nullable:"true" enum:"red,orange,yellow,green,blue,purple,"`
	Frequency  *string      `json:"frequency,omitempty" enum:"never,daily,weekly,everyOtherWeek,twiceAMonth,every4Weeks,monthly,everyOtherMonth,every3Months,every4Months,twiceAYear,yearly,everyOtherYear"`

	// The following members are Holdover's.

	FrequencyExact *string      `json:"frequency_exact,omitempty" maxLength:"40" doc:"Such as every5Weeks; it counts where frequency is left out or the nearest one"`
	DayPattern     *string      `json:"day_pattern,omitempty" maxLength:"40" doc:"Such as 2-friday, last-working-day or 1-day, for frequencies in months and years; empty for the day of the date"`
	Weekend        *string      `json:"weekend,omitempty" enum:"before,after,nearest," doc:"Where days on weekends move; empty to leave them"`
	DateLast       **civil.Date `json:"date_last,omitempty" nullable:"true" format:"date" doc:"The last possible day; null for no end"`
	Spread         *money.Milli `json:"amount_spread,omitempty" doc:"Milliunits by which amounts may differ; 0 for exact ones"`
	SpreadPercent  *money.Milli `json:"amount_spread_percent,omitempty" doc:"In place of amount_spread: per cent of the amount"`

	// Subtransactions are refused on creation, and cannot be changed.
	Subtransactions []SaveSubTransaction `json:"subtransactions,omitempty" doc:"As the answer has them, or left out: the API cannot split a scheduled transaction"`
}

func (*SaveScheduledTransaction) answered() reflect.Type {
	return reflect.TypeFor[ScheduledTransaction]()
}

type WriteScheduledTransaction struct {
	ScheduledTransaction *SaveScheduledTransaction `json:"scheduled_transaction" required:"true"`
}

type SavedScheduled struct {
	ScheduledTransaction ScheduledTransaction `json:"scheduled_transaction"`
	ServerKnowledge      int64                `json:"server_knowledge"`
}

type scheduledWrite struct {
	PlanPath
	ID string `path:"scheduled_transaction_id"`
	Sent
}

func (a *api) registerScheduledWrites() {
	const tag = "Scheduled transactions"
	const one = "/plans/{plan_id}/scheduled_transactions/{scheduled_transaction_id}"
	registerWrite(a, write{http.MethodPost, "createScheduledTransaction", "/plans/{plan_id}/scheduled_transactions", tag, "Schedule a transaction"}, a.createScheduled)
	registerWrite(a, write{http.MethodPut, "updateScheduledTransaction", one, tag, "Change a scheduled transaction"}, a.updateScheduled)
	registerBodylessWrite(a, write{http.MethodDelete, "deleteScheduledTransaction", one, tag, "Delete a scheduled transaction"}, a.deleteScheduled)
}

func (s *SaveScheduledTransaction) fields() app.ScheduledFields {
	var percent *int
	if s.SpreadPercent != nil {
		percent = new(int(*s.SpreadPercent))
	}
	return app.ScheduledFields{Frequency: textOf(s.Frequency), Exact: textOf(s.FrequencyExact), Pattern: s.DayPattern, Weekend: s.Weekend, Until: orZero(s.DateLast), Spread: s.Spread, SpreadPercent: percent, TransactionFields: app.TransactionFields{
		Account: s.AccountID, Date: s.Date, Amount: s.Amount, Payee: s.PayeeID, PayeeName: s.PayeeName, Category: s.CategoryID, Memo: s.Memo,
		FlagColour: s.FlagColor, Parts: partsOf(s.Subtransactions),
	}}
}

func (a *api) createScheduled(ctx context.Context, in *planWrite, body *WriteScheduledTransaction) (SavedScheduled, error) {
	_, scheduled, err := a.app.CreateScheduled(ctx, actorOf(ctx), in.PlanID, body.ScheduledTransaction.fields())
	return a.savedScheduled(ctx, in.PlanID, scheduled, err)
}

func (a *api) updateScheduled(ctx context.Context, in *scheduledWrite, body *WriteScheduledTransaction) (SavedScheduled, error) {
	_, err := a.app.UpdateScheduled(ctx, actorOf(ctx), in.PlanID, in.ID, body.ScheduledTransaction.fields())
	return a.savedScheduled(ctx, in.PlanID, in.ID, err)
}

func (a *api) deleteScheduled(ctx context.Context, in *scheduledIn) (out SavedScheduled, err error) {
	if out, err = a.savedScheduled(ctx, in.PlanID, in.ID, nil); err != nil {
		return out, err
	}
	done, err := a.app.DeleteScheduled(ctx, actorOf(ctx), in.PlanID, in.ID)
	markScheduledDeleted(&out.ScheduledTransaction)
	out.ServerKnowledge = max(out.ServerKnowledge, done.Change)
	return out, err
}

func (a *api) savedScheduled(ctx context.Context, plan, scheduled string, writeErr error) (SavedScheduled, error) {
	return readAfterWrite(ctx, a, plan, writeErr, func(session *readSession, out *SavedScheduled) error {
		s, err := session.ScheduledByID(scheduled)
		out.ScheduledTransaction, out.ServerKnowledge = session.scheduled(&s), session.Knowledge()
		return err
	})
}
