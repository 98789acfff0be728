package ui

import (
	"net/http"
	"regexp"
	"sync"
	"time"
)

// zoneCookie is the cookie with the browser's time zone, set by scripts/zone.ts, which determines today and displayed
// times.
const zoneCookie = "holdover_zone"

// zoneName matches names of time zones. A name is looked up as a file, so it must not lead out of the zones' folder.
var zoneName = regexp.MustCompile(`^[A-Z][A-Za-z0-9_+-]{0,31}(/[A-Z][A-Za-z0-9_+-]{0,31}){0,2}$`)

// zones caches the requested time zones by name. There are a few hundred.
type zones struct{ known sync.Map }

// of returns the time zone of a request, or nil if it is missing or unknown.
func (z *zones) of(r *http.Request) *time.Location {
	name := CookieOf(r, zoneCookie)
	if zone, known := z.known.Load(name); known {
		return zone.(*time.Location)
	}
	if !zoneName.MatchString(name) {
		return nil
	}
	zone, err := time.LoadLocation(name)
	if err != nil {
		return nil
	}
	z.known.Store(name, zone)
	return zone
}
