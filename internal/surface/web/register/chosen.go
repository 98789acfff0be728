package register

import (
	"net/url"
	"strconv"
	"strings"

	"holdover/internal/app"
	"holdover/internal/app/rows"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
	"holdover/internal/model/humanize"
	"holdover/internal/surface/ui"
)

// noCategory is the form's value for removing the category. An empty value means that none was chosen.
const noCategory = "none"

func categoryOfRows(r *ui.Request, s *rows.Setting) error {
	s.Category = new(r.Get("category"))
	switch *s.Category {
	case "":
		if err := r.RequireChange(); err != nil {
			return err
		}
		return apperr.New(apperr.Invalid, "no category selected").WithHint("choose a category, or No category")
	case noCategory:
		*s.Category = ""
	}
	return nil
}

func overrideIn(r *ui.Request) rows.EvenReconciled { return r.Get("even") == "1" }

func setOnRows(read func(*ui.Request, *rows.Setting) error) ui.Change {
	return ui.With(choiceOfForm, func(r *ui.Request, list rows.Choice) (app.ChangeResult, error) {
		var set rows.Setting
		if err := read(r, &set); err != nil {
			return app.ChangeResult{}, err
		}
		return r.App.SetOnRows(r.Context(), r.Actor, r.BudgetID, list, set, overrideIn(r))
	})
}

// duplicateRows copies rows, with one date for all or each with its own date.
func duplicateRows(r *ui.Request, rows rows.Choice) (app.ChangeResult, error) {
	on, err := r.DateIfAny("date")
	if err != nil {
		return app.ChangeResult{}, err
	}
	return r.App.DuplicateRows(r.Context(), r.Actor, r.BudgetID, rows, on)
}

// markCleared sets the mark of one row: "cleared ID".
func markCleared(r *ui.Request) (app.ChangeResult, error) {
	state, row, _ := strings.Cut(r.Get("mark"), " ")
	return r.App.SetOnRows(r.Context(), r.Actor, r.BudgetID, rows.These(row), rows.Setting{Cleared: &state}, false)
}

func choiceOfForm(r *ui.Request) (rows.Choice, error) {
	if err := r.ParseForm(); err != nil {
		return rows.Choice{}, apperr.New(apperr.Invalid, "the form cannot be read").WithCause(err)
	}
	choice, err := choiceIn(r.PostForm, r.Today, func() (money.Format, error) {
		b, err := r.App.Budget(r.Context(), r.Actor, r.BudgetID)
		return b.CurrencyFormat, err
	})
	if err == nil && choice.Matching != nil && choice.PreviewHash == "" {
		err = unsaid()
	}
	return choice, err
}

// choiceIn parses the selection of rows: individual rows, or all rows that match the query of an address.
func choiceIn(q url.Values, today civil.Date, format func() (money.Format, error)) (rows.Choice, error) {
	text := q.Get("matching")
	if text == "" {
		return rows.These(append(strings.Fields(q.Get("rows")), q["pick"]...)...), nil
	}
	asked, err := url.ParseQuery(text)
	if err != nil {
		return rows.Choice{}, apperr.New(apperr.Invalid, "the selection of transactions cannot be read").WithCause(err)
	}
	f, err := format()
	if err != nil {
		return rows.Choice{}, err
	}
	l, err := listingIn("", asked, f, today)
	if err != nil {
		return rows.Choice{}, err
	}
	count, err := strconv.Atoi(q.Get("count"))
	if err != nil || count < 1 {
		return rows.Choice{}, unsaid()
	}
	as, _ := strconv.ParseInt(q.Get("as"), 10, 64)
	return rows.Choice{Matching: &l.Filter, Count: count, PreviewHash: q.Get("shown"), As: as}, nil
}

func unsaid() error {
	return apperr.New(apperr.Invalid, "no transactions are selected").WithHint("select them again")
}

// chosenMenu returns the menu of the rows selected in a register. If open names an action, the menu contains only
// this action, opened.
func chosenMenu(a *ui.MenuRequest, open string) (*ui.MenuPage, error) {
	d, err := a.ScreenMenu()
	if err != nil {
		return nil, err
	}
	choice, err := choiceIn(a.Query, a.Today, func() (money.Format, error) { return d.Budget.CurrencyFormat, nil })
	if err != nil {
		return nil, err
	}
	rows, err := a.App.ChosenRows(a.Context(), a.Actor, a.BudgetID, choice)
	if err != nil {
		return nil, err
	}
	c := &chosenDrawing{ScreenMenu: d, today: a.Today, rows: &rows, hidden: choiceFields(a, rows.Shown)}
	if c.payees, err = a.PayeesOfLate(); err != nil {
		return nil, err
	}
	p := &ui.MenuPage{Heading: humanize.Number(rows.Count, "transaction", "transactions"), Sub: d.Symbol(rows.Sum).Text, Items: c.items()}
	for i := range p.Items {
		if p.Items[i].ID == open { // otherwise the menu offers all actions
			p.Items = []ui.MenuItem{p.Items[i]}
			p.Items[0].Open, p.Items[0].Apart = true, false
			break
		}
	}
	return p, nil
}

// choiceFields returns the hidden fields with the selected rows.
func choiceFields(a *ui.MenuRequest, shown string) []ui.Field {
	if text := a.Query.Get("matching"); text != "" {
		return []ui.Field{ui.Hidden("matching", text), ui.Hidden("count", a.Query.Get("count")), ui.Hidden("shown", shown)}
	}
	fields := []ui.Field{}
	if text := a.Query.Get("rows"); text != "" {
		fields = append(fields, ui.Hidden("rows", text))
	}
	for _, id := range a.Query["pick"] {
		fields = append(fields, ui.Hidden("pick", id))
	}
	return fields
}

