package store

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"slices"
	"time"

	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/model/auth"
	"holdover/internal/model/budget"
	"holdover/internal/storage/database"
	"holdover/internal/storage/store/cache"
	"holdover/internal/storage/store/tables"
	"holdover/internal/storage/userstore"
)

// Header contains the data of a budget that a list of budgets shows.
type Header struct {
	No           int64 // the budget's number in the store, never reused
	Info         budget.Info
	Knowledge    int64 // the number of the last change
	Created      time.Time
	Modified     time.Time
	FirstMonth   civil.Month // first month with data, 0 in an empty budget
	LastMonth    civil.Month
	Accounts     int
	Transactions int
	nextNo       int64
}

const (
	headerColumns = `no, id, source_id, name, currency, date_format, extra, card_payments, card_envelopes, cards_left, document, archived_before, expected_income, knowledge, next_no,
	created_at, modified_at, first_month, last_month, accounts, transactions`
	selectHeader = "SELECT " + headerColumns + " FROM budget"
)

// readHeader scans a header, and the columns selected after it.
func (s *Store) readHeader(r database.Row, after ...any) (h Header, err error) {
	var currency string
	var extra, payments, left sql.NullString
	var created, modified int64
	i := &h.Info
	if err := r.Scan(append([]any{
		&h.No, &i.ID, &i.SourceID, &i.Name, &currency, &i.DateFormat, &extra, &payments, &i.CardEnvelopes, &left, &i.Document, &i.ArchivedBefore, &i.ExpectedIncome, &h.Knowledge, &h.nextNo,
		&created, &modified, &h.FirstMonth, &h.LastMonth, &h.Accounts, &h.Transactions,
	}, after...)...); err != nil {
		return h, err
	}
	h.Created, h.Modified, i.Extra = time.UnixMilli(created).UTC(), time.UnixMilli(modified).UTC(), tables.Raw(extra)
	if payments.Valid {
		if i.CardPayments, err = s.cardPayments(h.No, payments.String); err != nil {
			return h, err
		}
	}
	if left.Valid {
		if err := json.Unmarshal([]byte(left.String), &i.UnusedCards); err != nil {
			return h, err
		}
	}
	return h, json.Unmarshal([]byte(currency), &i.Currency)
}

func (s *Store) headerAlone(r database.Row) (Header, error) { return s.readHeader(r) }

// Budgets returns all budgets, by name.
func (s *Store) Budgets(ctx context.Context) ([]Header, error) {
	return byName(database.ReadList(ctx, s.db, s.headerAlone, selectHeader))
}

// BudgetsOf returns the budgets with the given numbers, by name. Missing ones are left out.
func (s *Store) BudgetsOf(ctx context.Context, numbers []int64) ([]Header, error) {
	if len(numbers) == 0 {
		return nil, nil
	}
	return byName(database.ReadList(ctx, s.db, s.headerAlone, selectHeader+" WHERE no IN ("+tables.Among(numbers)+")"))
}

// byName sorts budgets by name, ignoring case and accents. Databases cannot sort in this way.
func byName(all []Header, err error) ([]Header, error) {
	slices.SortFunc(all, func(a, b Header) int {
		return cmp.Or(cmp.Compare(budget.SearchKey(a.Info.Name), budget.SearchKey(b.Info.Name)), cmp.Compare(a.No, b.No))
	})
	return all, err
}

// Budget returns the budget with an id.
func (s *Store) Budget(ctx context.Context, id string) (Header, error) {
	return database.ReadFirst(ctx, s.db, noBudget(), s.headerAlone, selectHeader+" WHERE id = $1", id)
}

// seek calls look for a budget by number, if the cache has the number of its id, and by id if that finds nothing.
// Numbers are never reused, so the number of a deleted budget finds nothing. If look returns a header together with
// an error, the budget was found and refused.
func (s *Store) seek(asked userstore.AccessRequest, look func(*userstore.AccessRequest) (Header, auth.Role, error)) (Header, auth.Role, error) {
	if e, known := s.cache.Get(0, asked.ID); known {
		numbered := asked
		numbered.No = e.Value.(int64)
		if h, role, err := look(&numbered); h.No != 0 || apperr.KindOf(err) != apperr.NotFound {
			return h, role, err
		}
	}
	h, role, err := look(&asked)
	if err == nil && h.Info.ID == asked.ID {
		s.cache.Put(0, asked.ID, cache.Entry{Value: h.No})
	}
	return h, role, err
}

// HeaderFor returns the header of the requested budget and the user's role.
func (s *Store) HeaderFor(ctx context.Context, asked userstore.AccessRequest) (Header, auth.Role, error) {
	return s.seek(asked, func(asked *userstore.AccessRequest) (h Header, role auth.Role, err error) {
		err = s.db.Once(ctx, func(q *database.Session) error {
			h, role, err = s.headerOf(q, asked)
			return err
		})
		return h, role, err
	})
}

