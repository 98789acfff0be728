package actualfile

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/conversion"
	"holdover/internal/model/ynabdoc"
)

// mostListed limits the records of a table that is read into memory.
const mostListed = 200_000

// mostKept limits all texts that are read into memory, in bytes.
const mostKept = 64 << 20

// conversionState is the state of one conversion.
type conversionState struct {
	*database
	meta    *metadata
	opts    conversion.Options
	remarks *conversion.Remarks
	prefs   preferences
	unit    money.Milli // the value of 1 in the database

	notes         map[string]string
	accounts      list[account]
	inGroups      map[string][]string // the accounts of each account group
	accountGroups []ynabdoc.MarkedAccountGroup
	groups        list[group]
	categories    list[category]
	payees        list[payee]
	tags          []ynabdoc.MarkedTag
	// categoryMapping and payeeMapping map the ids in transactions to the ids of current records, after merges.
	categoryMapping, payeeMapping map[string]string

	kept      int // the bytes of all texts that were read into memory
	sheet     figures
	rules     rules
	schedules schedules
}

// list is a table in memory, in display order.
type list[T any] struct {
	all []T
	at  map[string]int
}

func (l *list[T]) add(id string, record T) {
	if l.at == nil {
		l.at = map[string]int{}
	}
	if _, taken := l.at[id]; taken {
		return // SQLite permits this only for records without a key
	}
	l.at[id] = len(l.all)
	l.all = append(l.all, record)
}

// get returns a record, or nil.
func (l *list[T]) get(id string) *T {
	i, ok := l.at[id]
	if !ok {
		return nil
	}
	return &l.all[i]
}

type account struct {
	ynabdoc.Account
	used bool // a live transaction is in it
}

type group struct {
	ynabdoc.CategoryGroup
	income bool
}

type category struct {
	ynabdoc.Category
	income    bool
	live      bool // neither the category nor its group is deleted
	templates string
	fromNotes bool // its templates are lines of its note
	carries   bool // an income category that held its income automatically
}

type payee struct {
	ynabdoc.Payee
	account     string // of a transfer payee
	used        bool
	favourite   bool
	learningOff bool
}

// load reads a table into memory.
func (c *conversionState) load(table, query string, f func(r *record)) error {
	n := 0
	return c.each(query, func(r *record) {
		if n++; n > mostListed {
			r.failed = apperr.New(apperr.Invalid, "%s: the table %s has more than %d records", databaseName, table, mostListed).WithHint(exportAgainHint)
			return
		}
		f(r)
		for _, value := range r.values {
			if text, is := value.(string); is {
				c.kept += len(text)
			}
		}
		if c.kept > mostKept {
			r.setError(apperr.New(apperr.Invalid, "%s: the names, notes, rules and templates are longer than %d MB together", databaseName, mostKept>>20).
				WithHint("Delete rules and long notes that you do not need in Actual, and export the budget again."))
		}
	})
}

func (c *conversionState) readNotes() error {
	c.notes = map[string]string{}
	if !c.has("notes") {
		return nil
	}
	return c.load("notes", "SELECT id, note FROM notes WHERE note IS NOT NULL AND note <> ''", func(r *record) {
		id := r.id("note")
		c.notes[id] = c.note(r)
	})
}

// note returns the next value as a note. A longer one is cut.
func (c *conversionState) note(r *record) string {
	note := r.textUpTo(maxRecord)
	if len(note) <= maxNote {
		return note
	}
	c.remarks.Warn("long-note", "A note is longer than 30,000 bytes; the rest was cut off.", "%s: %s", r.where, clip(note))
	for i := range note {
		if i > maxNote-4 {
			return note[:i]
		}
	}
	return note
}

// accountTypes maps the types that Actual gave accounts until 2023.
var accountTypes = map[string]string{
	"checking": "checking", "savings": "savings", "credit": "creditCard", "investment": "otherAsset", "mortgage": "mortgage", "debt": "otherLiability",
}

func (c *conversionState) readAccounts() error {
	c.inGroups = map[string][]string{}
	return c.load("accounts", "SELECT id, name, offbudget, closed, tombstone, "+c.column("accounts", "type", "NULL")+", "+c.column("accounts", "last_reconciled", "NULL")+", "+c.column("accounts", "account_group_id", "NULL")+
		" FROM accounts ORDER BY "+c.column("accounts", "sort_order", "0")+", name, id", func(r *record) {
		a := account{}
		a.ID, a.Name, a.OnBudget, a.Closed, a.Deleted = r.id("account"), r.text(), !r.flag(), r.flag(), r.flag()
		kind := accountTypes[r.text()]
		switch {
		case kind != "":
			a.Type = kind
		case a.OnBudget:
			a.Type = "checking"
		default:
			a.Type = "otherAsset"
		}
		if ms, err := strconv.ParseInt(r.text(), 10, 64); err == nil && ms > 0 && ms < 1<<42 {
			a.LastReconciledAt = time.UnixMilli(ms).UTC().Format(time.RFC3339)
		}
		a.Note = c.notes["account-"+a.ID]
		if g := r.text(); g != "" {
			c.inGroups[g] = append(c.inGroups[g], a.ID)
		}
		c.accounts.add(a.ID, a)
	})
}

