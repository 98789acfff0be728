package payees

import (
	"net/url"
	"strings"

	"holdover/internal/app"
	"holdover/internal/app/payees"
	"holdover/internal/base/apperr"
	"holdover/internal/base/iterutil"
	"holdover/internal/model/humanize"
	"holdover/internal/surface/ui"
)

func menus() []ui.Menu {
	return []ui.Menu{
		{Name: "payee", Draw: onePayee},
		{Name: "merge-payees", Draw: chosenMenu(2, "Choose at least two payees to merge.", mergeItem)},
		{Name: "mark-payees", Draw: markMenu},
		{Name: "delete-payees", Draw: chosenMenu(1, "Choose at least one payee.", deleteItem)},
		{Name: "unused-payees", Draw: unusedMenu},
	}
}

// onePayee returns the menu next to a payee's name. If the typed name is another payee's, it offers to merge the two.
func onePayee(a *ui.MenuRequest, id string) (*ui.MenuPage, error) {
	found, _, err := a.App.PayeesByID(a.Context(), a.Actor, a.BudgetID, []string{id})
	if err != nil {
		return nil, err
	}
	one := &found[0]
	p := &ui.MenuPage{Heading: one.Name, Sub: payeeUse(one)}
	if other, err := payeeTyped(a, one); err != nil {
		return nil, err
	} else if other != nil {
		p.Items = append(p.Items, a.Do("Merge it into "+other.Name, "merge-payees", ui.Hidden("into", other.ID), ui.Hidden("payees", payeeList([]string{id}))))
	}
	if one.Uses > 0 {
		p.Items = append(p.Items, ui.MenuItem{Label: "Show its transactions", URL: a.PayeeRows(id)})
	}
	if one.Places > 0 {
		p.Items = append(p.Items, ui.MenuItem{Label: "Show its " + humanize.Number(one.Places, "place", "places"), URL: a.To("payees/" + url.PathEscape(id) + "/places")})
	}
	others, err := a.PayeesOfLate()
	if err != nil {
		return nil, err
	}
	others = notAlready(others, one.Name)
	of := ui.Hidden("payee", id)
	merge := a.Do("Merge into another", "merge-into-name", of).Ask("Merge", ui.Field{Name: "into", Label: "Name of the other payee", Kind: ui.TextField, Suggest: others, MaxLength: longestPayee})
	merge.Intro = "Its transactions and scheduled transactions move to the other payee, and this one is deleted."
	marks := markItems(a, found)
	remove := a.Do("Delete", "delete-payees", ui.Hidden("payees", payeeList([]string{id}))).Ask("Delete")
	remove.Intro, remove.Danger, remove.Apart = leftBehind(found), true, true
	p.Items = append(p.Items, a.Do("Rename", "rename-payee", of).Replace("Rename", ui.Field{Name: "name", Label: "Name", Value: one.Name, Kind: ui.TextField, MaxLength: longestPayee}), merge)
	p.Items = append(append(p.Items, marks...), ui.MenuItem{Label: "Always give it a category", URL: a.To("rules/new?" + url.Values{"is": {one.Name}}.Encode())}, remove)
	return p, nil
}

// longestPayee is the maximum length of a payee's name in characters.
const longestPayee = 500

// payeeTyped returns the other payee that has the typed name, or nil.
func payeeTyped(a *ui.MenuRequest, one *payees.Payee) (*payees.Payee, error) {
	name := strings.TrimSpace(a.PostFormValue("name"))
	if name == "" {
		return nil, nil //nolint:nilnil // nothing was typed
	}
	other, err := a.App.PayeeNamed(a.Context(), a.Actor, a.BudgetID, name)
	if err != nil || other == nil || other.ID == one.ID || other.Account != "" {
		return nil, err
	}
	return other, nil
}

