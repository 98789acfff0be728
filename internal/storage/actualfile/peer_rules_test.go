package actualfile_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"holdover/internal/base/iterutil"
	"holdover/internal/logic/rule"
	"holdover/internal/logic/tag"
	"holdover/internal/model/budget"
)

// Each rule that is written for Actual changes the same transactions in the peer as in Holdover. Rules that enter a scheduled
// transaction link to it, and the schedule keeps its account, amount and payee.
func TestPeerAppliesTheWrittenRules(t *testing.T) {
	w := household(t, 204)
	var payees []budget.Payee
	for _, p := range w.Payees {
		if p.TransferAccount == 0 {
			payees = append(payees, p)
		}
	}
	shop, kiosk := payees[0], payees[1]
	s := &w.Scheduled[0]
	s.Payee, s.TransferAccount, s.Parts, s.Amount, s.Spread, s.Account = payees[2].No, 0, nil, -500_000, 0, 1
	w.Rules = rulesToTry(shop.Name, kiosk.Name, s.ID)
	row := func(account budget.AccountNo, amount int, payee budget.Payee, bank, notes string) rule.Row {
		r := rule.Row{Account: account, Date: s.DateNext, Amount: -500_000, Payee: payee.No, BankText: bank, Notes: notes}
		if amount != 0 {
			r.Amount += 100_000 // not the schedule's
		}
		return r
	}
	rows := []rule.Row{
		row(1, 0, shop, "REWE (Ulm) 4711", "two cups"), row(2, 0, shop, "rewe", "x"), row(1, 0, kiosk, "SHOP 12", "X y"), row(1, 1, kiosk, "", ""), row(1, 0, payees[3], "DB 99", "cup 12"),
	}
	type theirRow struct {
		ID       string  `json:"id"`
		Account  string  `json:"account"`
		Date     string  `json:"date"`
		Amount   int64   `json:"amount"`
		Payee    string  `json:"payee"`
		Imported *string `json:"imported_payee"`
		Notes    *string `json:"notes"`
	}
	unit := max(10, int64(w.Info.Currency.Step()))
	optional := func(s string) *string {
		if s == "" {
			return nil
		}
		return &s
	}
	text, err := json.Marshal(iterutil.Map(rows, func(r rule.Row) theirRow {
		return theirRow{"row", w.Accounts[r.Account-1].ID, r.Date.String(), int64(r.Amount) / unit, w.Payees[r.Payee-1].ID, optional(r.BankText), optional(r.Notes)}
	}))
	if err != nil {
		t.Fatal(err)
	}
	packed, omitted := export(t, w)
	dir := t.TempDir()
	path, tried := filepath.Join(dir, "written.zip"), filepath.Join(dir, "rows.json")
	if err := os.WriteFile(path, packed, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(tried, text, 0o600); err != nil {
		t.Fatal(err)
	}
	theirs, _ := openInPeer(t, path, "--try="+tried)
	for i := range w.Rules {
		r := &w.Rules[i]
		set, err := rule.Compile(w.Rules[i:i+1], rule.Context{Accounts: w.Accounts, Payees: w.Payees, Step: w.Info.Currency.Step()})
		if err != nil {
			t.Fatal(err)
		}
		var want []int
		for n, one := range rows {
			if set.Apply(&one); one.LeaveOut != 0 || one.Notes != rows[n].Notes || one.Schedule != "" && (r.Then.AnyAmount || one.Amount == s.Amount) && one.Account == s.Account {
				want = append(want, n)
			}
		}
		got, written := theirs.Tried[r.ID]
		if !written || !cmp.Equal(got, want) && len(got)+len(want) > 0 {
			t.Errorf("rule %s %+v: the peer changes the rows %v, want %v (written: %v)", r.ID, r.When, got, want, written)
		}
	}
	for _, one := range theirs.Schedules {
		if one["id"] == s.ID && (one["payee"] != w.Payees[s.Payee-1].ID || one["account"] != w.Accounts[0].ID || one["amount"] != float64(int64(s.Amount)/unit)) {
			t.Errorf("the peer shows the schedule as %v", one)
		}
	}
	if len(theirs.Groups) != len(w.AccountGroups) || len(theirs.Tags) != len(tag.Colours)+1 {
		t.Errorf("the peer shows %d account groups and %d tags; omitted: %+v", len(theirs.Groups), len(theirs.Tags), omitted)
	}
}

// rulesToTry returns a rule for each test of Holdover, and rules that leave out and that enter a schedule.
func rulesToTry(shop, kiosk, schedule string) (all []budget.Rule) {
	add := func(r budget.Rule) {
		r.No, r.ID, r.Sort = budget.RuleNo(len(all)+1), "try-"+string(rune('a'+len(all)%26))+string(rune('a'+len(all)/26)), len(all)
		all = append(all, r)
	}
	for _, not := range []bool{false, true} {
		for _, c := range []budget.Condition{
			{Field: budget.RulePayee, Test: budget.RuleIs, Text: shop},
			{Field: budget.RulePayee, Test: budget.RuleOneOf, Text: shop + "; " + kiosk},
			{Field: budget.RulePayee, Test: budget.RuleContains, Text: "REWE (u"},
			{Field: budget.RulePayee, Test: budget.RuleContains, Text: shop[1:]},
			{Field: budget.RulePayee, Test: budget.RuleBegins, Text: "rewe ("},
			{Field: budget.RulePayee, Test: budget.RuleMatches, Text: `\d{2,}$`},
			{Field: budget.RuleNotes, Test: budget.RuleIs, Text: "x"},
			{Field: budget.RuleNotes, Test: budget.RuleContains, Text: "CUP"},
			{Field: budget.RuleNotes, Test: budget.RuleBegins, Text: "x"},
			{Field: budget.RuleNotes, Test: budget.RuleMatches, Text: `cups?$`},
			{Field: budget.RuleAccount, Test: budget.RuleIs, Account: 2},
		} {
			c.Not = not
			add(budget.Rule{When: []budget.Condition{c}, Then: budget.Outcome{Notes: "changed"}})
		}
		add(budget.Rule{When: []budget.Condition{{Field: budget.RulePayee, Test: budget.RuleContains, Text: "rewe", Not: not}}, Then: budget.Outcome{LeaveOut: true}})
		add(budget.Rule{When: []budget.Condition{{Field: budget.RuleNotes, Test: budget.RuleContains, Text: "cup", Not: not}}, Then: budget.Outcome{Schedule: schedule, AnyAmount: not}})
	}
	return all
}
