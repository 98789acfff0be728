package ynab4

import (
	"strconv"
	"strings"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/matching"
	"holdover/internal/logic/schedule"
	"holdover/internal/model/ynabdoc"
)

// writeTransactions reads the transactions a second time and writes them.
func (c *conversionState) writeTransactions() error {
	return c.eachTransaction(func(t *transaction) error {
		if t.Deleted {
			c.remarks.Skip("transactions", deleted)
			for range t.Parts {
				c.remarks.Skip("subtransactions", "the transaction was deleted in YNAB 4")
			}
			return nil
		}
		day, err := dateOf("transaction", t.ID, t.Date)
		if err != nil {
			return err
		}
		return c.out.Record(c.transaction(t, day))
	})
}

func (c *conversionState) transaction(t *transaction, day civil.Date) *ynabdoc.Transaction {
	parts, m := t.live(), day.Month()
	out := &ynabdoc.Transaction{
		ID: c.id(t.ID), Date: day, Amount: c.amount(t.Amount, "transaction of %s", day), Memo: memoOf(t), Cleared: strings.ToLower(t.Cleared),
		Approved: t.Accepted == nil || *t.Accepted, FlagColor: strings.ToLower(t.Flag), AccountID: c.id(t.Account), PayeeID: c.payeeID(t.Payee),
		ImportID: c.importID(t), ImportPayeeName: t.ImportedPayee, ImportPayeeNameOriginal: t.ImportedPayee,
	}
	if len(parts) == 0 {
		out.CategoryID, out.TransferAccountID, out.TransferTransactionID = c.categoryID(t.Category, m), c.id(t.OtherAccount), c.id(t.OtherSide)
	}
	for i := range parts {
		p := &parts[i]
		out.Subtransactions = append(out.Subtransactions, ynabdoc.Subtransaction{
			ID: c.id(p.ID), TransactionID: out.ID, Amount: c.amount(p.Amount, "part of the transaction of %s", day), Memo: p.Memo,
			PayeeID: c.partPayee(t, p), CategoryID: c.categoryID(p.Category, m), TransferAccountID: c.id(p.OtherAccount), TransferTransactionID: c.id(p.OtherSide),
		})
	}
	for range len(t.Parts) - len(parts) {
		c.remarks.Skip("subtransactions", deleted)
	}
	for range t.Matched {
		c.remarks.Lose("originals of matched transactions", day.String())
	}
	if t.EnteredFrom != "" {
		c.remarks.Lose("days on which scheduled transactions were entered", t.EnteredFrom)
	}
	return out
}

// partPayee returns the payee of a part: that of its transaction, or the other account's for a transfer.
func (c *conversionState) partPayee(t *transaction, p *part) string {
	if p.OtherAccount != "" {
		return c.payeeID(transferPayee + p.OtherAccount)
	}
	return c.payeeID(t.Payee)
}

// payeeID returns the id of a payee, or "" for one that is not in the file.
func (c *conversionState) payeeID(id string) string {
	if c.payee[id] == nil {
		return ""
	}
	return c.id(id)
}

// categoryID returns the category of a line in a month. Income for this month and for the next one have the same
// category, since the month holds the latter.
func (c *conversionState) categoryID(id string, m civil.Month) string {
	switch {
	case id == splitCategory:
		return ""
	case id == deferredIncome && c.figures.deferred[m] < 0:
		return c.id(negativeDeferred)
	case id == deferredIncome:
		return c.id(immediateIncome)
	}
	return c.id(id)
}

// memoOf returns the memo of a transaction with its cheque number, in the form of bankfile.Row.Notes.
func memoOf(t *transaction) string {
	switch check := strings.TrimSpace(string(t.Check)); {
	case check == "":
		return t.Memo
	case t.Memo == "":
		return "#" + check
	default:
		return t.Memo + " #" + check
	}
}

// importID returns the import id of a transaction, by which a later import of the bank file finds it. It is the bank's
// number, or YNAB 4's own id converted to Holdover's form. The latter contains the amount as YNAB 4 displays it.
func (c *conversionState) importID(t *transaction) string {
	if t.FITID != "" {
		return matching.BankID(string(t.FITID))
	}
	parts := strings.Split(string(t.YNABID), ":") // YNAB:-1'032.55:2025-08-24:1
	if len(parts) != 4 {
		return string(t.YNABID)
	}
	day, err := civil.ParseDate(parts[2])
	nth, nthErr := strconv.Atoi(parts[3])
	amount, ok := c.parseShownAmount(parts[1])
	if err != nil || nthErr != nil || !ok {
		return string(t.YNABID)
	}
	return matching.CountedID(day, amount, nth)
}

