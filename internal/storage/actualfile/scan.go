package actualfile

import (
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
)

// Reasons why records are not in the document.
const (
	reasonDeleted       = "deleted in Actual Budget"
	reasonParentDeleted = "part of a transaction that is deleted in Actual Budget"
	reasonNoParent      = "part of no transaction"
	reasonNoAccount     = "without an account or a date, so Actual Budget does not show it"
	reasonCompleted     = "completed in Actual Budget"
)

// liveRows is the SQL condition of transactions that count in Actual, without the parts of splits.
const liveRows = "t.isChild = 0 AND ifnull(t.tombstone, 0) = 0 AND t.date IS NOT NULL AND t.acct IS NOT NULL"

// liveParts is the SQL condition of parts that count in Actual. p is their transaction, which may be deleted although they
// are not.
const liveParts = "t.isChild = 1 AND ifnull(t.tombstone, 0) = 0 AND t.date IS NOT NULL AND t.acct IS NOT NULL AND p.tombstone = 0 AND " + canHaveParts

// canHaveParts is the SQL condition of transactions whose parts are in the document.
const canHaveParts = "p.isChild = 0 AND p.date IS NOT NULL AND p.acct IN (SELECT id FROM accounts)"

// scanned contains the results of a pass over all transactions.
type scanned struct {
	earliest    civil.Month                   // of any transaction that is no part, deleted or not
	first, last civil.Month                   // of live ones
	activity    []map[civil.Month]money.Milli // by category
	balance     []money.Milli                 // the balance, by account
	cleared     []money.Milli
	total       money.Milli // of all absolute amounts
	rows, parts int         // live ones
}

// scan reads all transactions once. It counts those that are not in the document, marks the records to which the others
// refer, and adds up accounts and categories.
func (c *conversionState) scan() (*scanned, error) {
	s := &scanned{
		activity: make([]map[civil.Month]money.Milli, len(c.categories.all)),
		balance:  make([]money.Milli, len(c.accounts.all)), cleared: make([]money.Milli, len(c.accounts.all)),
	}
	query := "SELECT t.id, t.isChild, t.isParent, ifnull(t.tombstone, 0), t.acct, t.date, ifnull(t.amount, 0), t.category, t.description, " + c.transactionColumn("cleared", "1") + ", " +
		"p.id IS NOT NULL AND " + canHaveParts + ", ifnull(p.tombstone, 1), " + c.transactionColumn("raw_synced_data", "NULL") + " IS NOT NULL, " + c.transactionColumn("schedule", "NULL") + " IS NOT NULL" +
		" FROM transactions t NOT INDEXED LEFT JOIN transactions p ON t.isChild = 1 AND p.id = t.parent_id"
	all, err := c.count("transactions", "true")
	if err != nil {
		return nil, err
	}
	n := 0
	err = c.each(query, func(r *record) {
		if n++; n > all {
			r.setError(checkRowCount(n, all))
		}
		c.scanRow(s, r)
	})
	if err == nil && s.total >= money.TotalLimit {
		err = apperr.New(apperr.Invalid, "the amounts in %s are too large to add up", databaseName).WithHint("Together they must stay below %s.", money.TotalLimit)
	}
	return s, err
}

// transactionColumn returns a column of the table transactions, called t, or the default if the file does not have it.
func (c *conversionState) transactionColumn(name, otherwise string) string {
	if c.tables["transactions"][name] {
		return "t." + name
	}
	return otherwise
}

func (c *conversionState) scanRow(s *scanned, r *record) {
	r.id("transaction")
	isPart, isSplit, deleted := r.flag(), r.flag(), r.flag()
	array := "transactions"
	if isPart {
		array = "subtransactions"
	}
	accountID, date, amount, categoryID, payeeID := r.text(), r.date(), r.amount(c.unit), r.text(), r.text()
	cleared, hasParent, parentDeleted, hasRaw, isScheduled := r.flag(), r.flag(), r.flag(), r.flag(), r.flag()
	if date != 0 && !isPart && (s.earliest == 0 || date.Month() < s.earliest) {
		s.earliest = date.Month()
	}
	a := c.accounts.get(accountID)
	switch {
	case deleted:
		c.remarks.Skip(array, reasonDeleted)
		return
	case isPart && !hasParent:
		c.remarks.Skip(array, reasonNoParent)
		return
	case isPart && parentDeleted:
		c.remarks.Skip(array, reasonParentDeleted)
		return
	case date == 0 || a == nil:
		c.remarks.Skip(array, reasonNoAccount)
		return
	}
	s.total = s.total.Plus(amount.Abs())
	if p := c.payeeOf(payeeID); p != nil {
		p.used = true
	}
	if isPart {
		s.parts++
	} else {
		s.rows++
		a.used = true
		at := c.accounts.at[accountID]
		s.balance[at] += amount
		if cleared {
			s.cleared[at] += amount
		}
	}
	s.first, s.last = min(orLatest(s.first), date.Month()), max(s.last, date.Month())
	if k := c.categoryOf(categoryID); k != nil && !isSplit && a.OnBudget {
		at := c.categories.at[k.ID]
		if s.activity[at] == nil {
			s.activity[at] = map[civil.Month]money.Milli{}
		}
		s.activity[at][date.Month()] += amount
	}
	if hasRaw {
		c.remarks.Lose("raw data of bank connections", "")
	}
	if isScheduled {
		c.remarks.Lose("links from transactions to their schedules", "")
	}
}

// orLatest returns m, or the latest possible month if m is 0.
func orLatest(m civil.Month) civil.Month {
	if m == 0 {
		return civil.Latest.Month()
	}
	return m
}
