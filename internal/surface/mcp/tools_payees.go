package mcp

import (
	"context"

	"holdover/internal/app/pageframe"
	"holdover/internal/app/payees"
	"holdover/internal/base/apperr"
)

type InPayees struct {
	InBudget
	Search string `json:"search,omitempty" jsonschema:"text in the name"`
	Only   string `json:"only,omitempty" jsonschema:"unused, hidden, favourites or learning-off"`
	Page   int    `json:"page,omitempty" jsonschema:"of 100 payees each, from 1"`
}

type Payees struct {
	Count  int        `json:"count" jsonschema:"of all pages"`
	Payees []OnePayee `json:"payees"`
}

type OnePayee struct {
	ID           string `json:"id"`
	Name         string `json:"name"`
	Transactions int    `json:"transactions"`
	Last         string `json:"last,omitempty" jsonschema:"the day of the newest transaction"`
	Category     string `json:"usual_category,omitempty"`
	Hidden       bool   `json:"hidden,omitempty" jsonschema:"it is not suggested"`
	Favorite     bool   `json:"favorite,omitempty" jsonschema:"it is suggested before others"`
	LearningOff  bool   `json:"learning_off,omitempty" jsonschema:"its usual category is not suggested"`
}

func (a *assistant) payees(ctx context.Context, b *pageframe.Budget, in InPayees) (out Payees, err error) {
	switch only := payees.Only(in.Only); only {
	case payees.AllPayees, payees.OnlyUnused, payees.OnlyHidden, payees.OnlyFavourites, payees.OnlyLearningOff:
	default:
		return out, apperr.New(apperr.Invalid, "%q is not a kind of payees", in.Only).WithHint("it is unused, hidden, favourites or learning-off")
	}
	got, err := a.App.PayeesOf(ctx, a.who, b.ID, payees.Query{Search: in.Search, Only: payees.Only(in.Only), Page: in.Page})
	out.Count, out.Payees = got.Chosen, []OnePayee{}
	for i := range got.Page {
		p := &got.Page[i]
		out.Payees = append(out.Payees, OnePayee{p.ID, p.Name, p.Uses, p.Last.String(), p.Category, p.Hidden, p.Favourite, p.LearningOff})
	}
	return out, err
}

type InMarkPayee struct {
	InBudget
	Payee       string `json:"payee" jsonschema:"by name or id"`
	Hidden      *bool  `json:"hidden,omitempty" jsonschema:"whether it is left out of suggestions"`
	Favorite    *bool  `json:"favorite,omitempty" jsonschema:"whether it is suggested before others"`
	LearningOff *bool  `json:"learning_off,omitempty" jsonschema:"whether its usual category is not suggested"`
}

func (a *assistant) markPayee(ctx context.Context, b *pageframe.Budget, in InMarkPayee) (out ChangeResult, err error) {
	marks := payees.MarkChange{Hidden: in.Hidden, Favourite: in.Favorite, LearningOff: in.LearningOff}
	if marks.IsEmpty() {
		return out, apperr.New(apperr.Invalid, "no mark is given").WithHint("give hidden, favorite or learning_off")
	}
	payee, err := a.App.FindPayee(ctx, a.who, b.ID, in.Payee)
	if err != nil {
		return out, err
	}
	done, err := a.App.MarkPayees(ctx, a.who, b.ID, []string{payee.ID}, marks)
	return a.after(ctx, b, done, err, InMonth{}, "")
}
