package reminders_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"holdover/internal/app"
	"holdover/internal/app/apptest"
	"holdover/internal/app/registers"
	"holdover/internal/app/reminders"
	"holdover/internal/app/rows"
	"holdover/internal/app/schedules"
	"holdover/internal/app/users"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/auth"
	_ "holdover/internal/model/auth/authtest"
	"holdover/internal/model/budget"
	"holdover/internal/storage/connectionstore"
	"holdover/internal/storage/database"
	"holdover/internal/storage/database/databasetest"
	"holdover/internal/storage/push"
	"holdover/internal/storage/store"
	"holdover/internal/testing/pushtest"
	"holdover/internal/testing/testkit"
)

const password = "correct horse battery"

// household is a budget of Anna and Ben in two processes, with a push service.
type household struct {
	*testing.T
	processes [2]*app.App
	config    store.Config
	service   *pushtest.Service
	id        string
	bank      string
	food      string // a category
	at        time.Time
	browsers  map[string]*pushtest.Browser // by session
}

// withHousehold runs a test on both databases.
func withHousehold(t *testing.T, test func(*household)) {
	t.Parallel()
	for name, config := range map[string]func(*testing.T) store.Config{
		"SQLite":     func(t *testing.T) store.Config { return store.Config{Dir: databasetest.Dir(t)} },
		"PostgreSQL": func(t *testing.T) store.Config { return store.Config{URL: databasetest.Postgres(t)} },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := &household{T: t, service: pushtest.New(t), browsers: map[string]*pushtest.Browser{}}
			now := time.Now()
			h.at = time.Date(now.Year(), now.Month(), now.Day(), 12, 0, 0, 0, time.Local)
			cfg := config(t)
			h.config = cfg
			for i := range h.processes {
				h.processes[i] = apptest.Open(t, cfg)
				h.processes[i].SendBy(push.NewSender(h.service.Client()))
			}
			a := h.processes[0]
			testkit.NoError(t, a.CreateOwner(t.Context(), "Anna", password))
			testkit.Must(a.AddUser(t.Context(), app.Machine(), "Ben", password))(t)
			h.fill()
			test(h)
		})
	}
}

// fill creates the budget, with money in a category.
func (h *household) fill() {
	h.Helper()
	a, ctx, me := h.processes[0], h.Context(), app.Machine()
	h.id = testkit.Must(a.NewBudget(ctx, me, app.BudgetEntry{Name: "Household", Currency: "EUR"}))(h).ID
	var err error
	_, h.bank, err = a.AddAccount(ctx, me, h.id, app.AccountEntry{Name: "Bank", Type: "checking", OnBudget: true})
	testkit.NoError(h, err)
	_, err = a.NewGroup(ctx, me, h.id, "Daily")
	testkit.NoError(h, err)
	group := testkit.Must(a.Screen(ctx, me, h.id))(h).Groups
	_, err = a.NewCategory(ctx, me, h.id, group[len(group)-1].ID, "Food")
	testkit.NoError(h, err)
	screen := testkit.Must(a.Screen(ctx, me, h.id))(h)
	h.food = screen.Categories[slices.IndexFunc(screen.Categories, func(c budget.Category) bool { return c.Name == "Food" })].ID
	testkit.NoError(h, a.SetShare(ctx, me, h.id, "Ben", auth.Editor))
	h.accept("Ben")
}

// signIn returns the actor and the session of a user.
func (h *household) signIn(name string) (app.Actor, string) {
	h.Helper()
	in := testkit.Must(h.processes[0].SignIn(h.Context(), users.Credentials{Name: name, Password: password, Device: users.Device{Agent: "Phone"}}))(h)
	return in.Who, in.Key.Reveal()
}

func (h *household) accept(name string) {
	h.Helper()
	who, _ := h.signIn(name)
	testkit.NoError(h, h.processes[0].AcceptShare(h.Context(), who, h.id))
}

// subscribe turns reminders on in a new browser of a user.
func (h *household) subscribe(name string, amounts bool, kinds ...reminders.Kind) (who app.Actor, session string, b *pushtest.Browser) {
	h.Helper()
	who, session = h.signIn(name)
	b = h.service.Subscribe(testkit.Must(h.processes[0].PushKey(h.Context(), who))(h))
	browser := reminders.Browser{Endpoint: b.Endpoint, P256dh: b.P256dh, Auth: b.Auth, Origin: "https://budget.example.org"}
	testkit.NoError(h, h.processes[0].TurnOnReminders(h.Context(), who, session, browser, reminders.Subscription{Kinds: kinds, Amounts: amounts}))
	return who, session, b
}

