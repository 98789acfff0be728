package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"holdover/internal/base/apperr"
	"holdover/internal/base/iterutil"
	"holdover/internal/storage/database"
	"holdover/internal/storage/store/blob"
)

// Finding is an error in the data.
type Finding struct {
	Budget string `json:"budget_id,omitempty"` // empty for the database as a whole
	Name   string `json:"budget_name,omitempty"`
	What   string `json:"what"`
}

// Check reads everything: the database's own structure, every budget's rows and the figures stored for them, its
// journal, and every document that should exist. It cannot detect an external change of a character in a text.
func (s *Store) Check(ctx context.Context) (found []Finding, err error) {
	if found, err = s.checkFile(ctx); err != nil || len(found) > 0 {
		return found, err // rows of a damaged file are not reliable
	}
	err = s.db.Read(ctx, func(q *database.Session) error {
		found, err = astray(q)
		return err
	})
	if err != nil {
		return isFinding(err, &Header{})
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
	err = s.db.Read(ctx, func(q *database.Session) error {
		missing, err := q.MissingIndexes()
		for _, name := range missing {
			found = append(found, Finding{What: "its index " + name + " is missing"})
		}
		if err != nil || !s.db.IsFile() {
			return err // PostgreSQL checks its own pages
		}
		broken, err := integrity(q)
		found = append(found, broken...)
		return err
	})
	if err != nil {
		return isFinding(err, &Header{})
	}
	return found, nil
}

// integrity checks the structure of a SQLite file, whatever its tables are.
func integrity(q *database.Session) (found []Finding, err error) {
	said, err := database.List(q, database.Only[string], fmt.Sprintf("PRAGMA integrity_check(%d)", mostFindings))
	for what := range strings.SplitSeq(strings.Join(said, "\n"), "\n") {
		if what != "ok" && what != "" && !strings.HasPrefix(what, "***") { // lines with *** are headings
			found = append(found, Finding{What: what})
		}
	}
	return found, err
}

// CheckBudget compares the stored figures of a budget with its rows. Error: Invalid with the code Damaged.
func (s *Store) CheckBudget(ctx context.Context, id string) error {
	h, err := s.Budget(ctx, id)
	if err != nil {
		return err
	}
	differences, err := s.Verify(ctx, h.No)
	if err == nil && len(differences) > 0 {
		err = unsound("the budget", []Finding{{id, h.Info.Name, differences[0]}}).WithHint("holdover check lists all problems; restore a backup")
	}
	return err
}

func (s *Store) checkBudget(ctx context.Context, h *Header) ([]Finding, error) {
	wrong, err := s.Verify(ctx, h.No)
	if err != nil {
		return isFinding(err, h)
	}
	var documents []int64
	err = s.ReadTx(ctx, h.No, func(v *ReadTx) (err error) {
		var links, journal, reports []string
		err = iterutil.Try(iterutil.Store(&links, v.checkLinks), iterutil.Store(&journal, v.checkJournal), func() error {
			documents, reports, err = v.checkReports()
			return err
		})
		wrong = slices.Concat(wrong, links, journal, reports)
		return err
	})
	for i := 0; err == nil && i < len(documents); i++ {
		switch err = s.Original(ctx, h.No, documents[i], io.Discard); {
		case apperr.CodeOf(err) == database.Damaged:
			wrong, err = append(wrong, fmt.Sprintf("its document %d is damaged", documents[i])), nil
		case apperr.KindOf(err) == apperr.NotFound:
			wrong, err = append(wrong, fmt.Sprintf("its document %d is not there", documents[i])), nil
		}
	}
	if err != nil {
		return isFinding(err, h)
	}
	return iterutil.Map(wrong, func(what string) Finding { return Finding{h.Info.ID, h.Info.Name, what} }), nil
}

// checkLinks finds parts without a transaction, and sides of transfers if the other side is missing or is linked with
// another row.
func (v *ReadTx) checkLinks() (found []string, err error) {
	for _, wrong := range []struct{ says, query string }{
		{"a part belongs to transaction %d, which is not there", `SELECT a.tx FROM part a WHERE a.budget = $1
			AND NOT EXISTS (SELECT 1 FROM tx t WHERE t.budget = a.budget AND t.no = a.tx)`},
		{"the other side of transaction %d is none of it", linked("SELECT a.no FROM tx a", "a.no", "0")},
		{"the other side of a part of transaction %d is none of it", linked("SELECT a.tx FROM part a", "a.tx", "a.no")},
	} {
		numbers, err := database.List(v.q, database.Only[int64], fmt.Sprintf("%s LIMIT %d", wrong.query, mostFindings), v.no)
		if err != nil {
			return nil, err
		}
		for _, no := range numbers {
			found = append(found, fmt.Sprintf(wrong.says, no))
		}
	}
	return found, nil
}

// linked returns a query of the sides of transfers, given by tx and part, for which the linked row or part does not
// link back.
func linked(sides, tx, part string) string {
	back := " AND o.transfer_tx = " + tx + " AND o.transfer_part = " + part + ")"
	return sides + ` WHERE a.budget = $1 AND a.transfer_tx <> 0
		AND NOT EXISTS (SELECT 1 FROM tx o WHERE o.budget = a.budget AND o.no = a.transfer_tx AND a.transfer_part = 0` + back + `
		AND NOT EXISTS (SELECT 1 FROM part o WHERE o.budget = a.budget AND o.tx = a.transfer_tx AND o.no = a.transfer_part` + back
}

// checkReports returns the numbers of the documents that should exist, from all tables that contain them. found lists
// the documents with a missing or unreadable report.
func (v *ReadTx) checkReports() (documents []int64, found []string, err error) {
	numbers, err := blob.Documents(v.q, v.no)
	if err != nil {
		return nil, nil, err
	}
	reports := map[int64]bool{} // by document: the report is readable
	err = v.q.Each("SELECT document, report FROM import_report WHERE budget = $1", []any{v.no}, func(r database.Row) error {
		var document int64
		var report []byte
		err := r.Scan(&document, &report)
		reports[document] = json.Valid(report)
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	all := slices.AppendSeq(append(numbers, v.header.Info.Document), maps.Keys(reports))
	slices.Sort(all)
	for _, no := range slices.Compact(all) {
		readable, has := reports[no]
		switch {
		case no == 0: // the budget was not imported
			continue
		case !has:
			found = append(found, fmt.Sprintf("the report of its document %d is not there", no))
		case !readable:
			found = append(found, fmt.Sprintf("the report of its document %d is damaged", no))
		}
		documents = append(documents, no)
	}
	return documents, found, nil
}

// checkJournal finds missing entries of the journal, and records that cannot be undone because they are not readable.
// It holds no rows in memory.
func (v *ReadTx) checkJournal() (found []string, err error) {
	say := func(format string, about ...any) {
		if len(found) < mostFindings {
			found = append(found, fmt.Sprintf(format, about...))
		}
	}
	var last, changes int64
	err = v.q.Each(selectChange+" ORDER BY no", []any{v.no}, func(r database.Row) error {
		c, err := scanChange(r)
		last, changes = c.No, changes+1
		return err
	})
	if err == nil && (last != v.header.Knowledge || changes != last) {
		say("its journal has %d changes up to number %d, and it says %d", changes, last, v.header.Knowledge)
	}
	if err == nil {
		err = v.q.Each(`SELECT no, row_count, (SELECT count(*) FROM change_row r WHERE r.budget = c.budget AND r.change = c.no) FROM change c
			WHERE budget = $1 ORDER BY no`, []any{v.no}, func(r database.Row) error {
			var no, says, has int64
			err := r.Scan(&no, &says, &has)
			if says != has {
				say("change %d has %d records in the journal, and says %d", no, has, says)
			}
			return err
		})
	}
	if err == nil {
		err = v.q.Each("SELECT change, seq, kind, old, new FROM change_row WHERE budget = $1 ORDER BY change, seq", []any{v.no}, func(r database.Row) error {
			var change, seq int64
			var kind Kind
			var old, new []byte
			err := r.Scan(&change, &seq, &kind, &old, &new)
			if err == nil && !kind.reads(old, new) {
				say("record %d of change %d cannot be read", seq, change)
			}
			return err
		})
	}
	return found, err
}

// reads reports whether texts of the journal are records of the kind.
func (k Kind) reads(texts ...[]byte) bool {
	ops, known := kinds[k]
	for _, text := range texts {
		if known && text != nil {
			_, err := ops.decode(text)
			known = err == nil
		}
	}
	return known
}

// astray finds rows of budgets and users that do not exist. Such rows are invisible, and would appear in a budget
// that got the number.
func astray(q *database.Session) (found []Finding, err error) {
	of := func(what, column, there string, tables ...string) error {
		known, err := database.List(q, database.Only[int64], there)
		if err != nil {
			return err
		}
		for _, table := range tables {
			numbers, err := database.List(q, database.Only[int64], "SELECT DISTINCT "+column+" FROM "+table+" ORDER BY "+column)
			if err != nil {
				return err
			}
			for _, no := range numbers {
				if !slices.Contains(known, no) && len(found) < mostFindings {
					found = append(found, Finding{What: fmt.Sprintf("table %s has rows of %s %d, which is not there", table, what, no)})
				}
			}
		}
		return nil
	}
	tables := append(slices.Sorted(maps.Keys(copied())), "change", "change_row", "share")
	return found, iterutil.Try(
		func() error {
			return of("budget", "budget", "SELECT no FROM budget UNION SELECT budget FROM leftover", tables...)
		},
		func() error { return of("user", "user_no", "SELECT no FROM user_account", "share", "access_token") },
	)
}

// isFinding turns an error that is caused by the data into a finding. It returns other errors unchanged.
func isFinding(err error, h *Header) ([]Finding, error) {
	if apperr.KindOf(err) == apperr.Unavailable && apperr.CodeOf(err) != database.Damaged || errors.Is(err, context.Canceled) {
		return nil, err
	}
	if f, ok := errors.AsType[*apperr.Error](err); ok && f.Cause != nil {
		err = f.Cause
	}
	return []Finding{{h.Info.ID, h.Info.Name, "it cannot be read: " + database.FirstLine(err)}}, nil
}

// unsound returns the error for damaged data, with the first finding.
func unsound(what string, found []Finding) *apperr.Error {
	f := found[0]
	where := ""
	if f.Name != "" {
		where = f.Name + ": "
	}
	return apperr.New(apperr.Invalid, "%s is damaged: %s%s", what, where, f.What).WithCode(database.Damaged)
}
