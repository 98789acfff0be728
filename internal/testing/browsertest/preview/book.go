package preview

import (
	"fmt"
	"math/rand/v2"

	"holdover/internal/app"
	"holdover/internal/app/budgetsession"
	"holdover/internal/app/pageframe"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/envelope"
	"holdover/internal/model/auth"
	"holdover/internal/model/budget"
	"holdover/internal/surface/ui"
)

// Formats of amounts with two, none and three decimals.
var (
	Euro   = money.Format{ISOCode: "EUR", DecimalDigits: 2, DecimalSeparator: ",", GroupSeparator: ".", CurrencySymbol: "€", DisplaySymbol: true}
	Dollar = money.DefaultFormat()
	Yen    = money.Format{ISOCode: "JPY", DecimalDigits: 0, GroupSeparator: ",", CurrencySymbol: "¥", SymbolFirst: true, DisplaySymbol: true}
	Dinar  = money.Format{ISOCode: "KWD", DecimalDigits: 3, DecimalSeparator: ".", GroupSeparator: ",", CurrencySymbol: "د.ك", DisplaySymbol: true}
)

// household is a plausible budget: groups with their categories, each with the
// amount a month usually takes, in units.
var household = []struct {
	group      string
	hidden     bool
	categories []string
	usual      []int
}{
	{"Bills", false, []string{"Rent", "Electricity", "Water and heating", "Internet and phones", "Insurance: household contents, liability and legal protection", "Streaming"}, []int{1150, 92, 140, 64, 71, 28}},
	{"Everyday", false, []string{"Groceries", "Eating out", "Household goods", "Clothes", "Chemist", "Haircuts"}, []int{620, 180, 75, 110, 40, 35}},
	{"Car", false, []string{"Fuel", "Gas-1", "Repairs", "Tax and insurance"}, []int{130, 0, 90, 95}},
	{"Debt", false, []string{"Credit Card", "Student loan"}, []int{120, 210}},
	{"Children 👧🏽🧒🏼", false, []string{"School lunches", "Football ⚽️", "שיעורי פסנתר", "دروس السباحة", "Pocket money"}, []int{90, 45, 60, 55, 30}},
	{"Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz", false, []string{"Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft", "A"}, []int{12, 3}},
	{"Savings", false, []string{"Emergency fund", "Holidays", "New roof", "Christmas and birthdays"}, []int{300, 220, 400, 60}},
	{"Old things", true, []string{"Gym", "Second car"}, []int{0, 0}},
}

// Book builds a budget of a number of months around last, scaled so that every currency has plausible figures.
func Book(info budget.Info, months int, last civil.Month, scale money.Milli, repeat int) *app.Screen {
	rng := rand.New(rand.NewPCG(7, 11))
	s := &app.Screen{Frame: pageframe.Frame{Role: auth.Owner, Budget: pageframe.Budget{ID: "7f3c", Name: info.Name, CurrencyFormat: info.Currency}}}
	var usual []money.Milli
	for r := range repeat {
		for _, g := range household {
			no := budget.GroupNo(len(s.Groups) + 1)
			name := g.group
			if r > 0 {
				name = fmt.Sprintf("%s-%d", g.group, r)
			}
			s.Groups = append(s.Groups, budget.Group{No: no, ID: fmt.Sprintf("%04d-group", no), Name: name, Hidden: g.hidden})
			for i, c := range g.categories {
				s.Categories = append(s.Categories, budget.Category{
					No: budget.CategoryNo(len(s.Categories) + 1), ID: fmt.Sprintf("c%d", len(s.Categories)), Group: no, Name: c,
					Hidden: g.hidden || c == "Haircuts",
				})
				usual = append(usual, money.Milli(g.usual[i])*scale)
			}
		}
	}
	income := budget.GroupNo(len(s.Groups) + 1)
	s.Groups = append(s.Groups, budget.Group{No: income, ID: "income-group", Name: "Income", Income: true})
	for _, name := range []string{"Inflow: Ready to Assign", "Deferred"} {
		s.Categories = append(s.Categories, budget.Category{No: budget.CategoryNo(len(s.Categories) + 1), ID: name, Group: income, Name: name, Income: true})
		usual = append(usual, 4640*scale)
	}
	first := last.Add(1 - months)
	snap := envelope.NewSnapshot(first, months, s.Categories)
	for i := range snap.Categories {
		c := &snap.Categories[i]
		if s.Categories[i].Name == "Credit Card" {
			c.Rollovers = []budget.Rollover{{Category: c.No, From: first, On: true}}
		}
		fill(c, s.Categories[i], usual[i], scale, rng)
	}
	if months > 3 {
		snap.Held[months-3], snap.Held[months-2] = 120*scale, 320*scale
	}
	s.Sheet = envelope.Compute(snap)
	s.Aims = budgetsession.NewTargets(&envelope.Outline{Groups: s.Groups, Categories: s.Categories}, s.Sheet, last.First(), info.Currency)
	return s
}

