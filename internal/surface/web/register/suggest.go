package register

import (
	"net/http"
	"strings"

	"holdover/internal/app/pageframe"
	"holdover/internal/app/payees"
	"holdover/internal/base/apperr"
	"holdover/internal/model/budget"
	"holdover/internal/surface/httpx"
	"holdover/internal/surface/ui"
)

// maxSuggested is the maximum number of suggested payees, and mostListed that of the list for browsers without
// scripts.
const (
	maxSuggested = 12
	maxListed    = 200
)

// SuggestPage is the list of suggestions that a script shows while the user types a payee.
type SuggestPage struct {
	ui.Frame
	Groups  []SuggestGroup
	New     string // name of a payee that would be created; empty if it exists
	NewNone string // reason why its row has no category
}

// SuggestGroup contains suggestions under a heading.
type SuggestGroup struct {
	Label   string
	Options []Suggestion
}

// Suggestion is a payee or account that the typed text may mean.
type Suggestion struct {
	Ref, Text string
	None      string // why its row has no category; empty if it may have one
}

func (*SuggestPage) Template() string { return "row" }

// SuggestPayees responds with suggestions of payees, for a script.
func SuggestPayees(w http.ResponseWriter, r *ui.Request) error {
	q := r.URL.Query()
	id, text := r.BudgetID, strings.TrimSpace(q.Get("q"))
	accounts, err := r.App.Accounts(r.Context(), r.Actor, id)
	if err != nil {
		return err
	}
	found, exact, err := r.App.SuggestPayees(r.Context(), r.Actor, id, q.Get("account"), text, maxSuggested)
	if err != nil {
		return err
	}
	p := suggestions(found, ui.AccountWith(q.Get("account"), accounts))
	if text != "" && !exact {
		p.New = text
	}
	return r.RenderPart(w, http.StatusOK, p, "suggestions")
}

// suggestions renders the suggestions for a row of an account.
func suggestions(found []payees.Suggestion, own *pageframe.Account) *SuggestPage {
	p := &SuggestPage{NewNone: noneNeeded(own, nil)}
	ordinary, transfers := SuggestGroup{Label: "Payees"}, SuggestGroup{Label: "Transfers"}
	for _, f := range found {
		one := Suggestion{Ref: f.ID, Text: f.Name, None: noneNeeded(own, f.Account)}
		if f.Account == nil {
			ordinary.Options = append(ordinary.Options, one)
			continue
		}
		one.Ref, one.Text = toAccount+f.ID, budget.TransferPayee+f.Name
		transfers.Options = append(transfers.Options, one)
	}
	p.Groups = []SuggestGroup{ordinary, transfers}
	return p
}

// noneNeeded returns why a row of an account, or a transfer to another, has no category; "" if it may have one.
func noneNeeded(own, other *pageframe.Account) string {
	switch {
	case own == nil:
		return ""
	case !own.OnBudget:
		return "None needed, off budget"
	case other != nil && other.OnBudget:
		return "None needed"
	}
	return ""
}

// CategoryOfPayee responds with the category that a transaction of a payee would have, for a script.
func CategoryOfPayee(w http.ResponseWriter, r *ui.Request) error {
	form, err := r.App.RowForm(r.Context(), r.Actor, r.BudgetID, "")
	if err != nil {
		return err
	}
	q := r.URL.Query()
	category, err := r.App.SuggestCategory(r.Context(), r.Actor, r.BudgetID, payees.CategoryQuery{Account: q.Get("account"), Payee: q.Get("payee"), Name: q.Get("name")})
	if err != nil && apperr.KindOf(err) != apperr.NotFound {
		return err
	}
	return httpx.WriteJSON(w, http.StatusOK, map[string]string{"ref": category, "text": categoryLabels(&form)[category]})
}
