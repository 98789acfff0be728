package tags

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"holdover/internal/app/budgetsession"
	"holdover/internal/app/rows"
	"holdover/internal/app/users"
	"holdover/internal/base/apperr"
	"holdover/internal/base/iterutil"
	"holdover/internal/logic/rowindex"
	"holdover/internal/logic/tag"
	"holdover/internal/model/auth"
	"holdover/internal/model/budget"
	"holdover/internal/model/humanize"
	"holdover/internal/storage/store"
)

// DescribeTag sets the colour and the description of a tag; nil leaves a value unchanged, and an empty colour is the one
// that follows from its name. It returns an Invalid error.
func (ts *Tags) DescribeTag(ctx context.Context, who users.Actor, id, name string, colour, description *string) (budgetsession.ChangeResult, error) {
	return ts.access.Change(ctx, who, id, "describe-tag", func(e *budgetsession.ChangeTx) error {
		t, err := parse(name)
		if err != nil {
			return err
		}
		all, err := e.Tags()
		if err != nil {
			return err
		}
		kept := recordOf(all, tag.Key(t))
		if kept == nil {
			kept = &budget.Tag{ID: budgetsession.NewID(), Name: t}
		}
		if colour != nil {
			kept.Colour = *colour
		}
		if description != nil {
			kept.Description = strings.TrimSpace(*description)
		}
		e.Say("Changed the tag #%s", kept.Name)
		switch {
		case kept.Colour == "" && kept.Description == "" && kept.No == 0:
			return nil
		case kept.Colour == "" && kept.Description == "":
			return e.Remove(kept)
		case kept.No == 0 && len(all) >= tag.MaxRecords:
			return apperr.New(apperr.Conflict, "there are already %d tags with a colour or a description", len(all)).WithHint("remove those of tags that you no longer need")
		}
		if err := tag.Check(kept); err != nil {
			return err
		}
		return e.Put(kept)
	})
}

// RenameTag gives a tag another name in all notes of transactions, schedules and rules, and in saved filters. It returns an
// Invalid error, NotFound, and Conflict if there is a tag with the new name.
func (ts *Tags) RenameTag(ctx context.Context, who users.Actor, id, name, to string) (budgetsession.ChangeResult, error) {
	return ts.changeNotes(ctx, who, id, "rename-tag", name, func(e *budgetsession.ChangeTx, was Tag, all []Tag) error {
		to, err := parse(to)
		if err != nil {
			return err
		}
		if i := find(all, to); i >= 0 && all[i].Key != was.Key {
			return apperr.New(apperr.Conflict, "there is already a tag #%s", all[i].Name).AtField("name").WithHint("merge the two, or choose another name")
		}
		e.Say("Renamed the tag #%s to #%s", was.Name, to)
		return replace(e, was, to)
	})
}

// MergeTag replaces a tag in all notes by another one, which keeps its colour and its description. It returns an Invalid
// error and NotFound.
func (ts *Tags) MergeTag(ctx context.Context, who users.Actor, id, name, into string) (budgetsession.ChangeResult, error) {
	return ts.changeNotes(ctx, who, id, "merge-tag", name, func(e *budgetsession.ChangeTx, was Tag, all []Tag) error {
		other, err := named(all, into)
		if err != nil {
			return err
		}
		if other.Key == was.Key {
			return apperr.New(apperr.Invalid, "the tag #%s cannot be merged into itself", was.Name).WithHint("choose another one")
		}
		e.Say("Merged the tag #%s into #%s", was.Name, other.Name)
		return replace(e, was, other.Name)
	})
}

// RemoveTag removes a tag from all notes of transactions, schedules and rules, with its colour and its description. A rule
// that sets nothing else is deleted; conditions of rules stay. It returns a NotFound error.
func (ts *Tags) RemoveTag(ctx context.Context, who users.Actor, id, name string) (budgetsession.ChangeResult, error) {
	return ts.changeNotes(ctx, who, id, "remove-tag", name, func(e *budgetsession.ChangeTx, was Tag, _ []Tag) error {
		e.Say("Removed the tag #%s from %s", was.Name, humanize.Number(was.Uses, "transaction", "transactions"))
		records, err := e.Tags()
		if err != nil {
			return err
		}
		if kept := recordOf(records, was.Key); kept != nil {
			if err := e.Remove(kept); err != nil {
				return err
			}
		}
		return rewrite(e, was.Key, ruleNotes, func(text string) string { return tag.Remove(text, was.Key) })
	})
}

// changeNotes runs a change of all notes with a tag. all are the tags of the budget.
func (ts *Tags) changeNotes(ctx context.Context, who users.Actor, id, action, name string, do func(e *budgetsession.ChangeTx, was Tag, all []Tag) error) (done budgetsession.ChangeResult, err error) {
	err = ts.access.WithBudgetMemory(ctx, who, id, auth.Change, 0, func() error {
		done, err = ts.access.Change(ctx, who, id, action, func(e *budgetsession.ChangeTx) error {
			all, err := In(&e.ReadTx)
			if err != nil {
				return err
			}
			was, err := named(all, name)
			if err != nil {
				return err
			}
			return do(e, was, all)
		})
		return err
	})
	return done, err
}

// parse returns the name of a tag as typed, with or without its sign.
func parse(typed string) (string, error) {
	name, is := tag.Parse(typed)
	if !is {
		name = strings.TrimSpace(typed)
	}
	return name, tag.Check(&budget.Tag{Name: name})
}

