package store

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"

	"holdover/internal/base/apperr"
	"holdover/internal/storage/database"
	"holdover/internal/storage/database/databasetest"
	"holdover/internal/storage/store/blob"
	"holdover/internal/testing/testkit"
)

func reportOf(t *testing.T, s *Store, no int64) (d Document) {
	t.Helper()
	err := s.ReadTx(t.Context(), no, func(v *ReadTx) (err error) {
		d, err = v.Report()
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func figuresOf(t *testing.T, s *Store, no int64) (figures []byte) {
	t.Helper()
	err := s.ReadTx(t.Context(), no, func(v *ReadTx) (err error) {
		figures, err = v.Figures()
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return figures
}

func originalOf(t *testing.T, s *Store, no, document int64) string {
	t.Helper()
	var text bytes.Buffer
	if err := s.Original(t.Context(), no, document, &text); err != nil {
		t.Error(err)
	}
	return text.String()
}

// reported returns the function that provides the report of an import's document.
func reported(text string) func() (DocumentSummary, error) {
	return func() (DocumentSummary, error) { return summaryOf(text), nil }
}

// summaryOf returns a report with figures that are its text reversed.
func summaryOf(report string) DocumentSummary {
	figures := []byte(report)
	slices.Reverse(figures)
	return DocumentSummary{Report: json.RawMessage(report), Figures: figures}
}

func documentOf(t *testing.T, text string) *blob.Original {
	t.Helper()
	o, err := blob.NewOriginal()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = o.Close() })
	if _, err := o.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	return o
}

// A change replaces the budget's document with a newer one. An undo restores the previous document with its report,
// and a redo the newer one. All documents stay stored.
func TestNewerDocumentCanBeUndone(t *testing.T) {
	onBothDatabases(t, func(t *testing.T, s *Store) {
		ctx := t.Context()
		h, err := s.Import(ctx, Import{Whole: household(2, small), Original: documentOf(t, "first"), Summary: reported(`{"is":1}`), Meta: meta("import")})
		if err != nil {
			t.Fatal(err)
		}
		current := func(document int64, text, report string) {
			t.Helper()
			if got := originalOf(t, s, h.No, 0); got != text {
				t.Errorf("the document is %q, want %q", got, text)
			}
			if got := reportOf(t, s, h.No); got.No != document || string(got.Report) != report {
				t.Errorf("stored report: document %d, %s; want %d, %s", got.No, got.Report, document, report)
			}
			if got := figuresOf(t, s, h.No); string(got) != string(summaryOf(report).Figures) {
				t.Errorf("stored figures: %s, want %s", got, summaryOf(report).Figures)
			}
		}
		replace := func(text, report string) Change {
			t.Helper()
			done, err := s.Change(ctx, h.No, meta("reimport"), func(w *WriteTx) error { return w.KeepDocument(documentOf(t, text), summaryOf(report)) })
			if err != nil {
				t.Fatal(err)
			}
			return done
		}
		current(1, "first", `{"is":1}`)
		second := replace("second", `{"is":2}`)
		current(2, "second", `{"is":2}`)
		if _, err := s.Undo(ctx, h.No, second.No, meta("undo")); err != nil {
			t.Fatal(err)
		}
		current(1, "first", `{"is":1}`)
		if _, err := s.Redo(ctx, h.No, second.No, meta("redo")); err != nil {
			t.Fatal(err)
		}
		third := replace("third", `{"is":3}`)
		current(3, "third", `{"is":3}`)
		if _, err := s.Undo(ctx, h.No, second.No, meta("undo")); apperr.KindOf(err) != apperr.Conflict {
			t.Errorf("undo of the second document under the third: error %v, want a conflict", err)
		}
		if got := originalOf(t, s, h.No, 1) + originalOf(t, s, h.No, 2); got != "firstsecond" {
			t.Errorf("earlier documents: %q, want first and second", got)
		}
		if err := s.Original(ctx, h.No, 4, &bytes.Buffer{}); apperr.KindOf(err) != apperr.NotFound {
			t.Error(err)
		}
		failed := fmt.Errorf("failed")
		if _, err := s.Change(ctx, h.No, meta("reimport"), func(w *WriteTx) error {
			if err := w.KeepDocument(documentOf(t, "never"), summaryOf(`{}`)); err != nil {
				return err
			}
			return failed
		}); err == nil {
			t.Error("change with an error: got no error")
		}
		current(3, "third", `{"is":3}`)
		copied, err := s.Duplicate(ctx, h.No, "twin", func([]ExistingBudget) string { return "Twin" }, meta("duplicate"), 0)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Undo(ctx, h.No, third.No, meta("undo")); err != nil {
			t.Fatal(err)
		}
		current(2, "second", `{"is":2}`)
		if got := originalOf(t, s, copied.No, 0) + originalOf(t, s, copied.No, 1); got != "thirdfirst" {
			t.Errorf("documents of the copy: %q, want third and first", got)
		}
		if got := figuresOf(t, s, copied.No); string(got) != string(summaryOf(`{"is":3}`).Figures) {
			t.Errorf("figures of the copy: %s", got)
		}
		for _, no := range []int64{h.No, copied.No} {
			if err := s.Delete(ctx, no); err != nil {
				t.Fatal(err)
			}
		}
		checkNoRows(t, s)
	})
}

// A database of version 0.1, with one document for each budget, is migrated with all its data.
func TestDocumentsOfVersion01AreMigrated(t *testing.T) {
	t.Run("sqlite", func(t *testing.T) { upgrade(t, database.Config{Dir: t.TempDir()}) })
	t.Run("postgres", func(t *testing.T) { upgrade(t, database.Config{URL: testkit.Postgres(t)}) })
}

func upgrade(t *testing.T, cfg database.Config) {
	ctx := t.Context()
	db := databasetest.At(t, cfg, 3)
	encoder, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	packed := encoder.EncodeAll([]byte("the document"), nil)
	const header = `INSERT INTO budget (id, source_id, name, currency, date_format, card_payments, knowledge, next_no, created_at, modified_at,
		first_month, last_month, accounts, transactions) VALUES ($1, 'plan', $1, '{"iso_code":"EUR"}', 'DD.MM.YYYY', $2, 1, 1, $3, $3, 0, 0, 0, 0)`
	for _, statement := range []struct {
		query string
		args  []any
	}{
		{header, []any{"begun here", nil, start.UnixMilli()}},
		{header, []any{"imported", `[{"source_id":"card","name":"Visa"}]`, start.UnixMilli()}},
		{"INSERT INTO original (budget, seq, chunk) VALUES (2, 0, $1)", []any{packed[:5]}},
		{"INSERT INTO original (budget, seq, chunk) VALUES (2, 1, $1)", []any{packed[5:]}},
		{"INSERT INTO import_report (budget, report) VALUES (2, $1)", []any{`{"kept":1}`}},
	} {
		if err := db.Change(ctx, func(q *database.Session) error {
			_, err := q.Exec(statement.query, statement.args...)
			return err
		}); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	s := open(t, cfg)
	all, err := s.Budgets(ctx)
	if err != nil || len(all) != 2 || all[0].Info.Document != 0 || all[1].Info.Document != 1 || len(all[1].Info.CardPayments) != 1 {
		t.Fatalf("migrated budgets: %+v (error %v)", all, err)
	}
	if got := originalOf(t, s, 2, 0); got != "the document" {
		t.Errorf("migrated document: %q, want \"the document\"", got)
	}
	want := Document{No: 1, At: start, Report: []byte(`{"kept":1}`)}
	if diff := cmp.Diff(want, reportOf(t, s, 2)); diff != "" {
		t.Error(diff)
	}
	if got := figuresOf(t, s, 2); got != nil {
		t.Errorf("figures of a document without figures: %q, want none", got)
	}
	if err := s.Original(ctx, 1, 0, &bytes.Buffer{}); apperr.KindOf(err) != apperr.NotFound {
		t.Error(err)
	}
}

// An error of the function that makes the report rolls back the whole import, although it is called last.
func TestFailedReportRollsBackTheImport(t *testing.T) {
	onBothDatabases(t, func(t *testing.T, s *Store) {
		broken := errors.New("broken")
		w := household(2, small)
		report := func() (DocumentSummary, error) { return DocumentSummary{}, broken }
		if _, err := s.Import(t.Context(), Import{Whole: w, Original: documentOf(t, "first"), Summary: report, Meta: meta("import")}); !errors.Is(err, broken) {
			t.Error(err)
		}
		if _, err := s.Budget(t.Context(), w.Info.ID); apperr.KindOf(err) != apperr.NotFound {
			t.Errorf("budget after a failed report: error %v, want not found", err)
		}
	})
}
