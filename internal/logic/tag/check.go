package tag

import (
	"unicode/utf8"

	"holdover/internal/base/apperr"
	"holdover/internal/model/budget"
)

// Limits on the tags of a budget. Notes may have longer and more tags; these cannot be changed.
const (
	MaxName        = 100  // characters
	MaxDescription = 500  // characters
	MaxRecords     = 1000 // with a colour or a description
)

// Check returns an Invalid error for a record that users cannot enter.
func Check(t *budget.Tag) error {
	name, is := Parse(t.Name)
	switch {
	case !is || name != t.Name:
		return apperr.New(apperr.Invalid, "%q is not a tag", t.Name).AtField("name").WithHint("use letters, digits, _ and - without spaces, and at least one letter")
	case utf8.RuneCountInString(name) > MaxName:
		return apperr.New(apperr.Invalid, "it is longer than %d characters", MaxName).Of("name").WithHint("shorten it")
	case t.Colour != "" && !IsColour(t.Colour):
		return apperr.New(apperr.Invalid, "%q is not a colour of tags", t.Colour).AtField("colour").WithHint("choose one of the list")
	case utf8.RuneCountInString(t.Description) > MaxDescription:
		return apperr.New(apperr.Invalid, "it is longer than %d characters", MaxDescription).Of("description").WithHint("shorten it")
	}
	return nil
}
