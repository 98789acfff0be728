package web

import (
	"strings"

	"holdover/internal/app"
)

// payeeMenus are the menus about payees, by what their query names.
var payeeMenus = map[string]menuKind{
	"payee":         onePayee,
	"merge-payees":  mergeMenu,
	"delete-payees": deleteMenu,
	"unused-payees": unusedMenu,
}

// onePayee is the menu next to a payee's name. Where a name was typed that
// another payee has, it offers to merge the two.
func onePayee(a *asking, id string) (*MenuPage, *app.Frame, error) {
	found, f, err := a.app.PayeesByID(a.ctx, a.who, a.id, []string{id})
	if err != nil {
		return nil, nil, err
	}
	one := &found[0]
	p := &MenuPage{Heading: one.Name, Sub: payeeUse(one)}
	if other, err := a.payeeTyped(one); err != nil {
		return nil, nil, err
	} else if other != nil {
		p.Items = append(p.Items, a.do("Merge it into "+other.Name, "merge-payees", hiddenField("into", other.ID), hiddenField("payees", payeeList([]string{id}))))
	}
	if one.Uses > 0 {
		p.Items = append(p.Items, MenuItem{Label: "Show its rows", URL: a.payeeRows(id)})
	}
	others, err := a.otherPayees(one)
	if err != nil {
		return nil, nil, err
	}
	of := hiddenField("payee", id)
	merge := a.do("Merge into another", "merge-into-name", of).ask("Merge", Field{Name: "into", Label: "Name of the other payee", Kind: TextField, Suggest: others, MaxLength: longestPayee})
	merge.Intro = "Its rows and schedules go to the other one, and it is gone."
	remove := a.do("Delete", "delete-payees", hiddenField("payees", payeeList([]string{id}))).ask("Delete")
	remove.Intro, remove.Danger, remove.Apart = leftBehind(found), true, true
	p.Items = append(p.Items, a.do("Rename", "rename-payee", of).ask("Rename", Field{Name: "name", Label: "Name", Value: one.Name, Kind: TextField, MaxLength: longestPayee}), merge, remove)
	return p, &f, nil
}

// longestPayee is how long a payee's name may be, in characters.
const longestPayee = 500

// otherPayees are the names that a payee may be merged into: those in use, for
// the browser to complete.
func (a *asking) otherPayees(one *app.Payee) (names []string, err error) {
	found, _, err := a.app.SuggestPayees(a.ctx, a.who, a.id, "", "", mostListed)
	for _, f := range found {
		if f.Account == nil && f.Name != one.Name {
			names = append(names, f.Name)
		}
	}
	return names, err
}

// payeeTyped is the payee whose name was typed for another one, nil where there
// is none.
func (a *asking) payeeTyped(one *app.Payee) (*app.Payee, error) {
	name := strings.TrimSpace(a.typed("name"))
	if name == "" {
		return nil, nil //nolint:nilnil // nothing was typed
	}
	other, err := a.app.PayeeNamed(a.ctx, a.who, a.id, name)
	if err != nil || other == nil || other.ID == one.ID || other.Account != "" {
		return nil, err
	}
	return other, nil
}

func mergeMenu(a *asking, about string) (*MenuPage, *app.Frame, error) {
	found, f, err := a.app.PayeesByID(a.ctx, a.who, a.id, payeesIn(about))
	if err != nil {
		return nil, nil, err
	}
	p := &MenuPage{Heading: "Chosen payees"}
	if len(found) < 2 {
		p.Note = "Choose at least two payees to merge."
		return p, &f, nil
	}
	var options []Option
	for i := range found {
		options = append(options, Option{Value: found[i].ID, Label: found[i].Name + ", " + payeeUse(&found[i])})
	}
	it := a.do("Merge "+counted(len(found), "payee", "payees"), "merge-payees", hiddenField("payees", about)).
		ask("Merge", Field{Name: "into", Label: "The one that stays", Kind: Choice, Groups: []OptionGroup{{Options: options}}})
	it.Open = true
	p.Items = append(p.Items, it)
	return p, &f, nil
}

func deleteMenu(a *asking, about string) (*MenuPage, *app.Frame, error) {
	found, f, err := a.app.PayeesByID(a.ctx, a.who, a.id, payeesIn(about))
	if err != nil {
		return nil, nil, err
	}
	p := &MenuPage{Heading: "Chosen payees"}
	if len(found) == 0 {
		p.Note = "Choose at least one payee."
		return p, &f, nil
	}
	it := a.do("Delete "+counted(len(found), "payee", "payees"), "delete-payees", hiddenField("payees", about)).ask("Delete")
	it.Intro, it.Danger, it.Open = leftBehind(found), true, true
	p.Items = append(p.Items, it)
	return p, &f, nil
}

func unusedMenu(a *asking, _ string) (*MenuPage, *app.Frame, error) {
	got, err := a.app.Payees(a.ctx, a.who, a.id, app.PayeeQuery{Unused: true})
	if err != nil {
		return nil, nil, err
	}
	p := &MenuPage{Heading: "Unused payees", Sub: counted(got.Unused, "payee", "payees")}
	it := a.do("Delete all "+thousands(got.Unused), "delete-unused-payees").ask("Delete all unused")
	it.Intro, it.Danger, it.Open = "No row and no scheduled transaction names them. One Undo brings all of them back.", true, true
	p.Items = append(p.Items, it)
	return p, &got.Frame, nil
}

// leftBehind says what deleting payees leaves without payee.
func leftBehind(payees []app.Payee) string {
	uses, scheduled := 0, 0
	for i := range payees {
		uses, scheduled = uses+payees[i].Uses, scheduled+payees[i].Scheduled
	}
	switch {
	case uses == 0 && scheduled == 0:
		return "Nothing names it. Undo brings it back."
	case scheduled == 0:
		return counted(uses, "row or part stays", "rows and parts stay") + ", without payee. Undo brings it back."
	}
	return counted(uses, "row or part", "rows and parts") + " and " + counted(scheduled, "scheduled transaction", "scheduled transactions") +
		" stay, without payee. Undo brings it back."
}

func payeeUse(p *app.Payee) string {
	if p.Unused() {
		return "unused"
	}
	return "used " + counted(p.Uses, "time", "times")
}

// notAlready takes one payee out of a list.
func notAlready(ids []string, one string) []string {
	var others []string
	for _, id := range ids {
		if id != one {
			others = append(others, id)
		}
	}
	return others
}
