package ui

import (
	"net/http"

	"holdover/internal/app"
	"holdover/internal/app/budgetsession"
	"holdover/internal/app/rows"
	"holdover/internal/base/apperr"
	"holdover/internal/surface/httpx"
)

// savedAnswer is the response to a change for a script that shows it itself. Its type in the browser is Saved in
// internal/surface/web/offline/scripts/queued.ts.
type savedAnswer struct {
	Change   int64  `json:"change"`
	Label    string `json:"label"`
	Repeated bool   `json:"repeated"`
	Seen     string `json:"seen"`
}

// faultAnswer is the error response to such a script: Fault in queued.ts.
type faultAnswer struct {
	Status  int         `json:"status"`
	Code    apperr.Code `json:"code"`
	Message string      `json:"message"`
	Hint    string      `json:"hint"`
	Field   string      `json:"field"`
	Guarded int         `json:"guarded"`
	Other   int64       `json:"other"`
}

// WriteSaved writes the result of a change as JSON.
func WriteSaved(w http.ResponseWriter, done app.ChangeResult) error {
	return httpx.WriteJSON(w, http.StatusOK, savedAnswer{Change: done.Change, Label: done.Describe(done.Label), Repeated: done.Repeated, Seen: done.Seen})
}

func faultAnswerOf(err error, status int) faultAnswer {
	text := FaultOf(err)
	answer := faultAnswer{Status: status, Code: apperr.CodeOf(err), Message: text.Message, Hint: text.Hint}
	if all := apperr.All(err); len(all) > 0 {
		answer.Field = all[0].Field
	}
	answer.Guarded, _ = rows.Guarded(err)
	answer.Other = budgetsession.OtherChange(err)
	return answer
}