func fill(c *envelope.Series, cat budget.Category, usual, scale money.Milli, rng *rand.Rand) {
	for m := range c.Budgeted {
		wobble := func(part int64) money.Milli { return usual / 100 * money.Milli(rng.Int64N(part)) / 10 * 10 }
		switch {
		case cat.Name == "Deferred":
		case c.Income:
			c.Activity[m] = usual + wobble(4) - usual/money.Milli(90+m%3)*money.Milli(m%3)
		case cat.Name == "Credit Card":
			c.Budgeted[m], c.Activity[m] = usual, -usual-wobble(90)-17*scale/10
		case usual > 200*scale && cat.Name != "Groceries":
			c.Budgeted[m] = usual
			if cat.Name == "Rent" || cat.Name == "Student loan" {
				c.Activity[m] = -usual
			}
		default:
			c.Budgeted[m], c.Activity[m] = usual, -wobble(107)-usual/2
			if rng.IntN(3) == 0 {
				c.Activity[m] = 0
			}
		}
	}
}

// Inside puts a page into a budget.
func Inside(p ui.Page, f ui.Figures, on ui.Section) ui.Page {
	p.Framed().Sidebar = Sidebar(f, on)
	return p
}

func Sidebar(f ui.Figures, on ui.Section) *ui.Sidebar {
	link := func(name string, m money.Milli) ui.AccountLink {
		return ui.AccountLink{Name: name, URL: "/budgets/7f3c/accounts/" + name[:4], Type: "Checking", Balance: f.Plain(m), Cleared: f.Plain(m - 12500), Uncleared: f.Plain(12500)}
	}
	card := link("Visa gold 4711", -1_284_550)
	card.Type = "Credit card"
	return &ui.Sidebar{
		Links: ui.LinksOf("7f3c"), BudgetName: "Household of Anna-Liisa and Bartholomäus", Imported: true, OnSection: on,
		Kinds: []ui.AccountKind{
			{Key: "on-budget", Title: "On budget", Sum: f.Plain(8_713_970), Accounts: []ui.AccountLink{link("Checking", 3_204_120), link("Joint savings at the Volksbank Mittelhessen eG", 6_794_400), card, link("Cash 💶", 0)}},
			{Key: "off-budget", Title: "Off budget", Sum: f.Plain(-143_250_000), Accounts: []ui.AccountLink{link("Mortgage", -186_250_000), link("קרן השתלמות", 43_000_000)}},
			{Key: "closed", Title: "Closed", Sum: f.Plain(0), Folded: true, Accounts: []ui.AccountLink{link("Old current account", 0)}},
		},
	}
}

// UglyNote is a note that is difficult to display.
const UglyNote = "IBAN DE02 1203 0000 0000 2020 51\n<script>alert(1)</script> every 28th, Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft\nללא עמלה until March"
