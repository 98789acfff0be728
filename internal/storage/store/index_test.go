package store

import (
	"errors"
	"sync"
	"testing"
	"time"

	"holdover/internal/model/budget"
	"holdover/internal/storage/database"
	"holdover/internal/storage/store/index"
)

func unapproved(t *testing.T, v *ReadTx) int {
	t.Helper()
	n, _, err := v.Count(Filter{Unapproved: true})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// disapprove makes a row unapproved.
func disapprove(t *testing.T, s *Store, no int64, row budget.Transaction) {
	t.Helper()
	row.Approved = false
	if _, err := s.Change(t.Context(), no, meta("disapprove"), func(w *WriteTx) error { return w.PutTransaction(&row) }); err != nil {
		t.Fatal(err)
	}
}

// A read transaction continues to see its snapshot after other writes, whether it has read before or not, and however
// much was written since.
func TestReadTransactionKeepsItsSnapshot(t *testing.T) {
	w := household(3, size{accounts: 2, categories: 3, payees: 3, rows: 60, months: 3})
	for i := range w.Transactions {
		w.Transactions[i].Approved = true
	}
	onBothConfigs(t, func(t *testing.T, cfg database.Config) {
		s, other := open(t, cfg), open(t, cfg)
		h := imported(t, s, w)
		err := s.ReadTx(t.Context(), h.No, func(first *ReadTx) error {
			for i := range 2 * index.MostVersions { // more than are cached
				disapprove(t, other, h.No, w.Transactions[i])
				err := s.ReadTx(t.Context(), h.No, func(now *ReadTx) error {
					if n := unapproved(t, now); n != i+1 {
						t.Errorf("%d unapproved after %d changes", n, i+1)
					}
					return nil
				})
				if err != nil {
					return err
				}
			}
			if n := unapproved(t, first); n != 0 {
				t.Errorf("first transaction sees %d later changes, want 0", n)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}

// A change is visible within its transaction at once, and nowhere after a rollback.
func TestRolledBackChangeIsNotVisible(t *testing.T) {
	w := household(3, size{accounts: 2, categories: 3, payees: 3, rows: 60, months: 3})
	for i := range w.Transactions {
		w.Transactions[i].Approved = true
	}
	onBothDatabases(t, func(t *testing.T, s *Store) {
		h := imported(t, s, w)
		enough := errors.New("enough")
		_, err := s.Change(t.Context(), h.No, meta("fails"), func(writer *WriteTx) error {
			row := w.Transactions[5]
			row.Approved = false
			if err := writer.PutTransaction(&row); err != nil {
				return err
			}
			payee := budget.Payee{ID: "new", Name: "New"}
			if err := writer.Put(&payee); err != nil {
				return err
			}
			if all, err := writer.Payees(); err != nil || len(all) != len(w.Payees)+1 {
				t.Errorf("%d payees within the change, want %d (error %v)", len(all), len(w.Payees)+1, err)
			}
			if n := unapproved(t, &writer.ReadTx); n != 1 {
				t.Errorf("%d unapproved within the change, want 1", n)
			}
			return enough
		})
		if !errors.Is(err, enough) {
			t.Fatal(err)
		}
		disapprove(t, s, h.No, w.Transactions[9]) // uses the number that the rolled-back change had
		err = s.ReadTx(t.Context(), h.No, func(v *ReadTx) error {
			if n := unapproved(t, v); n != 1 {
				t.Errorf("%d unapproved after the rollback, want 1", n)
			}
			all, err := v.Payees()
			if len(all) != len(w.Payees) {
				t.Errorf("%d payees after the rollback, want %d", len(all), len(w.Payees))
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}

// Concurrent reads and changes never see an inconsistent snapshot.
func TestConcurrentReadsSeeConsistentSnapshots(t *testing.T) {
	w := household(3, size{accounts: 2, categories: 3, payees: 3, rows: 300, months: 3})
	for i := range w.Transactions {
		w.Transactions[i].Approved = true
	}
	onBothDatabases(t, func(t *testing.T, s *Store) {
		h := imported(t, s, w)
		var all sync.WaitGroup
		for range 4 {
			all.Go(func() {
				for range 40 {
					err := s.ReadTx(t.Context(), h.No, func(v *ReadTx) error {
						if n := unapproved(t, v); int64(n) != v.Knowledge()-h.Knowledge {
							t.Errorf("%d unapproved after %d changes", n, v.Knowledge()-h.Knowledge)
						}
						return nil
					})
					if err != nil {
						t.Error(err)
					}
				}
			})
		}
		for i := range 40 {
			disapprove(t, s, h.No, w.Transactions[i])
		}
		all.Wait()
	})
}

// The index of a large budget is built in the background on its first read, in a store configured so, and when such a
// store is opened.
func TestIndexIsBuiltInTheBackground(t *testing.T) {
	w := household(3, size{accounts: 2, categories: 3, payees: 3, rows: warmRows, months: 12})
	dir := t.TempDir()
	cold, warm := open(t, database.Config{Dir: dir}), open(t, database.Config{Dir: dir, Warm: true})
	h := imported(t, cold, w)
	for _, s := range []*Store{cold, warm} {
		if err := s.ReadTx(t.Context(), h.No, func(v *ReadTx) error { v.Warm(); v.Warm(); return nil }); err != nil {
			t.Fatal(err)
		}
	}
	for name, s := range map[string]*Store{"read": warm, "opened": open(t, database.Config{Dir: dir, Warm: true})} {
		for begin := time.Now(); s.indexes.Latest(h.No, h.Knowledge) == nil; time.Sleep(time.Millisecond) {
			if time.Since(begin) > time.Minute {
				t.Fatalf("store %s: no index after a minute", name)
			}
		}
	}
	if cold.indexes.Latest(h.No, h.Knowledge) != nil {
		t.Error("a store without background indexes built one")
	}
}
