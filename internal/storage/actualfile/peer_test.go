package actualfile_test

import (
	"testing"

	"holdover/internal/base/money"
	"holdover/internal/logic/envelope"
	"holdover/internal/testing/testkit"
)

// A budget of the peer in which everything is used is imported with the figures that the peer shows.
func TestFiguresAreThoseOfThePeer(t *testing.T) {
	for _, seed := range []string{"77", "78"} {
		theirs, export := openInPeer(t, testkit.Plan(t, "--seed", seed, "--years", "2", "--tx", "500", "--cards", "2", "--currency", "EUR", "--plain"), "--live")
		ours := importExport(t, export)
		ours.checkEqual(t)
		ours.comparePeer(t, theirs)
	}
}

// comparePeer compares all accounts and months of a budget with those that the peer shows.
func (i *imported) comparePeer(t testing.TB, theirs *dump) {
	t.Helper()
	unit := money.Milli(10)
	if i.Info.Currency.ISOCode == "JPY" { // the peer counts yen
		unit = 1000
	}
	balances := map[string]int64{}
	for _, row := range i.Transactions {
		balances[i.Accounts[row.Account-1].Name] += int64(row.Amount)
	}
	for _, a := range theirs.Accounts {
		if got := balances[a.Name]; got != int64(unit)*a.Balance {
			t.Errorf("account %s: the balance is %d, want %d", a.Name, got, int64(unit)*a.Balance)
		}
	}
	groups := map[string]string{}
	for _, g := range i.Groups {
		groups[g.ID] = g.Name
	}
	sheet := envelope.Compute(envelope.SnapshotOf(i.Whole))
	compared := 0
	for _, month := range theirs.Months {
		m := monthOf(t, month.Month)
		if got := sheet.Month(m).ToBudget; got != unit*money.Milli(month.ToBudget) {
			t.Errorf("%s: To Budget is %d, want %d", month.Month, got, unit*money.Milli(month.ToBudget))
		}
		at := map[[2]string]int{}
		for k := range month.Categories {
			at[[2]string{month.Categories[k].Group, month.Categories[k].Name}] = k
		}
		for _, c := range i.Categories {
			k, found := at[[2]string{i.Groups[c.Group-1].Name, c.Name}]
			if !found {
				t.Errorf("%s: the peer has no category %s in %s", month.Month, c.Name, i.Groups[c.Group-1].Name)
				continue
			}
			compared++
			want, got := month.Categories[k], sheet.Cell(c.No, m)
			if c.Income && got.Activity != unit*money.Milli(want.Received) {
				t.Errorf("%s %s: the income is %d, want %d", month.Month, c.Name, got.Activity, unit*money.Milli(want.Received))
			}
			if !c.Income && (got.Budgeted != unit*money.Milli(want.Budgeted) || got.Activity != unit*money.Milli(want.Spent) || got.Balance != unit*money.Milli(want.Balance)) {
				t.Errorf("%s %s: %d %d %d, want %d %d %d", month.Month, c.Name, got.Budgeted, got.Activity, got.Balance, unit*money.Milli(want.Budgeted), unit*money.Milli(want.Spent), unit*money.Milli(want.Balance))
			}
		}
	}
	if compared < 200 {
		t.Errorf("%d figures were compared, want at least 200", compared)
	}
}
