package api

import (
	"holdover/internal/app/schedules"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"

	"holdover/internal/storage/store"
)

type ScheduledTransactionBase struct {
	_                 struct{}    `additionalProperties:"true"`
	ID                string      `json:"id" format:"uuid"`
	DateFirst         string      `json:"date_first" format:"date"`
	DateNext          string      `json:"date_next" format:"date"`
	Frequency         string      `json:"frequency" enum:"never,daily,weekly,everyOtherWeek,twiceAMonth,every4Weeks,monthly,everyOtherMonth,every3Months,every4Months,twiceAYear,yearly,everyOtherYear" doc:"Of an interval that is not one of these, the nearest"`
	Amount            money.Milli `json:"amount"`
	Memo              *string     `json:"memo"`
	FlagColor         *string     `json:"flag_color"`
	FlagName          *string     `json:"flag_name"`
	AccountID         string      `json:"account_id" format:"uuid"`
	PayeeID           *string     `json:"payee_id"`
	CategoryID        *string     `json:"category_id"`
	TransferAccountID *string     `json:"transfer_account_id"`
	Deleted           bool        `json:"deleted"`
}

type ScheduledTransaction struct {
	ScheduledTransactionBase
	FrequencyExact  string                    `json:"frequency_exact,omitempty" doc:"Where frequency is the nearest alone: the interval as it is, such as every5Weeks"`
	DayPattern      string                    `json:"day_pattern,omitempty" doc:"The day of the month, such as 2-friday or last-working-day; left out for that of date_first"`
	Weekend         string                    `json:"weekend,omitempty" doc:"Where days on weekends move: before, after or nearest"`
	DateLast        string                    `json:"date_last,omitempty" format:"date" doc:"The last possible day; left out where it has no end"`
	Spread          money.Milli               `json:"amount_spread,omitempty" doc:"How far amounts may differ, in milliunits; left out where they are exact"`
	SpreadPercent   int                       `json:"amount_spread_percent,omitempty" doc:"The same in per cent of the amount"`
	AmountFormatted string                    `json:"amount_formatted"`
	AmountCurrency  decimal                   `json:"amount_currency"`
	AccountName     string                    `json:"account_name"`
	PayeeName       *string                   `json:"payee_name"`
	CategoryName    *string                   `json:"category_name"`
	Subtransactions []ScheduledSubTransaction `json:"subtransactions" nullable:"false"`
}

// ScheduledSubTransactionBase is a part of a split scheduled transaction.
type ScheduledSubTransactionBase struct {
	_                      struct{}    `additionalProperties:"true"`
	ID                     string      `json:"id" format:"uuid"`
	ScheduledTransactionID string      `json:"scheduled_transaction_id" format:"uuid"`
	Amount                 money.Milli `json:"amount"`
	Memo                   *string     `json:"memo"`
	PayeeID                *string     `json:"payee_id"`
	PayeeName              *string     `json:"payee_name"`
	CategoryID             *string     `json:"category_id"`
	CategoryName           *string     `json:"category_name"`
	TransferAccountID      *string     `json:"transfer_account_id"`
	Deleted                bool        `json:"deleted"`
}

type ScheduledSubTransaction struct {
	ScheduledSubTransactionBase
	AmountFormatted string  `json:"amount_formatted"`
	AmountCurrency  decimal `json:"amount_currency"`
}

func (session *readSession) scheduled(r *budget.Scheduled) ScheduledTransaction {
	s := ScheduledTransaction{
		ScheduledTransactionBase: session.scheduledBase(r),
		AmountFormatted:          session.format.WithSymbol(r.Amount), AmountCurrency: decimal(r.Amount),
		AccountName: session.accounts[r.Account].Name, PayeeName: some(session.payees[r.Payee].Name),
		CategoryName: some(session.categoryName(r.Category)), Subtransactions: make([]ScheduledSubTransaction, len(r.Parts)),
	}
	if s.Frequency != r.Frequency {
		s.FrequencyExact = r.Frequency
	}
	s.DayPattern, s.Weekend, s.DateLast, s.Spread, s.SpreadPercent = r.Pattern, r.Weekend, r.Until.String(), r.Spread, r.SpreadPercent
	if len(r.Parts) > 0 {
		s.CategoryName = some(splitName)
	}
	for i := range r.Parts {
		s.Subtransactions[i] = session.scheduledPart(r.ID, &r.Parts[i])
	}
	return s
}

