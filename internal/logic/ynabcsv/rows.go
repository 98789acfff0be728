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

// split is a transaction: one line, or the lines of the parts of a split.
type split struct {
	id    string
	lines []line
	parts int // of a split, otherwise 0
}

// writeTransactions writes the rows of the register in its order.
func (w *documentWriter) writeTransactions() error {
	var open split // a split of which more lines may follow
	if err := w.register.each(func(r *record) error {
		l, err := w.readLine(r)
		if err != nil {
			return err
		}
		part, parts, memo, marked := splitMark(l.memo)
		if len(open.lines) > 0 && !(marked && open.continues(&l, part, parts)) {
			if err := w.broken(&open); err != nil {
				return err
			}
		}
		if !marked || part != len(open.lines)+1 {
			if marked {
				w.warnBroken(&l)
			}
			return w.row(split{lines: []line{l}})
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
		open = split{}
		return w.row(whole)
	}); err != nil {
		return err
	}
	return w.broken(&open)
}

// continues reports whether a line is the next part of the split.
func (s *split) continues(l *line, part, parts int) bool {
	first := &s.lines[0]
	return part == len(s.lines)+1 && parts == s.parts && l.account == first.account && l.date == first.date
}

// broken writes the lines of an incomplete split as transactions.
func (w *documentWriter) broken(open *split) error {
	lines := open.lines
	*open = split{}
	for i := range lines {
		w.warnBroken(&lines[i])
		if err := w.row(split{lines: lines[i : i+1]}); err != nil {
			return err
		}
	}
	return nil
}

func (w *documentWriter) warnBroken(l *line) {
	w.remarks.Warn("broken-split", "Parts of a split are missing in the register, or do not follow each other; each was imported as a transaction.",
		"line %d, %s: %s", l.no, l.date, l.memo)
}

// row writes a transaction, or keeps it if it is a scheduled one.
func (w *documentWriter) row(s split) error {
	w.rows++
	s.id = w.idOf("row", strconv.Itoa(w.rows))
	first := &s.lines[0]
	if first.cleared == "uncleared" && w.isPending(first.date) {
		w.remarks.Warn("scheduled", "The register lists the next date of each scheduled transaction, but not how it repeats. Each is scheduled once.",
			"%s, %s: %s", first.date, first.payee, s.amount())
		w.waiting = append(w.waiting, s)
		return nil
	}
	whole := w.whole(&s)
	t := &ynabdoc.Transaction{
		ID: s.id, Date: first.date, Amount: whole.amount, Cleared: first.cleared, Approved: true, AccountID: w.accounts[first.account].id,
		Memo: whole.memo, CategoryID: whole.category, PayeeID: whole.payee, TransferAccountID: whole.transfer,
	}
	t.FlagColor, t.FlagName = w.flagFields(first)
	for i, p := range w.parts(&s) {
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

// whole returns the fields of a transaction. Those of a split are its amount and payee.
func (w *documentWriter) whole(s *split) fields {
	if s.parts == 0 {
		return w.fields(&s.lines[0])
	}
	return w.fields(&line{category: -1, payee: s.payee(), amount: s.amount()})
}

// parts returns the fields of the parts of a split. A part with the payee of the whole has none.
func (w *documentWriter) parts(s *split) []fields {
	if s.parts == 0 {
		return nil
	}
	common := s.payee()
	return iterutil.Map(s.lines, func(l line) fields {
		f := w.fields(&l)
		if l.payee == common {
			f.payee = ""
		}
		return f
	})
}

func (w *documentWriter) fields(l *line) fields {
	f := fields{amount: l.amount, memo: l.memo}
	if l.category >= 0 {
		f.category = w.categories[l.category].id
	}
	f.payee, f.transfer = w.payeeFields(l)
	return f
}

// writeScheduled writes the scheduled transactions. A transfer is one record, of its first side.
func (w *documentWriter) writeScheduled() error {
	type side struct {
		account, other string
		date           civil.Date
		amount         money.Milli
	}
	done := map[side]int{}
	for _, s := range w.waiting {
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
		if err := w.out.Record(w.schedule(&s)); err != nil {
			return err
		}
	}
	return nil
}

func (w *documentWriter) schedule(s *split) *ynabdoc.ScheduledTransaction {
	first, whole := &s.lines[0], w.whole(s)
	t := &ynabdoc.ScheduledTransaction{
		ID: s.id, DateFirst: first.date, DateNext: first.date, Frequency: "never", Amount: whole.amount, AccountID: w.accounts[first.account].id,
		Memo: whole.memo, CategoryID: whole.category, PayeeID: whole.payee, TransferAccountID: whole.transfer,
	}
	t.FlagColor, t.FlagName = w.flagFields(first)
	for i, p := range w.parts(s) {
		t.Subtransactions = append(t.Subtransactions, ynabdoc.ScheduledSubtransaction{
			ID: w.idOf("part", s.id, strconv.Itoa(i)), ScheduledTransactionID: s.id, Amount: p.amount, Memo: p.memo, CategoryID: p.category, PayeeID: p.payee, TransferAccountID: p.transfer,
		})
	}
	return t
}

func (s *split) amount() money.Milli {
	var sum money.Milli
	for i := range s.lines {
		sum = sum.Plus(s.lines[i].amount)
	}
	return sum
}

// payee returns the payee of the whole split: that of the first part that is no transfer, or that
// names it.
func (s *split) payee() string {
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
