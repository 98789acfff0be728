package importer

import (
	"holdover/internal/base/apperr"
	"holdover/internal/logic/tag"
	"holdover/internal/model/budget"
)

// addTags imports the colours and descriptions of tags. One that could not be entered here is left out.
func (im *importing) addTags() {
	if im.marks == nil {
		return
	}
	ids, keys := map[string]bool{"": true}, map[string]bool{}
	for _, m := range im.marks.Tags {
		t := budget.Tag{No: budget.TagNo(len(im.whole.Tags) + 1), ID: m.ID, Name: m.Name, Colour: m.Colour, Description: m.Description}
		err := tag.Check(&t)
		switch {
		case err != nil:
		case ids[t.ID] || keys[tag.Key(t.Name)]:
			err = apperr.New(apperr.Invalid, "its id is missing, or there is another with its id or name")
		case len(im.whole.Tags) == tag.MaxRecords:
			err = apperr.New(apperr.Invalid, "a budget has at most %d", tag.MaxRecords)
		}
		if err != nil {
			im.notes.warn("tag", "The colour and description of a tag in the file are invalid; they were left out.", "#%s: %v", m.Name, err)
			continue
		}
		ids[t.ID], keys[tag.Key(t.Name)] = true, true
		im.whole.Tags = append(im.whole.Tags, t)
	}
}
