package store

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	diff "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store/tables"
)

// chosen selects the rows of a filter in plain Go, as a reference implementation.
func chosen(w *budget.Whole, f Filter) (all []budget.Transaction) {
	onBudget, account, payee, category := map[budget.AccountNo]bool{}, map[budget.AccountNo]string{}, map[budget.PayeeNo]string{}, map[budget.CategoryNo]string{}
	for _, a := range w.Accounts {
		onBudget[a.No], account[a.No] = a.OnBudget, a.Name
	}
	for _, p := range w.Payees {
		payee[p.No] = p.Name
	}
	income, isCard := map[budget.CategoryNo]bool{}, map[budget.AccountNo]bool{}
	for _, c := range w.Categories {
		category[c.No], income[c.No] = c.Name, c.Income
		isCard[c.Card] = true
	}
	for _, t := range w.Transactions {
		has := func(ok func(l budget.Line, memo string) bool) bool {
			for i := range t.Parts {
				p := &t.Parts[i]
				if ok(budget.Line{Amount: p.Amount, Category: p.Category, Payee: p.Payee, Transfer: p.Transfer}, p.Memo) {
					return true
				}
			}
			return ok(budget.Line{Amount: t.Amount, Category: t.Category, Payee: t.Payee, Transfer: t.Transfer}, t.Memo)
		}
		keep := (f.Account == 0 || t.Account == f.Account) &&
			(f.Category == 0 || has(func(l budget.Line, _ string) bool { return l.Category == f.Category })) &&
			(f.Payee == 0 || has(func(l budget.Line, _ string) bool { return l.Payee == f.Payee })) &&
			(f.From == 0 || t.Date >= f.From) && (f.Until == 0 || t.Date <= f.Until) &&
			(f.Flag == "" || t.FlagColour == f.Flag) && (f.Cleared == "" || t.Cleared == f.Cleared) &&
			(f.Min == nil || t.Amount >= *f.Min) && (f.Max == nil || t.Amount <= *f.Max) &&
			(!f.Unapproved || !t.Approved) && (!f.OnBudget || onBudget[t.Account]) && (!f.OffCards || !isCard[t.Account]) &&
			!slices.ContainsFunc(strings.Fields(strings.ToLower(f.Text)), func(word string) bool {
				return !has(func(l budget.Line, memo string) bool {
					return matchesWord(l, memo+"\n"+payee[l.Payee]+"\n"+category[l.Category], word)
				})
			})
		if f.Uncategorised && keep {
			keep = false
			for l := range t.Lines {
				keep = keep || onBudget[t.Account] && l.Category == 0 && !onBudget[l.Transfer.Account]
			}
		}
		if f.Spent && keep {
			keep = false
			for l := range t.Lines {
				keep = keep || !income[l.Category]
			}
		}
		if keep {
			all = append(all, t)
		}
	}
	sortRows(all)
	by := func(t *budget.Transaction) (number int64, name string) {
		switch f.Sort {
		case ByAmount:
			return int64(t.Amount), ""
		case ByPayee:
			return 0, payee[t.Payee]
		case ByAccount:
			return 0, account[t.Account]
		case ByCategory:
			return 0, category[t.Category]
		case ByMemo:
			return 0, t.Memo
		case ByFlag:
			return 0, t.FlagColour
		case ByCleared:
			return int64(slices.Index(tables.ClearedCodes, t.Cleared)), ""
		}
		return 0, ""
	}
	slices.SortStableFunc(all, func(a, b budget.Transaction) int {
		m, x := by(&a)
		n, y := by(&b)
		return cmp.Or(cmp.Compare(m, n), strings.Compare(strings.ToLower(x), strings.ToLower(y)))
	})
	if f.Descending {
		slices.Reverse(all)
	}
	return all
}

// drawFilter draws a filter that may match rows of a budget.
func drawFilter(t *rapid.T, w *budget.Whole) Filter {
	maybe := func(name string) bool { return rapid.IntRange(0, 3).Draw(t, name) == 0 }
	row := budget.Transaction{Account: 1, Payee: 2, Date: civil.MakeDate(2026, 3, 5), Cleared: budget.Uncleared}
	if len(w.Transactions) > 0 {
		row = rapid.SampledFrom(w.Transactions).Draw(t, "row")
	}
	f := Filter{Descending: rapid.Bool().Draw(t, "descending")}
	if maybe("sort") {
		f.Sort = Sort(rapid.IntRange(0, int(ByFlag)).Draw(t, "by"))
	}
	if maybe("account") {
		f.Account = row.Account
	}
	if maybe("category") {
		f.Category = rapid.SampledFrom(w.Categories).Draw(t, "of").No
	}
	if maybe("payee") {
		f.Payee = row.Payee
	}
	if maybe("from") {
		f.From = row.Date
	}
	f.Spent, f.OffCards = maybe("spent"), maybe("off cards")
	if maybe("month") {
		f = f.Within(row.Date.Month())
	}
	if maybe("flag") {
		f.Flag = "red"
	}
	if maybe("cleared") {
		f.Cleared = row.Cleared
	}
	if maybe("min") {
		f.Min = &row.Amount
	}
	if maybe("max") {
		most := money.Milli(20000)
		f.Max = &most
	}
	f.Uncategorised, f.Unapproved, f.OnBudget = maybe("uncategorised"), maybe("unapproved"), maybe("on budget")
	if maybe("text") {
		f.Text = rapid.SampledFrom([]string{"memo 1", "PAYEE 3", "Category 2", "part 1", "%", "nowhere", "_"}).Draw(t, "word")
	}
	return f
}

