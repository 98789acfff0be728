package app

import (
	"testing"

	"holdover/internal/app/registers"
	"holdover/internal/storage/store"
	"holdover/internal/testing/testkit"
)

// A page reached by a link to a row's position has the same page number as by paging.
func TestPageReachedByPositionHasItsNumber(t *testing.T) {
	a := newApp(t)
	id := importPlan(t, a, testkit.Plan(t, "--seed", "3", "--years", "1", "--tx", "300"))
	for _, up := range []bool{false, true} {
		q := registers.Query{Ascending: up, Page: registers.Paging{From: 1}}
		for pages := 0; ; pages++ {
			r, err := a.Register(t.Context(), Machine(), id, q)
			if err != nil {
				t.Fatal(err)
			}
			for i := 0; i+1 < len(r.Rows); i += 17 {
				got, err := a.Register(t.Context(), Machine(), id, registers.Query{Ascending: up, Page: registers.Paging{After: r.Rows[i].At}})
				if err != nil || got.From != r.From+i+1 || got.Rows[0].ID != r.Rows[i+1].ID {
					t.Fatalf("page after row %d starts at number %d (error %v)", r.From+i, got.From, err)
				}
			}
			if r.From+len(r.Rows) > r.Total {
				if pages < 2 {
					t.Fatalf("%d pages, want at least 2", pages)
				}
				break
			}
			last := r.Rows[len(r.Rows)-1].At
			q.Page = registers.Paging{After: last, From: r.From + len(r.Rows)}
		}
	}
	newest, err := a.Register(t.Context(), Machine(), id, registers.Query{Page: registers.Paging{After: store.Position{Date: 20991231, No: 1<<63 - 1}}})
	if err != nil || newest.From != 1 {
		t.Errorf("newest row has number %d, want 1 (error %v)", newest.From, err)
	}
}
