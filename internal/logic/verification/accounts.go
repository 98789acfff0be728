package verification

import (
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/model/ynabdoc"
)

// accounts compares every account's balance with the file's figure.
func (v *verification) accounts() {
	now := make(map[string]*Account, len(v.now.Accounts))
	for i := range v.now.Accounts {
		if a := &v.now.Accounts[i]; a.SourceID != "" && now[a.SourceID] == nil {
			now[a.SourceID] = a
		}
	}
	seen := map[string]bool{}
	for a := range iterutil.Pointers(v.imported.Accounts) {
		sums := v.file.accounts[a.SourceID]
		if sums == nil || seen[a.SourceID] {
			continue
		}
		seen[a.SourceID] = true
		ours := now[a.SourceID]
		if ours == nil {
			ours = &Account{ID: a.ID, Name: a.Name}
		}
		v.addAccount(a, ours, sums)
	}
	for d := range iterutil.Pointers(v.file.plan.Accounts) {
		if !d.Deleted && !seen[d.ID] {
			seen[d.ID] = true
			v.report.Ours++
			v.report.Accounts = append(v.report.Accounts, AccountLine{ID: d.ID, Name: d.Name, File: d.Balance, FileCleared: d.ClearedBalance, Blame: OurFault})
		}
	}
}

func (v *verification) addAccount(imported, ours *Account, sums *accountSums) {
	line := AccountLine{
		ID: ours.ID, Name: ours.Name, Ours: ours.Balance, OursCleared: ours.Cleared,
		File: figure(sums.doc, "balance", sums.doc.Balance, ours.Balance),
	}
	line.FileCleared = figure(sums.doc, "cleared_balance", sums.doc.ClearedBalance, ours.Cleared)
	late := v.file.after != 0 && line.File == sums.all-sums.late && line.FileCleared == sums.cleared-sums.lateCleared
	uncleared := figure(sums.doc, "uncleared_balance", sums.doc.UnclearedBalance, line.File-line.FileCleared)
	equal := line.Ours == line.File && line.OursCleared == line.FileCleared && uncleared == line.File-line.FileCleared
	switch {
	case imported.Balance != sums.all || imported.Cleared != sums.cleared:
		line.Blame = OurFault
		v.report.Ours++
	case equal:
	case imported.Balance == line.File && imported.Cleared == line.FileCleared && uncleared == line.File-line.FileCleared:
		line.Blame = ChangedHere
	case late:
		line.Blame = RowsAfterExport
	default:
		line.Blame = FileContradicts
		v.report.contradict("%s: the balance is %s (%s cleared), its transactions make %s (%s cleared)",
			sums.doc.Name, line.File, line.FileCleared, sums.all, sums.cleared)
	}
	v.report.Accounts = append(v.report.Accounts, line)
}

// figure returns the file's figure, or ours if the file has none.
func figure(a *ynabdoc.Account, field string, file, ours money.Milli) money.Milli {
	if a.Has(field) {
		return file
	}
	return ours
}
