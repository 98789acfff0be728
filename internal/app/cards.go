package app

import (
	"context"

	"holdover/internal/app/budgetsession"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/logic/envelope"
	"holdover/internal/model/budget"
)

// CardsPreview compares the two ways of keeping cards, month by month.
type CardsPreview struct {
	Envelopes bool         `json:"card_envelopes"` // the present way: each card has an envelope
	Months    []CardsMonth `json:"months"`
	Names     []string     `json:"cards"` // of the payment categories, in display order
}

// CardsMonth is a month in both ways.
type CardsMonth struct {
	Month    civil.Month   `json:"month"`
	ToBudget money.Milli   `json:"to_budget"`
	Then     money.Milli   `json:"to_budget_then"`
	Cards    []money.Milli `json:"cards"` // the money set aside for each card, with envelopes
}

// PreviewCards returns the effect of keeping cards the other way. It makes the change and rolls it back, so that the
// preview equals the result. It requires the right to change the budget.
func (a *App) PreviewCards(ctx context.Context, who Actor, id string) (CardsPreview, error) {
	p := CardsPreview{Months: []CardsMonth{}, Names: []string{}}
	err := a.access.Preview(ctx, who, id, func(tx *budgetsession.ChangeTx) error {
		e := &changeTx{tx}
		p.Envelopes = e.Info().CardEnvelopes
		if err := budgetsession.RefuseArchived(e.Info()); err != nil {
			return err
		}
		before, cards, err := e.cardsSheet()
		if err != nil {
			return err
		}
		if err := e.SwitchCards(!p.Envelopes); err != nil {
			return err
		}
		after, cardsAfter, err := e.cardsSheet()
		if err != nil {
			return err
		}
		with := before
		if !p.Envelopes {
			with, cards = after, cardsAfter
		}
		p.fill(before, after, with, cards)
		return nil
	})
	return p, err
}

// cardsSheet returns the present sheet, and the card payment categories.
func (e *changeTx) cardsSheet() (*envelope.Sheet, []budget.Category, error) {
	sheet, err := e.Sheet()
	if err != nil {
		return nil, nil, err
	}
	all, err := e.Categories()
	cards := iterutil.Where(all, func(c budget.Category) bool { return c.Card != 0 })
	return sheet, cards, err
}

func (p *CardsPreview) fill(before, after, with *envelope.Sheet, cards []budget.Category) {
	p.Names = iterutil.Map(cards, func(c budget.Category) string { return c.Name })
	first, last := before.First, max(before.Last(), after.Last())
	if first == 0 || after.First != 0 && after.First < first {
		first = after.First
	}
	for m := first; m <= last && m != 0; m++ {
		month := CardsMonth{Month: m, ToBudget: before.Month(m).ToBudget, Then: after.Month(m).ToBudget}
		month.Cards = iterutil.Map(cards, func(c budget.Category) money.Milli { return with.Cell(c.No, m).Balance })
		p.Months = append(p.Months, month)
	}
}

// KeepCards keeps the budget's cards as envelopes or as ordinary accounts, in one change. It returns a Conflict error
// if it does so already.
func (a *App) KeepCards(ctx context.Context, who Actor, id string, envelopes bool) (ChangeResult, error) {
	return a.change(ctx, who, id, "cards", func(e *changeTx) error {
		if e.Info().CardEnvelopes == envelopes {
			return apperr.New(apperr.Conflict, "the budget already handles its cards this way").WithHint("reload the page")
		}
		if err := budgetsession.RefuseArchived(e.Info()); err != nil {
			return err
		}
		e.Say("Cards are treated as ordinary accounts")
		if envelopes {
			e.Say("Cards are budgeted as envelopes")
		}
		return e.SwitchCards(envelopes)
	})
}
