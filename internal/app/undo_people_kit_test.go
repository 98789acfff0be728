package app

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"holdover/internal/app/loans"
	"holdover/internal/app/registers"
	"holdover/internal/app/reports"
	"holdover/internal/app/rows"
	"holdover/internal/app/rules"
	"holdover/internal/app/schedules"
	"holdover/internal/base/civil"
	"holdover/internal/base/geo"
	"holdover/internal/base/money"
	"holdover/internal/logic/report"
	"holdover/internal/model/auth"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store"
)

// twoUsers are the users Anna and Ben, with a budget that contains two records of each kind.
type twoUsers struct {
	*testing.T
	a         *App
	id        string
	anna, ben Actor
	ids       map[string][2]string // ids by kind
}

const sharedDay = "2026-11-10"

func newTwoUsers(t *testing.T) *twoUsers {
	t.Helper()
	a, anna, ben := annaAndBen(t)
	s := &twoUsers{T: t, a: a, anna: anna, ben: ben, ids: map[string][2]string{}}
	me, ctx := Machine(), t.Context()
	created, err := a.NewBudget(ctx, anna, BudgetEntry{Name: "Ours", Currency: "EUR"})
	if err == nil {
		s.id, err = created.ID, a.SetShare(ctx, anna, created.ID, ben.Name, auth.Owner)
	}
	if err != nil {
		t.Fatal(err)
	}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	pair := func(what string, create func(n string) (string, error)) {
		t.Helper()
		var ids [2]string
		for i := range ids {
			id, err := create(fmt.Sprint(what, " ", i))
			must(err)
			ids[i] = id
		}
		s.ids[what] = ids
	}
	pair("group", func(n string) (string, error) {
		_, err := a.NewGroup(ctx, me, s.id, n)
		return idNamed(wholeOf(t, a, s.id).Groups, n), err
	})
	pair("category", func(n string) (string, error) {
		_, err := a.NewCategory(ctx, me, s.id, s.ids["group"][0], n)
		return idNamed(wholeOf(t, a, s.id).Categories, n), err
	})
	pair("account", func(n string) (string, error) {
		_, id, err := a.AddAccount(ctx, me, s.id, AccountEntry{Name: n, Type: "checking", OnBudget: true})
		return id, err
	})
	pair("account group", func(n string) (string, error) {
		_, id, err := a.CreateAccountGroup(ctx, me, s.id, n)
		return id, err
	})
	pair("loan", func(n string) (string, error) {
		_, id, err := a.AddAccount(ctx, me, s.id, AccountEntry{Name: n, Type: "mortgage"})
		if err == nil {
			_, err = a.UpdateLoan(ctx, me, s.id, id, loans.Fields{InterestRates: map[civil.Date]int64{s.day(): 5000}})
		}
		return id, err
	})
	_, _, err = a.AddPayee(ctx, me, s.id, budget.InterestPayee) // the first interest of a loan creates it
	must(err)
	pair("payee", func(n string) (string, error) { _, id, err := a.AddPayee(ctx, me, s.id, n); return id, err })
	pair("row", func(n string) (string, error) {
		_, id, err := a.AddRow(ctx, me, s.id, s.entry(0, n))
		return id, err
	})
	pair("scheduled", func(n string) (string, error) {
		_, id, err := a.AddScheduled(ctx, me, s.id, schedules.Entry{Entry: s.entry(0, n), Frequency: "monthly"})
		return id, err
	})
	pair("rule", func(n string) (string, error) {
		_, id, err := a.SaveRule(ctx, me, s.id, rules.Entry{Conditions: payeeHas(n), Outcome: rules.Outcome{Notes: n}}, nil)
		return id, err
	})
	pair("filter", func(n string) (string, error) {
		id := NewID()
		_, err := a.KeepFilter(ctx, me, s.id, registers.OwnFilter{ID: id, Name: n, SavedRows: registers.KeptOf(&rows.Filter{Search: n})})
		return id, err
	})
	pair("view", func(n string) (string, error) {
		id := NewID()
		_, err := a.KeepView(ctx, me, s.id, OwnView{ID: id, Name: n, Look: FilterOverspent})
		return id, err
	})
	pair("report", func(n string) (string, error) {
		id := NewID()
		_, err := a.KeepReport(ctx, me, s.id, reports.SavedReport{ID: id, Name: n, Ask: reports.Ask{Kind: report.KindSpending}})
		return id, err
	})
	pair("receipt", func(n string) (string, error) {
		row := s.ids["row"][strings.Count(n, "1")]
		if _, err := a.AddReceipt(ctx, me, s.id, row, n+".png", drawn(t, uint8(len(s.ids)))); err != nil {
			return "", err
		}
		of, err := a.RowReceipts(ctx, me, s.id, row)
		return of.Receipts[0].ID, err
	})
	s.addRecords(pair)
	return s
}

