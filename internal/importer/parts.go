package importer

import (
	"reflect"

	"holdover/internal/budget"
	"holdover/internal/money"
	"holdover/internal/plandoc"
)

// addParts adds the live parts of row i of the file to all. Where they do not sum
// to the row, the row's amount counts for the account and the parts' amounts for
// their categories, and a part without category makes up the rest.
func (im *importing) addParts(all []budget.Part, i int, row *budget.Transaction) []budget.Part {
	count := im.notes.count(inParts)
	start := len(all)
	var sum money.Milli
	for at := im.rows.first[i]; at >= 0; at = im.rows.next[at] {
		s := im.rows.parts[at]
		if im.isAgain(i, at) {
			count.merge(sameAgain)
			continue
		}
		count.keep()
		im.total.add(s.Amount)
		sum += s.Amount
		all = append(all, im.part(s))
	}
	if rest := row.Amount - sum; len(all) > start && rest != 0 {
		im.notes.warn("split-sum", "The parts of a split do not come to its amount: the account counts the amount, the categories count the parts, and a part without category makes up the rest.",
			"transaction %s of %s: row %s, parts %s", row.SourceID, row.Date, row.Amount, sum)
		im.total.add(rest)
		no, id, _ := im.parts.next("")
		all = append(all, budget.Part{No: no, ID: id, Amount: rest})
	}
	return all
}

// isAgain says whether a part is the same record as one before it in its row: as
// it is, or nested where the file has it beside its row too. Of two such copies that
// differ the one beside the row counts.
func (im *importing) isAgain(i int, at int32) bool {
	s := im.rows.parts[at]
	if _, taken := im.parts.taken[s.ID]; !taken {
		return false
	}
	for before := im.rows.first[i]; before >= 0 && before != at; before = im.rows.next[before] {
		twin := *im.rows.parts[before]
		if at >= im.rows.flat && before < im.rows.flat && s.ID != "" && twin.ID == s.ID {
			im.notePart(&twin, s)
			return true
		}
		twin.TransactionID = s.TransactionID // a nested one may leave it out
		if reflect.DeepEqual(&twin, s) {
			return true
		}
	}
	return false
}

// notePart tells of a part that stands in the file twice, where the copies differ
// in what counts.
func (im *importing) notePart(counts, nested *plandoc.Subtransaction) {
	if counts.Amount != nested.Amount || counts.CategoryID != nested.CategoryID || counts.PayeeID != nested.PayeeID || counts.TransferAccountID != nested.TransferAccountID {
		im.notes.warn("part-twice", "A part of a split stands in its transaction and beside it, and the two differ; the one beside it counts.",
			"subtransaction %s: %s, nested %s", counts.ID, counts.Amount, nested.Amount)
	}
}

// dropParts counts the parts of a row that is merged with another one.
func (im *importing) dropParts(i int) {
	for at := im.rows.first[i]; at >= 0; at = im.rows.next[at] {
		im.notes.count(inParts).merge(sameAgain)
	}
}

func (im *importing) part(s *plandoc.Subtransaction) budget.Part {
	no, id, repeated := im.parts.next(s.ID)
	if repeated {
		im.repeated("subtransaction", s.ID, id)
	}
	if s.TransferTransactionID != "" {
		im.rows.partNames[no] = s.TransferTransactionID
	}
	extra := s.Extra()
	if s.PayeeID == "" {
		extra = with(extra, "payee_name", s.PayeeName)
	}
	return budget.Part{
		No: no, ID: id, SourceID: s.ID, Amount: s.Amount, Payee: im.payee(s.PayeeID, "subtransaction", s.ID),
		Category: im.category(s.CategoryID, "subtransaction", s.ID, s.Amount, s.TransferAccountID), Memo: s.Memo,
		Transfer: budget.Transfer{Account: im.otherAccount(s.TransferAccountID, "subtransaction", s.ID)}, Extra: object(extra),
	}
}
