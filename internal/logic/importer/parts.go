package importer

import (
	"reflect"

	"holdover/internal/base/money"
	"holdover/internal/model/budget"
	"holdover/internal/model/ynabdoc"
)

// activeSplit is a live part of a row of the file.
type activeSplit struct {
	ynabdoc.Subtransaction
	nested bool
}

// partsOf returns the live parts of row i of the file: the separate ones, then the nested ones.
func (im *importing) partsOf(i int, t *ynabdoc.Transaction) (live []activeSplit) {
	for at := im.rows.first[i]; at != noPart; at = im.rows.next[at] {
		live = append(live, activeSplit{im.plan.Subtransaction(int(at)), false})
	}
	for j := range t.Subtransactions {
		if s := &t.Subtransactions[j]; !s.Deleted {
			live = append(live, activeSplit{*s, true})
		}
	}
	return live
}

// addParts adds the live parts to a row. If they do not sum to the row, the row's amount counts for the account, the
// parts' amounts for their categories, and a part without category makes up the difference.
func (im *importing) addParts(live []activeSplit, row *budget.Transaction) {
	count := im.notes.count(inParts)
	row.Parts = make([]budget.Part, 0, len(live)+1)
	var sum money.Milli
	for at := range live {
		if im.isAgain(live, at) {
			count.merge(sameAgain)
			continue
		}
		s := &live[at].Subtransaction
		count.keep()
		im.total.add(s.Amount)
		sum += s.Amount
		row.Parts = append(row.Parts, im.part(s, "subtransaction"))
		im.named = append(im.named, s.TransferTransactionID)
	}
	if rest := row.Amount - sum; rest != 0 {
		im.notes.warn("split-sum", "The parts of a split do not add up to its amount: a part without a category was added for the rest.",
			"transaction %s of %s: row %s, parts %s", row.SourceID, row.Date, row.Amount, sum)
		im.total.add(rest)
		no, id, _ := im.parts.next("")
		row.Parts = append(row.Parts, budget.Part{No: no, ID: id, Amount: rest})
	}
}

// isAgain reports whether a part repeats an earlier part of its row, either identically or as a nested copy of a
// separate one. If the two differ, the separate one counts.
func (im *importing) isAgain(live []activeSplit, at int) bool {
	s := &live[at]
	if !im.parts.has(s.ID) {
		return false
	}
	for before := range live[:at] {
		twin := live[before]
		if s.nested && !twin.nested && s.ID != "" && twin.ID == s.ID {
			im.notePart(&twin.Subtransaction, &s.Subtransaction)
			return true
		}
		twin.TransactionID = s.TransactionID // a nested one may omit it
		if reflect.DeepEqual(twin.Subtransaction, s.Subtransaction) {
			return true
		}
	}
	return false
}

// notePart reports a part that appears twice in the file with different data.
func (im *importing) notePart(counts, nested *ynabdoc.Subtransaction) {
	if counts.Amount != nested.Amount || counts.CategoryID != nested.CategoryID || counts.PayeeID != nested.PayeeID || counts.TransferAccountID != nested.TransferAccountID {
		im.notes.warn("part-twice", "A part of a split is in the file twice, inside its transaction and separately, and the two differ; the separate one was used.",
			"subtransaction %s: %s, nested %s", counts.ID, counts.Amount, nested.Amount)
	}
}

func (im *importing) part(s *ynabdoc.Subtransaction, kind string) budget.Part {
	no, id, repeated := im.parts.next(s.ID)
	if repeated {
		im.repeated(kind, s.ID, id)
	}
	extra := s.Extra()
	if s.PayeeID == "" {
		extra = with(extra, "payee_name", s.PayeeName)
	}
	return budget.Part{
		No: no, ID: id, SourceID: s.ID, Amount: s.Amount, Payee: im.payee(s.PayeeID, kind, s.ID),
		Category: im.category(s.CategoryID, kind, s.ID, s.Amount, s.TransferAccountID), Memo: s.Memo,
		Transfer: budget.Transfer{Account: im.otherAccount(s.TransferAccountID, kind, s.ID)}, Extra: object(extra),
	}
}
