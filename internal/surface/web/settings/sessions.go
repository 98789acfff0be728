package settings

import (
	"net/http"
	"strings"

	"holdover/internal/model/humanize"
	"holdover/internal/surface/ui"
)

type SessionRow struct {
	ID      string
	Browser string
	Since   string
	Seen    string
	Here    bool
}

func (p *WaysPage) listSessions(r *ui.Request) error {
	all, err := r.App.Sessions(r.Context(), r.Actor)
	for _, s := range all {
		p.Sessions = append(p.Sessions, SessionRow{ID: s.ID, Browser: browserName(s.Agent), Since: humanize.Day(s.Since), Seen: humanize.Day(s.Seen), Here: s.Here})
		p.Others = p.Others || !s.Here
	}
	return err
}

// HasSession responds 204 to a page that checks its session.
func HasSession(w http.ResponseWriter, _ *ui.Request) error {
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// EndSession signs out one browser, or all other browsers.
func EndSession(w http.ResponseWriter, r *ui.Request) error {
	var err error
	if id := r.PostFormValue("session"); id == "others" {
		err = r.App.EndOtherSessions(r.Context(), r.Actor)
	} else {
		err = r.App.EndSession(r.Context(), r.Actor, id)
	}
	if err != nil {
		return beside(w, r, err, showWays)
	}
	return came(w, r, waysURL, "session")
}

// Parts of the User-Agent header and the names they stand for. Specific ones precede those that other browsers copy.
var (
	browsers = [][2]string{{"Edg", "Edge"}, {"OPR/", "Opera"}, {"Firefox/", "Firefox"}, {"Chrome/", "Chrome"}, {"Safari/", "Safari"}}
	systems  = [][2]string{
		{"iPhone", "an iPhone"}, {"iPad", "an iPad"}, {"Android", "Android"}, {"Windows", "Windows"}, {"Mac OS", "a Mac"}, {"CrOS", "ChromeOS"}, {"Linux", "Linux"},
	}
)

// browserName returns a browser's usual name for its User-Agent header.
func browserName(agent string) string {
	name := "A browser"
	for _, b := range browsers {
		if strings.Contains(agent, b[0]) {
			name = b[1]
			break
		}
	}
	for _, s := range systems {
		if strings.Contains(agent, s[0]) {
			return name + " on " + s[1]
		}
	}
	return name
}
