package ynab4

import (
	"cmp"
	"io"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/uuid"

	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/conversion"
	"holdover/internal/model/ynabdoc"
)

// conversionState is the state of one conversion.
type conversionState struct {
	*folder
	opts    conversion.Options
	remarks *conversion.Remarks
	out     *ynabdoc.Writer

	meta             metaData
	currentKnowledge string // the changes that the file contains, in the form of knowledge
	accounts         []account
	masters          []masterCategory
	payees           []payee
	groups           []*group
	months           []monthlyBudget
	scheduled        []transaction

	currency money.Format
	step     money.Milli // the smallest amount of the currency
	planID   uuid.UUID
	changed  time.Time // the last change, if known

	account  map[string]*accountSums
	category map[string]*category
	payee    map[string]*payee
	used     map[string]bool // ids of payees that live transactions refer to
	ordered  []*category     // in display order
	figures  figures
}

// run converts the budget.
func (c *conversionState) run(out io.Writer) error {
	c.out = ynabdoc.NewWriter(out, "plan")
	for _, step := range []func() error{c.readTables, c.prepare, c.readFigures, c.write} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// readTables reads everything except the transactions.
func (c *conversionState) readTables() error {
	var file struct {
		Known string `json:"currentKnowledge"`
	}
	tables := map[string]func(dec *jsontext.Decoder) error{
		"accounts":              appendTo(&c.accounts, func(*account) int { return 0 }),
		"masterCategories":      appendTo(&c.masters, func(m *masterCategory) int { return len(m.Categories) }),
		"payees":                appendTo(&c.payees, func(p *payee) int { return len(p.Renames) + len(p.Places) }),
		"monthlyBudgets":        appendTo(&c.months, (*monthlyBudget).trim),
		"scheduledTransactions": appendTo(&c.scheduled, func(t *transaction) int { return len(t.Parts) }),
		"budgetMetaData":        func(dec *jsontext.Decoder) error { return json.UnmarshalDecode(dec, &c.meta) },
		"fileMetaData":          func(dec *jsontext.Decoder) error { return json.UnmarshalDecode(dec, &file) },
		"accountMappings": func(dec *jsontext.Decoder) error {
			return each(dec, mostRecords, func(*ignored) error {
				c.remarks.Lose("bank accounts chosen for imports", "")
				return nil
			})
		},
	}
	seen := map[string]bool{}
	err := readBudget(c.budget, func(name string, dec *jsontext.Decoder) (bool, error) {
		read, known := tables[name]
		if known && seen[name] {
			return true, apperr.New(apperr.Invalid, "%s has %q twice", path.Base(c.budget.Name), name).WithHint("%s", packHint)
		}
		seen[name] = true
		if !known {
			return false, nil
		}
		return true, read(dec)
	})
	if err == nil && !(seen["accounts"] && seen["masterCategories"] && seen["transactions"]) {
		err = apperr.New(apperr.Invalid, "%s is not a budget of YNAB 4: it lacks accounts, masterCategories or transactions", path.Base(c.budget.Name)).WithHint("%s", packHint)
	}
	c.currentKnowledge = file.Known
	return err
}

// appendTo returns a function that reads a list and appends its records to all. within returns the number of records
// that are nested in a record.
func appendTo[T any](all *[]T, within func(*T) int) func(*jsontext.Decoder) error {
	return func(dec *jsontext.Decoder) error {
		total, start := 0, dec.InputOffset()
		return each(dec, mostRecords, func(record *T) error {
			*all = append(*all, *record)
			if total += within(&(*all)[len(*all)-1]); total > mostRecords || dec.InputOffset()-start > mostTable {
				return errTooMany
			}
			return nil
		})
	}
}

// trim removes the categories without content and returns the number of the others. YNAB 4 lists every category that
// ever had an amount.
func (m *monthlyBudget) trim() int {
	m.Categories = slices.DeleteFunc(m.Categories, func(c cell) bool { return c.Budgeted == 0 && c.Overspending == "" && c.Note == "" && !c.Deleted })
	m.Categories = slices.Clip(m.Categories)
	return len(m.Categories)
}

// eachTransaction reads the transactions one by one.
func (c *conversionState) eachTransaction(do func(*transaction) error) error {
	return readBudget(c.budget, func(name string, dec *jsontext.Decoder) (bool, error) {
		if name != "transactions" {
			return false, nil
		}
		return true, each(dec, -1, do)
	})
}

// prepare sorts the tables, sets the currency and the plan's id, and indexes the records by id.
func (c *conversionState) prepare() error {
	slices.SortStableFunc(c.accounts, func(a, b account) int { return cmp.Compare(a.Sort, b.Sort) })
	slices.SortStableFunc(c.masters, func(a, b masterCategory) int { return cmp.Compare(a.Sort, b.Sort) })
	var err error
	if c.currency, err = c.currencyFormat(); err != nil {
		return err
	}
	c.step = c.currency.Step()
	c.planID = c.idOfPlan()
	c.changed = c.readDiffs(c.currentKnowledge)
	c.account = make(map[string]*accountSums, len(c.accounts))
	for i := range c.accounts {
		if a := &c.accounts[i]; c.account[a.ID] == nil || c.account[a.ID].Deleted && !a.Deleted {
			c.account[a.ID] = &accountSums{account: a}
		}
	}
	c.payee, c.used = make(map[string]*payee, len(c.payees)), map[string]bool{}
	for i := range c.payees {
		if p := &c.payees[i]; c.payee[p.ID] == nil || c.payee[p.ID].Deleted && !p.Deleted {
			c.payee[p.ID] = p
		}
	}
	c.addCategories()
	return c.addMonths()
}

// idOfPlan returns the id by which a newer file of the same budget is recognised. It is derived from the name of the
// data folder, which does not change when the budget is renamed, or, for a single file, from the id of its first account.
func (c *conversionState) idOfPlan() uuid.UUID {
	identity := "ynab4 " + c.data
	if c.data == "" {
		identity = "ynab4 account "
		for i := range c.accounts {
			if a := &c.accounts[i]; !a.Deleted {
				identity += a.ID
				break
			}
		}
	}
	return uuid.NewSHA1(uuid.NameSpaceOID, []byte(identity))
}

// ordinaryID matches ids that begin with a UUID. Two kinds of ids do not: those of YNAB 4's own records, such as A16 and
// Category/PreYNABDebt/…, and those of imported transactions, which contain an amount.
var ordinaryID = regexp.MustCompile(`^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}(_[0-9A-Za-z_-]*)?$`)

// id returns the id of a record in the document: its id in the file if that is ordinary, otherwise a UUID derived from it.
func (c *conversionState) id(entity string) string {
	if entity == "" || isOrdinary(entity) {
		return entity
	}
	return uuid.NewSHA1(c.planID, []byte(entity)).String()
}

// isOrdinary reports whether ordinaryID matches. It avoids the regular expression for ids of the usual length, because
// every row has several ids.
func isOrdinary(id string) bool {
	const length = 36
	if len(id) != length {
		return len(id) > length && ordinaryID.MatchString(id)
	}
	return uuid.Validate(id) == nil
}

// amount returns an amount of the file, rounded to steps of the currency. format and args describe the record in a
// warning.
func (c *conversionState) amount(a amount, format string, args ...any) money.Milli {
	m, rounded := a.round(c.step)
	if rounded {
		c.remarks.Warn("rounded", "An amount has more decimals than its currency; it was rounded.", format, args...)
	}
	return m
}

// timestamp returns a time in the format of the document, or "" for the zero time.
func timestamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}

// reconciledAt returns the day of an account's last reconciliation as a timestamp.
func reconciledAt(day string) string {
	d, err := civil.ParseDate(strings.TrimSpace(day))
	if err != nil {
		return ""
	}
	return timestamp(d.Time())
}
