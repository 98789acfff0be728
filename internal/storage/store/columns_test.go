package store

import (
	"fmt"
	"hash/fnv"
	"maps"
	"reflect"
	"slices"
	"testing"
	"time"
	"unicode"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/rowindex"
	"holdover/internal/model/budget"
	"holdover/internal/storage/database"
	"holdover/internal/storage/store/cache"
	"holdover/internal/storage/store/index"
)

// answers returns the results of several queries over all rows of an index.
func answers(x *rowindex.Index) []any {
	all := []any{x.Rows(), x.Totals(), x.PayeeUses(), x.CategoryUses(), x.Entered()}
	accounts := slices.Sorted(maps.Keys(x.Totals()))
	imported, cells := x.Brought(accounts), map[budget.CellKey]bool{}
	for _, c := range imported {
		cells[budget.CellKey{Category: c.Category, Month: c.Month}] = true
	}
	all = append(all, imported, x.Moved(accounts), slices.Collect(x.BroughtLines(accounts, cells)))
	scope := rowindex.Scope{From: civil.MakeMonth(2020, 1), Until: civil.MakeMonth(2030, 1)}
	all = append(all, x.ByCategory(scope), x.ByPayee(scope), x.ByFlag(scope), x.ByAccount(scope))
	for _, f := range []rowindex.Filter{{}, {Sort: rowindex.ByPayee}, {Sort: rowindex.ByMemo, Descending: true}, {Unapproved: true}, {Text: "e"}, {Uncategorised: true}} {
		found := x.Find(f)
		all = append(all, found.Rows, found.Sum, found.Page(f))
	}
	return all
}

// fataler is the common interface of tests of packages testing and rapid.
type fataler interface {
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}