// Every filter returns the expected rows, in order, in pages of any size.
func TestFiltersReturnTheExpectedRows(t *testing.T) {
	w := household(3, size{accounts: 4, categories: 5, payees: 6, rows: 1300, months: 9})
	onBothDatabases(t, func(t *testing.T, s *Store) {
		h := imported(t, s, w)
		rapid.Check(t, func(t *rapid.T) {
			f := drawFilter(t, w)
			want := chosen(w, f)
			f.Limit = rapid.SampledFrom([]int{0, 1, 7, 100, 600}).Draw(t, "limit")
			var got []budget.Transaction
			err := s.ReadTx(t.Context(), h.No, func(v *ReadTx) error {
				n, sum, err := v.Count(f)
				var total money.Milli
				for i := range want {
					total += want[i].Amount
				}
				if n != len(want) || sum != total || err != nil {
					t.Fatalf("counted %d rows with the sum %s, want %d with %s (error %v)", n, sum, len(want), total, err)
				}
				for pages := 0; ; pages++ {
					before := len(got)
					for row, err := range v.Transactions(f) {
						if err != nil {
							return err
						}
						got = append(got, row)
					}
					if f.Limit == 0 || len(got)-before < f.Limit || pages > 5 {
						if pages > 5 {
							want = want[:len(got)]
						}
						return nil
					}
					if f.Offset = len(got); f.Sort == ByDate {
						f.After, f.Offset = PositionOf(&got[len(got)-1]), 0
					}
				}
			})
			if err != nil {
				t.Fatal(err)
			}
			if difference := diff.Diff(want, got); difference != "" {
				t.Fatal(difference)
			}
		})
	})
}

func TestSearchByAmountAndLetters(t *testing.T) {
	w := household(4, small)
	for i, memo := range []string{"Épicerie du coin", "100% wool", "a_b", "Straße"} {
		w.Transactions[i].Memo, w.Transactions[i].Amount = memo, money.Milli(-1234560000-10*int64(i))
		w.Transactions[i].Parts = nil
	}
	onBothDatabases(t, func(t *testing.T, s *Store) {
		h := imported(t, s, w)
		for text, want := range map[string]int{"épicerie": 1, "0% W": 1, "a_b": 1, "STRAß": 1, "1234560.03": 1, "1234560.0": 4, "1234560,02": 1, "-1234560": 4} {
			err := s.ReadTx(t.Context(), h.No, func(v *ReadTx) error {
				n := 0
				for _, err := range v.Transactions(Filter{Text: text}) {
					if err != nil {
						return err
					}
					n++
				}
				if n != want {
					return fmt.Errorf("%q was found %d times, want %d", text, n, want)
				}
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		}
	})
}

// Transactions returns all rows once, sorted by date and within a day by number, for any number of chunks.
func TestTransactionsAreReturnedInOrder(t *testing.T) {
	w := household(6, size{accounts: 4, categories: 5, payees: 6, rows: 7000, months: 9})
	onBothDatabases(t, func(t *testing.T, s *Store) {
		h := imported(t, s, w)
		var got []budget.Transaction
		err := s.ReadTx(t.Context(), h.No, func(v *ReadTx) error {
			for row, err := range v.Transactions(Filter{}) {
				if err != nil {
					return err
				}
				got = append(got, row)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if difference := diff.Diff(byDate(w).Transactions, got); difference != "" {
			t.Error(difference)
		}
	})
}

// BalanceThrough returns the sum of all rows up to a position, at which a page of a register begins.
func TestBalanceThrough(t *testing.T) {
	w := household(5, small)
	onBothDatabases(t, func(t *testing.T, s *Store) {
		h := imported(t, s, w)
		err := s.ReadTx(t.Context(), h.No, func(v *ReadTx) error {
			for _, a := range w.Accounts {
				var running money.Milli
				for _, row := range chosen(w, Filter{Account: a.No}) {
					running += row.Amount
					if got, err := v.BalanceThrough(a.No, PositionOf(&row)); err != nil || got != running {
						return fmt.Errorf("balance through %s: %s, want %s: %w", row.Date, got, running, err)
					}
				}
				if totals, err := v.Totals(a.No); err != nil || totals.Balance() != running {
					return fmt.Errorf("totals of account %d: %v, want %s: %w", a.No, totals, running, err)
				}
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	})
}

// matchesWord reports whether a line contains a word, or has the amount that the word is: 12 means 12.00 to 12.99, 1.5
// means 1.50 to 1.59.
func matchesWord(l budget.Line, text, word string) bool {
	if strings.Contains(strings.ToLower(text), word) {
		return true
	}
	whole, decimals, _ := strings.Cut(word, ".")
	if _, err := strconv.Atoi(whole + decimals); err != nil {
		return false
	}
	return strings.HasPrefix(fmt.Sprintf("%d.%03d", l.Amount.Abs()/1000, l.Amount.Abs()%1000), whole+"."+decimals)
}
