package budget

import (
	"strconv"
	"time"

	"holdover/internal/app"
	"holdover/internal/app/pageframe"
	"holdover/internal/app/schedules"
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
	"holdover/internal/model/humanize"
	"holdover/internal/surface/ui"
)

type screen struct {
	ui.Links
	frame      *pageframe.Frame
	groups     []budget.Group    // in display order
	categories []budget.Category // in display order
	records    []budget.Month    // months with a note or other own data
	sheet      *app.Sheet
	views      []app.OwnView
	view       view
	today      civil.Month
	day        civil.Date
	targetsOf  func(civil.Month) app.MonthTargets
	tour       *Tour // the step of the tour, or nil
	comingFor  func(budget.CategoryNo, civil.Month) schedules.CategoryComing
}

// budgetPage renders the screen: view.months months from view.first on.
func budgetPage(s *screen) *BudgetPage {
	d := &drawing{screen: s, Figures: ui.Figures{Format: s.frame.Budget.CurrencyFormat}, looking: s.lookingAt()}
	p := &BudgetPage{
		Frame:       ui.Frame{Title: s.frame.Budget.Name},
		URL:         s.Base,
		ViewURL:     s.To("view"),
		MenuURL:     s.To("menu"),
		Month:       s.view.first.String(),
		Strip:       monthStrip(s),
		HiddenShown: s.view.showHidden,
		Chosen:      s.view.chosen,
	}
	if s.frame.MayChange() {
		p.DoURL = s.To("do/")
	}
	d.words.Figures, d.words.dates, d.words.today = d.Figures, s.frame.Budget.DateFormat, s.day
	for i := range s.view.months {
		d.targets = append(d.targets, s.targetsOf(s.view.first.Add(i)))
		p.Months = append(p.Months, d.summary(s.view.first.Add(i)))
	}
	p.Cost, p.NeedsCategory = d.costToBeMe(), d.needsCategory()
	members := ui.MembersOf(s.categories)
	for i := range s.groups {
		g := &s.groups[i]
		p.HiddenCount += hiddenIn(g, members[g.No])
		if g.Hidden && !s.view.showHidden {
			continue
		}
		rows := d.group(g, members[g.No])
		if len(rows.Categories) == 0 && d.looking != nil {
			continue
		}
		if g.Income {
			p.Income = append(p.Income, rows)
		} else {
			p.Groups = append(p.Groups, rows)
		}
	}
	p.Tour = s.tour
	p.Start = d.startOf(p)
	p.Looks = d.links(members)
	if d.looking != nil {
		p.Looking, p.LookingIn = d.looking.name, d.focus().Name()
	}
	p.Width, p.Names = widthOf(d.longest), nameWidthOf(d.longestName)
	return p
}

func hiddenIn(g *budget.Group, members []*budget.Category) int {
	n := 0
	if g.Hidden {
		n++
	}
	for _, c := range members {
		if c.Hidden {
			n++
		}
	}
	return n
}

// drawing formats figures. It stores the length of the longest figure and of the longest name.
type drawing struct {
	*screen
	ui.Figures
	targets     []app.MonthTargets // of the months shown
	words       targetWords
	looking     *look // nil where all categories are shown
	longest     int
	longestName int
}

func (d *drawing) amount(m money.Milli) ui.Figure {
	f := d.Plain(m)
	d.longest = max(d.longest, len([]rune(f.Text)))
	return f
}

func (d *drawing) summary(m civil.Month) MonthSummary {
	f := d.sheet.Month(m)
	s := MonthSummary{
		Targets: d.sums(m, f.Income),
		Name:    m.Name(), Month: m.String(), Today: m == d.today, Note: noteOf(d.records, m), CanChange: d.frame.MayChange(),
		ToBudget: d.Symbol(f.ToBudget), Funds: d.amount(f.Funds), Overspent: d.amount(f.OverspentLastMonth),
		Budgeted: d.amount(-f.Budgeted), ForNext: d.amount(-f.Held),
	}
	if f.OnTheWay != 0 {
		s.OnTheWay = new(d.amount(f.OnTheWay))
	}
	return s
}

// group renders a group. Its sums include hidden categories, so that the sums of all groups equal the total of the
// month.
func (d *drawing) group(g *budget.Group, members []*budget.Category) GroupRows {
	rows := GroupRows{
		ID: g.ID, Name: g.Name, Note: g.Note, Hidden: g.Hidden, Folded: d.view.folded[ui.CookieKey(g.ID)], CanChange: d.frame.MayChange(),
	}
	d.longestName = max(d.longestName, len([]rune(g.Name)))
	sums := make([]app.Cell, d.view.months)
	rows.Categories = make([]CategoryRow, 0, len(members))
	for _, c := range members {
		d.longestName = max(d.longestName, len([]rune(c.Name)))
		row := CategoryRow{ID: c.ID, Name: c.Name, Note: c.Note, Hidden: c.Hidden, CanChange: rows.CanChange, Coming: d.words.coming(d.comingFor(c.No, d.focus())), Cells: make([]Cells, 0, len(sums))}
		for i := range sums {
			cell := d.sheet.Cell(c.No, d.view.first.Add(i))
			sums[i].Budgeted += cell.Budgeted
			sums[i].Activity += cell.Activity
			sums[i].Balance += cell.Balance
			row.Cells = append(row.Cells, d.categoryCells(c, d.view.first.Add(i), cell))
			if standing, has := d.targets[i].Status[c.No]; has {
				row.Cells[i].Bar = d.words.bar(d.view.first.Add(i), &standing, cell.Balance < 0)
				if d.view.first.Add(i) == d.focus() {
					row.Target = d.words.of(d.focus(), &standing, cell.Balance < 0)
				}
			}
		}
		if (!c.Hidden || d.view.showHidden) && d.isLookedAt(g, c) {
			rows.Categories = append(rows.Categories, row)
		}
	}
	rows.Cells = iterutil.Map(sums, d.cells)
	return rows
}