// addRecords creates the records that only some of the operations need.
func (s *twoUsers) addRecords(pair func(what string, create func(n string) (string, error))) {
	a, ctx, me := s.a, s.Context(), Machine()
	row := func(e rows.Entry) (string, error) { _, id, err := a.AddRow(ctx, me, s.id, e); return id, err }
	pair("tagged", func(n string) (string, error) { return row(s.entry(0, "#"+ownTag(strings.Count(n, "1"))+" #common")) })
	pair("twin", func(n string) (string, error) { return row(s.entry(0, n)) })
	pair("rich", func(n string) (string, error) {
		_, id, err := a.AddAccount(ctx, me, s.id, AccountEntry{Name: n, Type: "cash", OnBudget: true, Balance: 1_000_000, Date: s.day()})
		return id, err
	})
	pair("empty group", func(n string) (string, error) {
		_, id, err := a.CreateGroup(ctx, me, s.id, n)
		return id, err
	})
	for _, what := range []string{"spent", "aimed"} {
		pair(what, func(n string) (string, error) {
			_, id, err := a.CreateCategory(ctx, me, s.id, CategoryFields{Group: new(s.ids["group"][0]), Name: &n})
			if err != nil {
				return "", err
			}
			if what == "aimed" {
				_, err = a.SetTarget(ctx, me, s.id, id, s.month(0), TargetForm{Shape: EveryMonth, Amount: "30", Day: "0"})
				return id, err
			}
			if _, err := a.SetBudgeted(ctx, me, s.id, id, s.month(-1), 7_000); err != nil {
				return "", err
			}
			spent := s.entry(0, n)
			spent.Category, spent.Amount = id, -20_000
			_, err = row(spent)
			return id, err
		})
	}
	pair("closed", func(n string) (string, error) {
		_, id, err := a.AddAccount(ctx, me, s.id, AccountEntry{Name: n, Type: "cash", OnBudget: true})
		if err == nil {
			_, err = a.CloseAccount(ctx, me, s.id, id, ClosingTransfer{})
		}
		return id, err
	})
	for _, what := range []string{"bare", "settled"} {
		pair(what, func(n string) (string, error) {
			_, id, err := a.AddAccount(ctx, me, s.id, AccountEntry{Name: n, Type: "cash", OnBudget: true})
			if err == nil && what == "settled" { // its payee, which others use, stays when their change is undone
				_, err = a.Reconcile(ctx, me, s.id, id, BankBalance{Balance: 1_000, Adjustment: 1_000, Date: s.day()})
			}
			return id, err
		})
	}
	pair("placed", func(n string) (string, error) {
		e := s.entry(0, n)
		e.PayeeName, e.Place = n, &geo.Point{Latitude: 52, Longitude: 13}
		if _, err := row(e); err != nil {
			return "", err
		}
		return idNamed(wholeOf(s.T, a, s.id).Payees, n), nil
	})
	pair("ruled", func(n string) (string, error) {
		e := s.entry(0, n)
		e.PayeeName = strings.Replace(n, "ruled", "rule", 1)
		return row(e)
	})
	no, yes := false, true
	day := s.day()
	importRow := func(n string, amount money.Milli, approved *bool) (string, error) {
		name := "The bank's " + n
		_, made, err := a.CreateTransactions(ctx, me, s.id, []NewTransaction{{ImportID: n, TransactionFields: TransactionFields{
			Account: new(s.ids["account"][1]), Date: &day, Amount: &amount, PayeeName: &name, Category: new(s.ids["spent"][0]), Approved: approved,
		}}})
		if err != nil {
			return "", err
		}
		return made.IDs[0], nil
	}
	match := func(n string, amount money.Milli) (entered, imported string, err error) {
		amount -= money.Milli(10 * int64(n[len(n)-1]))
		if entered, err = row(rows.Entry{Account: s.ids["account"][1], Date: day, Amount: amount, PayeeName: n}); err == nil {
			imported, err = importRow(n, amount, &yes)
		}
		return entered, imported, err
	}
	pair("matched", func(n string) (string, error) {
		entered, _, err := match(n, -1_230)
		return entered, err
	})
	pair("import", func(n string) (string, error) {
		_, imported, err := match(n, -9_230)
		return imported, err
	})
	pair("waiting", func(n string) (string, error) { return importRow(n, -3_210, &no) })
	pair("dismissed", func(n string) (string, error) {
		own, err := row(rows.Entry{Account: s.ids["account"][1], Date: day, Amount: -4_000, PayeeName: n})
		if err != nil {
			return "", err
		}
		if _, err := a.DismissRecurring(ctx, me, s.id, own, "weekly"); err != nil {
			return "", err
		}
		var all []budget.Dismissed
		err = a.ReadTx(ctx, me, s.id, func(v *store.ReadTx) (err error) { all, err = v.Dismissed(); return err })
		return all[len(all)-1].ID, err
	})
}

