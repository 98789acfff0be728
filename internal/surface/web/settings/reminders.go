package settings

import (
	"net/http"
	"slices"
	"time"

	"holdover/internal/app/reminders"
	"holdover/internal/app/users"
	"holdover/internal/base/apperr"
	"holdover/internal/surface/httpx"
	"holdover/internal/surface/ui"
)

// RemindersForm is the form of the reminders in this browser.
type RemindersForm struct {
	On      bool
	Amounts bool
	Kinds   []ReminderKind
	Fault   *ui.FaultText
}

// ReminderKind is a kind of reminder that can be chosen.
type ReminderKind struct {
	Value, Label string
	Chosen       bool
}

// kindLabels complete the sentence "Remind me when".
var kindLabels = map[reminders.Kind]string{
	reminders.Due:       "scheduled transactions are due",
	reminders.Overspent: "another user overspends a category",
	reminders.Approve:   "transactions wait for approval",
	reminders.Bank:      "a bank connection needs attention",
}

// remindersForm returns the form as stored, or with all kinds chosen for a browser without reminders.
func remindersForm(r *ui.Request) (RemindersForm, error) {
	is, err := r.App.RemindersOf(r.Context(), r.Actor, r.SessionKey())
	f := RemindersForm{On: err == nil, Amounts: is.Amounts}
	if apperr.KindOf(err) == apperr.NotFound {
		is.Kinds, err = reminders.Kinds, nil
	}
	for _, kind := range reminders.Kinds {
		f.Kinds = append(f.Kinds, ReminderKind{string(kind), kindLabels[kind], slices.Contains(is.Kinds, kind)})
	}
	return f, err
}

// PushKey writes the key that a browser needs to subscribe.
func PushKey(w http.ResponseWriter, r *ui.Request) error {
	key, err := r.App.PushKey(r.Context(), r.Actor)
	if err != nil {
		return err
	}
	return httpx.WriteJSON(w, http.StatusOK, map[string]string{"key": key})
}

// TurnOnReminders stores the subscription of this browser, or changes what it reminds of.
func TurnOnReminders(w http.ResponseWriter, r *ui.Request) error {
	browser := reminders.Browser{Endpoint: r.Get("endpoint"), P256dh: r.Get("p256dh"), Auth: r.Get("auth"), Origin: r.Options.Origin(r.Request)}
	chosen := reminders.Subscription{Amounts: r.Get("amounts") == "1"}
	for _, kind := range r.PostForm["kind"] {
		chosen.Kinds = append(chosen.Kinds, reminders.Kind(kind))
	}
	return remindersChanged(w, r, "reminders", r.App.TurnOnReminders(r.Context(), r.Actor, r.SessionKey(), browser, chosen))
}

// TurnOffReminders ends the subscription of this browser.
func TurnOffReminders(w http.ResponseWriter, r *ui.Request) error {
	return remindersChanged(w, r, "no-reminder", r.App.TurnOffReminders(r.Context(), r.Actor, r.SessionKey()))
}

const (
	// mostTests is the number of reminders that a user can send as a test in an hour. Each is a request to a push service.
	mostTests = 10
	// mostTesters is the number of users that are counted separately.
	mostTesters = 10_000
)

// TestReminders returns the handler that sends a reminder to this browser, and limits it.
func TestReminders() ui.Handler {
	sent := httpx.NewRateLimiter(mostTests, time.Hour, mostTesters)
	return func(w http.ResponseWriter, r *ui.Request) error {
		if _, wait := sent.Take(r.Actor.UserID, r.Now); wait > 0 {
			err := apperr.New(apperr.TooMany, "you have sent %d tests within an hour", mostTests).WithHint("wait %s, then try again", users.WaitText(wait)).WithRetry(wait)
			return remindersChanged(w, r, "", err)
		}
		return remindersChanged(w, r, "reminder", r.App.SendTestReminder(r.Context(), r.Actor, r.SessionKey()))
	}
}

func remindersChanged(w http.ResponseWriter, r *ui.Request, done string, err error) error {
	if err != nil {
		return beside(w, r, err, showAccount)
	}
	return came(w, r, accountURL, done)
}
