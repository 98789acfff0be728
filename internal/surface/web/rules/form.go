package rules

import (
	"errors"
	"net/http"
	"strconv"
	"strings"

	"holdover/internal/app"
	"holdover/internal/app/pageframe"
	"holdover/internal/app/rules"
	"holdover/internal/base/apperr"
	"holdover/internal/base/iterutil"
	"holdover/internal/model/budget"
	"holdover/internal/surface/httpx"
	"holdover/internal/surface/ui"
)

type FormPage struct {
	ui.Frame
	Heading, BackURL, Action string
	ID, Seen                 string
	Opened                   app.Opened
	Request                  string
	Off, Any                 bool
	Conditions               []ConditionFields
	Payee, Notes             string
	Payees                   []string // for completion in the browser
	Categories               []ui.OptionGroup
	Accounts                 []ui.Option // targets of a transfer
	Flags                    []ui.Option
	Schedules                []ui.Option // empty if the budget has no scheduled transactions
	AnyAmount, LeaveOut      bool
	Shares                   []ShareFields
	Faults                   ui.FieldFaults
	Trial                    *Trial
}

// ConditionFields are the fields of a condition. All are submitted; the style sheet shows those that its kind needs.
type ConditionFields struct {
	No             int // from 1
	What           []ui.OptionGroup
	Text, Min, Max string
	From, Until    ui.Day
	Accounts       []ui.Option
	One            bool // there is no other condition
	Fault          ui.FaultText
}

// ShareFields are the fields of a part of a split.
type ShareFields struct {
	No         int
	Categories []ui.OptionGroup
	Share      string
	Notes      string
	Fault      ui.FaultText
}

func (*FormPage) Template() string { return "rule" }

// Form shows the form of a rule, or of a new one with the values of a link's query.
func Form(w http.ResponseWriter, r *ui.Request) error {
	if err := r.RequireChange(); err != nil {
		return err
	}
	id := r.PathValue("rule")
	if id == "" {
		return show(w, r, http.StatusOK, begun(r), nil, nil)
	}
	entry, opened, err := current(r, id)
	if err != nil {
		return err
	}
	t, err := formOf(r, entry)
	if err != nil {
		return err
	}
	t.Opened = opened
	return show(w, r, http.StatusOK, t, nil, nil)
}

// current returns a rule, and the version of the budget from which it was read. Fault: NotFound.
func current(r *ui.Request, id string) (*rules.Entry, app.Opened, error) {
	f, err := r.Frame() // read before the rule, so that a change in between causes a conflict instead of being overwritten
	if err != nil {
		return nil, app.Opened{}, err
	}
	all, err := r.App.RulesOf(r.Context(), r.Actor, r.BudgetID)
	if err != nil {
		return nil, app.Opened{}, err
	}
	one := iterutil.First(all, func(rule rules.Rule) bool { return rule.ID == id })
	if one == nil {
		return nil, app.Opened{}, apperr.Gone("rule")
	}
	return &one.Entry, app.Opened{Change: f.Budget.Knowledge}, nil
}

// begun returns a new rule with the values of a link's query: a text of the payee, a payee, a category.
func begun(r *ui.Request) *ruleForm {
	q := r.URL.Query()
	all := iterutil.Map(q["text"][:min(len(q["text"]), maxConditions)], func(text string) typedCondition { return typedCondition{What: "payee contains", Text: text} })
	if q.Has("is") || len(all) == 0 {
		all = append(all, typedCondition{What: map[bool]string{true: "payee is", false: "payee contains"}[q.Has("is")], Text: q.Get("is")})
	}
	return &ruleForm{Conditions: all, Any: len(all) > 1, Payee: q.Get("payee"), Category: q.Get("category")}
}

// Submit executes the action of the form's button.
func Submit(w http.ResponseWriter, r *ui.Request) error {
	if err := r.RequireChange(); err != nil {
		return err
	}
	t := sentForm(r)
	r.ReadHidden()
	what, number, _ := strings.Cut(r.Get("act"), "=")
	n, _ := strconv.Atoi(number) // 0 by default
	switch what {
	case "add-condition", "remove-condition", "add-share", "remove-share", "show":
		t.reshape(what, n)
		return show(w, r, http.StatusOK, t, nil, nil)
	}
	entry, err := t.entry(r)
	if err != nil {
		return refused(w, r, t, err)
	}
	if what == "try" {
		got, err := r.App.TryRule(r.Context(), r.Actor, r.BudgetID, *entry)
		if err != nil {
			return refused(w, r, t, err)
		}
		return show(w, r, http.StatusOK, t, nil, &got)
	}
	var apply *string
	if what == "apply" {
		apply = &number
	}
	done, _, err := r.App.SaveRule(r.Context(), r.Actor, r.BudgetID, *entry, apply, leftOut(r)...)
	if err != nil {
		return refused(w, r, t, err)
	}
	return r.RedirectDone(w, r.To("rules"), done)
}

