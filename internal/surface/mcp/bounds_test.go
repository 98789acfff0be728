package mcp_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"holdover/internal/surface/mcp"
)

// An argument outside the limits is refused with an error that states them.
func TestArgumentOutsideTheLimitsIsRefusedWithThem(t *testing.T) {
	a, _ := newHolding(t)
	w := inMemory(t, mcp.Config{App: a, Write: true})
	for _, c := range []struct {
		tool string
		in   map[string]any
		says string
	}{
		{"transactions", map[string]any{"limit": 101}, "1 to 100"},
		{"transactions", map[string]any{"limit": -1}, "1 to 100"},
		{"history", map[string]any{"limit": 1000}, "1 to 100"},
		{"history", map[string]any{"limit": 1e30}, "the limit is 1e+30. ask for 1 to 100"},
		{"add_transaction", map[string]any{"account": "Checking", "amount": "-1", "memo": json.RawMessage(`"caf\ud800"`)}, "/memo contains half of a character"},
		{"month", map[string]any{"month": "2200-01"}, "1900 to 2199"},
		{"month", map[string]any{"month": "1899-12"}, "1900 to 2199"},
		{"month", map[string]any{"month": "2026-13"}, "like 2026-03"},
		{"spending", map[string]any{"from": "2200-01"}, "1900 to 2199"},
		{"transactions", map[string]any{"search": "a\x00b"}, "invalid character"},
		{"add_transaction", map[string]any{"account": "Checking", "amount": "-1", "memo": "a\x00b"}, "invalid character"},
		{"add_transaction", map[string]any{"account": "Checking", "amount": "-1", "payee": "a\x00b"}, "invalid character"},
		{"categorize", map[string]any{"category": "Groceries", "transactions": []string{"a\x00b"}}, "invalid character"},
		{"add_transaction", map[string]any{"account": "Checking", "amount": "-1", "memo": strings.Repeat("é", 5001)}, "5000 characters"},
	} {
		if refused := w.call(c.tool, c.in, &map[string]any{}); !strings.Contains(refused, c.says) {
			t.Errorf("%s with %.60q: %q, want %q in it", c.tool, c.in, refused, c.says)
		}
	}
	var listed mcp.Transactions
	if w.must("transactions", map[string]any{"limit": json.RawMessage("2.0")}, &listed); len(listed.Transactions) != 2 {
		t.Errorf("%d transactions, want 2", len(listed.Transactions))
	}
	var history mcp.History
	if w.must("history", map[string]any{}, &history); len(history.Changes) != 1 {
		t.Errorf("%d changes, want the import alone", len(history.Changes))
	}
}

// A since after until was answered for the swapped period. A period may be named by only its last month.
func TestPeriodThatEndsBeforeItStartsIsRefused(t *testing.T) {
	a, _ := newHolding(t)
	w := inMemory(t, mcp.Config{App: a})
	today := time.Now()
	before := today.AddDate(0, -3, 0)
	var inOrder mcp.Transactions
	w.must("transactions", map[string]any{"since": before.Format(time.DateOnly), "until": today.Format(time.DateOnly)}, &inOrder)
	if inOrder.Count == 0 {
		t.Error("no transactions found")
	}
	for tool, in := range map[string]map[string]any{
		"transactions": {"since": today.Format(time.DateOnly), "until": before.Format(time.DateOnly)}, "spending": {"from": "2026-03", "to": "2026-01"},
	} {
		if refused := w.call(tool, in, &struct{}{}); !strings.Contains(refused, "is after") || !strings.Contains(refused, "the earlier one first") {
			t.Errorf("%s with a reversed period: %q, want it refused", tool, refused)
		}
	}
	var spent mcp.Spending
	month := before.Format("2006-01")
	if w.must("spending", map[string]any{"to": month}, &spent); spent.From != month || spent.To != month {
		t.Errorf("spending to %s: from %s to %s, want that month", month, spent.From, spent.To)
	}
}