// idNamed returns the id of the element with a name.
func idNamed[T any](all []T, name string) string {
	for i := range all {
		var one struct{ ID, Name string }
		text, _ := json.Marshal(all[i])
		if _ = json.Unmarshal(text, &one); one.Name == name {
			return one.ID
		}
	}
	return ""
}

func (s *twoUsers) day() civil.Date {
	day, err := civil.ParseDate(sharedDay)
	if err != nil {
		s.Fatal(err)
	}
	return day
}

func (s *twoUsers) month(record int) civil.Month { return s.day().Month().Add(record) }

func (s *twoUsers) entry(record int, text string) rows.Entry {
	return rows.Entry{Account: s.ids["account"][record], Date: s.day(), Amount: -5_000, PayeeName: "Somebody", Memo: text}
}

// state returns all records of the budget, one line each.
func (s *twoUsers) state() (lines []string) {
	s.Helper()
	w := wholeOf(s.T, s.a, s.id)
	add := func(what string, v any, err error) {
		text, jsonErr := json.Marshal(v)
		if err != nil || jsonErr != nil {
			s.Fatalf("read %s: %v, %v", what, err, jsonErr)
		}
		var list []json.RawMessage
		if json.Unmarshal(text, &list) != nil {
			list = []json.RawMessage{text}
		}
		for _, one := range list {
			lines = append(lines, what+" "+string(one))
		}
	}
	for what, v := range map[string]any{"info": w.Info, "account": w.Accounts, "account group": w.AccountGroups, "group": w.Groups, "category": w.Categories, "payee": w.Payees, "place": w.Locations, "row": w.Transactions, "scheduled": w.Scheduled, "rule": w.Rules, "tag": w.Tags, "cell": w.Cells, "month": w.Months, "rollover": w.Rollovers} {
		add(what, v, nil)
	}
	if err := s.a.ReadTx(s.Context(), Machine(), s.id, func(v *store.ReadTx) error {
		reports, err := v.KeptReports()
		add("report", reports, err)
		views, err := v.KeptViews()
		add("view or filter", views, err)
		dismissed, err := v.Dismissed()
		add("dismissed", dismissed, err)
		return nil
	}); err != nil {
		s.Fatal(err)
	}
	for _, row := range s.ids["row"] {
		if of, err := s.a.RowReceipts(s.Context(), Machine(), s.id, row); err == nil {
			add("receipt", of.Receipts, nil)
		}
	}
	slices.Sort(lines)
	return lines
}

// difference returns the elements of one state that are missing in another.
func difference(state, other []string) (only []string) {
	for _, line := range state {
		if !slices.Contains(other, line) {
			only = append(only, line)
		}
	}
	return only
}
