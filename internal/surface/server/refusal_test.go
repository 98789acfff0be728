package server

import (
	"log/slog"
	"net/http/httptest"
	"testing"

	"github.com/chromedp/chromedp"

	"holdover/internal/app/users"
	"holdover/internal/storage/sourceapi"
	"holdover/internal/surface/web"
	"holdover/internal/surface/webtool"
	"holdover/internal/testing/browsertest"
)

// TestWebToolExplainsRefusals checks the tool's error for each way in which a real Holdover refuses access, and the other
// ways shown below it.
func TestWebToolExplainsRefusals(t *testing.T) {
	source, url := running(t, web.Options{})
	tab := browsertest.Tab(t, 1280, 900)
	signedIn := false
	for _, c := range []struct {
		name, press, says string
		before            func(t *testing.T, id *string)
	}{
		{"denied", "Do not allow", "was not allowed", func(*testing.T, *string) {}},
		{"restricted", "Allow", "only a few people", func(t *testing.T, id *string) {
			in, err := source.SignIn(t.Context(), users.Credentials{Name: "Anna", Password: password, Device: users.Device{Address: "192.0.2.1"}})
			if err == nil {
				err = source.RestrictOAuth(t.Context(), in.Who, *id, true, 0)
			}
			if err != nil {
				t.Fatal(err)
			}
		}},
		{"unknown", "", "does not know this tool", func(_ *testing.T, id *string) { *id = "another" }},
	} {
		t.Run(c.name, func(t *testing.T) {
			server := httptest.NewUnstartedServer(nil)
			public := "http://" + server.Listener.Addr().String() + "/export"
			made, secret := register(t, source, users.OAuthRegistration{Name: "Web tool", Redirects: []string{public + "/callback"}})
			c.before(t, &made.ID)
			address, err := sourceapi.ParseAddress(url)
			if err != nil {
				t.Fatal(err)
			}
			if server.Config.Handler, err = webtool.New(webtool.Config{
				Source: address, ClientID: made.ID, ClientSecret: secret.Reveal(), Public: public, Log: slog.New(slog.DiscardHandler),
			}); err != nil {
				t.Fatal(err)
			}
			server.Start()
			t.Cleanup(server.Close)
			browsertest.Do(t, tab, chromedp.Navigate(public+"/"), chromedp.Click(chromedp.CSS("button.primary")))
			if c.press != "" && !signedIn {
				signIn(t, tab)
				signedIn = true
			}
			if c.press != "" {
				browsertest.Do(t, tab, chromedp.Click(browsertest.Button(c.press)))
			}
			browsertest.Do(t, tab, chromedp.WaitVisible(chromedp.Search(`//*[@role="alert"]/p[contains(., "`+c.says+`")]`)),
				chromedp.WaitVisible(chromedp.Search(`//details[@open]//code[contains(., "holdover export --source")]`)))
		})
	}
}
