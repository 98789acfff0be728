package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"holdover/internal/database"
	"holdover/internal/fault"
	"holdover/internal/store/blob"
)

// Finding is something wrong with the data.
type Finding struct {
	Budget string `json:"budget_id,omitempty"` // empty for the database as a whole
	Name   string `json:"budget_name,omitempty"`
	What   string `json:"what"`
}

// Check reads everything: the database's own structure, every budget's rows
// against the figures kept of them, and every document that is kept. What it
// cannot see is a letter in a text that was changed from outside.
func (s *Store) Check(ctx context.Context) (found []Finding, err error) {
	if found, err = s.checkFile(ctx); err != nil || len(found) > 0 {
		return found, err // what the rows say means little then
	}
	headers, err := s.Budgets(ctx)
	if err != nil {
		return isFinding(err, &Header{})
	}
	for i := range headers {
		what, err := s.checkBudget(ctx, &headers[i])
		if err != nil {
			return nil, err
		}
		found = append(found, what...)
	}
	return found, nil
}

func (s *Store) checkFile(ctx context.Context) (found []Finding, err error) {
	if !s.db.IsFile() {
		return nil, nil // PostgreSQL looks after its own pages
	}
	err = s.db.Look(ctx, func(q *database.Session) error {
		said, err := database.List(q, database.Only[string], fmt.Sprintf("PRAGMA integrity_check(%d)", mostFindings))
		for what := range strings.SplitSeq(strings.Join(said, "\n"), "\n") {
			if what != "ok" && what != "" && !strings.HasPrefix(what, "***") { // a heading
				found = append(found, Finding{What: what})
			}
		}
		return err
	})
	if err != nil {
		return isFinding(err, &Header{})
	}
	return found, nil
}

// CheckBudget compares what is kept of one budget with its rows. Fault: Invalid
// with the code Damaged.
func (s *Store) CheckBudget(ctx context.Context, id string) error {
	h, err := s.Budget(ctx, id)
	if err != nil {
		return err
	}
	differences, err := s.Verify(ctx, h.No)
	if err == nil && len(differences) > 0 {
		err = unsound("the budget", []Finding{{id, h.Info.Name, differences[0]}}).WithHint("holdover check lists all that is wrong; restore a backup")
	}
	return err
}

func (s *Store) checkBudget(ctx context.Context, h *Header) (found []Finding, err error) {
	differences, err := s.Verify(ctx, h.No)
	if err != nil {
		return isFinding(err, h)
	}
	for _, what := range differences {
		found = append(found, Finding{h.Info.ID, h.Info.Name, what})
	}
	var documents []int64
	err = s.db.Look(ctx, func(q *database.Session) (err error) {
		documents, err = blob.Documents(q, h.No)
		return err
	})
	for i := 0; err == nil && i < len(documents); i++ {
		if err = s.Original(ctx, h.No, documents[i], io.Discard); fault.CodeOf(err) == database.Damaged {
			found = append(found, Finding{h.Info.ID, h.Info.Name, fmt.Sprintf("its document %d is damaged", documents[i])})
			err = nil
		}
	}
	if err != nil {
		return isFinding(err, h)
	}
	return found, nil
}

// isFinding turns what the data makes impossible to read into a finding. An
// error that says nothing about the data stays one.
func isFinding(err error, h *Header) ([]Finding, error) {
	if fault.KindOf(err) == fault.Unavailable && fault.CodeOf(err) != database.Damaged || errors.Is(err, context.Canceled) {
		return nil, err
	}
	if f, ok := errors.AsType[*fault.Error](err); ok && f.Cause != nil {
		err = f.Cause
	}
	return []Finding{{h.Info.ID, h.Info.Name, "it cannot be read: " + database.FirstLine(err)}}, nil
}

// unsound is the fault of data that something is wrong with.
func unsound(what string, found []Finding) *fault.Error {
	f := found[0]
	where := ""
	if f.Name != "" {
		where = f.Name + ": "
	}
	return fault.New(fault.Invalid, "%s is damaged: %s%s", what, where, f.What).WithCode(database.Damaged)
}
