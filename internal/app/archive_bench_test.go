package app

import (
	"bytes"
	"testing"
	"time"

	"holdover/internal/testing/testkit"
)

// BenchmarkArchive archives the older years of a large budget, brings them back, and undoes and redoes that.
func BenchmarkArchive(b *testing.B) {
	a := newApp(b)
	ctx, me := b.Context(), Machine()
	id := importPlan(b, a, testkit.Plan(b, "--seed", "3", "--years", "10", "--tx", "52000"))
	years := testkit.Must(a.PreviewArchive(ctx, me, id, 0))(b).Years
	preview := testkit.Must(a.PreviewArchive(ctx, me, id, years[0]))(b)
	for b.Loop() {
		before := testkit.Must(a.store.DB().Size(ctx))(b)
		start := time.Now()
		testkit.Must(a.ArchiveYears(ctx, me, id, years[0]))(b)
		b.ReportMetric(time.Since(start).Seconds(), "s-archive")
		var file bytes.Buffer
		if err := a.ArchiveFile(ctx, me, id, testkit.Must(a.Archives(ctx, me, id))(b)[0].ID, &file); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(preview.Rows), "rows")
		b.ReportMetric(float64(file.Len()), "file-bytes")
		b.ReportMetric(float64(testkit.Must(a.store.DB().Size(ctx))(b)-before), "database-bytes")
		start = time.Now()
		testkit.Must(a.BringBack(ctx, me, id, nil))(b)
		b.ReportMetric(time.Since(start).Seconds(), "s-bring-back")
		start = time.Now()
		testkit.Must(a.Undo(ctx, me, id, 0))(b)
		testkit.Must(a.Redo(ctx, me, id, 0))(b)
		b.ReportMetric(time.Since(start).Seconds(), "s-undo-and-redo")
	}
}
