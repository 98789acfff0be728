package app

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"

	"holdover/internal/app/rows"
	"holdover/internal/base/apperr"
	"holdover/internal/storage/database/databasetest"
	"holdover/internal/storage/store"
)

// drawn returns a different picture for each shade.
func drawn(t testing.TB, shade uint8) []byte {
	t.Helper()
	img := image.NewGray(image.Rect(0, 0, 9, 9))
	img.SetGray(1, 1, color.Gray{Y: shade})
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// A receipt follows its transaction: added, removed, deleted with it, restored by an undo, merged, duplicated and in
// the backup.
func TestReceiptsFollowTheirTransaction(t *testing.T) {
	h, ctx, me := newTestBudget(t), t.Context(), Machine()
	add := func(e rows.Entry) string {
		t.Helper()
		e.Date = march
		return h.add(t, e)
	}
	bread := add(rows.Entry{Account: "bank", Amount: -5_000, PayeeName: "Baker", Category: "food"})
	names := func(row string) string {
		t.Helper()
		r, err := h.a.RowReceipts(ctx, me, h.id, row)
		if err != nil {
			t.Fatal(err)
		}
		var all []string
		for _, one := range r.Receipts {
			all = append(all, one.Name)
		}
		return strings.Join(all, " ")
	}
	step := func(done ChangeResult, err error) ChangeResult {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return done
	}
	first := step(h.a.AddReceipt(ctx, me, h.id, bread, `bread "1".png`, drawn(t, 1)))
	if first.Label != "Added the receipt bread 1.png to the transaction of 15.03.2026 for −$5.00 in Bank" {
		t.Errorf("label of the change: %q", first.Label)
	}
	step(h.a.AddReceipt(ctx, me, h.id, bread, "again.png", drawn(t, 1))) // the same bytes
	step(h.a.AddReceipt(ctx, me, h.id, bread, "other.png", drawn(t, 2)))
	r, err := h.a.RowReceipts(ctx, me, h.id, bread)
	if err != nil || len(r.Receipts) != 3 || r.Used != int64(len(drawn(t, 1))+len(drawn(t, 2))) || r.Receipts[0].Width != 9 {
		t.Fatalf("receipts: %+v, want 3 (error %v)", r.Receipts, err)
	}
	_, data, err := h.a.ReceiptFile(ctx, me, h.id, r.Receipts[2].ID)
	if err != nil || !bytes.Equal(data, drawn(t, 2)) {
		t.Errorf("receipt differs from the added file (error %v)", err)
	}
	removed := step(h.a.RemoveReceipt(ctx, me, h.id, r.Receipts[0].ID))
	if got := names(bread); got != "again.png other.png" {
		t.Errorf("receipts after one was removed: %s", got)
	}
	step(h.a.Undo(ctx, me, h.id, removed.Change))

	// Deleted, restored, and both once more.
	deleted := step(h.a.DeleteRows(ctx, me, h.id, rows.These(bread), false))
	for range 2 {
		if _, _, err := h.a.ReceiptFile(ctx, me, h.id, r.Receipts[0].ID); apperr.KindOf(err) != apperr.NotFound {
			t.Errorf("receipt of a deleted transaction: error %v, want not found", err)
		}
		step(h.a.Undo(ctx, me, h.id, deleted.Change))
		if got := names(bread); got != "bread 1.png again.png other.png" {
			t.Errorf("receipts after the undo: %s", got)
		}
		step(h.a.Redo(ctx, me, h.id, deleted.Change))
	}
	step(h.a.Undo(ctx, me, h.id, deleted.Change))

	// Undoing the creation of a transaction removes its receipts, and a redo restores them.
	cheese := asRowMade(h.a.AddRow(ctx, me, h.id, rows.Entry{Account: "bank", Amount: -7_000, Date: march}))
	row := cheese.row(t)
	step(h.a.AddReceipt(ctx, me, h.id, row, "cheese.png", drawn(t, 3)))
	step(h.a.Undo(ctx, me, h.id, cheese.done.Change))
	step(h.a.Redo(ctx, me, h.id, cheese.done.Change))
	if got := names(row); got != "cheese.png" {
		t.Errorf("receipts after the redo: %s", got)
	}

	// After a merge, its receipts belong to the remaining transaction.
	twin := add(rows.Entry{Account: "bank", Amount: -5_000, Category: "food"})
	step(h.a.AddReceipt(ctx, me, h.id, twin, "twin.png", drawn(t, 4)))
	merged, keptID, err := h.a.Merge(ctx, me, h.id, rows.These(bread, twin))
	step(merged, err)
	if got := names(keptID); got != "bread 1.png again.png other.png twin.png" {
		t.Errorf("receipts after the merge: %s", got)
	}
	step(h.a.Undo(ctx, me, h.id, merged.Change))
	if got := names(twin); got != "twin.png" {
		t.Errorf("receipts after the undo of the merge: %s", got)
	}

	copied, err := h.a.Duplicate(ctx, me, h.id)
	if err != nil {
		t.Fatal(err)
	}
	if _, data, err := h.a.ReceiptFile(ctx, me, copied.ID, r.Receipts[0].ID); err != nil || !bytes.Equal(data, drawn(t, 1)) {
		t.Errorf("receipt in a duplicate of the budget differs (error %v)", err)
	}
	file := filepath.Join(t.TempDir(), "all.db")
	if err := h.a.Backup(ctx, file); err != nil {
		t.Fatal(err)
	}
	if found, err := store.CheckFile(ctx, file); err != nil || len(found) > 0 {
		t.Errorf("check of the backup: differences %v (error %v)", found, err)
	}
}

// rowMade is a row that was added.
type rowMade struct {
	done ChangeResult
	id   string
	err  error
}

func asRowMade(done ChangeResult, id string, err error) rowMade { return rowMade{done, id, err} }

func (r rowMade) row(t *testing.T) string {
	t.Helper()
	if r.err != nil {
		t.Fatal(r.err)
	}
	return r.id
}

// Receipts are limited in size and number, and only pictures and documents are accepted.
func TestReceiptsAreLimited(t *testing.T) {
	h, ctx, me := newTestBudget(t), t.Context(), Machine()
	_, row, err := h.a.AddRow(ctx, me, h.id, rows.Entry{Account: "bank", Amount: -5_000, Date: march})
	if err != nil {
		t.Fatal(err)
	}
	for n := range rows.MaxReceiptsOfRow {
		if _, err := h.a.AddReceipt(ctx, me, h.id, row, "", drawn(t, uint8(n))); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := h.a.AddReceipt(ctx, me, h.id, row, "", drawn(t, 99)); apperr.KindOf(err) != apperr.Invalid {
		t.Errorf("one receipt too many: error %v, want it invalid", err)
	}
	if _, err := h.a.AddReceipt(ctx, me, h.id, row, "a.png", []byte("<script>")); apperr.KindOf(err) != apperr.Invalid {
		t.Errorf("receipt that is a page: error %v, want it invalid", err)
	}
	if _, err := h.a.AddReceipt(ctx, me, h.id, "no-such-row", "a.png", drawn(t, 1)); apperr.KindOf(err) != apperr.NotFound {
		t.Errorf("receipt of an unknown transaction: error %v, want not found", err)
	}
}

// On PostgreSQL too, a receipt is returned byte for byte, deleted with its transaction and restored with it.
func TestReceiptsOnPostgreSQL(t *testing.T) {
	a, err := Open(t.Context(), store.Config{URL: databasetest.Postgres(t)}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = a.Close() })
	h, ctx, me := openTestBudget(t, t, a), t.Context(), Machine()
	_, row, err := h.a.AddRow(ctx, me, h.id, rows.Entry{Account: "bank", Amount: -5_000, Date: march})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.a.AddReceipt(ctx, me, h.id, row, "bill.png", drawn(t, 7)); err != nil {
		t.Fatal(err)
	}
	deleted, err := h.a.DeleteRows(ctx, me, h.id, rows.These(row), false)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.a.Undo(ctx, me, h.id, deleted.Change); err != nil {
		t.Fatal(err)
	}
	got, err := h.a.RowReceipts(ctx, me, h.id, row)
	if err != nil || len(got.Receipts) != 1 || got.Used != int64(len(drawn(t, 7))) {
		t.Fatalf("receipts: %+v, want one (error %v)", got.Receipts, err)
	}
	if _, data, err := h.a.ReceiptFile(ctx, me, h.id, got.Receipts[0].ID); err != nil || !bytes.Equal(data, drawn(t, 7)) {
		t.Errorf("receipt differs from the added file (error %v)", err)
	}
}