type chosenDrawing struct {
	*ui.ScreenMenu
	today  civil.Date
	rows   *rows.Chosen
	hidden []ui.Field
	payees []string // recently used ones
}

func (c *chosenDrawing) items() []ui.MenuItem {
	category := append(ui.Ungrouped([]ui.Option{{Label: "Choose a category"}, {Value: noCategory, Label: "No category"}}), c.LineChoices(
		func(*budget.Category) bool { return false }, func(cat *budget.Category) string { return cat.Name })...)
	approve := c.item("approve", "Approve", "rows-approve", "Approve")
	approve.Intro = "Marks them as checked."
	duplicate := c.item("duplicate", "Duplicate", "duplicate-rows", "Duplicate", ui.Field{Name: "date", Label: "On", Kind: ui.DateField, Day: ui.DayIn(c.Budget.DateFormat, 0)})
	duplicate.Intro = "If you leave the date empty, each copy keeps its date. Copies are uncleared."
	remove := c.item("delete", "Delete", "delete-rows", "Delete")
	remove.Danger, remove.Apart, remove.Intro = true, true, deletion(c.rows, c.Symbol(c.rows.Sum).Text)
	return []ui.MenuItem{
		c.item("category", "Category", "rows-category", "Set the category", ui.Field{Name: "category", Label: "Category", Kind: ui.Choice, Required: true, Groups: category}),
		c.payee(), c.notes(),
		c.item("account", "Account", "rows-account", "Move to the account", ui.ChoiceOf("account", "Account", c.openAccounts()...)),
		c.item("date", "Date", "rows-date", "Set the date", ui.Field{Name: "date", Label: "Date", Kind: ui.DateField, Day: ui.DayIn(c.Budget.DateFormat, c.today)}),
		c.item("cleared", "Cleared", "rows-cleared", "Set", ui.ChoiceOf("cleared", "Cleared", clearedChoices()...)),
		c.item("flag", "Flag", "rows-flag", "Set the flag", flagField("")),
		approve, c.merge(), duplicate, remove,
	}
}

// payee sets one payee for all rows.
func (c *chosenDrawing) payee() ui.MenuItem {
	it := c.item("payee", "Payee", "rows-payee", "Set the payee", ui.Field{Name: "payee", Label: "Payee (empty: none)", Kind: ui.TextField, Suggest: c.payees})
	it.Intro = "The parts of splits keep their payees."
	if n := c.rows.Moves; n > 0 {
		it.Intro = "Sets it on " + humanize.Count(c.rows.Count-n) + "; " + humanize.Number(n, "transfer stays as it is", "transfers stay as they are") + ", the other account is the payee."
	}
	return it
}

// The ways to change notes.
const (
	notesReplace = "replace"
	notesAppend  = "append"
	notesClear   = "clear"
)

// notes replaces, extends or clears the notes of all rows.
func (c *chosenDrawing) notes() ui.MenuItem {
	ways := []ui.Option{{Value: notesAppend, Label: "Add to the end of the notes"}, {Value: notesReplace, Label: "Replace the notes"}, {Value: notesClear, Label: "Clear the notes"}}
	it := c.item("notes", "Notes", "rows-notes", "Change the notes",
		ui.Field{Name: "notes", Label: "Text", Kind: ui.TextField, MaxLength: 500}, ui.ChoiceOf("way", "What to do", ways...))
	it.Intro = humanize.Count(c.rows.Noted) + " of " + humanize.Number(c.rows.Count, "transaction has notes", "transactions have notes") + "; those of parts stay."
	return it
}

func notesOfRows(r *ui.Request, s *rows.Setting) error {
	s.Notes = &rows.NotesSetting{Text: strings.TrimSpace(r.Get("notes"))}
	switch r.Get("way") {
	case notesAppend:
		s.Notes.Append = true
	case notesClear:
		s.Notes.Text = ""
	case notesReplace:
		if s.Notes.Text == "" {
			return apperr.New(apperr.Invalid, "the text is missing").Of("notes").WithHint("enter a text, or choose Clear the notes")
		}
	default:
		return apperr.New(apperr.Invalid, "the action for the notes is missing").WithHint("choose an action")
	}
	return r.RequireChange()
}

// merge combines two transactions into one.
func (c *chosenDrawing) merge() ui.MenuItem {
	it := c.item("merge", "Merge", "merge-rows", "Merge the two")
	it.Intro = "They become one transaction: your entry stays, with the bank's data added. Unmatch in its menu separates them again."
	if c.rows.Count != 2 {
		it.Why = "Select two transactions of the same account and amount to merge them."
	}
	return it
}

func (c *chosenDrawing) item(id, label, what, submit string, fields ...ui.Field) ui.MenuItem {
	it := c.Do(label, what, c.hidden...).Ask(submit, fields...)
	it.ID, it.Guarded = id, true
	return it
}

func (c *chosenDrawing) openAccounts() (open []ui.Option) {
	for i := range c.Accounts {
		if acc := &c.Accounts[i]; !acc.Closed {
			open = append(open, ui.Option{Value: acc.ID, Label: acc.Name})
		}
	}
	return open
}

func clearedChoices() []ui.Option {
	return iterutil.Map([]ClearedMark{IsCleared, NotCleared, IsReconciled}, func(state ClearedMark) ui.Option {
		return ui.Option{Value: string(state), Label: state.Label()}
	})
}
