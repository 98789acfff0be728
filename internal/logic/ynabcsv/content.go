package ynabcsv

import (
	"crypto/sha256"
	"io"
	"strings"

	"github.com/google/uuid"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
	"holdover/internal/model/conversion"
	"holdover/internal/model/humanize"
)

// content is what the tables contain besides the transactions themselves.
type content struct {
	*export
	remarks    *conversion.Remarks
	id         uuid.UUID // of the plan, derived from the content of both tables
	accounts   []account
	categories []category
	payees     []payee
	flags      []string // names of flags whose colour the file does not say

	accountAt  map[string]int32
	categoryAt map[categoryName]int32
	payeeAt    map[string]int32
	flagColour map[string]string // by the text of the column

	monthly   map[categoryMonth]money.Milli // sums of the rows
	uncleared map[categoryDay]money.Milli   // the part of rows that are not cleared
	pending   map[civil.Date]int            // number of rows that are not cleared
	transfers map[transferTo]sides          // by the account and the name of the other one
	cells     map[categoryMonth]figures
	cellOrder []categoryMonth // keys of cells, in the order of the table

	asOf civil.Date // last day that the figures of the plan include, or 0 if they include all rows
}

// account is an account with the sums of its rows.
type account struct {
	name             string
	id, payee        string // payee is that of transfers to the account
	balance, cleared money.Milli
	later            map[civil.Date]money.Milli // sums of rows that are not cleared
	categorised      bool                       // a row has a category
	uncategorised    bool                       // a row that is no transfer has none
	card, onBudget   bool
}

// sides counts the transfers to an account by whether they have a category.
type sides struct{ categorised, uncategorised int }

type (
	categoryName  struct{ group, name string }
	categoryMonth struct {
		category int32
		month    civil.Month
	}
	categoryDay struct {
		category int32
		date     civil.Date
	}
	transferTo struct {
		account int32
		other   string
	}
)

// figures are the figures of a category in a month.
type figures struct{ assigned, activity, available money.Milli }

// category is a category of the tables.
type category struct {
	categoryName
	kind   categoryKind
	id     string
	group  string // id of its group
	hidden bool
	rows   int
	active bool // a month has an activity
}

// payee is a payee of the register.
type payee struct{ name, id string }

// readContent reads both tables and classifies their categories and accounts.
func readContent(e *export, remarks *conversion.Remarks) (*content, error) {
	c := &content{
		export: e, remarks: remarks,
		accountAt: map[string]int32{}, categoryAt: map[categoryName]int32{}, payeeAt: map[string]int32{}, flagColour: map[string]string{},
		monthly: map[categoryMonth]money.Milli{}, uncleared: map[categoryDay]money.Milli{}, pending: map[civil.Date]int{},
		transfers: map[transferTo]sides{}, cells: map[categoryMonth]figures{},
	}
	hash := sha256.New()
	for _, t := range []*table{e.register, e.plan} {
		if err := t.copyTo(hash); err != nil {
			return nil, err
		}
	}
	c.id = uuid.NewSHA1(uuid.NameSpaceOID, hash.Sum(nil))
	if err := e.plan.each(c.readCell); err != nil { // first, since it has the order of the categories
		return nil, err
	}
	if err := e.register.each(c.readRow); err != nil {
		return nil, err
	}
	c.signOutflows()
	c.classify()
	c.findAsOf()
	c.classifyAccounts()
	c.chooseColours()
	return c, nil
}

func (t *table) copyTo(w io.Writer) error {
	content, err := t.file.Open()
	if err != nil {
		return err
	}
	defer content.Close()
	_, err = io.Copy(w, content)
	return err
}

// idOf returns the id of a record of the plan.
func (c *content) idOf(kind string, names ...string) string {
	return uuid.NewSHA1(c.id, []byte(kind+"\x00"+strings.Join(names, "\x00"))).String()
}

