package ui

import (
	"context"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"holdover/internal/app"
	"holdover/internal/base/apperr"
	"holdover/internal/base/iterutil"
)

// MenuPage contains the actions on one thing: a figure, a category, a month, a file. With scripts it opens in place;
// without scripts it is a page.
type MenuPage struct {
	Frame
	Heading string
	Sub     string // a short description
	Note    string // the note written on it
	Fault   *FaultText
	Items   []MenuItem
	BackURL string
}

// MenuItem is an action: a link, a button, or with fields a form that opens.
type MenuItem struct {
	ID     string // identifies the item where a request names one
	Label  string
	Flag   string // a colour shown before the label
	URL    string // a link, for an item that is not a form
	Action string // the address that the form is sent to
	Hidden []Field
	Fields []Field
	Intro  string // a description of the action, above the fields
	Submit string // the button below the fields
	Danger bool
	Open   bool
	// Replaces marks a form with values that replace stored ones. It is refused if another change has replaced them
	// since the form was rendered.
	Replaces bool
	// Guarded marks a form that may be refused because of reconciled rows.
	Guarded bool
	RowForm bool   // the link opens a row's form in the register
	Apart   bool   // a line above it
	Why     string // the reason why the action is not possible, instead of a form
}

// Field is a field of a menu's form.
type Field struct {
	ID, Name, Label, Value string
	Kind                   FieldKind
	Day                    Day // of a DateField, instead of Value
	Groups                 []OptionGroup
	Suggest                []string // suggested texts, for the browser's completion
	MaxLength              int      // of a text, in characters; 0 is 200
	Required               bool     // the option without a value cannot be chosen
}

// FieldKind is the type of a field's input.
type FieldKind string

const (
	TextField   FieldKind = "text"
	AmountField FieldKind = "amount"
	NoteField   FieldKind = "note"
	Choice      FieldKind = "choice"
	DateField   FieldKind = "date"
	Boxes       FieldKind = "boxes" // several of the options, each with a box to tick
)

type OptionGroup struct {
	Label   string // empty for options without a heading
	Options []Option
}

// Option is something to choose.
type Option struct {
	Value, Label string
	Has          *Figure // the category's available amount; nil if it is not shown
	Chosen       bool    // selected initially; if no option is chosen, the first one is selected
	Depth        int     // of Boxes: 1 for an option below the previous one
}

func (*MenuPage) Template() string { return "menu" }

// Complete adds hidden fields to every form: the address of the page to return to, the address of the menu, which is
// shown again if a form is refused, and a key of the request.
func (p *MenuPage) Complete(back, menu string) {
	p.Title, p.BackURL = p.Heading, back
	for it := range iterutil.Pointers(p.Items) {
		if it.URL != "" {
			continue
		}
		it.Hidden = append(it.Hidden, Hidden("back", back), Hidden("menu", menu), Hidden(requestField, NewRequestKey()))
		for j := range it.Fields {
			it.Fields[j].ID = "in-" + strings.ReplaceAll(strings.ToLower(it.Label), " ", "-") + "-" + it.Fields[j].Name
		}
	}
}

// Do returns a button or form that makes a change.
func (l Links) Do(label, what string, hidden ...Field) MenuItem {
	return MenuItem{Label: label, Action: l.To("do/" + what), Hidden: hidden}
}

// Rename returns the form that renames a thing, such as an account.
func (l Links) Rename(thing, name string, of Field) MenuItem {
	return l.Do("Rename", "rename-"+thing, of).Replace("Rename", Field{Name: "name", Label: "Name", Value: name, Kind: TextField})
}

// Moves returns the buttons that move an item up or down in its list without a mouse.
func (l Links) Moves(what string, ids []string, at int, hidden ...Field) (items []MenuItem) {
	move := func(label, before string) {
		items = append(items, l.Do(label, what, append(slices.Clone(hidden), Hidden("before", before))...))
	}
	if at > 0 {
		move("Move up", ids[at-1])
	}
	if last := len(ids) - 1; at < last-1 {
		move("Move down", ids[at+2])
	} else if at < last {
		move("Move down", "")
	}
	return items
}

// OwnOf returns a list of named things, such as a user's saved reports, and the index of the one that a menu edits.
// It refuses users without permission to change the budget. Error: NotFound, with the name of the kind of thing.
func OwnOf[T any](r *MenuRequest, thing string, all func(context.Context, app.Actor, string) ([]T, error), is func(T) bool) (list []T, at int, err error) {
	if err := r.RequireChange(); err != nil {
		return nil, 0, err
	}
	if list, err = all(r.Context(), r.Actor, r.BudgetID); err != nil {
		return nil, 0, err
	}
	if at = slices.IndexFunc(list, is); at < 0 {
		return nil, 0, apperr.Gone(thing)
	}
	return list, at, nil
}

