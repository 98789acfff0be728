package store

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"holdover/internal/auth"
	"holdover/internal/budget"
	"holdover/internal/database"
	"holdover/internal/money"
	"holdover/internal/peoplestore"
)

func askedByMachine(h *Header) peoplestore.Asked {
	return peoplestore.Asked{ID: h.Info.ID, Machine: true, Scope: auth.Full, Right: auth.See}
}

func rowsOf(v *View) (all []budget.Transaction, err error) {
	for t, err := range v.Transactions(Filter{}) {
		if err != nil {
			return nil, err
		}
		all = append(all, t)
	}
	return all, nil
}

// A look without a transaction gives what one moment had: where another process writes in its middle it is taken once
// more, whichever way it reads on, and nothing of before is given with what is read after.
func TestALookWithoutATransactionIsOfOneMoment(t *testing.T) {
	bothOf(t, func(t *testing.T, cfg database.Config) {
		here, there := open(t, cfg), open(t, cfg)
		w := household(3, small)
		h := imported(t, here, w)
		asked := askedByMachine(&h)
		reads := map[string]func(v *View) (any, error){
			"rows":    func(v *View) (any, error) { return rowsOf(v) },
			"no rows": func(v *View) (any, error) { return v.CellsIn(w.Transactions[0].Date.Month().Add(900)) },
			"a cell":  func(v *View) (any, error) { return v.Cell(w.Categories[0].No, w.Transactions[0].Date.Month()) },
		}
		for name, read := range reads {
			for _, between := range []bool{false, true} {
				looks := 0
				type moment struct {
					knowledge int64
					read      any
				}
				got, err := Unheld(t.Context(), func(ctx context.Context) (m moment, err error) {
					looks++
					err = here.ViewFor(ctx, asked, func(v *View) (err error) {
						m.knowledge = v.Knowledge()
						if between && looks == 1 {
							moved := w.Transactions[0]
							moved.Memo = fmt.Sprint("after ", m.knowledge)
							if _, err := there.Change(t.Context(), h.No, meta("elsewhere"), func(w *Writer) error { return w.PutTransaction(&moved) }); err != nil {
								return err
							}
						}
						m.read, err = read(v)
						return err
					})
					return m, err
				})
				if err != nil {
					t.Fatal(name, err)
				}
				if again := between && cfg.URL != ""; looks != 1 && !again || looks != 2 && again {
					t.Errorf("%s, written between: %v: %d looks", name, between, looks)
				}
				if cfg.URL == "" {
					continue // what is there is later than the look, which is right
				}
				var want any
				if err := there.View(t.Context(), h.No, func(v *View) (err error) {
					if v.Knowledge() != got.knowledge {
						t.Errorf("%s: at %d, not %d", name, got.knowledge, v.Knowledge())
					}
					want, err = read(v)
					return err
				}); err != nil {
					t.Fatal(err)
				}
				if !reflect.DeepEqual(got.read, want) {
					t.Errorf("%s, written between: %v: another than there is", name, between)
				}
			}
		}
	})
}

// What a change left is what the database says of the budget, for who made it and what they may; it is of that change
// also where another has been made since.
func TestALookAfterAChangeBeginsAtWhatItLeft(t *testing.T) {
	bothOf(t, func(t *testing.T, cfg database.Config) {
		s := open(t, cfg)
		w := household(4, small)
		h := imported(t, s, w)
		asked := askedByMachine(&h)
		change := asked
		change.Right = auth.Change
		header := func(ctx context.Context, asked peoplestore.Asked) Header {
			t.Helper()
			got, err := Unheld(ctx, func(ctx context.Context) (h Header, err error) {
				return h, s.ViewFor(ctx, asked, func(v *View) error {
					h = v.Header()
					if v.Role() != auth.Owner {
						t.Errorf("who asks is %q", v.Role())
					}
					return nil
				})
			})
			if err != nil {
				t.Fatal(err)
			}
			return got
		}
		for i, do := range []func(w *Writer) error{
			func(w *Writer) error {
				info := w.Info()
				info.Name, info.DateFormat = "Another", "YYYY-MM-DD"
				return w.PutInfo(info)
			},
			func(w *Writer) error {
				return w.PutAccount(&budget.Account{ID: "a-new", SourceID: "a-new", Name: "New", OnBudget: true, Type: budget.Checking})
			},
			func(wr *Writer) error {
				row := w.Transactions[slices.IndexFunc(w.Transactions, func(t budget.Transaction) bool { return len(t.Parts) == 0 && t.Transfer.Account == 0 })]
				row.No, row.ID, row.SourceID, row.Date = 0, "t-later", "t-later", row.Date.AddDays(800)
				return wr.PutTransaction(&row)
			},
		} {
			done, err := s.ChangeFor(t.Context(), change, meta("change"), do)
			if err != nil {
				t.Fatal(i, err)
			}
			after := After(t.Context(), done.Left)
			if got, want := header(after, asked), header(t.Context(), asked); !reflect.DeepEqual(got, want) {
				t.Errorf("change %d left\n%+v, and there is\n%+v", i, got, want)
			}
			if _, err := s.Change(t.Context(), h.No, meta("since"), func(wr *Writer) error {
				return wr.SetBudgeted(w.Categories[0].No, w.Transactions[0].Date.Month(), money.Milli(1000*i+123_000))
			}); err != nil {
				t.Fatal(err)
			}
			want := done.No
			if cfg.URL == "" {
				want++ // a file's look reads what is there
			}
			if got := header(after, asked); got.Knowledge != want {
				t.Errorf("after change %d the look is of %d", done.No, got.Knowledge)
			}
			otherwise, another := asked, asked
			otherwise.ID, another.User = h.Info.SourceID, 77
			for _, asked := range []peoplestore.Asked{otherwise, another} {
				if got := header(after, asked); got.Knowledge != done.No+1 {
					t.Errorf("%+v sees %d", asked, got.Knowledge)
				}
			}
		}
	})
}