// chosenMenu returns the menu of the chosen payees, or the note few if fewer than takes are chosen.
func chosenMenu(takes int, few string, item func(a *ui.MenuRequest, chosen []payees.Payee, about ui.Field) ui.MenuItem) func(*ui.MenuRequest, string) (*ui.MenuPage, error) {
	return func(a *ui.MenuRequest, about string) (*ui.MenuPage, error) {
		chosen, _, err := a.App.PayeesByID(a.Context(), a.Actor, a.BudgetID, payeesIn(about))
		if err != nil {
			return nil, err
		}
		if len(chosen) < takes {
			return &ui.MenuPage{Heading: "Chosen payees", Note: few}, nil
		}
		it := item(a, chosen, ui.Hidden("payees", about))
		it.Open = true
		return &ui.MenuPage{Heading: "Chosen payees", Items: []ui.MenuItem{it}}, nil
	}
}

func mergeItem(a *ui.MenuRequest, chosen []payees.Payee, about ui.Field) ui.MenuItem {
	options := iterutil.Map(chosen, func(p payees.Payee) ui.Option { return ui.Option{Value: p.ID, Label: p.Name + ", " + payeeUse(&p)} })
	return a.Do("Merge "+humanize.Number(len(chosen), "payee", "payees"), "merge-payees", about).Ask("Merge", ui.ChoiceOf("into", "Payee to keep", options...))
}

func deleteItem(a *ui.MenuRequest, chosen []payees.Payee, about ui.Field) ui.MenuItem {
	it := a.Do("Delete "+humanize.Number(len(chosen), "payee", "payees"), "delete-payees", about).Ask("Delete")
	it.Intro, it.Danger = leftBehind(chosen), true
	return it
}

// markMenu returns the menu that marks several payees.
func markMenu(a *ui.MenuRequest, about string) (*ui.MenuPage, error) {
	chosen, _, err := a.App.PayeesByID(a.Context(), a.Actor, a.BudgetID, payeesIn(about))
	if err != nil {
		return nil, err
	}
	if len(chosen) == 0 {
		return &ui.MenuPage{Heading: "Chosen payees", Note: "Choose at least one payee."}, nil
	}
	return &ui.MenuPage{Heading: "Chosen payees", Sub: humanize.Number(len(chosen), "payee", "payees"), Items: markItems(a, chosen)}, nil
}

// payeeMark is a mark with the labels of the items that set and remove it.
type payeeMark struct {
	name, set, remove string
	is                func(*payees.Payee) bool
}

var payeeMarks = []payeeMark{
	{"favourite", "Add to the favourites", "Remove from the favourites", func(p *payees.Payee) bool { return p.Favourite }},
	{"hidden", "Hide in suggestions", "Show in suggestions", func(p *payees.Payee) bool { return p.Hidden }},
	{"learning-off", "Do not suggest its category", "Suggest its category", func(p *payees.Payee) bool { return p.LearningOff }},
}

// markItems returns the items that set a mark of the payees, unless all have it, and that remove it, if one has it.
func markItems(a *ui.MenuRequest, chosen []payees.Payee) (items []ui.MenuItem) {
	about := ui.Hidden("payees", payeeList(iterutil.Map(chosen, func(p payees.Payee) string { return p.ID })))
	for _, mark := range payeeMarks {
		marked := 0
		for p := range iterutil.Pointers(chosen) {
			if mark.is(p) {
				marked++
			}
		}
		if marked < len(chosen) {
			items = append(items, a.Do(mark.set, "mark-payees", about, ui.Hidden("mark", mark.name), ui.Hidden("on", "1")))
		}
		if marked > 0 {
			items = append(items, a.Do(mark.remove, "mark-payees", about, ui.Hidden("mark", mark.name), ui.Hidden("on", "0")))
		}
	}
	return items
}

// markChange returns the change that a form of markItems asks for.
func markChange(r *ui.Request) (m payees.MarkChange) {
	on := new(r.Get("on") == "1")
	switch r.Get("mark") {
	case "favourite":
		m.Favourite = on
	case "hidden":
		m.Hidden = on
	case "learning-off":
		m.LearningOff = on
	}
	return m
}

func unusedMenu(a *ui.MenuRequest, _ string) (*ui.MenuPage, error) {
	got, err := a.App.PayeesOf(a.Context(), a.Actor, a.BudgetID, payees.Query{Only: payees.OnlyUnused})
	if err != nil {
		return nil, err
	}
	p := &ui.MenuPage{Heading: "Unused payees", Sub: humanize.Number(got.Kinds[payees.OnlyUnused], "payee", "payees")}
	it := a.Do("Delete all "+humanize.Count(got.Kinds[payees.OnlyUnused]), "delete-unused-payees").Ask("Delete all unused")
	it.Intro, it.Danger, it.Open = "They have no transactions or scheduled transactions. Undo restores all of them.", true, true
	p.Items = append(p.Items, it)
	return p, nil
}