// DeleteOwn returns the form that deletes a named thing; stays describes the data that the deletion does not change.
func (l Links) DeleteOwn(thing, id, stays string, hidden ...Field) MenuItem {
	it := l.Do("Delete", "delete-"+thing, append(hidden, Hidden(thing, id))...).Ask("Delete")
	it.Intro, it.Danger, it.Apart = fmt.Sprintf("The %s is deleted for everyone who shares this budget; %s. Undo restores it.", thing, stays), true, true
	return it
}

// Hidden returns a hidden field, which identifies the subject of a form.
func Hidden(name, value string) Field { return Field{Name: name, Value: value} }

// HiddenFields returns the parameters of a query as hidden fields.
func HiddenFields(q url.Values) (fields []Field) {
	for _, name := range slices.Sorted(maps.Keys(q)) {
		for _, value := range q[name] {
			fields = append(fields, Hidden(name, value))
		}
	}
	return fields
}

// Ask turns a button into a form.
func (it MenuItem) Ask(submit string, fields ...Field) MenuItem {
	it.Submit, it.Fields = submit, fields
	return it
}

// Replace is Ask for a form with values that replace stored ones.
func (it MenuItem) Replace(submit string, fields ...Field) MenuItem {
	it.Replaces = true
	return it.Ask(submit, fields...)
}

// SayOpened adds the budget's change number to the forms that replace stored values. See Request.ReadHidden.
func (p *MenuPage) SayOpened(r *Request, told bool) error {
	for it := range iterutil.Pointers(p.Items) {
		if !it.Replaces {
			continue
		}
		f, err := r.Frame()
		if err != nil {
			return err
		}
		it.Hidden = append(it.Hidden, OpenedFields(app.Opened{Change: f.Budget.Knowledge, Told: told && it.Open})...)
	}
	return nil
}

// KeepTyped opens the form that was sent and refused, with the values that were typed into it.
func (p *MenuPage) KeepTyped(r *Request, failed error) {
	for it := range iterutil.Pointers(p.Items) {
		it.Open = it.Submit != "" && strings.HasSuffix(it.Action, "/"+r.PathValue("what"))
		for j := range it.Hidden {
			if it.Open && it.Hidden[j].Name == requestField {
				it.Hidden[j].Value = r.RequestKey(failed)
			}
		}
		for j := range it.Fields {
			if it.Open {
				it.Fields[j].keep(r.PostForm[it.Fields[j].Name])
			}
		}
	}
}

// keep puts the typed or chosen values into a field.
func (f *Field) keep(typed []string) {
	if f.Kind != Choice && len(typed) > 0 {
		f.Value, f.Day.Text = typed[0], typed[0]
	}
	for i := range f.Groups {
		for j := range f.Groups[i].Options {
			f.Groups[i].Options[j].Chosen = slices.Contains(typed, f.Groups[i].Options[j].Value)
		}
	}
}

// OfferOverride changes the opened form, which was refused because of reconciled rows, into one that changes those
// rows too.
func (p *MenuPage) OfferOverride(rows int) {
	for it := range iterutil.Pointers(p.Items) {
		if !it.Open || !it.Guarded {
			continue
		}
		it.Hidden = append(it.Hidden, Hidden("even", strconv.Itoa(1)))
		does := "Change"
		if it.Danger {
			does = it.Submit
		}
		it.Submit = does + " it anyway"
		if rows != 1 {
			it.Submit = does + " anyway"
		}
	}
}

// ChoiceOf returns a field to choose one of some options without headings.
func ChoiceOf(name, label string, options ...Option) Field {
	return Field{Name: name, Label: label, Kind: Choice, Groups: Ungrouped(options)}
}

// Ungrouped returns options without headings.
func Ungrouped(options []Option) []OptionGroup { return []OptionGroup{{Options: options}} }

// Choose returns the list with the option of the given value selected.
func Choose(groups []OptionGroup, value string) []OptionGroup {
	for i := range groups {
		ChooseOf(value, groups[i].Options...)
	}
	return groups
}

// ChooseOf is Choose for options that are in no group.
func ChooseOf(value string, options ...Option) []Option {
	for i := range options {
		options[i].Chosen = options[i].Value == value
	}
	return options
}

// NewAmountField returns a field for an amount in the budget's format.
func NewAmountField(label, value string) Field {
	return Field{Name: "amount", Label: label, Value: value, Kind: AmountField}
}

func NewNoteField(text string) Field {
	return Field{Name: "note", Label: "Note", Value: text, Kind: NoteField}
}

// ChosenOption returns an option that is selected if its value equals chosen.
func ChosenOption(value, label, chosen string) Option {
	return Option{Value: value, Label: label, Chosen: value == chosen}
}