func find(all []Tag, name string) int {
	key := tag.Key(strings.TrimPrefix(strings.TrimSpace(name), "#"))
	return slices.IndexFunc(all, func(t Tag) bool { return t.Key == key })
}

// recordOf returns the record of a tag, or nil.
func recordOf(all []budget.Tag, key string) *budget.Tag {
	return iterutil.First(all, func(t budget.Tag) bool { return tag.Key(t.Name) == key })
}

// replace gives a tag the name of a new or an existing one.
func replace(e *budgetsession.ChangeTx, was Tag, name string) error {
	records, err := e.Tags()
	if err != nil {
		return err
	}
	if kept := recordOf(records, was.Key); kept != nil {
		put := e.Put
		if into := recordOf(records, tag.Key(name)); into != nil && into.No != kept.No {
			put = e.Remove
		}
		kept.Name = name
		if err := put(kept); err != nil {
			return err
		}
	}
	if err := replaceInSaved(e, was.Key, name); err != nil {
		return err
	}
	return rewrite(e, was.Key, ruleTexts, func(text string) string { return tag.Replace(text, was.Key, name) })
}

// together is the number of transactions that are read and written at a time.
const together = 500

// rewrite changes all notes of transactions and schedules with a tag, and the texts of rules.
func rewrite(e *budgetsession.ChangeTx, key string, ofRule func(*budget.Rule) []*string, to func(string) string) error {
	numbers, err := e.Numbers(store.Filter{Multi: &rowindex.MultiFilter{Tags: rowindex.Values[string]{Of: []string{key}}}})
	if err != nil {
		return err
	}
	for some := range slices.Chunk(numbers, together) {
		found, err := e.TransactionsByNo(some)
		if err != nil {
			return err
		}
		for t := range iterutil.Pointers(found) {
			if _, err := rewriteTexts(rowNotes(t), to); err != nil {
				return err
			}
			if err := e.PutTransaction(t); err != nil {
				return err
			}
		}
	}
	scheduled, err := e.Scheduled()
	if err != nil {
		return err
	}
	for s := range iterutil.Pointers(scheduled) {
		changed, err := rewriteTexts(scheduledNotes(s), to)
		if err == nil && changed {
			err = e.Put(s)
		}
		if err != nil {
			return err
		}
	}
	return rewriteRules(e, ofRule, to)
}

// rewriteRules changes texts of rules, and deletes a rule that sets nothing afterwards.
func rewriteRules(e *budgetsession.ChangeTx, texts func(*budget.Rule) []*string, to func(string) string) error {
	all, err := e.Rules()
	if err != nil {
		return err
	}
	for r := range iterutil.Pointers(all) {
		r.When, r.Then.Shares = slices.Clone(r.When), slices.Clone(r.Then.Shares) // they belong to the cached rule
		changed, err := rewriteTexts(texts(r), to)
		switch {
		case err != nil:
			return err
		case changed && r.Then.Empty():
			err = e.Remove(r)
		case changed:
			err = e.Put(r)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// rewriteTexts changes texts, and reports whether one of them changed. It returns an Invalid error for notes that
// become too long.
func rewriteTexts(texts []*string, to func(string) string) (changed bool, err error) {
	for _, text := range texts {
		was := *text
		if *text = to(was); *text == was {
			continue
		}
		changed = true
		if n := utf8.RuneCountInString(*text); n > rows.MaxNotes && n > utf8.RuneCountInString(was) {
			return false, apperr.New(apperr.Invalid, "notes would become longer than %d characters", rows.MaxNotes).WithHint("choose a shorter name, or shorten the notes")
		}
	}
	return changed, nil
}

// replaceInSaved replaces a tag in saved filters of registers and in saved reports.
func replaceInSaved(e *budgetsession.ChangeTx, key, name string) error {
	reports, err := e.KeptReports()
	if err != nil {
		return err
	}
	for r := range iterutil.Pointers(reports) {
		list, changed := replaceInList(r.Tags, key, name)
		if !changed {
			continue
		}
		r.Tags = list
		if err := e.Put(r); err != nil {
			return err
		}
	}
	return e.ChangeSavedFilters(func(filter budget.SavedRows) (_ budget.SavedRows, changed bool) {
		if filter.More != nil {
			more := *filter.More
			more.Tags.Of, changed = replaceInList(more.Tags.Of, key, name)
			filter.More = &more
		}
		if search := replaceInSearch(filter.Search, key, name); search != filter.Search {
			filter.Search, changed = search, true
		}
		return filter, changed
	})
}

// replaceInList returns a list of tags with one of them replaced, without duplicates, and reports whether it changed.
func replaceInList(list []string, key, name string) (replaced []string, changed bool) {
	for _, of := range list {
		if is, _ := tag.Parse(of); tag.Key(is) == key {
			of, changed = "#"+name, true
		}
		if !slices.Contains(replaced, of) {
			replaced = append(replaced, of)
		}
	}
	if !changed {
		return list, false
	}
	return replaced, true
}

// replaceInSearch replaces a tag among the words of a search, which may exclude it: -#holiday.
func replaceInSearch(search, key, name string) string {
	words := strings.Split(search, " ")
	for i, word := range words {
		word, not := strings.CutPrefix(word, "-")
		if words[i] = tag.Replace(word, key, name); not {
			words[i] = "-" + words[i]
		}
	}
	return strings.Join(words, " ")
}
