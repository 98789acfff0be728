package app

import (
	"holdover/internal/app/bankimport"
	"holdover/internal/app/schedules"
)

// Schedules and bank files take part in TestRandomOperations.

func (l *simulation) schedules() (ChangeResult, error) {
	ctx, me := l.Context(), Machine()
	entry := schedules.Entry{Frequency: anyOf(l, "frequency", "never", "monthly", "everyOtherWeek", "twiceAMonth"), AutoEnter: anyOf(l, "by itself", false, true), Entry: l.entry(nil)}
	if len(l.kept.Scheduled) == 0 {
		done, _, err := l.a.AddScheduled(ctx, me, l.id, entry)
		return done, err
	}
	s := anyOf(l, "schedule", l.kept.Scheduled...)
	switch anyOf(l, "with the schedule", "add", "edit", "enter", "skip", "delete", "due", "by itself") {
	case "add":
		done, _, err := l.a.AddScheduled(ctx, me, l.id, entry)
		return done, err
	case "edit":
		for i := range min(len(s.Parts), len(entry.Parts)) {
			entry.Parts[i].ID = s.Parts[i].ID
		}
		return l.a.EditScheduled(ctx, me, l.id, s.ID, entry, "")
	case "enter":
		return l.a.EnterScheduled(ctx, me, l.id, s.ID, 0, anyOf(l, "on", 0, march))
	case "skip":
		return l.a.SkipScheduled(ctx, me, l.id, s.ID, 0)
	case "delete":
		return l.a.DeleteScheduled(ctx, me, l.id, s.ID)
	case "by itself":
		entered, err := l.a.NewAutoEnter().Enter(ctx, march.AddDays(anyOf(l, "days later", 0, 20, 70)))
		if len(entered) == 0 {
			return ChangeResult{}, err
		}
		return entered[0].ChangeResult, err
	}
	return l.a.EnterDue(ctx, me, l.id, march.AddDays(45))
}

// importFile imports a bank's file; of one imported before nothing is left to do.
func (l *simulation) importFile() (ChangeResult, error) {
	account := l.anyAccount()
	done, _, err := l.a.ImportBankFile(l.Context(), Machine(), l.id, account, []byte(bankCSV), bankimport.Options{})
	if err != nil {
		return done, err
	}
	again, _, err := l.a.ImportBankFile(l.Context(), Machine(), l.id, account, []byte(bankCSV), bankimport.Options{})
	if err != nil || again.Change != 0 {
		l.r.Fatalf("import of the same file again: %+v, want no change (error %v)", again, err)
	}
	return done, nil
}
