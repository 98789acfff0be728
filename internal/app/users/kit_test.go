package users

import (
	"log/slog"
	"testing"
	"time"

	"github.com/google/uuid"

	"holdover/internal/base/money"
	"holdover/internal/model/auth"
	_ "holdover/internal/model/auth/authtest"
	"holdover/internal/model/budget"
	"holdover/internal/storage/database/databasetest"
	"holdover/internal/storage/store"
	"holdover/internal/storage/userstore"
)

const (
	annasPassword = "four plain words here"
	bensPassword  = "another few plain words"
)

// house is the users of a new database, and the budgets that they share.
type house struct {
	*Service
	budgets *store.Store
}

func newHouse(t testing.TB) *house {
	t.Helper()
	s, err := store.Open(t.Context(), store.Config{Dir: databasetest.Dir(t)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return &house{New(userstore.On(s.DB()), slog.New(slog.DiscardHandler), time.Now), s}
}

// newSharedBudget creates a budget of the first user, shared with others.
func newSharedBudget(t testing.TB, a *house, with map[userstore.UserNo]auth.Role) string {
	t.Helper()
	info := budget.Info{ID: uuid.NewString(), Name: "Ours", Currency: money.DefaultFormat()}
	h, err := a.budgets.Import(t.Context(), store.Import{Whole: &budget.Whole{Info: info}, Meta: store.Meta{Action: "test", At: a.now()}, Owner: 1})
	if err != nil {
		t.Fatal(err)
	}
	for user, role := range with {
		if err := a.store.SetShare(t.Context(), h.No, user, role); err != nil {
			t.Fatal(err)
		}
	}
	return info.ID
}

// annaAndBen creates Anna, the first user, and Ben.
func annaAndBen(t testing.TB) (a *house, anna, ben Actor) {
	t.Helper()
	a = newHouse(t)
	if err := a.CreateOwner(t.Context(), "Anna", annasPassword); err != nil {
		t.Fatal(err)
	}
	anna = signIn(t, a, "Anna", annasPassword).Who
	if _, err := a.AddUser(t.Context(), anna, "Ben", bensPassword); err != nil {
		t.Fatal(err)
	}
	return a, anna, signIn(t, a, "ben ", bensPassword).Who
}

func signIn(t testing.TB, a *house, name, password string) SignedIn {
	t.Helper()
	in, err := a.SignIn(t.Context(), Credentials{Name: name, Password: password, Device: Device{Address: "192.0.2.1"}})
	if err != nil {
		t.Fatal(err)
	}
	return in
}