func (session *readSession) scheduledBase(r *budget.Scheduled) ScheduledTransactionBase {
	return ScheduledTransactionBase{
		ID: r.ID, DateFirst: r.DateFirst.String(), DateNext: r.DateNext.String(), Frequency: string(schedules.Frequency(r.Frequency).Nearest()), Amount: r.Amount,
		Memo: some(r.Memo), FlagColor: some(r.FlagColour), FlagName: some(r.FlagName), AccountID: session.accounts[r.Account].ID,
		PayeeID: some(session.payees[r.Payee].ID), CategoryID: some(session.categories[r.Category].ID),
		TransferAccountID: some(session.accounts[r.TransferAccount].ID),
	}
}

func (session *readSession) scheduledPart(row string, p *budget.Part) ScheduledSubTransaction {
	base := session.scheduledPartBase(row, p)
	base.CategoryName = some(session.categoryName(p.Category))
	return ScheduledSubTransaction{
		ScheduledSubTransactionBase: base, AmountFormatted: session.format.WithSymbol(p.Amount), AmountCurrency: decimal(p.Amount),
	}
}

func (session *readSession) scheduledPartBase(row string, p *budget.Part) ScheduledSubTransactionBase {
	return ScheduledSubTransactionBase{
		ID: p.ID, ScheduledTransactionID: row, Amount: p.Amount, Memo: some(p.Memo), PayeeID: some(session.payees[p.Payee].ID),
		PayeeName: some(session.payees[p.Payee].Name), CategoryID: some(session.categories[p.Category].ID),
		CategoryName: some(session.categories[p.Category].Name), TransferAccountID: some(session.accounts[p.Transfer.Account].ID),
	}
}

type ScheduledList struct {
	Scheduled       []ScheduledTransaction `json:"scheduled_transactions" nullable:"false"`
	ServerKnowledge int64                  `json:"server_knowledge"`
}

type OneScheduled struct {
	Scheduled ScheduledTransaction `json:"scheduled_transaction"`
}

type scheduledIn struct {
	PlanPath
	ID string `path:"scheduled_transaction_id"`
}

func (session *readSession) listScheduled(in *sinceIn, out *ScheduledList) (err error) {
	out.ServerKnowledge = session.Knowledge()
	out.Scheduled, err = session.scheduledSince(in.Since)
	return err
}

func (session *readSession) scheduledSince(knowledge int64) ([]ScheduledTransaction, error) {
	return readSince(session, knowledge, store.KindScheduled, session.Scheduled, func(r *budget.Scheduled) int64 { return int64(r.No) }, session.withLostScheduledParts, markScheduledDeleted)
}

// withLostScheduledParts returns a schedule including the parts removed since the client's knowledge, marked as
// deleted.
func (session *readSession) withLostScheduledParts(c *changed, r *budget.Scheduled) ScheduledTransaction {
	s := session.scheduled(r)
	for _, lost := range c.lostParts(int64(r.No), r.Parts) {
		part := session.scheduledPart(r.ID, &lost)
		part.Deleted = true
		s.Subtransactions = append(s.Subtransactions, part)
	}
	return s
}

// markScheduledDeleted marks a schedule and its parts as deleted.
func markScheduledDeleted(s *ScheduledTransaction) {
	s.Deleted = true
	for i := range s.Subtransactions {
		s.Subtransactions[i].Deleted = true
	}
}

func (session *readSession) oneScheduled(in *scheduledIn, out *OneScheduled) error {
	s, err := session.ScheduledByID(in.ID)
	out.Scheduled = session.scheduled(&s)
	return err
}