// focus returns the month that texts describe: the current one if it is shown, otherwise the first one shown.
func (s *screen) focus() civil.Month {
	if s.today >= s.view.first && s.today < s.view.first.Add(s.view.months) {
		return s.today
	}
	return s.view.first
}

// sums returns the total of a month's targets, or nil if there are none.
func (d *drawing) sums(m civil.Month, income money.Milli) *TargetSums {
	t := d.targets[m-d.view.first]
	if len(t.Status) == 0 {
		return nil
	}
	if income < t.Cost.Needed { // the cost exceeds the income, so the income is not shown
		income = 0
	}
	return &TargetSums{AssignURL: lookAt(d.To("assign?month="+m.String()), d.view.look), Under: d.amount(t.Cost.UnderFunded), Cost: d.amount(t.Cost.Needed), Income: d.amount(income)}
}

// costToBeMe compares the targets of the month in focus with the expected income; nil if none was set.
func (d *drawing) costToBeMe() *CostToBeMe {
	expected := d.frame.Budget.ExpectedIncome
	if expected == 0 {
		return nil
	}
	need := d.targets[d.focus()-d.view.first].Cost.Expected
	rest := expected - need
	return &CostToBeMe{Month: d.focus().Name(), Need: d.Plain(need), Expected: d.Plain(expected), Rest: d.Plain(rest.Abs()), Missing: rest < 0}
}

// needsCategory returns the number and the sum of all transactions without a category, or nil if there are none.
func (d *drawing) needsCategory() *NeedsCategory {
	n := d.frame.Waiting.Categorise
	if n == 0 {
		return nil
	}
	var sum money.Milli
	for i := range d.sheet.Months {
		sum += d.sheet.Months[i].Uncategorised
	}
	return &NeedsCategory{Count: humanize.Number(n, "transaction needs a category", "transactions need a category"), URL: d.Account(ui.AllAccounts) + "?uncategorised=1", Sum: d.Symbol(sum)}
}

func (d *drawing) cells(c app.Cell) Cells {
	return Cells{
		Budgeted: d.amount(c.Budgeted), Activity: d.amount(c.Activity), Balance: d.amount(c.Balance),
		Rollover: c.Rollover && c.Balance < 0, OnCard: c.Balance < 0 && c.CardDebt == -c.Balance,
	}
}

// categoryCells returns the figures of a category in a month, with their links and menus.
func (d *drawing) categoryCells(c *budget.Category, m civil.Month, cell app.Cell) Cells {
	cells := d.cells(cell)
	cells.ActivityURL = d.Transactions(c.ID, m)
	if d.frame.MayChange() {
		cells.Key = c.ID + "." + m.String()
	}
	return cells
}

// monthStrip returns the links to other months: the months of the first shown year, and all years with data for the
// month picker.
func monthStrip(s *screen) MonthStrip {
	first, last := s.view.first, s.view.first.Add(s.view.months-1)
	strip := MonthStrip{
		Title:      monthSpan(first, last),
		EarlierURL: s.at(first.Add(-1)),
		LaterURL:   s.at(first.Add(1)),
		Months:     s.monthsOf(first.Year()),
	}
	if s.today < first || s.today > last {
		strip.TodayURL = s.at(s.today)
	}
	from, to := s.dataSpan()
	for year := to.Year(); year >= from.Year(); year-- {
		strip.Years = append(strip.Years, YearLinks{Year: year, Current: year == first.Year(), Months: s.monthsOf(year)})
	}
	strip.Counts = []ui.Link{{Label: "As many as fit", URL: s.at(first) + "&show=0", Current: s.view.chosen == 0}}
	for n := 1; n <= maxChosen; n++ {
		strip.Counts = append(strip.Counts, ui.Link{Label: strconv.Itoa(n), URL: s.at(first) + "&show=" + strconv.Itoa(n), Current: s.view.chosen == n})
	}
	return strip
}

// dataSpan returns the range of the month picker: from the first month with figures or the current month to a year
// after the last one or the current month, so that future months can be planned.
func (s *screen) dataSpan() (from, to civil.Month) {
	from, to = s.today, s.today
	if n := len(s.sheet.Months); n > 0 {
		from, to = min(from, s.sheet.First), max(to, s.sheet.First.Add(n-1))
	}
	return min(from, s.view.first), max(to.Add(12), s.view.first)
}

func (s *screen) monthsOf(year int) []MonthLink {
	links := make([]MonthLink, 12)
	last := s.view.first.Add(s.view.months - 1)
	for i := range links {
		m := civil.MakeMonth(year, i+1)
		links[i] = MonthLink{
			Label: time.Month(i + 1).String()[:3], Year: year, URL: s.at(m),
			Shown: m >= s.view.first && m <= last, First: m == s.view.first, Today: m == s.today,
			Beyond: m < s.sheet.First || m >= s.sheet.First.Add(len(s.sheet.Months)),
		}
	}
	return links
}

func monthSpan(first, last civil.Month) string {
	switch {
	case first == last:
		return first.Name()
	case first.Year() == last.Year():
		return time.Month(first.Mon()).String()[:3] + " – " + last.First().Time().Format("Jan 2006")
	}
	return first.First().Time().Format("Jan 2006") + " – " + last.First().Time().Format("Jan 2006")
}
