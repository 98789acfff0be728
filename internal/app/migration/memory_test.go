package migration_test

import (
	"bufio"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"
	"testing"

	"holdover/internal/app"
	"holdover/internal/app/migration"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/storage/store"
)

// mostPerRow is the maximum memory of an import per row of the file in bytes: its position, the hash of its id, its
// amount for the comparison, and the other side of its transfer. A row itself takes 300 and more.
const mostPerRow = 150

// mostPerEntered is the maximum memory of a read per row entered since, in bytes. The first one builds the row index,
// which takes 120 to 160 while it grows; with the rows themselves it was 740.
const mostPerEntered = 300

// The rows of a document are passed on and dropped: the live memory of an import grows little with each row.
func TestImportDoesNotHoldRowsInMemory(t *testing.T) {
	few, many := 50_000, 120_000 // beyond the size that stays in memory
	first, then := peakLiveBytes(t, few), peakLiveBytes(t, many)
	if growth := (then - first) / int64(many-few); growth > mostPerRow {
		t.Errorf("each row holds %d bytes, want at most %d: %d KiB in use after %d rows, %d after %d", growth, mostPerRow, first>>10, few, then>>10, many)
	} else {
		t.Logf("each row holds %d bytes: %d KiB in use after %d rows, %d after %d", growth, first>>10, few, then>>10, many)
	}
}

// peakLiveBytes returns the maximum of live bytes, measured by garbage collections, during the import of a document with
// that many rows. A collection runs for each growth by a tenth.
func peakLiveBytes(t *testing.T, rows int) (most int64) {
	t.Helper()
	h := newHome(t)
	return peakOf(func() {
		got := importRows(t, h, rows)
		if c := got.Report.Counts; c.Transactions != rows || c.Splits == 0 || got.Report.Notes.Links.Pairs == 0 {
			t.Fatalf("import: %+v with %d transfers, want %d transactions with splits and transfers", c, got.Report.Notes.Links.Pairs, rows)
		}
	})
}

