package app

import (
	"slices"
	"testing"

	"holdover/internal/app/bankimport"
	"holdover/internal/base/apperr"
	"holdover/internal/logic/bankfile"
)

// TestFarDatesOfABankFileCanBeConfirmed: the warning about 1970 and 2062 can be accepted, although the budget refuses
// such dates otherwise.
func TestFarDatesOfABankFileCanBeConfirmed(t *testing.T) {
	h := newTestBudget(t)
	file, o := []byte("Date,Description,Amount\n1970-01-01,X,-1.00\n2062-04-03,Shop,-20.00\n2026-11-01,Y,3.00\n"), bankimport.Options{GuessesConfirmed: true}
	if _, _, err := h.a.ImportBankFile(t.Context(), Machine(), h.id, "bank", file, o); apperr.CodeOf(err) != bankimport.Warned {
		t.Errorf("import with an unconfirmed warning: error %v, want code %q", err, bankimport.Warned)
	}
	o.Accept = []bankimport.WarningCode{bankimport.WarnDates}
	done, result, err := h.a.ImportBankFile(t.Context(), Machine(), h.id, "bank", file, o)
	if h.must(t, done, err); result.Added != 3 {
		t.Errorf("import with confirmed dates: %+v, want 3 added", result)
	}
}

// TestRememberedSignsAreConfirmedAgain: a file with negative amounts was imported with inverted signs, because the last
// one was that of a card.
func TestRememberedSignsAreConfirmedAgain(t *testing.T) {
	h := newTestBudget(t)
	card := []byte("Date,Payee,Amount\n2026-03-01,A,5.00\n2026-03-02,B,6.00\n")
	first, err := h.a.ReadBankFile(t.Context(), Machine(), h.id, "bank", card, bankimport.Options{})
	if err != nil {
		t.Fatal(err)
	}
	m := *first.Mapping
	m.Invert = true
	done, _, err := h.a.ImportBankFile(t.Context(), Machine(), h.id, "bank", card, bankimport.Options{Mapping: &m, GuessesConfirmed: true})
	h.must(t, done, err)
	next, err := h.a.ReadBankFile(t.Context(), Machine(), h.id, "bank", []byte("Date,Payee,Amount\n2026-04-01,C,-20.00\n2026-04-02,D,-4.00\n"), bankimport.Options{})
	if err != nil || !slices.Contains(next.Questions, bankfile.AskSigns) || next.Rows[0].Amount != -20_000 || next.MappingFrom != bankimport.MappingAnew {
		t.Errorf("next file: questions %v, mapping %v, rows %+v; want the signs confirmed again (error %v)", next.Questions, next.MappingFrom, next.Rows, err)
	}
}
