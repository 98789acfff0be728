package userstore_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"holdover/internal/base/apperr"
	"holdover/internal/model/auth"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store"
	"holdover/internal/storage/userstore"
	"holdover/internal/testing/testkit"
)

// importPlan creates a budget of a plan with an id at its source.
func importPlan(t testing.TB, s *stores, id, source string, owner userstore.UserNo, at time.Time) store.Header {
	t.Helper()
	h, err := s.budgets.Import(t.Context(), store.Import{
		Whole: &budget.Whole{Info: budget.Info{ID: id, SourceID: source, Name: "Home"}},
		Meta:  store.Meta{Actor: "u1", Action: "test", Label: "brought", At: at}, Owner: owner,
	})
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// wantOneBudget requests a budget with every right, in every way, and expects to get the same one.
func wantOneBudget(t testing.TB, s *stores, who userstore.User, id string, want store.Header, role auth.Role) {
	t.Helper()
	ctx := t.Context()
	for _, right := range []auth.Right{auth.See, auth.Change, auth.Manage, auth.See} {
		request := userstore.AccessRequest{ID: id, User: who.No, Scope: auth.Full, Right: right}
		refused := apperr.KindOf(auth.Allowed(role, auth.Full, right))
		in, err := s.Admit(ctx, request)
		testkit.WantKind(t, err, refused)
		h, _, err := s.budgets.HeaderFor(ctx, request)
		testkit.WantKind(t, err, refused)
		written := want.No
		_, err = s.budgets.ChangeFor(ctx, request, store.Meta{Actor: "u1", Action: "test", Label: "written", At: start}, func(w *store.WriteTx) error {
			written = w.Header().No
			return nil
		})
		testkit.WantKind(t, err, refused)
		if refused == "" && (in.Budget != want.No || h.No != want.No || in.Role != role) || written != want.No {
			t.Errorf("%s asks for right %d of %d: %+v, sees %d, writes %d", who.Name, right, want.No, in, h.No, written)
		}
	}
}

// A user with permission only to view a budget asked to change it and changed another of their budgets from the same
// plan: the missing right passed the request on to the next budget that the id might mean.
func TestIDMeansTheSameBudgetForEveryRight(t *testing.T) {
	onBothDatabases(t, func(t *testing.T, s *stores) {
		anna, eve := addUser(t, s, "Anna"), addUser(t, s, "Eve")
		plan := uuid.NewString()
		annas := importPlan(t, s, plan, plan, anna.No, start)
		copied := importPlan(t, s, uuid.NewString(), plan, eve.No, start.Add(time.Hour))
		wantOneBudget(t, s, eve, plan, copied, auth.Owner) // a user without access to Anna's budget means their own
		for _, role := range []auth.Role{auth.Viewer, auth.Editor, auth.Owner, auth.Viewer} {
			if err := s.SetShare(t.Context(), annas.No, eve.No, role); err != nil {
				t.Fatal(err)
			}
			wantOneBudget(t, s, eve, plan, annas, role)
			wantOneBudget(t, s, eve, copied.Info.ID, copied, auth.Owner)
		}
	})
}

// A plan's source id means the user's own budget of it, even after another user shares theirs and changes it later.
func TestOwnBudgetOfAPlanHasPrecedenceOverASharedOne(t *testing.T) {
	onBothDatabases(t, func(t *testing.T, s *stores) {
		anna, eve := addUser(t, s, "Anna"), addUser(t, s, "Eve")
		plan := "plan-" + uuid.NewString()
		eves := importPlan(t, s, uuid.NewString(), plan, eve.No, start)
		annas := importPlan(t, s, uuid.NewString(), plan, anna.No, start.Add(time.Hour))
		for _, role := range []auth.Role{auth.Viewer, auth.Editor} {
			if err := s.SetShare(t.Context(), annas.No, eve.No, role); err != nil {
				t.Fatal(err)
			}
			wantOneBudget(t, s, eve, plan, eves, auth.Owner)
			wantOneBudget(t, s, anna, plan, annas, auth.Owner)
		}
	})
}