func importRows(t *testing.T, h *home, rows int) migration.Imported {
	t.Helper()
	in, out := io.Pipe()
	go func() { out.CloseWithError(writePlan(out, rows)) }()
	got, err := h.Import(t.Context(), app.Machine(), in, migration.ImportOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// peakOf returns the maximum number of live bytes while do runs.
func peakOf(do func()) int64 {
	defer debug.SetGCPercent(debug.SetGCPercent(10))
	var peak atomic.Int64
	stop := eachCollection(func() { peak.Store(max(peak.Load(), live())) })
	do()
	stop()
	return max(peak.Load(), liveNow()) // gives a sample even if no collection has run
}

// live returns the number of live bytes after the last garbage collection.
func live() int64 {
	found := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(found)
	return int64(found[0].Value.Uint64())
}

// liveNow returns the number of bytes in use, without those that a pool keeps for two collections.
func liveNow() int64 {
	for range 3 {
		runtime.GC()
	}
	return live()
}

// Neither verification nor clean-up holds rows entered since an import: after an attack with half a million rows,
// opening either page took 800 MB.
func TestVerificationAndCleanUpHoldNoRowsInMemory(t *testing.T) {
	few, many := 10_000, 40_000
	first, then := peaksAfter(t, few), peaksAfter(t, many)
	for what := range then {
		if each := (then[what] - first[what]) / int64(many-few); each > mostPerEntered {
			t.Errorf("%s holds %d bytes of each row, want at most %d", what, each, mostPerEntered)
		} else {
			t.Logf("%s holds %d bytes of each row", what, each)
		}
	}
}

// peaksAfter returns the additional live memory of verification, and of a clean-up, after that many rows were
// entered.
func peaksAfter(t *testing.T, entered int) map[string]int64 {
	t.Helper()
	h := newHome(t)
	id := importRows(t, h, 200).Budget.ID
	var account string
	if err := h.ReadTx(t.Context(), app.Machine(), id, func(v *store.ReadTx) error {
		all, err := v.AccountRecords()
		account = all[0].ID
		return err
	}); err != nil {
		t.Fatal(err)
	}
	rows := make([]app.NewTransaction, entered)
	for i := range rows {
		day, amount := civil.MakeDate(2026, 1, 1+i%28), money.Milli(-1_000)
		rows[i].Account, rows[i].Date, rows[i].Amount, rows[i].Memo = &account, &day, &amount, new(fmt.Sprint("row ", i))
	}
	if _, _, err := h.CreateTransactions(t.Context(), app.Machine(), id, rows); err != nil {
		t.Fatal(err)
	}
	rows = nil
	most := func(look func() error) int64 {
		before := liveNow()
		return peakOf(func() {
			if err := look(); err != nil {
				t.Fatal(err)
			}
		}) - before
	}
	return map[string]int64{ // in this order
		"verification": most(func() error { _, err := h.Verify(t.Context(), app.Machine(), id); return err }),
		"clean-up": most(func() error {
			_, err := h.ProposeCleanUp(t.Context(), app.Machine(), id, migration.CleanUpsAsked(migration.CleanUpKinds()...))
			return err
		}),
	}
}

// eachCollection calls do after each collection of garbage, until it is stopped.
func eachCollection(do func()) (stop func()) {
	var stopped atomic.Bool
	var again func(*[16]byte)
	again = func(*[16]byte) {
		if !stopped.Load() {
			do()
			runtime.SetFinalizer(new([16]byte), again)
		}
	}
	runtime.SetFinalizer(new([16]byte), again)
	return func() { stopped.Store(true) }
}

// writePlan generates a document with that many rows while it is read: of each hundred, two are a transfer and ten
// are split.
func writePlan(to io.Writer, rows int) error {
	w := bufio.NewWriter(to)
	id := func(kind, i int) string { return fmt.Sprintf("%08x-0000-4000-8000-%012x", kind, i) }
	fmt.Fprintf(w, `{"plan":{"id":%q,"name":"Rows","accounts":[{"id":%q,"name":"Checking","type":"checking","on_budget":true},{"id":%q,"name":"Savings","type":"savings","on_budget":true}],`, id(0, 1), id(1, 1), id(1, 2))
	fmt.Fprintf(w, `"payees":[{"id":%q,"name":"Somebody"}],"category_groups":[{"id":%q,"name":"Group"}],"categories":[{"id":%q,"category_group_id":%q,"name":"Food"}],"transactions":[`, id(2, 1), id(3, 1), id(4, 1), id(3, 1))
	comma := ""
	for i := range rows {
		fmt.Fprintf(w, `%s{"id":%q,"date":"20%02d-%02d-%02d","amount":%d,"memo":"memo of row %d","cleared":"cleared","approved":true,`, comma, id(5, i), 10+i%10, 1+i%12, 1+i%28, i%2*2000-1000, i)
		switch {
		case i%100 < 2:
			fmt.Fprintf(w, `"account_id":%q,"transfer_account_id":%q,"transfer_transaction_id":%q}`, id(1, 1+i%2), id(1, 2-i%2), id(5, i^1))
		case i%100 < 12:
			fmt.Fprintf(w, `"account_id":%q,"payee_id":%q}`, id(1, 1), id(2, 1))
		default:
			fmt.Fprintf(w, `"account_id":%q,"payee_id":%q,"category_id":%q,"import_id":"YNAB:%d:%d"}`, id(1, 1), id(2, 1), id(4, 1), i, i)
		}
		comma = ","
	}
	fmt.Fprint(w, `],"subtransactions":[`)
	comma = ""
	for i := range rows {
		if i%100 >= 2 && i%100 < 12 {
			for part := range 2 {
				fmt.Fprintf(w, `%s{"id":%q,"transaction_id":%q,"amount":%d,"category_id":%q}`, comma, id(6+part, i), id(5, i), (i%2*2000-1000)/2, id(4, 1))
				comma = ","
			}
		}
	}
	fmt.Fprint(w, `]}}`)
	return w.Flush()
}
