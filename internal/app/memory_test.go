package app

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"holdover/internal/app/bankimport"
	"holdover/internal/app/budgetsession"
	"holdover/internal/app/migration"
	"holdover/internal/app/rows"
	"holdover/internal/app/rules"
	"holdover/internal/app/users"
	"holdover/internal/logic/cleanup"
)

// Operations that hold a whole budget or file in memory wait while others use the memory; four of them at once took
// more than a gigabyte. An upload in progress reserves none.
func TestLargeOperationsWaitForMemory(t *testing.T) {
	h := newTestBudget(t)
	h.add(t, rows.Entry{Account: "bank", Date: march, Amount: -100, Payee: "baker", Category: "food"})
	me, csv := Machine(), []byte(bankCSV)
	plan := func() *strings.Reader { return strings.NewReader(`{"plan":{"id":"p","name":"n"}}`) }
	works := map[string]func(context.Context) error{
		"import": func(ctx context.Context) error {
			_, err := h.a.Import(ctx, me, plan(), migration.ImportOptions{})
			return err
		},
		"import by upload": func(ctx context.Context) error {
			_, err := h.a.Import(ctx, me, plan(), migration.ImportOptions{Arrives: true})
			return err
		},
		"newer file": func(ctx context.Context) error { _, err := h.a.PreviewReimport(ctx, me, h.id, "", plan()); return err },
		"apply the newer file": func(ctx context.Context) error {
			_, _, err := h.a.ApplyReimport(ctx, me, h.id, migration.NewerFile{Name: "f"}, plan())
			return err
		},
		"verification": func(ctx context.Context) error { _, err := h.a.Verify(ctx, me, h.id); return err },
		"clean-up": func(ctx context.Context) error {
			_, err := h.a.ProposeCleanUp(ctx, me, h.id, migration.CleanUpsAsked(migration.CleanUpKinds()...))
			return err
		},
		"apply clean-up": func(ctx context.Context) error {
			_, _, err := h.a.ApplyCleanUp(ctx, me, h.id, cleanup.Duplicates, cleanup.Choices{})
			return err
		},
		"bank file": func(ctx context.Context) error {
			_, err := h.a.ReadBankFile(ctx, me, h.id, "bank", csv, bankimport.Options{})
			return err
		},
		"import bank file": func(ctx context.Context) error {
			_, _, err := h.a.ImportBankFile(ctx, me, h.id, "bank", csv, bankimport.Options{})
			return err
		},
		"try rules":   func(ctx context.Context) error { _, err := h.a.TryRules(ctx, me, h.id); return err },
		"apply rules": func(ctx context.Context) error { _, err := h.a.ApplyRules(ctx, me, h.id, "", nil); return err },
		"save a rule and apply it": func(ctx context.Context) error {
			any := ""
			_, _, err := h.a.SaveRule(ctx, me, h.id, rules.Entry{}, &any)
			return err
		},
	}
	err := h.a.access.WithMemory(t.Context(), users.Actor{User: 77}, budgetsession.Alone, func() error {
		for name, work := range works {
			ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
			if err := work(ctx); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("%s while the memory is used: error %v, want it to wait", name, err)
			}
			cancel()
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	_, err = h.a.Import(ctx, me, &slowReader{func() {
		if err := h.a.access.WithMemory(ctx, users.Actor{User: 77}, budgetsession.Alone, func() error { return nil }); err != nil {
			t.Errorf("task during an upload: %v", err)
		}
	}}, migration.ImportOptions{Arrives: true})
	if err == nil {
		t.Error("import of a cancelled upload: got no error")
	}
}

// slowReader runs a function while it is read.
type slowReader struct{ meanwhile func() }

func (s *slowReader) Read([]byte) (int, error) {
	s.meanwhile()
	return 0, errors.New("the line broke")
}
