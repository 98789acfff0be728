package journal

import (
	"bytes"
	"strings"
	"testing"

	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

// hledger computes the balance of every account, and of every envelope at the end of each month, as Holdover does.
func TestHledgerComputesTheSameFigures(t *testing.T) {
	hledger := program(t, "hledger", "HOLDOVER_REQUIRE_HLEDGER")
	for name, w := range testBudgets(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			src := source(w)
			path, c := writeLedger(t, w)
			run(t, hledger, "-f", path, "check", "accounts", "commodities")
			months := span(src)
			begin, end := "1900-01-01", months[len(months)-1].Add(1).First().String()
			rows := table(t, run(t, hledger, "-f", path, "balance", "--monthly", "--historical", "--empty", "--flat", "--no-total", "-O", "csv",
				"-c", "1000.000 "+src.Info.Currency.ISOCode, "--begin", begin, "--end", end))
			head := rows[0]
			for _, m := range months {
				got := map[string]money.Milli{}
				for i, cell := range head {
					if strings.HasSuffix(cell, m.Last().String()) || cell == m.String()[:7] || cell == m.Last().String() {
						for _, row := range rows[1:] {
							got[row[0]] = milli(t, row[i])
						}
					}
				}
				if len(got) == 0 {
					t.Fatalf("hledger has no column for %s: %v", m, head)
				}
				compare(t, m, expected(w, src, c, m), got)
			}
		})
	}
}

func writeLedger(t *testing.T, w *budget.Whole) (string, *chart) {
	t.Helper()
	src := source(w)
	var out bytes.Buffer
	if _, err := Ledger(&out, src); err != nil {
		t.Fatal(err)
	}
	c := newChart(src, (&ledger{}).component)
	return writeFile(t, "budget.journal", out.Bytes()), &c
}

// Ledger reads the same file, and computes the same figures.
func TestLedgerComputesTheSameFigures(t *testing.T) {
	program := program(t, "ledger", "HOLDOVER_REQUIRE_LEDGER")
	for name, w := range testBudgets(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			src := source(w)
			path, c := writeLedger(t, w)
			for _, m := range span(src) {
				got := map[string]money.Milli{}
				for line := range strings.Lines(run(t, program, "--args-only", "-f", path, "balance", "--flat", "--empty", "--no-total",
					"--end", m.Add(1).First().String(), "--balance-format", "%(account)\t%(quantity(display_total))\n")) {
					name, amount, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
					got[name] = milli(t, amount)
				}
				compare(t, m, expected(w, src, c, m), got)
			}
		})
	}
}
