package report

import (
	"cmp"
	"encoding/csv"
	"io"
	"slices"
	"strconv"

	"holdover/internal/base/civil"
	"holdover/internal/base/csvcell"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
)

// Table is a report as rows of amounts, for download or next to its picture.
type Table struct {
	Columns []string // of the amounts
	Also    []string // of the texts, after the amounts
	Rows    []TableRow
}

// TableRow is a line of a table. A row of greater depth is part of the last one of smaller depth.
type TableRow struct {
	Depth   int
	Name    string
	Amounts []money.Milli
	Texts   []string
}

// Table lists expenses by month, their total, average and the previous period.
func (r *Spending) Table() Table {
	t := lineTable{r.Comparison, Table{Columns: monthColumns(r.Span, r.Comparison)}}
	t.lines(r.Lines, 0)
	t.line(&r.Whole, "Total", 0)
	return t.Table
}

// Table lists income, expenses and the difference.
func (r *IncomeAndExpenses) Table() Table {
	t := lineTable{r.Comparison, Table{Columns: monthColumns(r.Span, r.Comparison)}}
	t.line(&r.Income, r.Income.Name, 0)
	t.lines(r.Income.Lines, 1)
	t.line(&r.Expenses, r.Expenses.Name, 0)
	t.lines(r.Expenses.Lines, 1)
	t.line(&Line{Months: r.Left, Total: r.Total, Average: r.Average, Before: r.Before}, "Left", 0)
	return t.Table
}

// lineTable is a table of lines, with the previous period if it is known.
type lineTable struct {
	Comparison
	Table
}

func monthColumns(s Span, c Comparison) []string {
	columns := append(iterutil.Map(s.All(), func(m civil.Month) string { return m.String() }), "Total", "Average")
	if c.BeforeKnown {
		columns = append(columns, "Before")
	}
	return columns
}

func (t *lineTable) lines(lines []Line, depth int) {
	for i := range lines {
		t.line(&lines[i], lines[i].Name, depth)
		t.lines(lines[i].Lines, depth+1)
	}
}

func (t *lineTable) line(l *Line, name string, depth int) {
	amounts := append(append([]money.Milli{}, l.Months...), l.Total, l.Average)
	if t.BeforeKnown {
		amounts = append(amounts, l.Before)
	}
	t.Rows = append(t.Rows, TableRow{Depth: depth, Name: name, Amounts: amounts})
}

// Table lists accounts with their balances, then their groups, assets, debts and net worth.
func (r *NetWorth) Table() Table {
	t := Table{}
	for _, m := range r.All() {
		t.Columns = append(t.Columns, m.String())
	}
	row := func(depth int, name string, amounts []money.Milli) {
		t.Rows = append(t.Rows, TableRow{Depth: depth, Name: name, Amounts: amounts})
	}
	for i := range r.Accounts {
		row(1, r.Accounts[i].Name, r.Accounts[i].Balances)
	}
	for _, g := range r.Groups {
		row(0, cmp.Or(g.Name, "No group"), g.Balances)
	}
	row(0, "On budget", r.OnBudget)
	row(0, "Off budget", r.OffBudget())
	row(0, "Assets", r.Assets)
	row(0, "Debts", r.Debts)
	row(0, "Net worth", r.Net)
	return t
}

// Table lists accounts with their present, lowest and last balance, and the days of these.
func (r *Coming) Table() Table {
	t := Table{Columns: []string{"Now", "Lowest", "End"}, Also: []string{"Lowest on", "Below zero on"}}
	for a := range iterutil.Pointers(r.Accounts) {
		below := ""
		if a.BelowZero != 0 {
			below = a.BelowZero.String()
		}
		t.Rows = append(t.Rows, TableRow{Name: a.Name, Amounts: []money.Milli{a.Now, a.Lowest, a.End}, Texts: []string{a.LowestOn.String(), below}})
	}
	return t
}

// CSV writes a table for spreadsheets: amounts with a decimal point, without separators or symbol, and with the
// currency's number of decimals. A name that a spreadsheet would interpret as a formula gets an apostrophe, which it
// does not display.
func (t *Table) CSV(w io.Writer, f money.Format) error {
	out := csv.NewWriter(w)
	plain := money.Format{DecimalDigits: f.DecimalDigits, DecimalSeparator: "."}
	if err := out.Write(slices.Concat([]string{"Name", "Depth"}, t.Columns, t.Also)); err != nil {
		return err
	}
	for _, r := range t.Rows {
		record := []string{csvcell.Guard(r.Name), string(rune('0' + min(r.Depth, 9)))}
		for _, a := range r.Amounts {
			record = append(record, plain.Text(a))
		}
		if err := out.Write(append(record, r.Texts...)); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// AgeLine is the age of money at the end of a day or month.
type AgeLine struct {
	Name string // of the day or month
	Days int
}

// Lines returns the known ages: of each day if days were requested, otherwise of each month.
func (r *AgeOfMoney) Lines() (all []AgeLine) {
	for _, d := range r.Days {
		if d.Days != nil {
			all = append(all, AgeLine{d.Date.String(), *d.Days})
		}
	}
	if len(r.Days) > 0 {
		return all
	}
	for m, days := range r.AgeMonths {
		if days != nil {
			all = append(all, AgeLine{m.String(), *days})
		}
	}
	return all
}

// Table lists them.
func (r *AgeOfMoney) Table() Table {
	t := Table{Also: []string{"Days"}}
	for _, age := range r.Lines() {
		t.Rows = append(t.Rows, TableRow{Name: age.Name, Texts: []string{strconv.Itoa(age.Days)}})
	}
	return t
}

// AgeMonths yields the months of the report, each with its age if it is known.
func (r *AgeOfMoney) AgeMonths(yield func(civil.Month, *int) bool) {
	for i, days := range r.Months {
		if !yield(r.From.Add(i), days) {
			return
		}
	}
}
