package journal

import (
	"strings"

	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

// maxRowsInMemory is the number of transactions of one day that are in memory at once. The two sides of a transfer are
// written as one transaction if both are among them.
const maxRowsInMemory = 10_000

// writeRows writes all transactions. It returns the last date, or 0 if there are none.
func (j *journal) writeRows(to syntax) (civil.Date, error) {
	var day []budget.Transaction
	write := func() {
		if len(day) > 0 {
			j.start(to, day[0].Date)
			j.advance(to, day[0].Date)
			j.writeDay(to, day)
		}
	}
	for t, err := range j.Transactions {
		if err != nil {
			return 0, err
		}
		if len(day) == maxRowsInMemory || len(day) > 0 && day[0].Date != t.Date {
			write()
			day = day[:0]
		}
		day = append(day, t)
	}
	write()
	if len(day) == 0 {
		return 0, nil
	}
	return day[0].Date, nil
}

// line identifies a line of a transaction by the transaction's index in its day and the number of the part.
type line struct {
	row  int
	part budget.PartNo
}

// writeDay writes transactions of one date.
func (j *journal) writeDay(to syntax, rows []budget.Transaction) {
	others, written := pairs(rows)
	for i := range rows {
		if written[i] {
			continue
		}
		e := j.entryOf(&rows[i], func(p budget.PartNo) *budget.Transaction {
			if o, paired := others[line{i, p}]; paired {
				return &rows[o]
			}
			return nil
		})
		to.entry(&e)
	}
}

// pairs returns the index of the transaction on the other side of each transfer. written reports for each transaction
// whether it is such a side, which is written with its counterpart. That side is always a transaction without parts.
func pairs(rows []budget.Transaction) (others map[line]int, written []bool) {
	others, written = map[line]int{}, make([]bool, len(rows))
	at := make(map[budget.TxNo]int, len(rows))
	for i := range rows {
		at[rows[i].No] = i
	}
	for i := range rows {
		if written[i] {
			continue
		}
		for l := range rows[i].Lines {
			o, here := at[l.Transfer.Tx]
			if !here || l.Transfer.Part != 0 || o == i || written[o] {
				continue
			}
			other := &rows[o]
			if len(other.Parts) == 0 && other.Transfer.Tx == rows[i].No && other.Transfer.Part == l.Part && other.Amount == -l.Amount {
				others[line{i, l.Part}], written[o] = o, true
			}
		}
	}
	return others, written
}

// entryOf returns a transaction with the other sides of its transfers.
func (j *journal) entryOf(t *budget.Transaction, other func(budget.PartNo) *budget.Transaction) entry {
	e := entry{date: t.Date, cleared: t.Cleared, description: j.payee(t.Payee), tags: j.rowTags(t, t.Memo)}
	e.postings = append(e.postings, posting{account: j.accounts[t.Account], amount: t.Amount, cleared: t.Cleared})
	moved := newMoves(j)
	part := 0
	for l := range t.Lines {
		moved.addLine(t.Account, l)
		p := posting{account: j.counterpart(t, l), amount: -l.Amount}
		if len(t.Parts) > 0 {
			p.tags = j.partTags(t, &t.Parts[part])
			part++
		}
		if o := other(l.Part); o != nil {
			for l := range o.Lines {
				moved.addLine(o.Account, l)
			}
			p.account = j.accounts[o.Account]
			memo := o.Memo
			if memo == t.Memo {
				memo = ""
			}
			for _, t := range j.rowTags(o, memo) {
				p.tags = append(p.tags, tag{"transfer_" + t.name, t.value})
			}
			j.payee(o.Payee)
			p.cleared = o.Cleared
			if o.Cleared != t.Cleared {
				e.cleared = ""
			}
		}
		e.postings = append(e.postings, p)
	}
	e.moves = moved.postings()
	return e
}

// counterpart returns the account of the other posting of a line.
func (j *journal) counterpart(t *budget.Transaction, l budget.Line) string {
	name := ""
	if p := j.payees[t.Payee]; p != nil {
		name = p.name
	}
	category, known := j.categories[l.Category]
	switch {
	case l.Transfer.Account != 0:
		return j.inTransit
	case name == budget.StartingBalance:
		return j.opening
	case known:
		return category
	case name == budget.ManualAdjustment, name == budget.ReconciliationAdjustment:
		return j.adjustments
	}
	return j.uncategorised
}

// payee returns the name of a payee and marks the payee as used.
func (j *journal) payee(no budget.PayeeNo) string {
	p := j.payees[no]
	if p == nil {
		return ""
	}
	p.used = true
	return p.name
}

func (j *journal) rowTags(t *budget.Transaction, memo string) []tag {
	tags := []tag{{"id", t.ID}, {"memo", memo}, {"flag", t.FlagColour}, {"flag_name", t.FlagName}, {"debt_type", t.DebtType}}
	if !t.Approved {
		tags = append(tags, tag{"approved", "no"})
	}
	if b := t.Bank; b != nil {
		tags = append(tags, tag{"import_id", b.ImportID}, tag{"imported_payee", b.Text()})
		if b.Match != nil || len(b.Listed) > 0 {
			j.omitted.Omit("other forms of matched bank transactions", t.Date.String()+" "+b.Text())
		}
	}
	if len(t.Extra) > 0 {
		j.omitted.Omit("transactions with fields that Holdover does not use", t.ID)
	}
	return nonEmpty(tags)
}

func (j *journal) partTags(t *budget.Transaction, p *budget.Part) []tag {
	tags := []tag{{"id", p.ID}, {"memo", p.Memo}}
	if name := j.payee(p.Payee); p.Payee != t.Payee {
		tags = append(tags, tag{"payee", name})
	}
	return nonEmpty(tags)
}

// nonEmpty returns the tags that have a value.
func nonEmpty(tags []tag) []tag {
	return iterutil.Where(tags, func(t tag) bool { return strings.TrimSpace(t.value) != "" })
}

// moves contains the amounts by which an entry changes the envelopes.
type moves struct {
	*journal
	order  []string
	amount map[string]money.Milli
}

func newMoves(j *journal) *moves { return &moves{journal: j, amount: map[string]money.Milli{}} }

func (m *moves) add(envelope string, amount money.Milli) {
	if _, known := m.amount[envelope]; !known {
		m.order = append(m.order, envelope)
	}
	m.amount[envelope] += amount
}

// addLine adds the effect of a line, by the rules of package envelope.
func (m *moves) addLine(account budget.AccountNo, l budget.Line) {
	if !m.onBudget[account] {
		return
	}
	envelope := m.withoutCategory
	_, known := m.categories[l.Category]
	if known {
		envelope = m.unassigned
		if own, spends := m.envelopes[l.Category]; spends {
			envelope = own
		}
	}
	payment, card := m.envelope.payments[account]
	if l.Transfer.TwoDates && m.onBudget[l.Transfer.Account] && !known {
		if card {
			m.add(payment, -l.Amount)
		}
		return
	}
	if !card {
		m.add(envelope, l.Amount)
		return
	}
	// Spending on a card moves money from the category's envelope to the envelope that pays the card. Income on a card,
	// and lines of payment categories on a card, change no envelope.
	if envelope != m.unassigned && !m.envelope.pays[l.Category] {
		m.add(envelope, l.Amount)
		m.add(payment, -l.Amount)
	}
}

// postings returns the moves and their counterpart, the account for the money of all envelopes.
func (m *moves) postings() []posting {
	var list []posting
	var sum money.Milli
	for _, envelope := range m.order {
		if amount := m.amount[envelope]; amount != 0 {
			list = append(list, posting{account: envelope, amount: amount})
			sum += amount
		}
	}
	if sum != 0 {
		list = append(list, posting{account: m.money, amount: -sum})
	}
	return list
}
