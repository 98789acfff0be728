package cli

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"holdover/internal/app"
	"holdover/internal/app/migration"
	"holdover/internal/app/pageframe"
	"holdover/internal/app/reports"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/cleanup"
)

// On a terminal the lines of a table are not longer than its width: long texts are cut, dates and amounts are not,
// and the least important columns are dropped if needed. Without a terminal a table is complete.
func TestTablesFitTheTerminal(t *testing.T) {
	t.Parallel()
	const id = "0f2c6b1e-3a57-4d86-9f5b-5f2f2a1d8c11"
	names := []string{"Rent", strings.Repeat("家計簿", 20), strings.Repeat("🍕👩‍👩‍👧 ", 20), strings.Repeat("قهوة ", 20)}
	for width, left := range map[int][]string{0: {"Notes", "Id"}, 50: nil, 60: {"Notes"}, 80: {"Notes"}, 140: {"Notes", "Id"}} {
		var out strings.Builder
		table := (&printer{out: &out, width: width}).table("Date", "Payee…", "Amount>", "Notes…?", "Account…", "Id?")
		for _, name := range names {
			table.row("2026-11-25", name, figure{text: "-1,234,567.00"}, name, name, id)
		}
		table.rule()
		table.row("Total", "", figure{text: "1.00"}, "", "", "")
		table.print()
		got := out.String()
		for line := range strings.Lines(got) {
			if n := ansi.StringWidth(strings.TrimRight(line, "\n")); width > 0 && n > width {
				t.Errorf("line has %d columns, want at most %d: %s", n, width, line)
			}
		}
		if n := strings.Count(got, "2026-11-25"); n != len(names) || strings.Count(got, "-1,234,567.00") != n {
			t.Errorf("%d columns: a date or an amount was shortened:\n%s", width, got)
		}
		head, _, _ := strings.Cut(got, "\n")
		for _, title := range []string{"Notes", "Id"} {
			if has, want := strings.Contains(head, title), strings.Contains(strings.Join(left, " "), title); has != want {
				t.Errorf("%d columns: column %s is shown: %t, want %t", width, title, has, want)
			}
		}
		if strings.Contains(got, "…") != (width > 0) || strings.Contains(got, id) != strings.Contains(head, "Id") {
			t.Errorf("%d columns: wrong texts were shortened:\n%s", width, got)
		}
	}
}

// The tables of cards, clean-ups, months and the history of a category did not fit into 60 columns if amounts were in
// the millions: no column in them could be omitted. Months, and the amounts for comparison, remain complete.
func TestTablesOfLargeAmountsFit60Columns(t *testing.T) {
	t.Parallel()
	const month, large = civil.Month(2026*12 + 2), money.Milli(-1_234_567_890)
	b := pageframe.Budget{CurrencyFormat: money.Format{DecimalDigits: 2, DecimalSeparator: ".", GroupSeparator: ","}}
	source := large
	item := migration.CleanUpItem{Item: cleanup.Item{ID: "row:123456:0", Action: cleanup.Move, Reason: strings.Repeat("because ", 9)}, Account: "Mastercard", Payee: "Starting Balance", Into: "Credit Card"}
	clean := &cleaned{CleanUp: migration.CleanUp{Proposal: &cleanup.Proposal{
		Months: []cleanup.MonthChange{{Month: month, Before: large, After: large, Source: &source}},
		Cards:  []cleanup.Card{{Name: "Mastercard", Balance: large, Reserve: large, Net: large}},
	}, Items: []migration.CleanUpItem{item}}}
	for name, table := range map[string]struct {
		print          func(*printer)
		at60, only80up string
		amounts        int // at 60 columns
	}{
		"cards": {func(p *printer) {
			printCardsWay(p, b, &cardsShown{CardsPreview: app.CardsPreview{Months: []app.CardsMonth{{Month: month, ToBudget: 1000 * large, Then: 1000 * large}}}})
		}, b.CurrencyFormat.Text(1000 * large), "Difference", 0},
		"cleanup":       {func(p *printer) { printCleanUpMonths(p, b, clean) }, "YNAB", "matches", 3},
		"cleanup cards": {func(p *printer) { printCards(p, b, clean) }, "Left over or owed", "", 3},
		"cleanup items": {func(p *printer) { printCleanUpItems(p, b, clean) }, "row:123456:0", "", 0},
		"months": {func(p *printer) {
			printMonths(p, b, []app.Month{{Month: month, Income: large, Funds: large, Budgeted: large, Activity: large, ToBudget: large}, {Month: month}})
		}, "To Budget", "", 3},
		"report category": {func(p *printer) {
			(&reporting{budget: b}).printCategory(p, []reports.CategoryMonth{{Month: month, Budgeted: large, Activity: large, Balance: large}})
		}, "Balance", "Spent", 3},
	} {
		for _, width := range []int{60, 80, 140} {
			var stdout, stderr strings.Builder
			table.print(&printer{out: &stdout, talk: &stderr, width: width})
			got := stdout.String()
			for line := range strings.Lines(got) {
				if n := ansi.StringWidth(strings.TrimRight(line, "\n")); n > width {
					t.Errorf("%s: line has %d columns, want at most %d: %s", name, n, width, line)
				}
			}
			if !strings.Contains(got, table.at60) || strings.Count(got, b.CurrencyFormat.Text(large)) < table.amounts || width >= 80 && !strings.Contains(got, table.only80up) {
				t.Errorf("%s: table of %d columns:\n%s", name, width, got)
			}
		}
	}
}

// On a terminal that is too narrow even for cut texts, a row is printed as several complete lines. Before, lines
// wrapped and texts had two characters.
func TestNarrowTerminalsStackColumns(t *testing.T) {
	t.Parallel()
	print := func(width int) string {
		var out strings.Builder
		table := (&printer{out: &out, width: width}).table("Date", "Account…", "Payee…", "Amount>", "", "Balance>", "Id?")
		table.row("2026-11-25", "Checking of the whole family", "", figure{text: "-1,234.00", negative: true}, "✓", figure{text: "5.00"}, "row:1")
		table.row("", "", "", "", "", figure{text: "7.00"}, "")
		table.rule()
		table.row("Total", "", "", figure{text: "1.00"}, "", "", "")
		table.print()
		return out.String()
	}
	const down = `2026-11-25
    Account  Checking of the
             whole family
    Amount   -1,234.00  ✓
    Balance       5.00
    Id       row:1
    Balance       7.00
──────────────────────────────
Total
    Amount        1.00
`
	if got := print(30); got != down {
		t.Errorf("table of 30 columns:\n%s", got)
	}
	if got := print(60); !strings.HasPrefix(got, "Date        Account") {
		t.Errorf("table of 60 columns:\n%s", got)
	}
}

// Names next to figures are shortened before anything else.
func TestNamesAreShortenedFirst(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	table := (&printer{out: &out, width: 30}).table("", "Total>", "A month>", "Share>?", "")
	table.row("Immediate Obligations", figure{text: "4,911.20"}, figure{text: "409.27"}, "18.1 %", gauge{50, 100})
	table.print()
	if got, want := out.String(), "              Total  A month\nImmediat…  4,911.20   409.27\n"; got != want {
		t.Errorf("table of 30 columns:\n%s", got)
	}
}