// leftBehind describes the records that have no payee after a deletion.
func leftBehind(gone []payees.Payee) string {
	uses, scheduled, rules, only := 0, 0, 0, 0
	for p := range iterutil.Pointers(gone) {
		uses, scheduled, rules, only = uses+p.Uses, scheduled+p.Scheduled, rules+p.Rules-p.OnlyRules, only+p.OnlyRules
	}
	var stay []string
	for _, one := range []struct {
		n         int
		one, many string
	}{{uses, "transaction or part", "transactions and parts"}, {scheduled, "scheduled transaction", "scheduled transactions"}, {rules, "rule", "rules"}} {
		if one.n > 0 {
			stay = append(stay, humanize.Number(one.n, one.one, one.many))
		}
	}
	them := humanize.Noun(len(gone), "it", "them")
	text := "Nothing uses " + them + ". "
	switch {
	case len(stay) > 0:
		text = strings.Join(stay, " and ") + map[bool]string{true: " stays", false: " stay"}[uses+scheduled+rules == 1] + ", without payee. "
	case only > 0:
		text = ""
	}
	if only > 0 {
		text += humanize.Number(only, "rule that sets nothing else is deleted", "rules that set nothing else are deleted") + " too. "
	}
	return text + "Undo restores " + them + "."
}

func payeeUse(p *payees.Payee) string {
	if p.Unused() {
		return "unused"
	}
	if p.Uses > 0 {
		return "used " + humanize.Number(p.Uses, "time", "times")
	}
	var in []string
	if p.Scheduled > 0 {
		in = append(in, humanize.Number(p.Scheduled, "scheduled transaction", "scheduled transactions"))
	}
	if p.Rules > 0 {
		in = append(in, humanize.Number(p.Rules, "rule", "rules"))
	}
	return "in " + strings.Join(in, " and ")
}

// notAlready removes one payee from a list of ids or names.
func notAlready(all []string, one string) []string {
	return iterutil.Where(all, func(id string) bool { return id != one })
}

func changes() map[string]ui.Change {
	return map[string]ui.Change{
		"rename-payee": ui.ByTwo((*app.App).RenamePayee, "payee", "name"),
		"merge-payees": func(r *ui.Request) (app.ChangeResult, error) {
			into := r.Get("into")
			return r.App.MergePayees(r.Context(), r.Actor, r.BudgetID, into, notAlready(payeesIn(r.Get("payees")), into))
		},
		"remove-place":    ui.By((*app.App).RemovePlace, "place"),
		"remove-places":   ui.By((*app.App).RemovePlaces, "payee"),
		"merge-into-name": mergeIntoName,
		"mark-payees": func(r *ui.Request) (app.ChangeResult, error) {
			return r.App.MarkPayees(r.Context(), r.Actor, r.BudgetID, payeesIn(r.Get("payees")), markChange(r))
		},
		"delete-payees": func(r *ui.Request) (app.ChangeResult, error) {
			return r.App.DeletePayees(r.Context(), r.Actor, r.BudgetID, payeesIn(r.Get("payees")))
		},
		"delete-unused-payees": func(r *ui.Request) (app.ChangeResult, error) {
			return r.App.DeleteUnusedPayees(r.Context(), r.Actor, r.BudgetID)
		},
	}
}

// mergeIntoName merges a payee into the one with a given name.
func mergeIntoName(r *ui.Request) (app.ChangeResult, error) {
	name := strings.TrimSpace(r.Get("into"))
	other, err := r.App.PayeeNamed(r.Context(), r.Actor, r.BudgetID, name)
	if err != nil {
		return app.ChangeResult{}, err
	}
	if other == nil {
		return app.ChangeResult{}, apperr.New(apperr.Invalid, "payee %q not found", name).WithHint("rename this one instead, or enter the other payee's name as listed")
	}
	return r.App.MergePayees(r.Context(), r.Actor, r.BudgetID, other.ID, []string{r.Get("payee")})
}
