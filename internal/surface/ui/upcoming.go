package ui

import (
	"net/http"
	"strconv"

	"holdover/internal/base/civil"
)

// Horizon is how far the lists of upcoming transactions look ahead: a number of days, or "month".
type Horizon string

const (
	DefaultHorizon Horizon = "30"
	// EndOfNextMonth looks ahead until the last day of the next month.
	EndOfNextMonth Horizon = "month"

	horizonCookie = "holdover_upcoming"
)

// horizons are the values that can be chosen.
var horizons = []Horizon{"7", "14", DefaultHorizon, "60", "90", EndOfNextMonth}

// Label returns the horizon in words, after "Upcoming": "in 30 days".
func (h Horizon) Label() string {
	if h == EndOfNextMonth {
		return "until the end of next month"
	}
	return "in " + string(h) + " days"
}

// Until returns the last day of the horizon.
func (h Horizon) Until(today civil.Date) civil.Date {
	if h == EndOfNextMonth {
		return today.Month().Add(1).Last()
	}
	days, _ := strconv.Atoi(string(h)) // one of horizons
	return today.AddDays(days)
}

// Horizon returns how far this browser looks ahead, and whether it was chosen.
func (r *Request) Horizon() (h Horizon, isChosen bool) {
	h, isChosen = horizonNamed(CookieOf(r.Request, horizonCookie))
	return h, isChosen
}

func horizonNamed(name string) (h Horizon, known bool) {
	for _, h := range horizons {
		if string(h) == name {
			return h, true
		}
	}
	return DefaultHorizon, false
}

// SetHorizon stores in the browser how far it looks ahead; "" is the default.
func (r *Request) SetHorizon(w http.ResponseWriter, name string) {
	h, known := horizonNamed(name)
	if !known {
		h = ""
	}
	r.Remember(w, horizonCookie, string(h))
}

// HorizonOptions returns the options of a field for the horizon, with the one that this browser has chosen.
func (r *Request) HorizonOptions() []Option {
	chosen := ""
	if h, isChosen := r.Horizon(); isChosen {
		chosen = string(h)
	}
	options := []Option{ChosenOption("", "30 days, the report 90", chosen)}
	for _, h := range horizons {
		label := string(h) + " days"
		if h == EndOfNextMonth {
			label = "Until the end of next month"
		}
		options = append(options, ChosenOption(string(h), label, chosen))
	}
	return options
}