// remind lets both processes look at the same time.
func (h *household) remind() {
	h.Helper()
	var working sync.WaitGroup
	for _, a := range h.processes {
		working.Go(func() {
			if err := a.RemindAll(h.Context(), h.at); err != nil {
				h.Error(err)
			}
		})
	}
	working.Wait()
	for _, a := range h.processes { // a message that one process stored after the other had looked
		testkit.NoError(h, a.RemindAll(h.Context(), h.at))
	}
}

// want compares the messages that a browser received since the last time.
func (h *household) want(b *pushtest.Browser, texts ...string) {
	h.Helper()
	var got []string
	for _, m := range b.Take() {
		got = append(got, m.Title+": "+m.Body)
	}
	slices.Sort(got)
	slices.Sort(texts)
	if !slices.Equal(got, texts) {
		h.Errorf("reminders %q, want %q", got, texts)
	}
}

func (h *household) spend(who app.Actor, amount money.Milli) {
	h.Helper()
	_, _, err := h.processes[1].AddRow(h.Context(), who, h.id, rows.Entry{Account: h.bank, Date: civil.DateOf(h.at), Amount: amount, PayeeName: "Bakery", Category: h.food})
	testkit.NoError(h, err)
}

// TestEachReminderIsSentOnce lets two processes look for reminders of two users with three devices.
func TestEachReminderIsSentOnce(t *testing.T) {
	withHousehold(t, func(h *household) {
		ctx, a := h.Context(), h.processes[0]
		anna, _, phone := h.subscribe("Anna", false, reminders.Kinds...)
		_, _, tablet := h.subscribe("Anna", true, reminders.Kinds...)
		ben, _, bens := h.subscribe("Ben", false, reminders.Overspent)
		h.remind()
		h.want(phone)

		h.spend(ben, -12_500)
		h.remind()
		h.want(phone, "Household: 1 category was overspent by another user")
		h.want(tablet, "Household: 1 category was overspent by another user: Food -12,50\u00a0€")
		h.want(bens)
		h.spend(ben, -1_000)
		h.remind()
		h.want(phone)

		first := testkit.Must(a.Register(ctx, anna, h.id, registers.Query{}))(h)
		_, err := a.SetOnRows(ctx, ben, h.id, rows.These(first.Rows[0].ID, first.Rows[1].ID), rows.Setting{Approved: new(false)}, true)
		testkit.NoError(h, err)
		h.remind()
		h.want(phone, "Household: 2 transactions to approve")
		h.want(tablet, "Household: 2 transactions to approve: Bakery -1,00\u00a0€, Bakery -12,50\u00a0€")

		_, _, err = a.AddScheduled(ctx, anna, h.id, schedules.Entry{Frequency: "monthly", Entry: rows.Entry{Account: h.bank, Date: civil.DateOf(h.at).AddDays(1), Amount: -850_000, PayeeName: "Landlord"}})
		testkit.NoError(h, err)
		h.remind()
		h.want(phone)
		h.at = h.at.Add(19 * time.Hour) // 7 in the morning
		h.remind()
		h.want(phone)
		h.at = h.at.Add(2 * time.Hour)
		h.remind()
		h.want(phone, "Household: 1 scheduled transaction is due")
		h.want(tablet, "Household: 1 scheduled transaction is due: Landlord -850,00\u00a0€")
		h.at = h.at.Add(24 * time.Hour)
		h.remind()
		h.want(phone)
		h.want(bens)
	})
}

// TestABankThatNeedsAttentionIsReportedOnce stores a connection to a bank that fails, and one that works.
func TestABankThatNeedsAttentionIsReportedOnce(t *testing.T) {
	withHousehold(t, func(h *household) {
		_, _, phone := h.subscribe("Anna", true, reminders.Kinds...)
		h.remind()
		db := testkit.Must(database.Open(h.Context(), h.config))(h)
		defer db.Close()
		var no int64
		testkit.NoError(h, h.processes[0].ReadTx(h.Context(), app.Machine(), h.id, func(v *store.ReadTx) error {
			no = v.Header().No
			return nil
		}))
		connect := func(id, body string) {
			c := connectionstore.Connection{ID: id, Budget: no, Provider: "test", Secret: []byte{}, Body: body, NextAt: h.at}
			testkit.NoError(h, connectionstore.On(db).Add(h.Context(), &c))
			for _, p := range h.processes {
				testkit.NoError(h, p.ReadStates(h.Context()))
			}
			h.remind()
		}
		connect("a", `{"name":"Works"}`)
		h.want(phone)
		connect("b", `{"name":"Savings bank","problem":"The bank is closed."}`)
		h.want(phone, "Household: 1 bank connection needs attention")
		h.remind()
		h.want(phone)
	})
}