// parseShownAmount parses an amount as YNAB 4 displays it, with all decimals of the currency and any separators.
func (c *conversionState) parseShownAmount(text string) (money.Milli, bool) {
	decimals := 0
	if at := strings.LastIndexAny(text, ".,"); at >= 0 {
		decimals = len(text) - at - 1
	}
	if wanted := c.currency.DecimalDigits; wanted > 0 && decimals != wanted {
		return 0, false // another currency
	}
	var digits []byte
	for i := range len(text) {
		if text[i] >= '0' && text[i] <= '9' {
			digits = append(digits, text[i])
		}
	}
	n, err := strconv.ParseInt(string(digits), 10, 64)
	if err != nil || n > int64(money.Limit/c.step) {
		return 0, false
	}
	if strings.HasPrefix(text, "-") || strings.HasPrefix(text, "(") {
		n = -n
	}
	return money.Milli(n) * c.step, true
}

func (c *conversionState) writeScheduled() error {
	for i := range c.scheduled {
		t := &c.scheduled[i]
		if t.Deleted {
			c.remarks.Skip("scheduled_transactions", deleted)
			for range t.Parts {
				c.remarks.Skip("scheduled_subtransactions", "the scheduled transaction was deleted in YNAB 4")
			}
			continue
		}
		day, err := dateOf("scheduled transaction", t.ID, t.Date)
		if err != nil {
			return err
		}
		if err := c.out.Record(c.scheduledRecord(t, day)); err != nil {
			return err
		}
	}
	return nil
}

func (c *conversionState) scheduledRecord(t *transaction, day civil.Date) *ynabdoc.ScheduledTransaction {
	frequency := frequencyOf(t.Frequency)
	out := &ynabdoc.ScheduledTransaction{
		ID: c.id(t.ID), DateFirst: firstDay(day, frequency, int(t.StartDay)), DateNext: day, Frequency: string(frequency),
		Amount: c.amount(t.Amount, "scheduled transaction of %s", day), Memo: memoOf(t), FlagColor: strings.ToLower(t.Flag), AccountID: c.id(t.Account), PayeeID: c.payeeID(t.Payee),
	}
	parts := t.live()
	if len(parts) == 0 {
		out.CategoryID, out.TransferAccountID = c.scheduledCategory(t.Category, t), c.id(t.OtherAccount)
	}
	for i := range parts {
		p := &parts[i]
		out.Subtransactions = append(out.Subtransactions, ynabdoc.ScheduledSubtransaction{
			ID: c.id(p.ID), ScheduledTransactionID: out.ID, Amount: c.amount(p.Amount, "part of the scheduled transaction of %s", day), Memo: p.Memo,
			PayeeID: c.partPayee(t, p), CategoryID: c.scheduledCategory(p.Category, t), TransferAccountID: c.id(p.OtherAccount),
		})
	}
	for range len(t.Parts) - len(parts) {
		c.remarks.Skip("scheduled_subtransactions", deleted)
	}
	return out
}

func (c *conversionState) scheduledCategory(id string, t *transaction) string {
	switch id {
	case splitCategory:
		return ""
	case deferredIncome:
		c.remarks.Lose("marks that scheduled income is for the next month", t.Date)
		return c.id(immediateIncome)
	}
	return c.id(id)
}

// frequencyOf returns the source's frequency for one of YNAB 4. Most differ only in the case of the first letter. An
// unknown one is returned as it is; the import reports it.
func frequencyOf(name string) schedule.Frequency {
	switch name {
	case "", "Once":
		return schedule.Never
	case "EveryFourWeeks":
		return schedule.Every4Weeks
	}
	return schedule.Frequency(lowerFirst(name))
}

// firstDay returns the first day of a scheduled transaction. YNAB 4 stores only the next day and, for a transaction that
// falls twice a month, the first of its two days of the month.
func firstDay(next civil.Date, f schedule.Frequency, start int) civil.Date {
	if f != schedule.TwiceAMonth || start < 1 || start > civil.MostDays {
		return next
	}
	if first := next.Month().DayAt(start); first <= next {
		return first
	}
	return next.Month().Add(-1).DayAt(start)
}