// readCell reads a line of the plan.
func (c *content) readCell(r *record) error {
	month, err := r.month()
	if err != nil {
		return err
	}
	at, err := c.category(r)
	if err != nil {
		return err
	}
	if at < 0 {
		return r.fail("the category has no name").WithHint(unchangedHint)
	}
	var f figures
	if f.assigned, err = c.notation.amount(r, assignedColumn); err != nil {
		return err
	}
	activity := activityColumn
	if !r.has(activity) {
		activity = outflowsColumn
	}
	if f.activity, err = c.notation.amount(r, activity); err != nil {
		return err
	}
	if f.available, err = c.notation.amount(r, availableColumn); err != nil {
		return err
	}
	key := categoryMonth{at, month}
	was, again := c.cells[key]
	if again {
		c.remarks.Merge("month_categories", "another category of the same name in the same group")
		c.remarks.Warn("same-name", "Two categories have the same name and group, and the file does not tell them apart; they were merged.",
			"%s, %s: %s", month, c.categories[at].categoryName.group, c.categories[at].name)
	} else {
		if len(c.cellOrder) == mostCells {
			return r.fail("the table has more than %d figures", mostCells).WithHint("Check that it is the right file.")
		}
		c.cellOrder = append(c.cellOrder, key)
	}
	c.cells[key] = figures{was.assigned.Plus(f.assigned), was.activity.Plus(f.activity), was.available.Plus(f.available)}
	c.categories[at].active = c.categories[at].active || f.activity != 0
	return nil
}

// category returns the position of the category of a line, or -1.
func (c *content) category(r *record) (int32, error) {
	group, err := r.text(groupColumn, longestName)
	if err != nil {
		return 0, err
	}
	name, err := r.text(categoryColumn, longestName)
	if err != nil || name == "" && group == "" {
		return -1, err
	}
	key := categoryName{group, name}
	at, known := c.categoryAt[key]
	if !known {
		key = categoryName{strings.Clone(group), strings.Clone(name)}
		at = int32(len(c.categories))
		c.categoryAt[key] = at
		c.categories = append(c.categories, category{categoryName: key})
	}
	return at, nil
}

// readRow reads a line of the register for its names and sums.
func (c *content) readRow(r *record) error {
	l, err := c.readLine(r)
	if err != nil {
		return err
	}
	if len(c.accounts)+len(c.categories)+len(c.payees)+len(c.flagColour) > mostNames {
		return r.fail("the tables have more than %s different names", humanize.Count(mostNames)).WithHint("Check that it is the right file.")
	}
	a := &c.accounts[l.account]
	a.balance = a.balance.Plus(l.amount)
	if l.cleared != "uncleared" {
		a.cleared = a.cleared.Plus(l.amount)
	} else {
		if a.later == nil {
			a.later = map[civil.Date]money.Milli{}
		}
		a.later[l.date] = a.later[l.date].Plus(l.amount)
		c.pending[l.date]++
	}
	other, transfer := strings.CutPrefix(l.payee, budget.TransferPayee)
	switch {
	case l.category >= 0:
		a.categorised = true
		c.addToCategory(&l)
	case !transfer:
		a.uncategorised = true
	}
	if transfer {
		key := transferTo{l.account, strings.Clone(other)}
		n := c.transfers[key]
		if l.category >= 0 {
			n.categorised++
		} else {
			n.uncategorised++
		}
		c.transfers[key] = n
	}
	return nil
}

func (c *content) addToCategory(l *line) {
	c.categories[l.category].rows++
	month := categoryMonth{l.category, l.date.Month()}
	c.monthly[month] = c.monthly[month].Plus(l.amount)
	if l.cleared == "uncleared" {
		day := categoryDay{l.category, l.date}
		c.uncleared[day] = c.uncleared[day].Plus(l.amount)
	}
}

// signOutflows negates the activity of a table of YNAB 4 if the column Outflows has another sign than the sums of the
// register.
func (c *content) signOutflows() {
	if c.plan.has(activityColumn) {
		return
	}
	var table, rows money.Milli
	for key, f := range c.cells {
		table = table.Plus(f.activity)
		rows = rows.Plus(c.monthly[key])
	}
	if table > 0 && rows > 0 || table <= 0 && rows <= 0 {
		return
	}
	for key, f := range c.cells {
		f.activity = -f.activity
		c.cells[key] = f
	}
}