// storeIndex stores the current index of a budget, as a server does in the background.
func storeIndex(t fataler, tb testing.TB, s *Store, no int64) {
	var x *rowindex.Index
	var knowledge int64
	err := s.ReadTx(tb.Context(), no, func(v *ReadTx) (err error) {
		knowledge = v.header.Knowledge
		x, err = v.rowIndex()
		return err
	})
	if err == nil {
		err = index.Keep(tb.Context(), s.db, no, knowledge, x.Pack)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// rowAnswers caches the answers of an index that is made from all rows, with the change number at which the rows were
// read.
type rowAnswers struct {
	knowledge int64
	answers   []any
}

// at returns the answers for the current rows. It reads the rows again after a change.
func (r *rowAnswers) at(v *ReadTx) ([]any, error) {
	if r.answers == nil || r.knowledge != v.header.Knowledge {
		fresh, _, err := v.loadIndex()
		if err != nil {
			return nil, err
		}
		r.knowledge, r.answers = v.header.Knowledge, answers(fresh)
	}
	return r.answers, nil
}

// checkStart opens the budget with empty caches and reports whether the index was made from the stored one. It was,
// if fewer rows were read than there are; this works while at least one row is unchanged since the index was stored.
// The index must equal one made from all rows.
func checkStart(t fataler, tb testing.TB, s *Store, no int64, rows *rowAnswers) (fromKept bool) {
	s.indexes = index.NewCache(cache.BoundsOf(database.DefaultMemory).Rows)
	err := s.ReadTx(tb.Context(), no, func(v *ReadTx) error {
		x, err := v.rowIndex()
		if err != nil {
			return err
		}
		want, err := rows.at(v)
		if err != nil {
			return err
		}
		if got := answers(x); !reflect.DeepEqual(want, got) { // a fortieth of the time of cmp.Diff
			t.Fatalf("answers of the stored index differ from those of all rows: %s", cmp.Diff(want, got))
		}
		if fromKept = s.indexes.Unstored(no) < x.Rows(); fromKept {
			return nil
		}
		kept, err := index.Kept(v.q, v.no, v.header.Knowledge, v.records)
		if err != nil || kept == nil {
			return err
		}
		touched, _, err := v.touchedSince(kept.Knowledge)
		fromKept = len(touched) == x.Rows() // all rows were touched since, and read one by one
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return fromKept
}

// TestStoredIndexEqualsTheRows applies random operations to a budget: it changes rows and names, undoes changes, stores
// the index in one of two processes, and damages the stored index. A start must always have the index that all rows
// make. One row, without a payee, never changes, so that the number of rows read shows whether the stored index was
// used.
func TestStoredIndexEqualsTheRows(t *testing.T) {
	w := household(3, size{accounts: 3, categories: 4, payees: 5, rows: 120, months: 6})
	other := household(5, size{accounts: 3, categories: 4, payees: 5, rows: 40, months: 6})
	onBothConfigs(t, func(t *testing.T, cfg database.Config) {
		s, second := open(t, cfg), open(t, cfg)
		strange := imported(t, s, other).No
		storeIndex(t, t, s, strange)
		rapid.Check(t, func(rt *rapid.T) {
			fresh := *w
			fresh.Transactions = slices.Clone(w.Transactions)
			fresh.Transactions[0].Payee = 0
			fresh.Info.ID = fmt.Sprint("a", time.Now().UnixNano())
			no, say := imported(t, s, &fresh).No, rowAnswers{}
			exec := func(query string, args ...any) {
				err := s.db.Change(t.Context(), func(q *database.Session) error { _, err := q.Exec(query, args...); return err })
				if err != nil {
					rt.Fatal(err)
				}
			}
			change := func(do func(*WriteTx) error) {
				on := rapid.SampledFrom([]*Store{s, second}).Draw(rt, "process")
				if _, err := on.Change(t.Context(), no, meta("change"), do); err != nil {
					rt.Fatal(err)
				}
			}
			damaged, kept := false, false
			storeNow := func(rt *rapid.T) {
				storeIndex(rt, t, rapid.SampledFrom([]*Store{s, second}).Draw(rt, "keeper"), no)
				damaged, kept = false, true
			}
			rt.Repeat(map[string]func(*rapid.T){
				"row": func(rt *rapid.T) {
					row := rapid.SampledFrom(fresh.Transactions[1:]).Draw(rt, "row")
					change(func(w *WriteTx) error {
						now, err := w.Transaction(row.No)
						if err != nil {
							return nil // it was deleted
						}
						now.Memo, now.Approved = rapid.SampledFrom([]string{"", "Émile", "e e e"}).Draw(rt, "memo"), !now.Approved
						if len(now.Parts) == 0 && now.Transfer.Account == 0 {
							now.Amount = money.Milli(rapid.IntRange(-5, 5).Draw(rt, "amount")) * 1000
						}
						return w.PutTransaction(&now)
					})
				},
				"payee": func(rt *rapid.T) {
					p := rapid.SampledFrom(fresh.Payees).Draw(rt, "payee")
					p.Name = rapid.SampledFrom([]string{"Zoë", "Anna", "E"}).Draw(rt, "name")
					change(func(w *WriteTx) error { return w.Put(&p) })
				},
				"move payee": func(rt *rapid.T) {
					from, to := rapid.SampledFrom(fresh.Payees).Draw(rt, "from").No, rapid.SampledFrom(fresh.Payees).Draw(rt, "to").No
					if from != to {
						change(func(w *WriteTx) error { return w.MovePayee(from, to) })
					}
				},
				"undo": func(rt *rapid.T) { _, _ = second.Undo(t.Context(), no, 0, meta("undo")) },
				"keep": storeNow,
				"damage": func(rt *rapid.T) {
					storeNow(rt)
					damaged = true
					switch rapid.IntRange(0, 6).Draw(rt, "how") {
					case 0:
						exec("DELETE FROM column_piece WHERE budget = $1 AND seq = 1", no)
					case 1:
						exec("UPDATE column_piece SET data = $2 WHERE budget = $1 AND seq = 0", no, []byte("nonsense"))
					case 2:
						exec("UPDATE column_set SET format = format + 1 WHERE budget = $1", no)
					case 3:
						exec("UPDATE column_set SET knowledge = knowledge + 1000 WHERE budget = $1", no)
					case 4: // pieces of another budget
						exec("DELETE FROM column_piece WHERE budget = $1", no)
						exec("INSERT INTO column_piece (budget, version, seq, data) SELECT CAST($1 AS BIGINT), 0, seq, data FROM column_piece WHERE budget = $2", no, strange)
						exec("UPDATE column_piece SET version = (SELECT version FROM column_set WHERE budget = $1) WHERE budget = $1", no)
					case 5:
						exec("UPDATE column_set SET pieces = $2 WHERE budget = $1", no, rapid.SampledFrom([]int64{-1, 0, 1, 3, 1 << 40}).Draw(rt, "pieces"))
					case 6: // incomplete pieces of another process are ignored
						exec("INSERT INTO column_piece (budget, version, seq, data) VALUES ($1, 5, 0, $2)", no, []byte("half"))
						damaged = false
					}
				},
				"": func(rt *rapid.T) {
					if from := checkStart(rt, t, s, no, &say); from && damaged {
						rt.Fatal("a damaged index was used")
					} else if !from && kept && !damaged {
						rt.Fatal("the stored index was not used")
					}
				},
			})
			checkDeletion(rt, t, s, no, strange)
		})
		checkDeletion(t, t, s, strange, 0)
	})
}

// checkDeletion deletes a budget and checks that its columns are deleted with it. The columns of the other budget, if
// any, stay.
func checkDeletion(t fataler, tb testing.TB, s *Store, no, other int64) {
	if err := s.Delete(tb.Context(), no); err != nil {
		t.Fatal(err)
	}
	var sets, pieces, others int64
	err := s.db.Read(tb.Context(), func(q *database.Session) error {
		_, err := q.One(`SELECT (SELECT count(*) FROM column_set WHERE budget = $1), (SELECT count(*) FROM column_piece WHERE budget = $1),
			(SELECT count(*) FROM column_set WHERE budget = $2)`, []any{no, other}, &sets, &pieces, &others)
		return err
	})
	if err != nil || sets+pieces != 0 || (others == 1) != (other != 0) {
		t.Fatalf("stored index has %d sets and %d pieces, want none; the other budget's %d sets, want %d (error %v)", sets, pieces, others, min(other, 1), err)
	}
}

// A stored index in the format of an earlier version lacks columns. It is not used: all rows are read.
func TestIndexInAnOlderFormatIsNotUsed(t *testing.T) {
	w := household(3, size{accounts: 3, categories: 4, payees: 5, rows: 120, months: 6})
	onBothDatabases(t, func(t *testing.T, s *Store) {
		no := imported(t, s, w).No
		storeIndex(t, t, s, no)
		if !checkStart(t, t, s, no, &rowAnswers{}) {
			t.Fatal("the stored index was not used")
		}
		before := fnv.New32a()
		_, _ = before.Write([]byte("3 " + unicode.Version + " " + norm.Version))
		err := s.db.Change(t.Context(), func(q *database.Session) error {
			_, err := q.Exec("UPDATE column_set SET format = $2 WHERE budget = $1", no, int64(before.Sum32()))
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if checkStart(t, t, s, no, &rowAnswers{}) {
			t.Error("an index of another format was used")
		}
	})
}

// An import makes the index of a large budget from the rows as it writes them, without reading any. A command stores
// it in the database; a server caches it as well.
func TestImportStoresTheIndex(t *testing.T) {
	onBothConfigs(t, func(t *testing.T, cfg database.Config) {
		for _, server := range []bool{false, true} {
			w := household(3, size{accounts: 4, categories: 5, payees: 6, rows: warmRows, months: 12})
			w.Info.ID = fmt.Sprint("server ", server)
			for i := range w.Transactions { // fields for which an imported row and a row read back could differ
				t := &w.Transactions[i]
				if i%40 == 7 {
					t.Memo, t.FlagColour, t.Bank = "", "blue", nil
				}
				if i%40 == 9 {
					t.Payee, t.Category, t.Parts = 0, 0, nil
				}
			}
			cfg.Warm = server
			s := open(t, cfg)
			h := imported(t, s, w)
			if server {
				cached := s.indexes.Latest(h.No, h.Knowledge)
				if cached == nil {
					t.Fatal("the index is not cached after the import")
				}
				err := s.ReadTx(t.Context(), h.No, func(v *ReadTx) error {
					fresh, _, err := v.loadIndex()
					if diff := cmp.Diff(answers(fresh), answers(cached.Index)); diff != "" {
						t.Error(diff)
					}
					return err
				})
				if err != nil {
					t.Fatal(err)
				}
				waitForStoredIndex(t, s, h.No, h.Knowledge)
			}
			cfg.Warm = false
			if cold := open(t, cfg); !checkStart(t, t, cold, h.No, &rowAnswers{}) {
				t.Error("the stored index was not used")
			}
		}
	})
}

// A server stores the index of a large budget in the background, stores it again after many changes, and loads it at
// a start.
func TestServerStoresTheIndex(t *testing.T) {
	w := household(3, size{accounts: 2, categories: 3, payees: 3, rows: warmRows, months: 12})
	dir := t.TempDir()
	s := open(t, database.Config{Dir: dir, Warm: true})
	h := imported(t, s, w)
	read := func(s *Store) {
		t.Helper()
		if err := s.ReadTx(t.Context(), h.No, func(v *ReadTx) error { _, err := v.rowIndex(); return err }); err != nil {
			t.Fatal(err)
		}
	}
	read(s)
	waitForStoredIndex(t, s, h.No, h.Knowledge)
	done, err := s.Change(t.Context(), h.No, meta("many"), func(writer *WriteTx) error {
		for i := range keptBehind + 1 {
			w.Transactions[i].Memo = "changed"
			if err := writer.PutTransaction(&w.Transactions[i]); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	read(s)
	waitForStoredIndex(t, s, h.No, done.No)
	if cold := open(t, database.Config{Dir: dir}); !checkStart(t, t, cold, h.No, &rowAnswers{}) {
		t.Error("the stored index was not used")
	}
}

// waitForStoredIndex waits until the stored index of a budget is at a change number or a later one.
func waitForStoredIndex(t *testing.T, s *Store, no, knowledge int64) {
	t.Helper()
	for begin := time.Now(); ; time.Sleep(time.Millisecond) {
		var at int64
		err := s.db.Read(t.Context(), func(q *database.Session) error {
			_, err := q.One("SELECT knowledge FROM column_set WHERE budget = $1", []any{no}, &at)
			return err
		})
		if err != nil || time.Since(begin) > time.Minute {
			t.Fatalf("index is stored at change %d after a minute, want a later one (error %v)", at, err)
		}
		if at >= knowledge {
			return
		}
	}
}
