package store

import (
	"errors"
	"testing"

	"holdover/internal/base/civil"
	"holdover/internal/model/budget"
	"holdover/internal/storage/database"
)

// The day up to which a scheduled transaction was entered is visible in the change itself, and after it in every
// process, even if the scheduled transaction was not written. A change that is rolled back leaves no trace.
func TestEnteredDateIsVisibleImmediately(t *testing.T) {
	onBothConfigs(t, func(t *testing.T, cfg database.Config) {
		first, second := open(t, cfg), open(t, cfg)
		w := household(4, small)
		days := []civil.Date{civil.MakeDate(2026, 3, 5), civil.MakeDate(2026, 4, 5), civil.MakeDate(2026, 5, 5)}
		s := budget.Scheduled{No: 9000, ID: "rent", Account: w.Accounts[0].No, DateFirst: days[0], DateNext: days[0], Frequency: "monthly"}
		w.Scheduled = []budget.Scheduled{s}
		no := imported(t, first, w).No
		entered := func(v *ReadTx, want civil.Date) error {
			until, err := v.EnteredUntil()
			if until[s.No] != want {
				t.Errorf("at %d it was entered up to %s, want %s", v.Knowledge(), until[s.No], want)
			}
			return err
		}
		looks := func(want civil.Date) {
			t.Helper()
			for _, by := range []*Store{first, second} {
				if err := by.ReadTx(t.Context(), no, func(v *ReadTx) error { return entered(v, want) }); err != nil {
					t.Fatal(err)
				}
			}
		}
		enter := func(by *Store, i int, failed error) (Change, error) {
			return by.Change(t.Context(), no, meta("enter"), func(writer *WriteTx) error {
				row := w.Transactions[i]
				row.Memo += " entered"
				return errors.Join(writer.PutTransaction(&row), writer.Entered(s.No, days[i]), entered(&writer.ReadTx, days[i]), failed)
			})
		}
		looks(0)
		refused := errors.New("refused")
		if _, err := enter(first, 0, refused); !errors.Is(err, refused) {
			t.Fatal(err)
		}
		looks(0)
		for i, by := range []*Store{first, second, first} {
			done, err := enter(by, i, nil)
			if err != nil {
				t.Fatal(err)
			}
			looks(days[i])
			if i == 2 {
				if _, err := first.Undo(t.Context(), no, done.No, meta("undo")); err != nil {
					t.Fatal(err)
				}
				looks(days[i])
			}
		}
	})
}
