package offline

import (
	"fmt"
	"net/http"

	"holdover/internal/app/offline"
	"holdover/internal/surface/httpx"
	"holdover/internal/surface/ui"
)

// Snapshot writes the snapshot of a budget for a browser that stores it, unless the browser has the present one.
func Snapshot(w http.ResponseWriter, r *ui.Request) error {
	version, err := r.App.PageVersion(r.Context(), r.Actor, r.BudgetID)
	if err != nil {
		return err
	}
	tag := fmt.Sprintf(`W/"%d-%s-%s"`, offline.Format, version.Text(), version.Today)
	w.Header().Set("ETag", tag)
	if r.Header.Get("If-None-Match") == tag {
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	snapshot, err := r.App.OfflineSnapshot(r.Context(), r.Actor, r.BudgetID)
	if err != nil {
		w.Header().Del("ETag")
		return err
	}
	return httpx.WriteJSON(w, http.StatusOK, struct {
		offline.Snapshot
		LastAccount string `json:"lastAccount,omitempty"`
	}{snapshot, ui.CookieOf(r.Request, ui.AccountCookie)})
}