func refused(w http.ResponseWriter, r *ui.Request, t *ruleForm, err error) error {
	if httpx.StatusOf(err) >= http.StatusInternalServerError {
		return err
	}
	if apperr.CodeOf(err) == app.ChangedMeanwhile { // the page now shows the conflict, so the next save overwrites
		entry, opened, gone := current(r, t.ID)
		if gone != nil {
			return gone
		}
		t.Seen, t.Opened = entry.Seen, app.Opened{Change: opened.Change, Told: true}
	}
	return show(w, r, httpx.StatusOf(r.Logged(err)), t, err, nil)
}

// show renders the form with an error, or with the result of a trial.
func show(w http.ResponseWriter, r *ui.Request, status int, t *ruleForm, failed error, trial *rules.Trial) error {
	d, err := r.ScreenMenu()
	if err != nil {
		return err
	}
	p := &FormPage{
		Frame: ui.Frame{Title: "Rule", Sidebar: ui.SidebarOf(&d.Frame, ui.OnRules, "")}, Heading: "New rule", BackURL: r.To("rules"), Action: r.To("rules/form"),
		ID: t.ID, Seen: t.Seen, Opened: t.Opened, Request: r.RequestKey(failed), Off: t.Off, Any: t.Any, Payee: t.Payee, Notes: t.Notes, Faults: ui.FieldFaults{},
	}
	if t.ID != "" {
		p.Heading = "Rule"
	}
	at, part := faultAt(failed, p.Faults)
	day := func(text string) ui.Day { return ui.DayTyped(d.Budget.DateFormat, text, r.Today) }
	for i := range t.Conditions {
		c := &t.Conditions[i]
		one := ConditionFields{
			No: i + 1, What: whatChoices(c.What), Text: c.Text, Min: c.Min, Max: c.Max, From: day(c.From), Until: day(c.Until),
			Accounts: accountChoices(d.Accounts, c.Account, "Choose an account"), One: len(t.Conditions) == 1,
		}
		if at == "when" && part == one.No {
			one.Fault = p.Faults["when"]
			delete(p.Faults, "when")
		}
		p.Conditions = append(p.Conditions, one)
	}
	p.Categories = categoryChoices(d, t.Category, "No change, or the usual")
	p.Accounts = accountChoices(d.Accounts, t.Transfer, "No transfer")
	p.Flags = ui.ChooseOf(t.Flag, ui.Flags("", "No change")...)
	p.AnyAmount, p.LeaveOut = t.AnyAmount, t.LeaveOut
	if p.Schedules, err = r.ScheduleChoices(d.Budget.DateFormat, t.Schedule); err != nil {
		return err
	}
	for i := range t.Shares {
		s := &t.Shares[i]
		one := ShareFields{No: i + 1, Categories: categoryChoices(d, s.Category, "Choose a category"), Share: s.Share, Notes: s.Notes}
		if at == "shares" && part == one.No {
			one.Fault = p.Faults["shares"]
			delete(p.Faults, "shares")
		}
		p.Shares = append(p.Shares, one)
	}
	if p.Payees, err = r.PayeesOfLate(); err != nil {
		return err
	}
	if trial != nil {
		p.Trial = trialOf(trial, &d.Frame, r.Links, r.To("rules"))
	}
	return r.Render(w, status, p)
}

// faultAt adds an error to those of its field, and returns the field and the number of the condition or part.
func faultAt(failed error, faults ui.FieldFaults) (field string, part int) {
	f, ok := errors.AsType[*apperr.Error](failed)
	switch {
	case failed == nil:
		return "", 0
	case !ok:
		faults[""] = ui.FaultOf(failed)
		return "", 0
	}
	field = f.Field
	switch field {
	case "when", "payee", "category", "transfer", "shares", "notes", "flag", "schedule":
	default: // an error of the whole rule
		field = ""
	}
	faults[field] = ui.BesideField(f)
	return field, f.Part
}

func accountChoices(all []pageframe.Account, chosen, none string) []ui.Option {
	options := []ui.Option{{Value: "", Label: none}}
	for i := range all {
		if !all[i].Closed || all[i].ID == chosen {
			options = append(options, ui.ChosenOption(all[i].ID, all[i].Name, chosen))
		}
	}
	return options
}

func categoryChoices(d *ui.ScreenMenu, chosen, none string) []ui.OptionGroup {
	categories := d.LineChoices(func(c *budget.Category) bool { return c.Hidden && c.ID != chosen }, func(c *budget.Category) string { return c.Name })
	return ui.Choose(append(ui.Ungrouped([]ui.Option{{Label: none}}), categories...), chosen)
}
