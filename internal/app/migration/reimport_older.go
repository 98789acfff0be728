package migration

import (
	"fmt"
	"time"

	"holdover/internal/base/apperr"
	"holdover/internal/model/ynabdoc"
)

// Older describes a file that is older than the one that a budget is compared with, by time or by the source's change
// number.
type Older struct {
	Of   string `json:"of"`
	Than string `json:"than"`
}

// Sentence explains it to users above the list of changes.
func (o *Older) Sentence() string {
	return "This " + o.says() + "."
}

func (o *Older) says() string {
	return fmt.Sprintf("file is older than the current one: it is from %s, the current one from %s", o.Of, o.Than)
}

func (o *Older) fault() error {
	return apperr.New(apperr.Conflict, "this %s", o.says()).
		WithHint("anything newer is missing in it and would be deleted; use a newer file, or confirm that you want this one")
}

// olderThan compares the modification times of two documents, or the source's change numbers if a file has no time.
// It returns nil unless the first is known to be older.
func olderThan(doc, before *ynabdoc.Document) *Older {
	is, err := time.Parse(time.RFC3339, doc.Plan.LastModifiedOn)
	was, errBefore := time.Parse(time.RFC3339, before.Plan.LastModifiedOn)
	switch {
	case err == nil && errBefore == nil:
		if is.Before(was) {
			return &Older{moment(is), moment(was)}
		}
	case doc.HasServerKnowledge && before.HasServerKnowledge && doc.ServerKnowledge < before.ServerKnowledge:
		return &Older{fmt.Sprintf("change %d", doc.ServerKnowledge), fmt.Sprintf("change %d", before.ServerKnowledge)}
	}
	return nil
}

func moment(t time.Time) string { return t.UTC().Format("2006-01-02 15:04:05 UTC") }
