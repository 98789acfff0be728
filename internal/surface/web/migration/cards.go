package migration

import (
	"net/http"

	"holdover/internal/app"
	"holdover/internal/app/migration"
	"holdover/internal/app/pageframe"
	"holdover/internal/model/guide"
	"holdover/internal/model/humanize"
	"holdover/internal/surface/ui"
)

// envelopes is the form value for keeping cards as envelopes.
const envelopes = "envelopes"

// Cards shows how the budget treats cards, and the figures of every month with the alternative.
func Cards(w http.ResponseWriter, r *ui.Request, f *pageframe.Frame) error {
	p := &CardsPage{
		Frame: ui.Frame{Title: "Credit cards", Sidebar: ui.SidebarOf(f, ui.OnCards, "")}, Envelopes: f.Budget.CardEnvelopes, Ways: guide.CardWays(),
		Action: r.To("cards"), MayChange: f.MayChange(),
	}
	if p.MayChange {
		preview, err := r.App.PreviewCards(r.Context(), r.Actor, r.BudgetID)
		if err != nil {
			return err
		}
		p.fill(&preview, f)
	}
	return r.RenderBudgetPage(w, f, p)
}

// KeepCards changes how the budget treats cards.
func KeepCards(w http.ResponseWriter, r *ui.Request) error {
	done, err := r.App.KeepCards(r.Context(), r.Actor, r.BudgetID, r.PostFormValue("keep") == envelopes)
	if err != nil {
		return err
	}
	return r.RedirectDone(w, r.To("cards"), done)
}

// AnswerCards keeps the cards as the user answered on the import report, and opens the budget.
func AnswerCards(w http.ResponseWriter, r *ui.Request) error {
	if r.PostFormValue("keep") != envelopes {
		return r.Redirect(w, r.Base)
	}
	done, err := r.App.KeepCardsAsSource(r.Context(), r.Actor, r.BudgetID)
	if err != nil {
		return err
	}
	return r.RedirectDone(w, r.Base, done)
}

// CardsQuestion asks how cards are kept, with the figures of both ways.
type CardsQuestion struct {
	Action string
	Ways   []CardsAnswer
}

// CardsAnswer is one way to keep cards.
type CardsAnswer struct {
	Value, Title string
	Means        string
	Figures      string // the months that match the source, and a month's To Budget
	Current      bool
}

// askCards returns the question for a page, with the source's way chosen; nil if there is none.
func askCards(q *migration.CardQuestion, f ui.Figures, action string) *CardsQuestion {
	if q == nil {
		return nil
	}
	figures := func(a migration.CardAnswer) string {
		says := "To Budget is " + f.Symbol(a.ToBudget).Text + " in " + q.Month.Name()
		if a.ToBudget != q.Source {
			says += ", where YNAB showed " + f.Symbol(q.Source).Text
		}
		return says + ". It matches YNAB in " + humanize.Count(a.Matched) + " of " + humanize.Number(q.Months, "month", "months") + "."
	}
	return &CardsQuestion{action, []CardsAnswer{
		{envelopes, "As YNAB does", "Money spent on a card is set aside to pay it. Money that YNAB reserves for later months is held.", figures(q.Envelopes), true},
		{"accounts", "As ordinary accounts", "A card is an account with a balance that is usually negative. Clean-up can create a category for its debt.", figures(q.Accounts), false},
	}}
}

// CardsPage is the choice between the two ways to treat cards.
type CardsPage struct {
	ui.Frame
	Envelopes bool // the current setting
	MayChange bool
	Action    string
	Same      bool // To Budget stays the same in every month
	Names     []string
	Months    []CardsPageMonth // newest first
	Ways      []guide.CardWay
}

// CardsPageMonth contains a month's figures before and after the change.
type CardsPageMonth struct {
	Name, URL                string
	Before, Then, Difference ui.Figure
	Cards                    []CardsPageCard // the money set aside for each card
}

// CardsPageCard is the money set aside for a card in a month.
type CardsPageCard struct {
	Name string
	ui.Figure
}

func (*CardsPage) Template() string { return "cards" }

func (p *CardsPage) fill(preview *app.CardsPreview, f *pageframe.Frame) {
	fig, l := ui.Figures{Format: f.Budget.CurrencyFormat}, ui.LinksOf(f.Budget.ID)
	p.Names, p.Same = preview.Names, true
	for i := len(preview.Months) - 1; i >= 0; i-- {
		m := &preview.Months[i]
		line := CardsPageMonth{
			Name: m.Month.Name(), URL: l.Month(m.Month), Before: fig.Plain(m.ToBudget), Then: fig.Plain(m.Then), Difference: fig.Plain(m.Then - m.ToBudget),
		}
		for k, amount := range m.Cards {
			line.Cards = append(line.Cards, CardsPageCard{preview.Names[k], fig.Plain(amount)})
		}
		p.Same = p.Same && m.Then == m.ToBudget
		p.Months = append(p.Months, line)
	}
}
