package ynabcsv

import (
	"strconv"
	"strings"

	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
	"holdover/internal/model/ynabdoc"
)

// transaction is a transaction of the register: one line, or the lines of the parts of a split.
type transaction struct {
	id    string
	lines []line
	parts int // of a split, otherwise 0
}

// writeTransactions writes the rows of the register in its order.
func (w *documentWriter) writeTransactions() error {
	var open transaction // a split of which more lines may follow
	if err := w.register.each(func(r *record) error {
		l, err := w.readLine(r)
		if err != nil {
			return err
		}
		part, parts, memo, marked := splitMark(l.memo)
		if len(open.lines) > 0 && !(marked && open.continues(&l, part, parts)) {
			if err := w.writeIncomplete(&open); err != nil {
				return err
			}
		}
		if !marked || part != len(open.lines)+1 {
			if marked {
				w.warnBroken(&l)
			}
			return w.writeRow(transaction{lines: []line{l}})
		}
		open.lines, open.parts = append(open.lines, l), parts
		if part < parts {
			return nil
		}
		for i := range open.lines {
			_, _, open.lines[i].memo, _ = splitMark(open.lines[i].memo)
		}
		open.lines[part-1].memo = memo
		whole := open
		open = transaction{}
		return w.writeRow(whole)
	}); err != nil {
		return err
	}
	return w.writeIncomplete(&open)
}

// continues reports whether a line is the next part of the split.
func (s *transaction) continues(l *line, part, parts int) bool {
	first := &s.lines[0]
	return part == len(s.lines)+1 && parts == s.parts && l.account == first.account && l.date == first.date
}

// writeIncomplete writes the lines of an incomplete split as transactions.
func (w *documentWriter) writeIncomplete(open *transaction) error {
	lines := open.lines
	*open = transaction{}
	for i := range lines {
		w.warnBroken(&lines[i])
		if err := w.writeRow(transaction{lines: lines[i : i+1]}); err != nil {
			return err
		}
	}
	return nil
}

func (w *documentWriter) warnBroken(l *line) {
	w.remarks.Warn("broken-split", "Parts of a split are missing in the register, or do not follow each other; each was imported as a transaction.",
		"line %d, %s: %s", l.number, l.date, l.memo)
}

// writeRow writes a transaction. A scheduled one is appended to w.scheduled instead.
func (w *documentWriter) writeRow(s transaction) error {
	w.rows++
	s.id = w.idOf("row", strconv.Itoa(w.rows))
	first := &s.lines[0]
	if first.cleared == "uncleared" && w.isPending(first.date) {
		w.remarks.Warn("scheduled", "The register lists the next date of each scheduled transaction, but not how it repeats. Each is scheduled once.",
			"%s, %s: %s", first.date, first.payee, s.amount())
		w.scheduled = append(w.scheduled, s)
		return nil
	}
	whole := w.wholeFields(&s)
	t := &ynabdoc.Transaction{
		ID: s.id, Date: first.date, Amount: whole.amount, Cleared: first.cleared, Approved: true, AccountID: w.accounts[first.account].id,
		Memo: whole.memo, CategoryID: whole.category, PayeeID: whole.payee, TransferAccountID: whole.transfer,
	}
	t.FlagColor, t.FlagName = w.flagFields(first)
	for i, p := range w.partFields(&s) {
		t.Subtransactions = append(t.Subtransactions, ynabdoc.Subtransaction{
			ID: w.idOf("part", s.id, strconv.Itoa(i)), TransactionID: s.id, Amount: p.amount, Memo: p.memo, CategoryID: p.category, PayeeID: p.payee, TransferAccountID: p.transfer,
		})
	}
	return w.out.Record(t)
}

// fields are the fields of a transaction or of a part in the document.
type fields struct {
	amount                          money.Milli
	memo, category, payee, transfer string // ids but for the memo; transfer is the other account
}

// wholeFields returns the fields of a transaction. A split has only an amount and a payee.
func (w *documentWriter) wholeFields(s *transaction) fields {
	if s.parts == 0 {
		return w.lineFields(&s.lines[0])
	}
	return w.lineFields(&line{category: -1, payee: s.payee(), amount: s.amount()})
}