func (s *Store) headerFor(q *database.Session, asked *userstore.AccessRequest) (Header, auth.Role, error) {
	return s.seek(*asked, func(asked *userstore.AccessRequest) (Header, auth.Role, error) { return s.headerOf(q, asked) })
}

func (s *Store) headerOf(q *database.Session, asked *userstore.AccessRequest) (Header, auth.Role, error) {
	var roles []userstore.RoleIn
	query, args := asked.Theirs(headerColumns)
	headers, err := database.List(q, func(r database.Row) (Header, error) {
		var role auth.Role
		h, err := s.readHeader(r, &role)
		roles = append(roles, userstore.RoleIn{Budget: h.No, Role: role})
		return h, err
	}, query, args...)
	if err != nil {
		return Header{}, "", err
	}
	in, err := asked.Admit(roles)
	if err != nil {
		return Header{}, "", err
	}
	return headers[slices.Index(roles, in)], in.Role, nil
}

// Knowledge returns the number of a budget's last change with one lookup, to detect changes of another process.
func (s *Store) Knowledge(ctx context.Context, no int64) (int64, error) {
	return database.ReadFirst(ctx, s.db, noBudget(), database.Only[int64], "SELECT knowledge FROM budget WHERE no = $1", no)
}

// knowledgeOf returns the number of the last change of each of some budgets. Missing budgets are left out.
func (s *Store) knowledgeOf(ctx context.Context, budgets []int64) (map[int64]int64, error) {
	now := make(map[int64]int64, len(budgets))
	err := s.db.Once(ctx, func(q *database.Session) error {
		return q.Each("SELECT no, knowledge FROM budget WHERE no IN ("+tables.Among(budgets)+")", nil, func(r database.Row) error {
			var no, knowledge int64
			err := r.Scan(&no, &knowledge)
			now[no] = knowledge
			return err
		})
	})
	return now, err
}

// ChangedBy returns the journal's time of a user's last change of each budget. Budgets that the user never changed
// are left out. The journal names the user as person, and the user's tokens with the prefix tokens.
func (s *Store) ChangedBy(ctx context.Context, person, tokens string, budgets []int64) (map[int64]time.Time, error) {
	last := map[int64]time.Time{}
	for _, no := range budgets {
		at, err := database.ReadList(ctx, s.db, database.Only[int64],
			"SELECT at FROM change WHERE budget = $1 AND (actor = $2 OR actor LIKE $3) ORDER BY no DESC LIMIT 1", no, person, tokens+"%")
		if err != nil {
			return nil, err
		}
		if len(at) > 0 {
			last[no] = time.UnixMilli(at[0])
		}
	}
	return last, nil
}

func (s *Store) header(q *database.Session, no int64) (Header, error) {
	return s.oneHeader(q, selectHeader+" WHERE no = $1", no)
}

const countUp = "UPDATE budget SET knowledge = knowledge + 1, modified_at = "

// countUpFor increments the change number of the requested budget. The user's role is read after the budget is
// locked: a user is refused if the role was removed while the change waited.
func (s *Store) countUpFor(q *database.Session, asked *userstore.AccessRequest, at time.Time) (Header, auth.Role, error) {
	return s.seek(*asked, func(asked *userstore.AccessRequest) (Header, auth.Role, error) { return s.countUpOf(q, asked, at) })
}

// countUpOf returns the header of the budget that it incremented even if it returns an error because the user may not
// change it.
func (s *Store) countUpOf(q *database.Session, asked *userstore.AccessRequest, at time.Time) (h Header, _ auth.Role, err error) {
	var counted []Header
	admitted, args := asked.Admitted()
	update := countUp + userstore.Place(args) + " WHERE " + admitted + " RETURNING " + headerColumns
	if err := database.ListAhead(q, &counted, s.headerAlone, update, append(args, at.UnixMilli())...); err != nil {
		return Header{}, "", err
	}
	roles, err := asked.RolesOn(q)
	if len(counted) > 0 {
		h = counted[0]
	}
	if err != nil {
		return h, "", err
	}
	in, err := asked.Admit(roles)
	if err != nil {
		return h, "", err
	}
	if h.No != in.Budget {
		return h, "", apperr.New(apperr.Conflict, "the permissions of this budget have just changed").WithHint("try again")
	}
	return h, in.Role, nil
}

func (s *Store) oneHeader(q *database.Session, query string, args ...any) (Header, error) {
	return database.First(q, noBudget(), s.headerAlone, query, args...)
}

func noBudget() error {
	return apperr.New(apperr.NotFound, "budget not found").WithHint("the list of budgets shows which there are")
}
