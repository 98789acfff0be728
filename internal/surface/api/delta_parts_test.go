package api_test

import (
	"slices"
	"testing"
	"time"

	"holdover/internal/app"
	"holdover/internal/app/pageframe"
	"holdover/internal/app/rows"
	"holdover/internal/app/schedules"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
)

// A part removed from a split, and the parts of a deleted schedule, are returned as deleted: a program that keeps a
// copy of the plan counted them forever.
func TestDeltaContainsDeletedParts(t *testing.T) {
	s := serveSmall(t)
	ctx, who := t.Context(), app.Machine()
	row, parts := s.splitInThree(t)
	_, scheduled, err := s.app.AddScheduled(ctx, who, s.id, s.splitSchedule(t, row))
	if err != nil {
		t.Fatal(err)
	}
	copied, knowledge := s.planSince(t, 0)
	row.Parts = parts[:2]
	row.Parts[1].Amount += parts[2].Amount
	if _, err := s.app.EditRow(ctx, who, s.id, row.id, row.Entry, "", false); err != nil {
		t.Fatal(err)
	}
	if _, err := s.app.DeleteScheduled(ctx, who, s.id, scheduled); err != nil {
		t.Fatal(err)
	}
	deleted := map[string]int{}
	if diff := s.diffAfterDelta(t, copied, knowledge, deleted); diff != "" {
		t.Fatalf("copy with the delta (+) differs from the plan (-):\n%.3000s", diff)
	}
	if deleted["subtransactions"] != 1 || deleted["scheduled_subtransactions"] != 3 {
		t.Errorf("came as deleted: %v, want a part and three of a schedule", deleted)
	}
}

// splitRow is a split in its present state.
type splitRow struct {
	id string
	rows.Entry
}

func (s *served) splitInThree(t *testing.T) (row splitRow, parts []rows.PartEntry) {
	t.Helper()
	ctx, who := t.Context(), app.Machine()
	accounts, err := s.app.Accounts(ctx, who, s.id)
	if err != nil {
		t.Fatal(err)
	}
	account := accounts[slices.IndexFunc(accounts, func(a pageframe.Account) bool { return a.Type == "checking" && a.OnBudget && !a.Closed })].ID
	row.Entry = rows.Entry{Account: account, Date: civil.DateOf(time.Now()), Amount: -30_000, Cleared: "cleared"}
	for _, amount := range []money.Milli{-10_000, -15_000, -5_000} {
		row.Parts = append(row.Parts, rows.PartEntry{Amount: amount})
	}
	if _, row.id, err = s.app.AddRow(ctx, who, s.id, row.Entry); err != nil {
		t.Fatal(err)
	}
	err = s.app.Transactions(ctx, who, s.id, rows.Filter{Account: account}, func(r rows.Row) error {
		if r.ID == row.id {
			row.Entry = *rows.EntryOf(&r)
		}
		return nil
	})
	if err != nil || len(row.Parts) != 3 {
		t.Fatalf("split: %+v, want 3 parts (error %v)", row, err)
	}
	return row, slices.Clone(row.Parts)
}

func (s *served) splitSchedule(t *testing.T, row splitRow) schedules.Entry {
	t.Helper()
	entry := schedules.Entry{Entry: row.Entry, Frequency: "monthly"}
	entry.Parts = slices.Clone(row.Parts)
	for i := range entry.Parts {
		entry.Parts[i].ID = ""
	}
	return entry
}