// partFields returns the fields of the parts of a split. A part that has the payee of the transaction has no payee.
func (w *documentWriter) partFields(s *transaction) []fields {
	if s.parts == 0 {
		return nil
	}
	common := s.payee()
	return iterutil.Map(s.lines, func(l line) fields {
		f := w.lineFields(&l)
		if l.payee == common {
			f.payee = ""
		}
		return f
	})
}

func (w *documentWriter) lineFields(l *line) fields {
	f := fields{amount: l.amount, memo: l.memo}
	if l.category >= 0 {
		f.category = w.categories[l.category].id
	}
	f.payee, f.transfer = w.payeeFields(l)
	return f
}

// writeScheduled writes the scheduled transactions. A transfer has one record, in the account of the side listed first.
func (w *documentWriter) writeScheduled() error {
	type side struct {
		account, other string
		date           civil.Date
		amount         money.Milli
	}
	done := map[side]int{}
	for _, s := range w.scheduled {
		first := &s.lines[0]
		own := w.accounts[first.account].id
		if _, other := w.payeeFields(first); s.parts == 0 && other != "" {
			if there := (side{other, own, first.date, -first.amount}); done[there] > 0 {
				done[there]--
				w.remarks.Merge("scheduled_transactions", "the other side of a scheduled transfer")
				continue
			}
		}
		for i := range s.lines {
			if _, other := w.payeeFields(&s.lines[i]); other != "" {
				done[side{own, other, first.date, s.lines[i].amount}]++
			}
		}
		if err := w.out.Record(w.scheduledRecord(&s)); err != nil {
			return err
		}
	}
	return nil
}

func (w *documentWriter) scheduledRecord(s *transaction) *ynabdoc.ScheduledTransaction {
	first, whole := &s.lines[0], w.wholeFields(s)
	t := &ynabdoc.ScheduledTransaction{
		ID: s.id, DateFirst: first.date, DateNext: first.date, Frequency: "never", Amount: whole.amount, AccountID: w.accounts[first.account].id,
		Memo: whole.memo, CategoryID: whole.category, PayeeID: whole.payee, TransferAccountID: whole.transfer,
	}
	t.FlagColor, t.FlagName = w.flagFields(first)
	for i, p := range w.partFields(s) {
		t.Subtransactions = append(t.Subtransactions, ynabdoc.ScheduledSubtransaction{
			ID: w.idOf("part", s.id, strconv.Itoa(i)), ScheduledTransactionID: s.id, Amount: p.amount, Memo: p.memo, CategoryID: p.category, PayeeID: p.payee, TransferAccountID: p.transfer,
		})
	}
	return t
}

func (s *transaction) amount() money.Milli {
	var sum money.Milli
	for i := range s.lines {
		sum = sum.Plus(s.lines[i].amount)
	}
	return sum
}

// payee returns the payee of the transaction: the one that a transfer among its lines names, or else that of the first
// line that is not a transfer.
func (s *transaction) payee() string {
	for i := range s.lines {
		if p := s.lines[i].payee; !strings.HasPrefix(p, budget.TransferPayee) {
			return p
		}
	}
	for i := range s.lines {
		if s.lines[i].of != "" {
			return s.lines[i].of
		}
	}
	return ""
}

func (w *documentWriter) flagFields(l *line) (colour, name string) {
	if l.flag == "" {
		return "", ""
	}
	_, name = flagOf(l.flag)
	return w.flagColour[l.flag], name
}

// payeeFields returns the ids of a line's payee and, for a transfer, of the other account.
func (w *documentWriter) payeeFields(l *line) (payee, account string) {
	if l.payee == "" {
		return "", ""
	}
	if other, ok := strings.CutPrefix(l.payee, budget.TransferPayee); ok {
		if at, known := w.accountAt[other]; known {
			payee = w.accounts[at].payee
			if at != l.account {
				account = w.accounts[at].id
			}
			return payee, account
		}
	}
	return w.payees[w.payeeAt[l.payee]].id, ""
}
