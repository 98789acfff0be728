package bankbudget_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"holdover/internal/base/apperr"
	"holdover/internal/logic/bankbudget"
	"holdover/internal/model/conversion"
	"holdover/internal/testing/testkit"
)

// TestFilesOfTheCorpus makes a budget from each file of the corpus of package bankfile that was downloaded. It has all
// transactions of the file, or the error names the next step.
func TestFilesOfTheCorpus(t *testing.T) {
	root := testkit.RepoRoot(t)
	var files []struct {
		Repository, Path string
		Rows             int
		Problems         int
	}
	list := testkit.Must(os.ReadFile(filepath.Join(root, "internal/logic/bankfile/testdata/corpus.json")))(t)
	if err := json.Unmarshal(list, &files); err != nil {
		t.Fatal(err)
	}
	made, refused := 0, 0
	for _, f := range files {
		content, err := os.ReadFile(filepath.Join(root, ".cache", "banks", f.Repository, f.Path))
		if err != nil {
			continue
		}
		name := f.Repository + "/" + f.Path
		a := archive(filepath.Base(f.Path), string(content))
		opts := answered(t, a)
		if _, err := (bankbudget.Converter{}).Convert(a, new(bytes.Buffer), opts); err != nil {
			refused++
			t.Logf("%s: %v", name, err)
			if apperr.KindOf(err) != apperr.Invalid || apperr.HintOf(err) == "" {
				t.Errorf("%s: %v, without a next step", name, err)
			}
			continue
		}
		made++
		got := importArchive(t, a, opts)
		rows := got.notes.Arrays["transactions"].Kept
		for i := range got.whole.Transactions {
			if got.whole.Transactions[i].Bank == nil {
				rows-- // a starting balance
			}
		}
		skipped := 0
		for _, c := range got.remarks.Counts {
			skipped += c.Count
		}
		if rows+skipped < f.Rows || got.report.Differs() || len(got.notes.Contradictions) > 0 {
			t.Errorf("%s: %d transactions of %d, %d skipped: %s", name, rows, f.Rows, skipped, got.report.Sentence)
		}
	}
	if made+refused == 0 {
		t.Skip("no file of the corpus was downloaded: node scripts/bank-corpus.mjs")
	}
	t.Logf("%d budgets, %d refused", made, refused)
}

// answered returns the first answers to the questions of an archive.
func answered(t *testing.T, a *conversion.Archive) (opts conversion.Options) {
	t.Helper()
	for range 4 {
		_, err := bankbudget.Converter{}.Convert(a, new(bytes.Buffer), opts)
		q, ok := errors.AsType[*conversion.Question](err)
		if !ok {
			return opts
		}
		switch value := q.Answers[0].Value; q.Field {
		case "dates":
			opts.Dates = value
		case "decimals":
			opts.Decimals = value
		default:
			opts.Currency = value
		}
		if fmt.Sprint(q.Text) == "" || len(q.Answers) < 2 {
			t.Errorf("the question is incomplete: %+v", q)
		}
	}
	return opts
}
