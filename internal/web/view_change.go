package web

import (
	"net/http"

	"holdover/internal/budget"
)

// changeView folds and unfolds groups and shows or hides hidden categories, as
// the form of the budget screen asks. "quiet" comes from the script, which has
// already done it on the screen.
func changeView(w http.ResponseWriter, r *http.Request, budgetID string, groups []budget.Group) {
	v := viewOf(r, budgetID, 0)
	if id := r.PostFormValue("fold"); id != "" {
		v.folded[viewKey(id)] = !v.folded[viewKey(id)]
	}
	switch r.PostFormValue("hidden") {
	case "show":
		v.hidden = true
	case "hide":
		v.hidden = false
	}
	switch r.PostFormValue("folds") {
	case "all":
		for i := range groups {
			v.folded[viewKey(groups[i].ID)] = true
		}
	case "none":
		clear(v.folded)
	}
	v.keep(w, r, budgetID)
	if r.PostFormValue("quiet") != "" {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	http.Redirect(w, r, localPath(r.PostFormValue("back")), http.StatusSeeOther)
}
