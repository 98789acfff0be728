package importer

import (
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/logic/schedule"
	"holdover/internal/model/budget"
	"holdover/internal/model/ynabdoc"
)

// addScheduled imports the scheduled transactions. Parts of a skipped one are skipped too.
func (im *importing) addScheduled() {
	parts := im.gatherScheduled()
	addAll(im, kindOf[ynabdoc.ScheduledTransaction, budget.ScheduledNo]{
		array: inScheduled, kind: "scheduled transaction",
		about: func(s *ynabdoc.ScheduledTransaction) about { return about{id: s.ID, deleted: s.Deleted} },
		unfit: func(s *ynabdoc.ScheduledTransaction) string {
			if im.accounts[s.AccountID] == 0 {
				return ofNoAccount
			}
			return ""
		},
		add: func(s *ynabdoc.ScheduledTransaction, no budget.ScheduledNo, id string, named bool) {
			row := im.schedule(s, no, id)
			beside := map[string]bool{}
			if named {
				for _, part := range parts[s.ID] {
					im.addScheduledPart(&row, part)
					beside[part.ID] = part.ID != ""
				}
				delete(parts, s.ID)
			}
			for i := range s.Subtransactions {
				if part := &s.Subtransactions[i]; beside[part.ID] {
					im.notes.count(inScheduledParts).merge(sameAgain)
				} else {
					im.addScheduledPart(&row, part)
				}
			}
			im.closeSchedule(&row, s)
			im.whole.Scheduled = append(im.whole.Scheduled, row)
		},
	}, im.plan.ScheduledTransactions)
	im.countStray(parts)
}

func (im *importing) gatherScheduled() map[string][]*ynabdoc.ScheduledSubtransaction {
	parts := map[string][]*ynabdoc.ScheduledSubtransaction{}
	for s := range iterutil.Pointers(im.plan.ScheduledSubtransactions) {
		parts[s.ScheduledTransactionID] = append(parts[s.ScheduledTransactionID], s)
	}
	return parts
}

func (im *importing) schedule(s *ynabdoc.ScheduledTransaction, no budget.ScheduledNo, id string) budget.Scheduled {
	im.total.add(s.Amount)
	const kind = "scheduled transaction"
	end := im.marks.ending(s.ID)
	frequency := s.Repeats()
	if exact := schedule.Frequency(end.Frequency); string(exact.Nearest()) == frequency && end.Frequency != "" {
		frequency = end.Frequency // the record still has the exported value
	}
	return budget.Scheduled{
		Until: end.Until, Weekend: end.Weekend, Pattern: end.Pattern, Interest: end.Interest, Spread: end.Spread, SpreadPercent: end.SpreadPercent,
		No: no, ID: id, SourceID: s.ID, Account: im.accounts[s.AccountID], DateFirst: s.DateFirst, DateNext: s.DateNext,
		Frequency: frequency, Amount: s.Amount, Payee: im.payee(s.PayeeID, kind, s.ID), Memo: s.Memo,
		FlagColour: s.Flag(), FlagName: s.FlagName, TransferAccount: im.otherAccount(s.TransferAccountID, kind, s.ID),
		AutoEnter: im.marks.byItself(s.ID), Extra: object(s.Extra()),
	}
}

// closeSchedule sets a schedule's category, or makes its parts sum to its amount.
func (im *importing) closeSchedule(row *budget.Scheduled, s *ynabdoc.ScheduledTransaction) {
	if len(row.Parts) == 0 {
		row.Category = im.category(s.CategoryID, "scheduled transaction", s.ID, s.Amount, s.TransferAccountID)
		return
	}
	var sum money.Milli
	for i := range row.Parts {
		sum += row.Parts[i].Amount
	}
	if rest := row.Amount - sum; rest != 0 {
		im.notes.warn("schedule-sum", "The parts of a scheduled split do not sum to it; a part without category makes up the rest.",
			"scheduled transaction %s: %s, parts %s", row.SourceID, row.Amount, sum)
		no, id, _ := im.parts.next("")
		row.Parts = append(row.Parts, budget.Part{No: no, ID: id, Amount: rest})
	}
}

func (im *importing) addScheduledPart(row *budget.Scheduled, s *ynabdoc.ScheduledSubtransaction) {
	count := im.notes.count(inScheduledParts)
	if s.Deleted {
		count.skip(wasDeleted)
		return
	}
	count.keep()
	im.total.add(s.Amount)
	part := &ynabdoc.Subtransaction{
		ID: s.ID, Amount: s.Amount, Memo: s.Memo, PayeeID: s.PayeeID, PayeeName: s.PayeeName, CategoryID: s.CategoryID, TransferAccountID: s.TransferAccountID,
	}
	part.SetExtra(s.Extra())
	row.Parts = append(row.Parts, im.part(part, "scheduled subtransaction"))
}

// countStray counts the parts that belong to no imported schedule, including those nested in skipped ones.
func (im *importing) countStray(parts map[string][]*ynabdoc.ScheduledSubtransaction) {
	count := im.notes.count(inScheduledParts)
	for _, stray := range parts {
		for _, s := range stray {
			if s.Deleted {
				count.skip(wasDeleted)
			} else {
				count.skip(ofNoRow)
			}
		}
	}
	all := 0
	for range im.plan.EachScheduledSubtransaction() {
		all++
	}
	for count.InFile < all {
		count.skip(ofDeletedRow)
	}
}
