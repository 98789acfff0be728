package app

import (
	"bytes"
	"io"
	"log/slog"
	"reflect"
	"slices"
	"strings"
	"testing"

	"holdover/internal/app/rows"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/model/budget"
	"holdover/internal/storage/database/databasetest"
	"holdover/internal/storage/store"
	"holdover/internal/testing/testkit"
)

// archivable returns a budget with a row in each month of 2024 and 2025.
func archivable(t *testing.T) *testBudget {
	t.Helper()
	h := newTestBudget(t)
	for m := civil.MakeMonth(2024, 1); m <= civil.MakeMonth(2025, 12); m++ {
		h.add(t, rows.Entry{Account: "bank", Date: m.First(), Amount: 10_000, Category: "salary", Cleared: "cleared"})
	}
	return h
}

func (h *testBudget) archive(t *testing.T, year int) ChangeResult {
	t.Helper()
	done, err := h.a.ArchiveYears(t.Context(), Machine(), h.id, year)
	return h.must(t, done, err)
}

// TestNewerArchiveIsBroughtBackFirst archives twice: the second archive contains the starting balances of the first.
func TestNewerArchiveIsBroughtBackFirst(t *testing.T) {
	h := archivable(t)
	ctx, me := t.Context(), Machine()
	before := h.whole(t)
	h.archive(t, 2025)
	h.archive(t, 2026)
	if n := len(h.whole(t).Transactions); n != 1 {
		t.Errorf("%d transactions remain, want one starting balance", n)
	}
	if _, err := h.a.ArchiveYears(ctx, me, h.id, 2025); apperr.KindOf(err) != apperr.Invalid {
		t.Errorf("archiving again: %v", err)
	}
	all := testkit.Must(h.a.Archives(ctx, me, h.id))(t)
	var first, second bytes.Buffer
	for i, to := range []io.Writer{&first, &second} {
		if err := h.a.ArchiveFile(ctx, me, h.id, all[i].ID, to); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := h.a.BringBack(ctx, me, h.id, bytes.NewReader(first.Bytes())); apperr.KindOf(err) != apperr.Conflict {
		t.Errorf("bringing the older archive back first: %v", err)
	}
	for range 2 {
		done, err := h.a.BringBack(ctx, me, h.id, nil)
		h.must(t, done, err)
	}
	if after := h.whole(t); len(after.Transactions) != len(before.Transactions) || after.Info.ArchivedBefore != 0 {
		t.Errorf("%d transactions, archived before %s", len(after.Transactions), after.Info.ArchivedBefore)
	}
	for _, invalid := range []int{0, -1, 2024, 2027, 9999, 1 << 40} {
		if _, err := h.a.ArchiveYears(ctx, me, h.id, invalid); apperr.KindOf(err) != apperr.Invalid || apperr.HintOf(err) == "" {
			t.Errorf("archiving before %d: %v", invalid, err)
		}
	}
	if found := testkit.Must(h.a.store.Check(ctx))(t); len(found) > 0 {
		t.Errorf("check: %+v", found)
	}
}

// TestNotesOfArchivedMonthsComeBack assigns money to an archived month. When the years are brought back, the amounts are
// added, and the note of the category in that month is kept.
func TestNotesOfArchivedMonthsComeBack(t *testing.T) {
	records := testBudgetRecords()
	may := civil.MakeMonth(2025, 5)
	food := records.Categories[slices.IndexFunc(records.Categories, func(c budget.Category) bool { return c.ID == "food" })].No
	records.Cells = append(records.Cells, budget.Cell{Category: food, Month: may, Budgeted: 7000, Note: "as it was"})
	h := importTestBudget(t, t, newTestBudget(t).a, records)
	h.add(t, rows.Entry{Account: "bank", Date: 20250301, Amount: 10_000, Category: "salary", Cleared: "cleared"})
	h.archive(t, 2026)
	done, err := h.a.SetBudgeted(t.Context(), Machine(), h.id, "food", may, 500)
	h.must(t, done, err)
	done, err = h.a.BringBack(t.Context(), Machine(), h.id, nil)
	h.must(t, done, err)
	cells := h.whole(t).Cells
	if i := slices.IndexFunc(cells, func(c budget.Cell) bool { return c.Month == may && c.Note == "as it was" }); i < 0 || cells[i].Budgeted != 7500 {
		t.Errorf("the cells are %+v", cells)
	}
}

// TestAttackForgedArchiveFile uploads files that are not the archive's: of another budget, changed, cut, or of another kind.
func TestAttackForgedArchiveFile(t *testing.T) {
	h := archivable(t)
	ctx, me := t.Context(), Machine()
	other := importTestBudget(t, t, h.a, testBudgetRecords())
	other.add(t, rows.Entry{Account: "bank", Date: 20240301, Amount: 10_000, Category: "salary"})
	other.archive(t, 2026)
	h.archive(t, 2026)
	file := func(h *testBudget) string {
		var text bytes.Buffer
		if err := h.a.ArchiveFile(ctx, me, h.id, testkit.Must(h.a.Archives(ctx, me, h.id))(t)[0].ID, &text); err != nil {
			t.Fatal(err)
		}
		return text.String()
	}
	mine := file(h)
	before := h.whole(t)
	for name, text := range map[string]string{
		"of another budget": file(other), "changed": strings.Replace(mine, "10000", "99000", 1), "cut": mine[:len(mine)/2], "doubled": mine + mine, "head only": strings.SplitAfter(mine, "\n")[0],
		"empty": "", "a plan": `{"plan":{}}`, "no JSON": "\x00\xff", "a newer version": strings.Replace(mine, `"holdover_archive":1`, `"holdover_archive":2`, 1),
		"one long line": strings.Repeat("x", 17<<20),
	} {
		if _, err := h.a.BringBack(ctx, me, h.id, strings.NewReader(text)); apperr.KindOf(err) != apperr.Invalid || apperr.HintOf(err) == "" {
			t.Errorf("%s: %v", name, err)
		}
	}
	if after := h.whole(t); len(after.Transactions) != len(before.Transactions) {
		t.Error("a forged file changed the budget")
	}
	done, err := h.a.BringBack(ctx, me, h.id, strings.NewReader(mine))
	h.must(t, done, err)
	_, err = h.a.BringBack(ctx, me, h.id, strings.NewReader(mine))
	testkit.WantKind(t, err, apperr.NotFound)
	_, err = h.a.BringBack(ctx, Actor{}, h.id, strings.NewReader(mine))
	testkit.WantKind(t, err, apperr.Unauthorized)
}

// TestChangedStartingBalanceIsNotOverwritten refuses to bring years back over a changed or deleted starting balance, and over
// records that were deleted since.
func TestChangedStartingBalanceIsNotOverwritten(t *testing.T) {
	h := archivable(t)
	ctx, me := t.Context(), Machine()
	h.add(t, rows.Entry{Account: "bank", Date: 20240301, Amount: -10_000, Category: "food", Payee: "baker", Cleared: "cleared"})
	h.archive(t, 2026)
	refused := func(want string) {
		t.Helper()
		_, err := h.a.BringBack(ctx, me, h.id, nil)
		if apperr.KindOf(err) != apperr.Conflict || !strings.Contains(err.Error(), want) || apperr.HintOf(err) == "" {
			t.Errorf("bring back: %v, want %q", err, want)
		}
	}
	opening := h.whole(t).Transactions[0]
	deleted, err := h.a.DeleteRows(ctx, me, h.id, rows.These(opening.ID), false)
	h.must(t, deleted, err)
	refused("the starting balance of 31.12.2025 in Bank was deleted")
	done, err := h.a.Undo(ctx, me, h.id, 0)
	h.must(t, done, err)
	done, err = h.a.EditRow(ctx, me, h.id, opening.ID, rows.Entry{Account: "bank", Date: opening.Date, Amount: 5, Category: "salary", Cleared: "cleared"}, "", false)
	h.must(t, done, err)
	refused("was changed")
	done, err = h.a.Undo(ctx, me, h.id, 0)
	h.must(t, done, err)
	done, err = h.a.DeletePayees(ctx, me, h.id, []string{"baker"})
	h.must(t, done, err)
	refused("the payee Baker, which belongs to it, has been deleted since")
	done, err = h.a.Undo(ctx, me, h.id, 0)
	h.must(t, done, err)
	done, err = h.a.BringBack(ctx, me, h.id, nil)
	h.must(t, done, err)
	done, err = h.a.Undo(ctx, me, h.id, 0) // archived again
	h.must(t, done, err)
	if n := len(h.whole(t).Transactions); n != 1 {
		t.Errorf("%d transactions after undoing the return, want 1", n)
	}
}

// TestArchivedReceiptsAndImportIdsAreKept archives a row with a receipt and an import id: the receipt comes back with it, and
// the bank's row is not imported again while it is archived.
func TestArchivedReceiptsAndImportIdsAreKept(t *testing.T) {
	h := archivable(t)
	ctx, me := t.Context(), Machine()
	imported, food, approved := importedRow("bank:1", -4_500, -700), "food", true
	imported.Category, imported.Approved = &food, &approved
	_, got, err := h.a.CreateTransactions(ctx, me, h.id, []NewTransaction{imported})
	if err != nil || len(got.IDs) != 1 {
		t.Fatalf("%+v (%v)", got, err)
	}
	if _, err := h.a.AddReceipt(ctx, me, h.id, got.IDs[0], "a.pdf", []byte("%PDF-1.4\n%%EOF\n")); err != nil {
		t.Fatal(err)
	}
	h.archive(t, 2026)
	_, again, err := h.a.CreateTransactions(ctx, me, h.id, []NewTransaction{imported})
	if err != nil || len(again.Duplicates) != 1 || len(again.IDs) != 0 {
		t.Errorf("the archived bank row is imported again: %+v (%v)", again, err)
	}
	done, err := h.a.BringBack(ctx, me, h.id, nil)
	h.must(t, done, err)
	if all := testkit.Must(h.a.RowReceipts(ctx, me, h.id, got.IDs[0]))(t).Receipts; len(all) != 1 {
		t.Errorf("%d receipts come back, want 1", len(all))
	}
	if found := testkit.Must(h.a.store.Check(ctx))(t); len(found) > 0 {
		t.Errorf("check: %+v", found)
	}
}

// TestCopyAndFreshStartOfArchivedYears: a copy can bring the years back, a fresh start has none.
func TestCopyAndFreshStartOfArchivedYears(t *testing.T) {
	h := archivable(t)
	ctx, me := t.Context(), Machine()
	h.archive(t, 2026)
	copied := testkit.Must(h.a.Duplicate(ctx, me, h.id))(t)
	if _, err := h.a.BringBack(ctx, me, copied.ID, nil); err != nil {
		t.Errorf("bring back in a copy: %v", err)
	}
	if n := len(wholeOf(t, h.a, copied.ID).Transactions); n != 24 {
		t.Errorf("the copy has %d transactions, want 24", n)
	}
	fresh := testkit.Must(h.a.FreshStart(ctx, me, h.id, FreshStartEntry{}))(t)
	_, err := h.a.BringBack(ctx, me, fresh.ID, nil)
	testkit.WantKind(t, err, apperr.NotFound)
	if fresh.ArchivedBefore != 0 {
		t.Errorf("a fresh start is archived before %s", fresh.ArchivedBefore)
	}
}

// TestArchivedYearsRefuseWorkOnOlderMonths: what needs the older months says so.
func TestArchivedYearsRefuseWorkOnOlderMonths(t *testing.T) {
	a := newApp(t)
	ctx, me := t.Context(), Machine()
	id := importPlan(t, a, testkit.Plan(t, "--seed", "3", "--cards", "1", "--years", "3"))
	years := testkit.Must(a.PreviewArchive(ctx, me, id, 0))(t).Years
	if _, err := a.ArchiveYears(ctx, me, id, years[0]); err != nil {
		t.Fatal(err)
	}
	refused := func(what string, err error) {
		t.Helper()
		if apperr.KindOf(err) != apperr.Conflict || !strings.Contains(err.Error(), "are archived") {
			t.Errorf("%s: %v", what, err)
		}
	}
	_, err := a.Verify(ctx, me, id)
	refused("verification", err)
	_, err = a.ProposeCleanUp(ctx, me, id, nil)
	refused("clean-up", err)
	_, err = a.KeepCards(ctx, me, id, !testkit.Must(a.Budget(ctx, me, id))(t).CardEnvelopes)
	refused("cards", err)
	_, err = a.PreviewReimport(ctx, me, id, "plan.json", strings.NewReader("{}"))
	refused("a newer file", err)
	if _, err := a.BringBack(ctx, me, id, nil); err != nil {
		t.Fatal(err)
	}
	if report := testkit.Must(a.Verify(ctx, me, id))(t); report == nil {
		t.Error("no verification")
	}
}

// TestUndoOfAnArchiveKeepsLaterChanges undoes an archive, and bringing it back, after another change.
func TestUndoOfAnArchiveKeepsLaterChanges(t *testing.T) {
	h := archivable(t)
	ctx, me := t.Context(), Machine()
	rowsAre := func(want int) {
		t.Helper()
		if n := len(h.whole(t).Transactions); n != want {
			t.Errorf("%d transactions, want %d", n, want)
		}
	}
	archived := h.archive(t, 2026)
	h.add(t, rows.Entry{Account: "cash", Date: 20260301, Amount: -1_000, Category: "food"})
	done, err := h.a.Undo(ctx, me, h.id, archived.Change)
	h.must(t, done, err)
	rowsAre(25)
	h.archive(t, 2026)
	back, err := h.a.BringBack(ctx, me, h.id, nil)
	h.must(t, back, err)
	h.add(t, rows.Entry{Account: "cash", Date: 20260302, Amount: -1_000, Category: "food"})
	done, err = h.a.Undo(ctx, me, h.id, back.Change)
	h.must(t, done, err)
	rowsAre(3)
}

// TestArchiveOnPostgreSQL archives, undoes, starts fresh and brings back on PostgreSQL.
func TestArchiveOnPostgreSQL(t *testing.T) {
	a := testkit.Must(Open(t.Context(), store.Config{URL: databasetest.Postgres(t)}, slog.New(slog.DiscardHandler)))(t)
	t.Cleanup(func() { _ = a.Close() })
	ctx, me := t.Context(), Machine()
	h := openTestBudget(t, t, a)
	for _, date := range []civil.Date{20240301, 20250301, 20260301} {
		h.add(t, rows.Entry{Account: "bank", Date: date, Amount: 10_000, Category: "salary"})
	}
	before := h.whole(t)
	h.archive(t, 2026)
	freshStartOf(t, a, h.id, FreshStartEntry{Payees: true})
	done, err := a.BringBack(ctx, me, h.id, nil)
	h.must(t, done, err)
	done, err = a.Undo(ctx, me, h.id, 0)
	h.must(t, done, err)
	done, err = a.Redo(ctx, me, h.id, 0)
	h.must(t, done, err)
	if after := h.whole(t); !reflect.DeepEqual(after.Transactions, before.Transactions) {
		t.Errorf("brought back %+v, want %+v", after.Transactions, before.Transactions)
	}
}
