package migration

import (
	"context"
	"slices"

	"holdover/internal/app/budgetsession"
	"holdover/internal/app/users"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/cleanup"
	"holdover/internal/model/auth"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store"
)

// CardQuestion compares the two ways to keep credit cards after an import.
type CardQuestion struct {
	Envelopes CardAnswer // as KeepCardsAsSource keeps them
	Accounts  CardAnswer // as they are now
	Months    int        // months for which the document has the source's figure
	Month     civil.Month
	Source    money.Milli // the source's figure in Month
}

// CardAnswer contains the figures of one way to keep credit cards.
type CardAnswer struct {
	Matched  int         // months in which To Budget equals the source's figure
	ToBudget money.Milli // in the question's month
}

// AskCards returns the question how the budget keeps its credit cards, or nil if there is nothing to ask: the budget
// has no cards, keeps them as envelopes already, or was changed by a user since the import. A question requires the right to
// change the budget.
func (br *Migration) AskCards(ctx context.Context, who users.Actor, id string) (*CardQuestion, error) {
	isOpen, err := budgetsession.Read(ctx, br.access, who, id, cardsAreOpen)
	if err != nil || !isOpen {
		return nil, err
	}
	report, err := br.Report(ctx, who, id)
	if err != nil || report.Notes.Holdover {
		return nil, err
	}
	brought, err := br.brought(ctx, who, id, auth.Change)
	if err != nil {
		return nil, err
	}
	q := &CardQuestion{}
	err = br.access.WithBudgetMemory(ctx, who, id, auth.Change, 0, func() error {
		return br.access.Preview(ctx, who, id, func(e *budgetsession.ChangeTx) error {
			before, err := brought.input(&e.ReadTx)
			if err != nil {
				return err
			}
			p, err := brought.matchWithEnvelopes(e)
			if err == nil {
				q.fill(before, p, br.access.Today(ctx).Month())
			}
			return err
		})
	})
	if err != nil || q.Months == 0 {
		return nil, err
	}
	return q, nil
}

// cardsAreOpen reports whether the budget has cards, as ordinary accounts, and no user has changed it since the import.
func cardsAreOpen(v *store.ReadTx) (bool, error) {
	accounts, err := v.AccountRecords()
	if err != nil || v.Info().CardEnvelopes || !slices.ContainsFunc(accounts, func(a budget.Account) bool { return a.OnBudget && a.Type.IsCard() }) {
		return false, err
	}
	const enough = 50
	changes, err := v.Entries(0, enough)
	isUsers := func(c store.Change) bool { return c.Action != "import" && c.Action != "enter-due" }
	return len(changes) < enough && !slices.ContainsFunc(changes, isUsers), err
}

// matchWithEnvelopes keeps the cards as envelopes, and returns the clean-up that makes the remaining months match.
func (b *brought) matchWithEnvelopes(e *budgetsession.ChangeTx) (*cleanup.Proposal, error) {
	if err := e.SwitchCards(true); err != nil {
		return nil, err
	}
	in, err := b.input(&e.ReadTx)
	if err != nil {
		return nil, err
	}
	return cleanup.Match(in, cleanup.Choices{}), nil
}

// fill compares the figures of now with those of a proposal. It uses the month of today, or the document's last one.
func (q *CardQuestion) fill(now *cleanup.Input, p *cleanup.Proposal, today civil.Month) {
	for _, m := range p.Months {
		if m.Source == nil {
			continue
		}
		toBudget := now.Figures.ToBudget[m.Month-now.Figures.First]
		q.Months++
		if toBudget == *m.Source {
			q.Accounts.Matched++
		}
		if m.After == *m.Source {
			q.Envelopes.Matched++
		}
		if m.Month <= today || q.Month == 0 {
			q.Month, q.Source, q.Accounts.ToBudget, q.Envelopes.ToBudget = m.Month, *m.Source, toBudget, m.After
		}
	}
}

// KeepCardsAsSource keeps the cards as envelopes and holds what the source kept for later months, so that To Budget
// is the source's figure. It is one change.
func (br *Migration) KeepCardsAsSource(ctx context.Context, who users.Actor, id string) (done budgetsession.ChangeResult, err error) {
	brought, err := br.brought(ctx, who, id, auth.Change)
	if err != nil {
		return done, err
	}
	err = br.access.WithBudgetMemory(ctx, who, id, auth.Change, 0, func() error {
		done, err = br.access.Change(ctx, who, id, "cards", func(e *budgetsession.ChangeTx) error {
			p, err := brought.matchWithEnvelopes(e)
			if err != nil {
				return err
			}
			e.Say("Cards are handled as YNAB does")
			return newCleaning(e).apply(&p.Changes)
		})
		return err
	})
	return done, err
}