// readAccountGroups reads the groups of accounts. An account of a deleted group is in none.
func (c *conversionState) readAccountGroups() error {
	if !c.has("account_groups") {
		return nil
	}
	return c.load("account_groups", "SELECT id, name FROM account_groups WHERE ifnull(tombstone, 0) = 0 ORDER BY sort_order, id", func(r *record) {
		id := r.id("account group")
		c.accountGroups = append(c.accountGroups, ynabdoc.MarkedAccountGroup{ID: id, Name: r.text(), Accounts: c.inGroups[id]})
	})
}

func (c *conversionState) readGroups() error {
	return c.load("category_groups", "SELECT id, name, is_income, tombstone, "+c.column("category_groups", "hidden", "0")+" FROM category_groups ORDER BY is_income, sort_order, id", func(r *record) {
		g := group{}
		g.ID, g.Name, g.income, g.Deleted, g.Hidden = r.id("category group"), r.text(), r.flag(), r.flag(), r.flag()
		g.Internal, g.Note = g.income, c.notes[g.ID]
		c.groups.add(g.ID, g)
	})
}

func (c *conversionState) readCategories() error {
	query := "SELECT id, name, is_income, cat_group, tombstone, " + c.column("categories", "hidden", "0") + ", " + c.column("categories", "goal_def", "NULL") + ", " +
		c.column("categories", "template_settings", "NULL") + " FROM categories ORDER BY sort_order, id"
	return c.load("categories", query, func(r *record) {
		k := category{}
		k.ID, k.Name, k.income, k.GroupID, k.Deleted, k.Hidden = r.id("category"), r.text(), r.flag(), r.text(), r.flag(), r.flag()
		k.templates = r.textUpTo(maxRecord)
		k.fromNotes = !isFromEditor(r.textUpTo(maxRecord))
		k.Note, k.Internal = c.notes[k.ID], k.income
		if g := c.groups.get(k.GroupID); g != nil {
			k.GroupName, k.live = g.Name, !k.Deleted && !g.Deleted
			k.income = g.income
		}
		c.categories.add(k.ID, k)
	})
}

// setTargets sets the targets of the categories. The schedules that targets follow were read before.
func (c *conversionState) setTargets() error {
	for i := range c.categories.all {
		c.setTarget(&c.categories.all[i])
	}
	return nil
}

func (c *conversionState) readPayees() error {
	marks := c.column("payees", "favorite", "0") + ", coalesce(" + c.column("payees", "learn_categories", "1") + ", 1)"
	return c.load("payees", "SELECT id, name, transfer_acct, tombstone, "+marks+" FROM payees ORDER BY rowid", func(r *record) {
		p := payee{}
		p.ID, p.Name, p.account, p.Deleted, p.favourite, p.learningOff = r.id("payee"), r.text(), r.text(), r.flag(), r.flag(), !r.flag()
		if a := c.accounts.get(p.account); a != nil {
			p.Name = "Transfer : " + a.Name
		}
		c.payees.add(p.ID, p)
	})
}

// readMappings reads the mappings of ids that Actual adds when records are merged. As in Actual, a mapping is followed
// once only.
func (c *conversionState) readMappings() error {
	c.categoryMapping, c.payeeMapping = map[string]string{}, map[string]string{}
	err := c.load("category_mapping", "SELECT id, transferId FROM category_mapping", func(r *record) { c.categoryMapping[r.id("category mapping")] = r.text() })
	if err != nil {
		return err
	}
	return c.load("payee_mapping", "SELECT id, targetId FROM payee_mapping", func(r *record) { c.payeeMapping[r.id("payee mapping")] = r.text() })
}

// categoryOf returns the category of a transaction, or nil. As in Actual, transactions of deleted categories have no
// category.
func (c *conversionState) categoryOf(id string) *category {
	if k := c.categories.get(c.categoryMapping[id]); k != nil && k.live {
		return k
	}
	return nil
}

// payeeOf returns the payee of a transaction, or nil.
func (c *conversionState) payeeOf(id string) *payee { return c.payees.get(c.payeeMapping[id]) }

// budgeted is a budgeted amount of Actual. For an income category, carries means that its income is held automatically.
type budgeted struct {
	category *category
	month    civil.Month
	amount   money.Milli
	carries  bool
}

// readBudgets returns the budgeted amounts of categories that are not deleted, sorted by month.
func (c *conversionState) readBudgets() ([]budgeted, error) {
	table := "zero_budgets"
	if c.prefs.tracking && c.has("reflect_budgets") {
		table = "reflect_budgets"
	}
	var all []budgeted
	n := 0
	err := c.each("SELECT category, month, amount, carryover FROM "+table+" WHERE amount <> 0 OR carryover <> 0", func(r *record) {
		if n++; n > mostFigures {
			r.failed = apperr.New(apperr.Invalid, "%s: the table %s has more than %d records", databaseName, table, mostFigures).WithHint(exportAgainHint)
			return
		}
		id := r.id("budget of category")
		b := budgeted{month: r.month(), amount: r.amount(c.unit), carries: r.flag()}
		if k := c.categories.get(id); k != nil && k.live {
			b.category = k
			all = append(all, b)
		} else if b.amount != 0 {
			c.remarks.Skip("month_categories", "the category is deleted in Actual Budget")
		}
	})
	slices.SortStableFunc(all, func(a, b budgeted) int { return cmp.Compare(a.month, b.month) })
	return all, err
}
