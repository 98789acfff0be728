package envelope_test

import (
	"encoding/json"
	"os"
	"testing"

	"holdover/internal/budget"
	"holdover/internal/cal"
	"holdover/internal/money"
)

// planFile is as much of a plan document as the arithmetic needs. The generator's
// --plain plans have no twins and nothing deleted, so that no importer is needed.
type planFile struct {
	Accounts []struct {
		ID       string `json:"id"`
		Type     string `json:"type"`
		OnBudget bool   `json:"on_budget"`
	} `json:"accounts"`
	Groups []struct {
		ID   string `json:"id"`
		Name string `json:"name"`
	} `json:"category_groups"`
	Categories []struct {
		ID    string `json:"id"`
		Group string `json:"category_group_id"`
		Name  string `json:"name"`
	} `json:"categories"`
	Months []struct {
		Month      string `json:"month"`
		Categories []struct {
			ID       string      `json:"id"`
			Budgeted money.Milli `json:"budgeted"`
		} `json:"categories"`
	} `json:"months"`
	Transactions []struct {
		ID       string      `json:"id"`
		Date     string      `json:"date"`
		Amount   money.Milli `json:"amount"`
		Account  string      `json:"account_id"`
		Category string      `json:"category_id"`
	} `json:"transactions"`
	Parts []struct {
		Row      string      `json:"transaction_id"`
		Amount   money.Milli `json:"amount"`
		Category string      `json:"category_id"`
	} `json:"subtransactions"`
}

// readPlan gives the plan as a world, and its categories by group and name as
// the peer calls them.
func readPlan(t testing.TB, content []byte) (*world, map[[2]string]budget.CategoryNo) {
	t.Helper()
	type leading struct {
		Plan   *planFile `json:"plan"`
		Budget *planFile `json:"budget"`
	}
	var file struct {
		leading
		Data leading `json:"data"`
	}
	if err := json.Unmarshal(content, &file); err != nil {
		t.Fatal(err)
	}
	for _, p := range []*planFile{file.Plan, file.Budget, file.Data.Plan, file.Data.Budget} {
		if p != nil {
			return p.world(t)
		}
	}
	t.Fatal("no plan in the document")
	return nil, nil
}

func (p *planFile) world(t testing.TB) (*world, map[[2]string]budget.CategoryNo) {
	w := &world{budget.Whole{
		Groups:     []budget.Group{{No: 1, Name: "Income", Income: true}},
		Categories: []budget.Category{{No: 1, Group: 1, Name: "Income", Income: true}},
	}}
	names := map[[2]string]budget.CategoryNo{{"Income", "Income"}: 1}
	categories := map[string]budget.CategoryNo{}
	for _, g := range p.Groups {
		if g.Name == "Internal Master Category" || g.Name == "Credit Card Payments" {
			continue
		}
		w.Groups = append(w.Groups, budget.Group{No: budget.GroupNo(len(w.Groups) + 1), Name: g.Name, Sort: len(w.Groups)})
		for _, c := range p.Categories {
			if c.Group == g.ID {
				no := budget.CategoryNo(len(w.Categories) + 1)
				w.Categories = append(w.Categories, budget.Category{No: no, Group: budget.GroupNo(len(w.Groups)), Name: c.Name, Sort: int(no)})
				names[[2]string{g.Name, c.Name}], categories[c.ID] = no, no
			}
		}
	}
	for _, c := range p.Categories {
		if c.Name == "Inflow: Ready to Assign" {
			categories[c.ID] = 1
		}
	}
	p.addRows(t, w, categories)
	p.addCells(t, w, categories)
	return w, names
}

func (p *planFile) addRows(t testing.TB, w *world, categories map[string]budget.CategoryNo) {
	accounts := map[string]budget.AccountNo{}
	for i, a := range p.Accounts {
		accounts[a.ID] = budget.AccountNo(i + 1)
		w.Accounts = append(w.Accounts, budget.Account{No: budget.AccountNo(i + 1), OnBudget: a.OnBudget, Type: budget.AccountType(a.Type)})
	}
	parts := map[string][]budget.Part{}
	for i, s := range p.Parts {
		parts[s.Row] = append(parts[s.Row], budget.Part{No: budget.PartNo(i + 1), Amount: s.Amount, Category: categories[s.Category]})
	}
	for i, row := range p.Transactions {
		date, err := cal.ParseDate(row.Date)
		if err != nil {
			t.Fatal(err)
		}
		w.Transactions = append(w.Transactions, budget.Transaction{
			No: budget.TxNo(i + 1), Account: accounts[row.Account], Date: date, Amount: row.Amount,
			Category: categories[row.Category], Parts: parts[row.ID],
		})
	}
}

func (p *planFile) addCells(t testing.TB, w *world, categories map[string]budget.CategoryNo) {
	for _, m := range p.Months {
		month, err := cal.ParseMonth(m.Month)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range m.Categories {
			if no := categories[c.ID]; no > 1 && c.Budgeted != 0 {
				w.Cells = append(w.Cells, budget.Cell{Category: no, Month: month, Budgeted: c.Budgeted})
			}
		}
	}
}

func readFile(t testing.TB, path string) []byte {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return content
}
