package tags

import (
	"strings"

	"holdover/internal/app/tags"
	"holdover/internal/base/apperr"
	"holdover/internal/logic/tag"
	"holdover/internal/model/humanize"
	"holdover/internal/surface/ui"
)

// menu returns the operations on a tag. If the typed name is that of another tag, it offers to merge the two.
func menu(a *ui.MenuRequest, name string) (*ui.MenuPage, error) {
	one, err := a.App.TagNamed(a.Context(), a.Actor, a.BudgetID, name)
	if err != nil {
		return nil, err
	}
	p, of := &ui.MenuPage{Heading: "#" + one.Name, Sub: usesOf(&one)}, ui.Hidden("tag", one.Name)
	switch other, err := typed(a, &one); {
	case err != nil:
		return nil, err
	case other != nil:
		merge := a.Do("Merge it into #"+other.Name, "merge-tag", of, ui.Hidden("into", other.Name)).Ask("Merge")
		merge.Intro = "Notes that have #" + one.Name + " get #" + other.Name + " in its place: " + where(&one) + ". #" + other.Name + " keeps its colour and its description. Undo separates them again."
		p.Items = append(p.Items, merge)
	}
	if one.Uses > 0 {
		p.Items = append(p.Items, ui.MenuItem{Label: "Show its transactions", URL: a.TagRows(one.Name)}, ui.MenuItem{Label: "Spending over time", URL: a.TagSpending(one.Name)})
	}
	rename := a.Do("Rename", "rename-tag", of).Replace("Rename everywhere", ui.Field{Name: "name", Label: "Name", Value: one.Name, Kind: ui.TextField, MaxLength: tag.MaxName + 1})
	rename.Intro = "It is renamed in all notes: " + where(&one) + "."
	remove := a.Do("Remove", "remove-tag", of).Ask("Remove from all notes")
	remove.Intro, remove.Danger, remove.Apart = "The word #"+one.Name+" is removed from all notes: "+where(&one)+". Its colour and its description are deleted. Undo restores them.", true, true
	p.Items = append(p.Items, rename, describe(a, &one), remove)
	return p, nil
}

// describe returns the form of the colour and the description.
func describe(a *ui.MenuRequest, one *tags.Tag) ui.MenuItem {
	chosen := ""
	if one.OwnColour {
		chosen = one.Colour
	}
	options := []ui.Option{ui.ChosenOption("", "Automatic", chosen)}
	for _, colour := range tag.Colours {
		options = append(options, ui.ChosenOption(colour, ui.Sentence(colour), chosen))
	}
	return a.Do("Colour and description", "describe-tag", ui.Hidden("tag", one.Name)).Replace("Save", ui.ChoiceOf("colour", "Colour", options...),
		ui.Field{Name: "description", Label: "Description", Value: one.Description, Kind: ui.TextField, MaxLength: tag.MaxDescription})
}

// typed returns the other tag that has the typed name, or nil.
func typed(a *ui.MenuRequest, one *tags.Tag) (*tags.Tag, error) {
	name, is := tag.Parse(a.PostFormValue("name"))
	if !is || tag.Key(name) == one.Key {
		return nil, nil //nolint:nilnil // no other name was typed
	}
	other, err := a.App.TagNamed(a.Context(), a.Actor, a.BudgetID, name)
	if apperr.KindOf(err) == apperr.NotFound {
		return nil, nil //nolint:nilnil // there is no such tag
	}
	return &other, err
}

func usesOf(t *tags.Tag) string {
	if t.Uses == 0 && t.Scheduled == 0 && t.Rules == 0 {
		return "unused"
	}
	return where(t)
}

// where describes the records with a tag.
func where(t *tags.Tag) string {
	in := append([]string{humanize.Number(t.Uses, "transaction", "transactions")}, elsewhere(t)...)
	return strings.Join(in, ", ")
}
