package bankfile

import (
	"bytes"
	"fmt"
	"io"
	"net/url"
	"time"

	"holdover/internal/app/bankimport"
	"holdover/internal/app/banks"
	"holdover/internal/base/apperr"
	"holdover/internal/storage/pending"
	"holdover/internal/surface/ui"
)

// files are bank files between upload and import, each for its user and one account. A file that is not imported
// expires an hour after its last use.
var files = pending.Kind{
	Name: "bank file", Life: time.Hour, Places: 4, Bytes: bankimport.MaxFile + 1<<20, // incompressible data grows a little
	Gone: apperr.New(apperr.NotFound, "the uploaded file has expired").WithHint("it is stored for an hour only: choose it again"),
}

// unchosen contains the options before any choice.
var unchosen = bankimport.Options{Statement: bankimport.LikelyStatement}

// pendingFile contains the user's choices about a pending file.
type pendingFile struct {
	id      string
	Name    string
	Options bankimport.Options
	Origin
}

// Origin is where a pending file was fetched from. It is empty for an uploaded file.
type Origin struct {
	Connection string // the id of the bank connection
	Key        string // of the bank account
	Starts     bool   // the program fetches by itself after this import
}

// isFetched reports whether the file was fetched from a bank.
func (o *Origin) isFetched() bool { return o.Connection != "" }

// Hold stores fetched transactions for an account, and returns the address of their preview.
func Hold(r *ui.Request, account string, from Origin, fetched *banks.FetchedFile) (string, error) {
	f := &pendingFile{Name: fetched.Name, Options: unchosen, Origin: from}
	id, err := r.App.Waiting.Add(r.Context(), r.Holder(), files, r.Account(account), f, bytes.NewReader(fetched.Data))
	return r.BankFile(account) + "/" + url.PathEscape(id), err
}

// keep stores a file for an account.
func keep(q *bankFileRequest, f *pendingFile, data []byte) (err error) {
	f.id, err = q.App.Waiting.Add(q.Context(), q.Holder(), files, q.register(), f, bytes.NewReader(data))
	return err
}

// find returns the user's pending file for the account, or a NotFound error.
func find(q *bankFileRequest) (*pendingFile, error) {
	f := &pendingFile{id: q.PathValue("file")}
	return f, q.App.Waiting.Find(q.Context(), q.Holder(), files, f.id, q.register(), f)
}

// choose stores the user's choices about a file.
func choose(q *bankFileRequest, f *pendingFile) error {
	return q.App.Waiting.Note(q.Context(), q.Holder(), files, f.id, f)
}

// drop deletes a file after the decision. If that fails, the file expires later.
func drop(q *bankFileRequest, f *pendingFile) {
	if err := q.App.Waiting.Drop(q.Context(), q.Holder(), files, f.id); err != nil {
		_ = q.Logged(err)
	}
}

func (f *pendingFile) data(q *bankFileRequest) ([]byte, error) {
	r, err := q.App.Waiting.File(q.Context(), q.Holder(), files, f.id)
	if err != nil {
		return nil, err
	}
	defer r.Close() //nolint:errcheck // it was read
	data, err := io.ReadAll(io.LimitReader(r, bankimport.MaxFile+1))
	if err != nil {
		return nil, fmt.Errorf("the uploaded file: %w", err)
	}
	return data, nil
}

// register returns the address of the account's register.
func (q *bankFileRequest) register() string { return q.Links.Account(q.account.ID) }
