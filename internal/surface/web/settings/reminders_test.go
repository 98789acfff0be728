package settings_test

import (
	"testing"

	"holdover/internal/storage/push"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
	"holdover/internal/testing/pushtest"
)

// TestRemindersOfABrowser turns reminders on, changes them, sends a test and turns them off, as the page's forms do. They
// belong to the session: another browser of the user has none.
func TestRemindersOfABrowser(t *testing.T) {
	t.Parallel()
	world, anna, _, _ := walk.Household(t, webtest.Pages)
	service := pushtest.New(t)
	world.App.SendBy(push.NewSender(service.Client()))
	_, _, key := anna.Post("/settings/reminders/key")
	browser := service.Subscribe(key[len(`{"key":"`) : len(key)-len(`"}`+"\n")])
	fields := func(endpoint string, more ...string) []string {
		return append([]string{"endpoint", endpoint, "p256dh", browser.P256dh, "auth", browser.Auth}, more...)
	}
	send := func(path string, fields []string, status int, at string, words ...string) {
		t.Helper()
		gotStatus, gotAt, page := anna.Post(path, fields...)
		for _, one := range words {
			anna.Expect(status, at, one)(gotStatus, gotAt, page)
		}
	}
	const form, test = "/settings/reminders", "/settings/reminders/test"
	send(test, nil, 404, test, "reminders are off on this device")
	send(form, fields("https://192.168.1.1/x", "kind", "due"), 400, form, "the address of the push service is not public")
	send(form, fields(browser.Endpoint), 400, form, "no kind of reminder is selected")
	send(form, fields(browser.Endpoint, "kind", "due"), 200, "/settings?done=reminders", "Reminders are on, on this device.", `value="due" checked`, `value="approve"> `)
	send(form, []string{"kind", "approve", "amounts", "1"}, 200, "/settings?done=reminders", `value="due"> `, `value="approve" checked`, `name="amounts" value="1" checked`)
	send(test, nil, 200, "/settings?done=reminder", "A test was sent.")
	if got := browser.Take(); len(got) != 1 || got[0].Body != "Reminders reach this device." {
		t.Errorf("messages %+v", got)
	}
	other := world.SignedInPlain(t, "Anna", walk.AnnasPassword)
	other.Open("/settings")
	other.Sees(`data-reminders="off"`)
	service.Fail(500)
	send(test, nil, 503, test, "the push service of this browser cannot be reached")
	service.Fail(0)
	send(form+"/off", nil, 200, "/settings?done=no-reminder", "Reminders are off on this device.", `data-reminders="off"`)
	send(test, nil, 404, test, "reminders are off on this device")
}

// TestAttackManyTestReminders: each click sent a request to a push service, without a limit.
func TestAttackManyTestReminders(t *testing.T) {
	t.Parallel()
	world, anna, _, _ := walk.Household(t, webtest.Pages)
	service := pushtest.New(t)
	world.App.SendBy(push.NewSender(service.Client()))
	const test = "/settings/reminders/test"
	statuses := map[int]int{}
	for range 12 {
		status, _, _ := anna.Post(test)
		statuses[status]++
	}
	if statuses[404] != 10 || statuses[429] != 2 {
		t.Errorf("responses %v, want 10 and then refusals", statuses)
	}
	anna.Expect(429, test, "you have sent 10 tests within an hour")(anna.Post(test))
	ben := world.SignedIn(t, "Ben", walk.BensPassword)
	if status, _, _ := ben.Post(test); status != 404 {
		t.Errorf("another user: %d", status)
	}
}
