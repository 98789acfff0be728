package app

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"holdover/internal/app/rows"
	"holdover/internal/logic/receipt"
	"holdover/internal/storage/store"
	"holdover/internal/testing/testkit"
)

// keptReceipts are a budget's receipts that a backup must restore.
type keptReceipts struct {
	budget, row   string
	bytes         map[string][]byte // by id
	gone, removed ChangeResult      // the changes that deleted a transaction with a receipt, and a receipt
}

// bill returns a document of a size without repetition.
func bill(size int) []byte {
	data := []byte("%PDF-1.4\n")
	const end = "\n%%EOF"
	for n := uint32(1); len(data) < size-len(end); n = n*1664525 + 1013904223 {
		data = append(data, byte(n>>24))
	}
	return append(data, end...)
}

// withReceipts stores receipts: a picture, a document of many pieces, one of a deleted transaction, and a removed
// one.
func withReceipts(t *testing.T, a *App) keptReceipts {
	t.Helper()
	h, ctx, me := openTestBudget(t, t, a), t.Context(), Machine()
	k := keptReceipts{budget: h.id, bytes: map[string][]byte{}}
	row := func() string {
		_, row, err := a.AddRow(ctx, me, h.id, rows.Entry{Account: "bank", Amount: -5_000, Date: march})
		if err != nil {
			t.Fatal(err)
		}
		return row
	}
	addReceipt := func(row, name string, data []byte) {
		if _, err := a.AddReceipt(ctx, me, h.id, row, name, data); err != nil {
			t.Fatal(err)
		}
	}
	k.row = row()
	addReceipt(k.row, "picture.png", drawn(t, 1))
	addReceipt(k.row, "bill.pdf", bill(receipt.MaxSize))
	addReceipt(k.row, "removed.png", drawn(t, 2))
	deleted := row()
	addReceipt(deleted, "with its transaction.png", drawn(t, 3))
	for _, of := range []string{k.row, deleted} {
		r, err := a.RowReceipts(ctx, me, h.id, of)
		if err != nil {
			t.Fatal(err)
		}
		for _, stored := range r.Receipts {
			if _, k.bytes[stored.ID], err = a.ReceiptFile(ctx, me, h.id, stored.ID); err != nil {
				t.Fatal(err)
			}
			if stored.Name == "removed.png" {
				if k.removed, err = a.RemoveReceipt(ctx, me, h.id, stored.ID); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	var err error
	if k.gone, err = a.DeleteRows(ctx, me, h.id, rows.These(deleted), false); err != nil {
		t.Fatal(err)
	}
	return k
}

// checkStored checks that all receipts are stored byte for byte, including those that an undo restores, and that the
// database is consistent.
func (k *keptReceipts) checkStored(t *testing.T, a *App) {
	t.Helper()
	ctx, me := t.Context(), Machine()
	if found, err := a.Check(ctx); err != nil || len(found) > 0 {
		t.Errorf("check of the restored database: differences %v (error %v)", found, err)
	}
	for _, done := range []ChangeResult{k.gone, k.removed} {
		if _, err := a.Undo(ctx, me, k.budget, done.Change); err != nil {
			t.Fatal(err)
		}
	}
	if len(k.bytes) != 4 {
		t.Fatalf("%d receipts, want 4", len(k.bytes))
	}
	for id, data := range k.bytes {
		if receipt, got, err := a.ReceiptFile(ctx, me, k.budget, id); err != nil || !bytes.Equal(got, data) {
			t.Errorf("restored receipt %s has %d bytes, want %d (error %v)", receipt.Name, len(got), len(data), err)
		}
	}
	if found, err := a.Check(ctx); err != nil || len(found) > 0 {
		t.Errorf("check after the undo: differences %v (error %v)", found, err)
	}
}

// TestReceiptsAreRestoredFromABackup backs up a database while it is open and restores it into another folder.
func TestReceiptsAreRestoredFromABackup(t *testing.T) {
	a := openAt(t, store.Config{Dir: t.TempDir()})
	kept, file, restored := withReceipts(t, a), filepath.Join(t.TempDir(), "all.db"), store.Config{Dir: filepath.Join(t.TempDir(), "there")}
	if err := a.Backup(t.Context(), file); err != nil {
		t.Fatal(err)
	}
	if err := store.Restore(t.Context(), restored, file); err != nil {
		t.Fatal(err)
	}
	kept.checkStored(t, openAt(t, restored))
}

// toolLines are the commands in docs/guide/backups.md that back up and restore PostgreSQL, guideAddress the database in
// them.
var (
	toolLines    = regexp.MustCompile(`(?m)^    (pg_(?:dump|restore) .*)$`)
	guideAddress = regexp.MustCompile(`postgres://\S+`)
)

// TestReceiptsAreRestoredFromADump follows the steps of docs/guide/backups.md with PostgreSQL, apart from the address.
func TestReceiptsAreRestoredFromADump(t *testing.T) {
	from, to := testkit.Postgres(t), testkit.Postgres(t)
	if _, err := exec.LookPath("pg_dump"); err != nil {
		testkit.Missing(t, "HOLDOVER_REQUIRE_POSTGRES", err)
	}
	kept := withReceipts(t, openAt(t, store.Config{URL: from}))
	guide, err := os.ReadFile(filepath.Join(testkit.RepoRoot(t), "docs", "guide", "backups.md"))
	if err != nil {
		t.Fatal(err)
	}
	commands, folder := toolLines.FindAllStringSubmatch(string(guide), -1), t.TempDir()
	if len(commands) != 2 {
		t.Fatalf("commands in docs/guide/backups.md: %q, want 2", commands)
	}
	for i, database := range []string{from, to} {
		runIn(t.Context(), t, folder, guideAddress.ReplaceAllString(commands[i][1], `"$$DATABASE"`), database)
	}
	kept.checkStored(t, openAt(t, store.Config{URL: to}))
}

// runIn runs a command of the guide on a database.
func runIn(ctx context.Context, t *testing.T, folder, command, database string) {
	t.Helper()
	run := exec.CommandContext(ctx, "sh", "-c", command)
	run.Dir, run.Env = folder, append(os.Environ(), "DATABASE="+database)
	if out, err := run.CombinedOutput(); err != nil {
		t.Fatalf("run %s: %v\n%s", command, err, out)
	}
}
