// Package tags contains the operations on tags in notes: list them with their use, rename, merge and remove them, and
// give them a colour and a description. Package app embeds Tags, so that its methods belong to the application. Package
// logic/tag defines what a tag is.
//
// Start with TagsOf, then edit.go.
package tags

import (
	"cmp"
	"context"
	"slices"

	"holdover/internal/app/budgetsession"
	"holdover/internal/app/pageframe"
	"holdover/internal/app/users"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/tag"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store"
)

// Tags contains the operations on tags.
type Tags struct{ access *budgetsession.Access }

func New(a *budgetsession.Access) *Tags { return &Tags{access: a} }

// Tag is a tag with its use.
type Tag struct {
	Key         string
	Name        string // as users wrote it, without the sign #
	Colour      string
	OwnColour   bool // a user chose the colour
	Description string
	Uses        int         // the number of transactions
	Sum         money.Milli // of these transactions, or of their parts that have it
	Last        civil.Date  // the date of the newest
	Scheduled   int         // the number of scheduled transactions
	Rules       int         // the number of rules that set it or ask for it
}

// List is the tags of a budget, by name.
type List struct {
	pageframe.Frame
	Tags []Tag
}

// TagsOf returns the tags of a budget.
func (ts *Tags) TagsOf(ctx context.Context, who users.Actor, id string) (List, error) {
	var l List
	err := pageframe.View(ctx, ts.access, who, id, &l.Frame, func(v *store.ReadTx) (err error) {
		l.Tags, err = In(v)
		return err
	})
	return l, err
}

// TagNamed returns the tag with a name. It returns a NotFound error.
func (ts *Tags) TagNamed(ctx context.Context, who users.Actor, id, name string) (Tag, error) {
	return budgetsession.Read(ctx, ts.access, who, id, func(v *store.ReadTx) (Tag, error) {
		all, err := In(v)
		if err != nil {
			return Tag{}, err
		}
		return named(all, name)
	})
}

// named returns the tag with a name as typed, with or without its sign. It returns a NotFound error.
func named(all []Tag, name string) (Tag, error) {
	i := find(all, name)
	if i < 0 {
		return Tag{}, noTag()
	}
	return all[i], nil
}

func noTag() error {
	return apperr.New(apperr.NotFound, "no notes have this tag any more").WithHint("it may have been renamed or removed")
}

// SuggestTags returns the names of tags that begin with a text, the most used first, at most limit.
func (ts *Tags) SuggestTags(ctx context.Context, who users.Actor, id, text string, limit int) ([]string, error) {
	return budgetsession.Read(ctx, ts.access, who, id, func(v *store.ReadTx) ([]string, error) {
		all, err := In(v)
		if err != nil {
			return nil, err
		}
		slices.SortStableFunc(all, func(a, b Tag) int { return cmp.Compare(b.Uses, a.Uses) })
		begins := budget.SearchKey(text)
		var names []string
		for i := range all {
			if len(names) < limit && len(all[i].Key) > len(begins) && all[i].Key[:len(begins)] == begins {
				names = append(names, all[i].Name)
			}
		}
		return names, nil
	})
}

// In returns the tags of a budget with their use, by name. It reads all notes.
func In(v *store.ReadTx) ([]Tag, error) {
	uses, err := v.TagUses()
	if err != nil {
		return nil, err
	}
	c := collector{}
	for key, use := range uses {
		t := c.tag(key)
		t.Uses, t.Sum, t.Last = use.Rows, use.Sum, use.Last
	}
	if err := c.addRecords(v); err != nil {
		return nil, err
	}
	if err := c.nameByRows(v, uses); err != nil {
		return nil, err
	}
	all := make([]Tag, 0, len(c))
	for _, t := range c {
		t.Name = cmp.Or(t.Name, t.Key)
		all = append(all, *t)
	}
	slices.SortFunc(all, func(a, b Tag) int { return cmp.Compare(a.Key, b.Key) })
	return all, nil
}

// collector contains tags by key.
type collector map[string]*Tag

func (c collector) tag(key string) *Tag {
	if c[key] == nil {
		c[key] = &Tag{Key: key, Colour: tag.ColourOf(key)}
	}
	return c[key]
}

// addRecords adds what other records than transactions say about tags.
func (c collector) addRecords(v *store.ReadTx) error {
	records, err := v.Tags()
	if err != nil {
		return err
	}
	for i := range records {
		r := &records[i]
		t := c.tag(tag.Key(r.Name))
		t.Name, t.Description, t.OwnColour = r.Name, r.Description, r.Colour != ""
		t.Colour = cmp.Or(r.Colour, t.Colour)
	}
	scheduled, err := v.Scheduled()
	if err != nil {
		return err
	}
	for i := range scheduled {
		for _, t := range c.inTexts(scheduledNotes(&scheduled[i])) {
			t.Scheduled++
		}
	}
	rules, err := v.Rules()
	for i := range rules {
		for _, t := range c.inTexts(ruleTexts(&rules[i])) {
			t.Rules++
		}
	}
	return err
}

// inTexts returns the tags of texts, each once.
func (c collector) inTexts(texts []*string) (all []*Tag) {
	for _, text := range texts {
		for _, f := range tag.Find(*text) {
			t := c.tag(f.Key)
			if t.Name == "" {
				t.Name = f.Name(*text)
			}
			if !slices.Contains(all, t) {
				all = append(all, t)
			}
		}
	}
	return all
}

// nameByRows gives names to the tags without a record, as their newest transactions write them.
func (c collector) nameByRows(v *store.ReadTx, uses map[string]store.TagUse) error {
	var newest []budget.TxNo
	for key, use := range uses {
		if c[key].Name == "" {
			newest = append(newest, use.Newest)
		}
	}
	slices.Sort(newest)
	rows, err := v.TransactionsByNo(slices.Compact(newest))
	for i := range rows {
		c.inTexts(rowNotes(&rows[i]))
	}
	return err
}

// rowNotes returns the places of the notes of a transaction and its parts.
func rowNotes(t *budget.Transaction) []*string { return append(partNotes(t.Parts), &t.Memo) }

func scheduledNotes(s *budget.Scheduled) []*string { return append(partNotes(s.Parts), &s.Memo) }

func partNotes(parts []budget.Part) (all []*string) {
	for i := range parts {
		all = append(all, &parts[i].Memo)
	}
	return all
}

// ruleNotes returns the places of the notes that a rule sets.
func ruleNotes(r *budget.Rule) []*string {
	all := []*string{&r.Then.Notes}
	for i := range r.Then.Shares {
		all = append(all, &r.Then.Shares[i].Notes)
	}
	return all
}

// ruleTexts returns the places of the notes that a rule sets and of the texts that it asks for in notes, without regular
// expressions.
func ruleTexts(r *budget.Rule) []*string {
	all := ruleNotes(r)
	for i := range r.When {
		if c := &r.When[i]; c.Field == budget.RuleNotes && c.Test != budget.RuleMatches {
			all = append(all, &c.Text)
		}
	}
	return all
}
