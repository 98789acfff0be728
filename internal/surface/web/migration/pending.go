package migration

import (
	"errors"
	"io"
	"time"

	"holdover/internal/app/migration"
	"holdover/internal/base/apperr"
	"holdover/internal/model/conversion"
	"holdover/internal/storage/pending"
	"holdover/internal/storage/sourceapi"
	"holdover/internal/surface/ui"
)

// tokens are stored between the two steps of an import from a source: listing the plans and downloading one. The
// second page contains an unguessable key that is useless to another user or session; without both, the token cannot
// be decrypted. The alternatives, asking for the token in each step or a hidden field, would put it into a page,
// which browsers store.
var tokens = pending.Kind{
	Name: "token", Life: 10 * time.Minute, Places: 2,
	Gone: apperr.New(apperr.NotFound, "the token has expired").WithHint("tokens are stored for 10 minutes; enter it again"),
}

// pendingToken contains the data stored with a token.
type pendingToken struct {
	key   string
	from  migration.SourceChoice
	Plans []sourceapi.Plan
	// The source's address and the token, as ParseSource returns them.
	Address, Token string
}

func keepToken(r *ui.Request, from migration.SourceChoice, plans []sourceapi.Plan) (*pendingToken, error) {
	held := &pendingToken{from: from, Plans: plans, Address: from.Address.String(), Token: from.Token.Reveal()}
	var err error
	held.key, err = r.App.Waiting.Add(r.Context(), r.Holder(), tokens, "", held, nil)
	return held, err
}

// findToken returns the holder's token under a key, or a NotFound error.
func findToken(r *ui.Request, key string) (*pendingToken, error) {
	held := &pendingToken{key: key}
	err := r.App.Waiting.Find(r.Context(), r.Holder(), tokens, key, "", held)
	if err == nil {
		held.from, err = migration.ParseSource(held.Address, held.Token)
	}
	return held, err
}

// plan returns the plan with an id, or an Invalid error if none was chosen.
func (h *pendingToken) plan(id string) (sourceapi.Plan, error) {
	for _, p := range h.Plans {
		if p.ID == id {
			return p, nil
		}
	}
	return sourceapi.Plan{}, apperr.New(apperr.Invalid, "no plan selected").WithHint("select one from the list")
}

// files are uploaded files that wait for a decision: whether a newer one is applied, or whether a plan that was
// imported before is imported as another budget. They do not have to be uploaded again.
var files = pending.Kind{
	Name: "plan", Life: time.Hour, Places: 4, Bytes: 256 << 20,
	Gone: apperr.New(apperr.NotFound, "the uploaded file has expired").WithHint("choose it again"),
}

// pendingFile contains the data stored with a file.
type pendingFile struct {
	Name string // the name of the file
	As   string // the name that the user typed for the budget
	// Existing contains the budgets that were imported from the same plan.
	Existing []migration.ExistingBudget `json:"Known"`
	// Question is the open question about the format of the file; nil if there is none. Answers are the earlier answers.
	Question *conversion.Question
	Answers  conversion.Options
}

// keepUpload stores a completely received document, and closes it.
func keepUpload(r *ui.Request, f *pendingFile, document *migration.Upload) (key string, err error) {
	file, err := document.Open()
	if err == nil {
		key, err = r.App.Waiting.Add(r.Context(), r.Holder(), files, "", f, file)
		err = errors.Join(err, file.Close())
	}
	return key, errors.Join(err, document.Close())
}

// findFile returns the data stored with a pending file, or a NotFound error.
func findFile(r *ui.Request, key string) (*pendingFile, error) {
	f := &pendingFile{}
	return f, r.App.Waiting.Find(r.Context(), r.Holder(), files, key, "", f)
}

// openFile opens a pending file. It returns a NotFound error if the file does not exist.
func openFile(r *ui.Request, key string) (*pendingFile, io.ReadCloser, error) {
	f, err := findFile(r, key)
	if err != nil {
		return nil, nil, err
	}
	file, err := r.App.Waiting.File(r.Context(), r.Holder(), files, key)
	return f, file, err
}

// forgetFile deletes a pending file after the decision. If that fails, the file expires later.
func forgetFile(r *ui.Request, key string) { forget(r, files, key) }

func forget(r *ui.Request, kind pending.Kind, key string) {
	if err := r.App.Waiting.Drop(r.Context(), r.Holder(), kind, key); err != nil {
		_ = r.Logged(err)
	}
}