// TestRemindersEndWithAccess ends sessions and roles: no reminder arrives after that.
func TestRemindersEndWithAccess(t *testing.T) {
	withHousehold(t, func(h *household) {
		ctx, a := h.Context(), h.processes[0]
		anna, _ := h.signIn("Anna")
		ben, session, signedOut := h.subscribe("Ben", false, reminders.Kinds...)
		_, other, ended := h.subscribe("Ben", false, reminders.Kinds...)
		keeps, _, still := h.subscribe("Ben", false, reminders.Kinds...)
		h.remind()
		testkit.NoError(h, a.SignOut(ctx, session))
		h.spend(anna, -1_000)
		h.remind()
		h.want(signedOut)
		h.want(ended, "Household: 1 category was overspent by another user")
		h.want(still, "Household: 1 category was overspent by another user")
		if _, err := a.RemindersOf(ctx, ben, session); apperr.KindOf(err) != apperr.NotFound {
			h.Errorf("subscription of an ended session: error %v", err)
		}
		testkit.NoError(h, a.EndOtherSessions(ctx, keeps))
		if _, err := a.RemindersOf(ctx, ben, other); apperr.KindOf(err) != apperr.NotFound {
			h.Errorf("subscription of a session that was ended elsewhere: error %v", err)
		}

		h.service.Fail(http.StatusServiceUnavailable) // the reminder waits while the role is taken away
		h.cover(anna)
		h.remind()
		h.spend(anna, -2_000)
		h.remind()
		h.service.Fail(0)
		testkit.NoError(h, a.RemoveShare(ctx, app.Machine(), h.id, "Ben"))
		h.at = h.at.Add(time.Hour)
		h.remind()
		h.want(still)
		testkit.NoError(h, a.SetShare(ctx, app.Machine(), h.id, "Ben", auth.Editor))
		h.cover(anna)
		h.remind()
		h.spend(anna, -4_000)
		h.remind()
		h.want(still) // the share is not accepted yet
		h.accept("Ben")
		h.remind()
		h.cover(anna)
		h.remind()
		h.spend(anna, -8_000)
		h.remind()
		h.want(still, "Household: 1 category was overspent by another user")
		testkit.NoError(h, a.RemoveUser(ctx, app.Machine(), "Ben"))
		h.cover(anna)
		h.remind()
		h.spend(anna, -16_000)
		h.remind()
		h.want(still)
	})
}

// cover ends the overspending.
func (h *household) cover(who app.Actor) {
	h.Helper()
	month := civil.DateOf(h.at).Month()
	screen := testkit.Must(h.processes[0].Screen(h.Context(), who, h.id))(h)
	at := slices.IndexFunc(screen.Categories, func(c budget.Category) bool { return c.ID == h.food })
	is := screen.Sheet.Cell(screen.Categories[at].No, month)
	_, err := h.processes[0].SetBudgeted(h.Context(), who, h.id, h.food, month, is.Budgeted-is.Balance)
	testkit.NoError(h, err)
}

// TestFailedRemindersAreSentAgain stops the push service: the reminder arrives once when it works again, and an unknown
// subscription is deleted.
func TestFailedRemindersAreSentAgain(t *testing.T) {
	withHousehold(t, func(h *household) {
		ctx, a := h.Context(), h.processes[0]
		_, session, phone := h.subscribe("Anna", false, reminders.Kinds...)
		ben, _ := h.signIn("Ben")
		anna, _ := h.signIn("Anna")
		h.remind()
		h.service.Fail(http.StatusInternalServerError)
		h.spend(ben, -1_000)
		h.remind()
		h.service.Fail(0)
		h.remind()
		h.want(phone) // not before the pause is over
		h.at = h.at.Add(2 * time.Minute)
		h.remind()
		h.want(phone, "Household: 1 category was overspent by another user")
		testkit.NoError(h, a.SendTestReminder(ctx, anna, session))
		h.want(phone, "Holdover: Reminders reach this device.")
		h.service.Fail(http.StatusGone)
		if err := a.SendTestReminder(ctx, anna, session); apperr.KindOf(err) != apperr.NotFound || !strings.Contains(apperr.HintOf(err), "on again") {
			h.Errorf("test reminder to an unknown subscription: error %v", err)
		}
		if _, err := a.RemindersOf(ctx, anna, session); apperr.KindOf(err) != apperr.NotFound {
			h.Errorf("unknown subscription: error %v", err)
		}
	})
}

