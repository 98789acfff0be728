package budget

import (
	"cmp"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"holdover/internal/base/civil"
	"holdover/internal/model/budget"
	"holdover/internal/surface/ui"
)

// view is the state of a user's budget screen. It is stored in cookies and contains no amounts.
type view struct {
	first  civil.Month
	months int // number of months that are shown: as many as fit the browser, or as the user chose
	chosen int // number of months that the user chose; 0 for as many as fit

	showHidden bool            // hidden groups and categories are shown
	folded     map[string]bool // groups, by ui.CookieKey
	look       string          // the active filter, from the address only
	startLeft  bool            // the first steps are not shown
}

const (
	monthsCookie  = "holdover_months"
	chosenCookie  = "holdover_months_chosen"
	viewCookie    = "holdover_view_" // plus the budget's ui.CookieKey
	defaultMonths = 3
	maxMonths     = 12
	maxChosen     = 6
	maxFolded     = 200 // number of folded groups that are stored, so that the cookie stays within the browsers' limit
)

// viewOf parses the cookies and the query; first is the default month.
func viewOf(r *http.Request, budgetID string, first civil.Month) view {
	v := view{first: first, months: monthCount(r), chosen: chosenMonths(r), folded: map[string]bool{}, look: r.URL.Query().Get("look")}
	if v.chosen > 0 && (v.months > 1 || r.URL.Query().Has("show")) { // a phone shows one month regardless of the choice
		v.months = v.chosen
	}
	if m, err := civil.ParseMonth(r.URL.Query().Get("month")); err == nil {
		v.first = m.Near() // limited to the years that a budget supports
	}
	kept, err := url.ParseQuery(ui.CookieOf(r, viewCookie+ui.CookieKey(budgetID)))
	if err != nil {
		return v
	}
	v.showHidden = kept.Get("h") == "1"
	v.startLeft = kept.Get("s") == "1"
	for key := range strings.SplitSeq(kept.Get("f"), ".") {
		v.folded[key] = key != ""
	}
	return v
}

// monthCount returns the number of months that fit the browser, as its script measured now or last.
func monthCount(r *http.Request) int {
	n, err := strconv.Atoi(cmp.Or(r.URL.Query().Get("months"), ui.CookieOf(r, monthsCookie)))
	if err != nil || n < 1 {
		return defaultMonths
	}
	return min(n, maxMonths)
}

// chosenMonths returns the number of months that the user chose, now or last, or 0 for as many as fit.
func chosenMonths(r *http.Request) int {
	n, err := strconv.Atoi(cmp.Or(r.URL.Query().Get("show"), ui.CookieOf(r, chosenCookie)))
	if err != nil {
		return 0
	}
	return max(0, min(n, maxChosen))
}

// keep stores in the cookie which groups are folded, whether hidden ones are shown, and whether the first steps are not.
func (v view) keep(w http.ResponseWriter, r *ui.Request, budgetID string) {
	kept := url.Values{}
	if v.showHidden {
		kept.Set("h", "1")
	}
	if v.startLeft {
		kept.Set("s", "1")
	}
	var folded []string
	for key, isFolded := range v.folded {
		if isFolded && len(folded) < maxFolded {
			folded = append(folded, key)
		}
	}
	kept.Set("f", strings.Join(folded, "."))
	r.Remember(w, viewCookie+ui.CookieKey(budgetID), kept.Encode())
}

// changeView changes the view by a form: "fold" folds or unfolds a group, "folds" all or none, "hidden" shows or
// hides hidden groups and categories, and "start" leaves the first steps. "quiet" is sent by the script, which has already changed the screen.
func changeView(w http.ResponseWriter, r *ui.Request, budgetID string, groups []budget.Group) error {
	v := viewOf(r.Request, budgetID, 0)
	if id := r.Get("fold"); id != "" {
		v.folded[ui.CookieKey(id)] = !v.folded[ui.CookieKey(id)]
	}
	switch r.Get("hidden") {
	case "show":
		v.showHidden = true
	case "hide":
		v.showHidden = false
	}
	v.startLeft = v.startLeft || r.Get("start") == "leave"
	switch r.Get("folds") {
	case "all":
		for i := range groups {
			v.folded[ui.CookieKey(groups[i].ID)] = true
		}
	case "none":
		clear(v.folded)
	}
	v.keep(w, r, budgetID)
	if r.Get("quiet") != "" {
		w.WriteHeader(http.StatusNoContent)
		return nil
	}
	return r.Redirect(w, ui.LocalPath(r.Get("back")))
}
