package cleanup_test

import (
	"encoding/json"
	"os"
	"slices"
	"testing"

	"holdover/internal/budget"
	"holdover/internal/cal"
	"holdover/internal/cleanup"
	"holdover/internal/envelope"
	"holdover/internal/money"
	"holdover/internal/testkit"
)

// plan is an imported plan, as much of it as clean-up looks at.
type plan struct {
	budget.Whole
	source  []cleanup.SourceMonth
	renamed []cleanup.Renamed
	// uncategorised is what Uncategorized overspending took off To Budget by each
	// month: the one thing that no clean-up makes up for.
	uncategorised map[cal.Month]money.Milli
}

func (p *plan) input() *cleanup.Input {
	return &cleanup.Input{Budget: &p.Whole, Figures: p.figures(), Source: p.source, Renamed: p.renamed}
}

func (p *plan) sheet() *envelope.Sheet { return envelope.Compute(envelope.SnapshotOf(&p.Whole)) }

// figures is what the application takes from the sheet.
func (p *plan) figures() cleanup.Figures {
	sheet := p.sheet()
	first, last := sheet.First, sheet.First.Add(len(sheet.Months)-1)
	if len(p.source) > 0 {
		first, last = min(first, p.source[0].Month), max(last, p.source[len(p.source)-1].Month)
	}
	f := cleanup.Figures{First: first, Balance: map[budget.CategoryNo][]money.Milli{}}
	for m := first; m <= last; m++ {
		f.ToBudget = append(f.ToBudget, sheet.Month(m).ToBudget)
		for _, c := range p.Categories {
			if !c.Income {
				f.Balance[c.No] = append(f.Balance[c.No], sheet.Cell(c.No, m).Balance)
			}
		}
	}
	return f
}

type planFile struct {
	Accounts []struct {
		ID       string             `json:"id"`
		Name     string             `json:"name"`
		Type     budget.AccountType `json:"type"`
		OnBudget bool               `json:"on_budget"`
	} `json:"accounts"`
	Groups []struct {
		ID      string `json:"id"`
		Name    string `json:"name"`
		Hidden  bool   `json:"hidden"`
		Deleted bool   `json:"deleted"`
	} `json:"category_groups"`
	Categories []planCategory `json:"categories"`
	Months     []struct {
		Month         string         `json:"month"`
		ReadyToAssign *money.Milli   `json:"to_be_budgeted"`
		Categories    []planCategory `json:"categories"`
	} `json:"months"`
	Transactions []planRow `json:"transactions"`
	Parts        []planRow `json:"subtransactions"`
}

type planCategory struct {
	ID       string      `json:"id"`
	Group    string      `json:"category_group_id"`
	Name     string      `json:"name"`
	Hidden   bool        `json:"hidden"`
	Deleted  bool        `json:"deleted"`
	Budgeted money.Milli `json:"budgeted"`
	Activity money.Milli `json:"activity"`
	Balance  money.Milli `json:"balance"`
}

type planRow struct {
	ID       string      `json:"id"`
	Row      string      `json:"transaction_id"`
	Date     string      `json:"date"`
	Amount   money.Milli `json:"amount"`
	Account  string      `json:"account_id"`
	Category string      `json:"category_id"`
	Transfer string      `json:"transfer_account_id"`
	Deleted  bool        `json:"deleted"`
}

// readPlan brings a generated plan over, as the importer does.
func readPlan(t testing.TB, args ...string) *plan {
	t.Helper()
	content, err := os.ReadFile(testkit.Plan(t, args...))
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Data struct {
			Plan planFile `json:"plan"`
		} `json:"data"`
	}
	if err := json.Unmarshal(content, &file); err != nil {
		t.Fatal(err)
	}
	r := &reader{
		t: t, file: &file.Data.Plan, plan: &plan{uncategorised: map[cal.Month]money.Milli{}},
		accounts: map[string]budget.AccountNo{}, categories: map[string]budget.CategoryNo{}, payments: map[string]int{},
	}
	slices.Reverse(r.file.Months)
	r.readAccounts()
	r.readCategories()
	r.readRows()
	r.readMonths()
	return r.plan
}

type reader struct {
	t             testing.TB
	file          *planFile
	plan          *plan
	accounts      map[string]budget.AccountNo
	categories    map[string]budget.CategoryNo
	payments      map[string]int
	uncategorised string
}

func (r *reader) readAccounts() {
	for i, a := range r.file.Accounts {
		r.accounts[a.ID] = budget.AccountNo(i + 1)
		r.plan.Accounts = append(r.plan.Accounts, budget.Account{No: budget.AccountNo(i + 1), SourceID: a.ID, Name: a.Name, Type: a.Type, OnBudget: a.OnBudget})
	}
}