// TestRemindersNeedASignedInUser calls each method as others than a signed-in user, and with the session of another user.
func TestRemindersNeedASignedInUser(t *testing.T) {
	withHousehold(t, func(h *household) {
		ctx, a := h.Context(), h.processes[0]
		anna, annas, _ := h.subscribe("Anna", true, reminders.Due)
		ben, _ := h.signIn("Ben")
		readOnly, token := anna, anna
		readOnly.Scope, token.Token = auth.ReadOnly, "a program"
		chosen := reminders.Subscription{Kinds: reminders.Kinds}
		for name, call := range map[string]func(app.Actor) error{
			"PushKey":          func(who app.Actor) error { _, err := a.PushKey(ctx, who); return err },
			"RemindersOf":      func(who app.Actor) error { _, err := a.RemindersOf(ctx, who, annas); return err },
			"TurnOnReminders":  func(who app.Actor) error { return a.TurnOnReminders(ctx, who, annas, reminders.Browser{}, chosen) },
			"TurnOffReminders": func(who app.Actor) error { return a.TurnOffReminders(ctx, who, annas) },
			"SendTestReminder": func(who app.Actor) error { return a.SendTestReminder(ctx, who, annas) },
		} {
			for who, kind := range map[app.Actor]apperr.Kind{{}: apperr.Unauthorized, app.Machine(): apperr.Forbidden, readOnly: apperr.Forbidden, token: apperr.Forbidden} {
				if err := call(who); apperr.KindOf(err) != kind {
					h.Errorf("%s by %+v: error %v, want %s", name, who, err, kind)
				}
			}
			if err := call(ben); name != "PushKey" && name != "TurnOffReminders" && apperr.KindOf(err) != apperr.NotFound {
				h.Errorf("%s with the session of another user: error %v", name, err)
			}
		}
		if s, err := a.RemindersOf(ctx, anna, annas); err != nil || !s.Amounts || fmt.Sprint(s.Kinds) != "[due]" {
			h.Errorf("subscription %+v (error %v)", s, err)
		}
	})
}

// TestHostileEndpointsAreRefused: the address of a push service comes from the browser and must not reach the server's own
// network.
func TestHostileEndpointsAreRefused(t *testing.T) {
	withHousehold(t, func(h *household) {
		ctx, a := h.Context(), h.processes[0]
		anna, session, b := h.subscribe("Anna", false, reminders.Due)
		for _, endpoint := range []string{
			"http://push.example.org/x", "https:///x", "https://user:secret@push.example.org/x", "file:///etc/passwd", "https://127.0.0.1/x", "https://[::1]/x", "https://10.0.0.1/x",
			"https://169.254.169.254/latest", "https://[::ffff:127.0.0.1]/x", "https://[64:ff9b::7f00:1]/x", "https://0.0.0.0/x", "https://100.64.0.1/x", "https://push.example.org/" + strings.Repeat("x", 1000),
		} {
			in := reminders.Browser{Endpoint: endpoint, P256dh: b.P256dh, Auth: b.Auth, Origin: "https://budget.example.org"}
			if err := a.TurnOnReminders(ctx, anna, session, in, reminders.Subscription{Kinds: reminders.Kinds}); apperr.KindOf(err) != apperr.Invalid {
				h.Errorf("endpoint %s: error %v, want it refused", endpoint, err)
			}
		}
		for _, in := range []reminders.Browser{{Endpoint: b.Endpoint, P256dh: "AAAA", Auth: b.Auth}, {Endpoint: b.Endpoint, P256dh: b.P256dh, Auth: "AAAA"}} {
			in.Endpoint = "https://push.example.org/x"
			if err := a.TurnOnReminders(ctx, anna, session, in, reminders.Subscription{Kinds: reminders.Kinds}); apperr.KindOf(err) != apperr.Invalid {
				h.Errorf("invalid keys: error %v", err)
			}
		}
	})
}