func (r *reader) readCategories() {
	r.plan.Groups = []budget.Group{{No: 1, Name: "Income", Income: true}}
	groups := map[string]bool{}
	for _, g := range r.file.Groups {
		if g.Deleted {
			continue
		}
		no := budget.GroupNo(len(r.plan.Groups) + 1)
		name := budget.FreeName(g.Name, func(key string) bool { return groups[key] })
		groups[budget.NameKey(name)] = true
		switch g.Name {
		case "Internal Master Category":
			r.internal(g.ID)
			continue
		case "Credit Card Payments":
			r.cardPayments(g.ID)
			continue
		}
		if name != g.Name {
			r.plan.renamed = append(r.plan.renamed, cleanup.Renamed{Group: no, From: g.Name})
		}
		r.plan.Groups = append(r.plan.Groups, budget.Group{No: no, SourceID: g.ID, Name: name, Hidden: g.Hidden, Sort: int(no)})
		taken := map[string]bool{}
		for _, c := range r.file.Categories {
			if c.Group == g.ID && !c.Deleted {
				r.category(no, &c, taken)
			}
		}
	}
}

func (r *reader) category(group budget.GroupNo, c *planCategory, taken map[string]bool) {
	no := budget.CategoryNo(len(r.plan.Categories) + 1)
	name := budget.FreeName(c.Name, func(key string) bool { return taken[key] })
	taken[budget.NameKey(name)] = true
	if name != c.Name {
		r.plan.renamed = append(r.plan.renamed, cleanup.Renamed{Category: no, From: c.Name})
	}
	r.categories[c.ID] = no
	r.plan.Categories = append(r.plan.Categories, budget.Category{No: no, SourceID: c.ID, Group: group, Name: name, Hidden: c.Hidden, Sort: int(no)})
}

func (r *reader) internal(group string) {
	for _, c := range r.file.Categories {
		switch {
		case c.Group != group:
		case c.Name == "Uncategorized":
			r.uncategorised = c.ID
		default:
			no := budget.CategoryNo(len(r.plan.Categories) + 1)
			r.categories[c.ID] = no
			r.plan.Categories = append(r.plan.Categories, budget.Category{No: no, SourceID: c.ID, Group: 1, Name: "Income", Income: true})
		}
	}
}

func (r *reader) cardPayments(group string) {
	for _, c := range r.file.Categories {
		if c.Group == group && !c.Deleted {
			r.payments[c.ID] = len(r.plan.Info.CardPayments)
			p := budget.CardPayment{SourceID: c.ID, Name: c.Name}
			for _, a := range r.plan.Accounts {
				if a.Name == c.Name && a.Type.IsCard() {
					p.Account = a.No
				}
			}
			r.plan.Info.CardPayments = append(r.plan.Info.CardPayments, p)
		}
	}
}

func (r *reader) readRows() {
	parts := map[string][]budget.Part{}
	for i, s := range r.file.Parts {
		if !s.Deleted {
			parts[s.Row] = append(parts[s.Row], budget.Part{
				No: budget.PartNo(i + 1), SourceID: s.ID, Amount: s.Amount, Category: r.categories[s.Category],
				Transfer: budget.Transfer{Account: r.accounts[s.Transfer]},
			})
		}
	}
	for i, row := range r.file.Transactions {
		date, err := cal.ParseDate(row.Date)
		if err != nil {
			r.t.Fatal(err)
		}
		if row.Deleted {
			continue
		}
		r.plan.Transactions = append(r.plan.Transactions, budget.Transaction{
			No: budget.TxNo(i + 1), SourceID: row.ID, Account: r.accounts[row.Account], Date: date, Amount: row.Amount,
			Category: r.categories[row.Category], Parts: parts[row.ID], Transfer: budget.Transfer{Account: r.accounts[row.Transfer]},
		})
	}
}

func (r *reader) readMonths() {
	var uncategorised money.Milli
	for _, m := range r.file.Months {
		month, err := cal.ParseMonth(m.Month)
		if err != nil {
			r.t.Fatal(err)
		}
		r.plan.source = append(r.plan.source, cleanup.SourceMonth{Month: month, ReadyToAssign: m.ReadyToAssign})
		r.plan.uncategorised[month] = uncategorised
		for _, c := range m.Categories {
			if i, ok := r.payments[c.ID]; ok {
				p := &r.plan.Info.CardPayments[i]
				p.Months = append(p.Months, budget.CardPaymentMonth{Month: month, Budgeted: c.Budgeted, Activity: c.Activity, Balance: c.Balance})
			}
			if c.ID == r.uncategorised {
				uncategorised += max(0, -c.Balance)
			}
			if no := r.categories[c.ID]; no != 0 && c.Budgeted != 0 {
				r.plan.Cells = append(r.plan.Cells, budget.Cell{Category: no, Month: month, Budgeted: c.Budgeted})
			}
		}
	}
}
