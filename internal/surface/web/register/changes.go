package register

import (
	"net/url"

	"holdover/internal/app"
	"holdover/internal/app/registers"
	"holdover/internal/app/rows"
	"holdover/internal/model/budget"
	"holdover/internal/surface/ui"
)

func changes() map[string]ui.Change {
	return map[string]ui.Change{
		"add-row":   addRow,
		"edit-row":  editRow,
		"reconcile": reconcileAccount,

		"remove-receipt": ui.By((*app.App).RemoveReceipt, "receipt"),

		"keep-filter": ui.With(rowsToKeep, func(r *ui.Request, rows budget.SavedRows) (app.ChangeResult, error) {
			return r.App.KeepFilter(r.Context(), r.Actor, r.BudgetID, registers.OwnFilter{ID: r.Get("id"), Name: r.Get("name"), SavedRows: rows})
		}),
		"replace-filter": ui.With(rowsToKeep, func(r *ui.Request, rows budget.SavedRows) (app.ChangeResult, error) {
			return r.App.ReplaceFilter(r.Context(), r.Actor, r.BudgetID, r.Get("id"), rows)
		}),
		"rename-filter": ui.ByTwo((*app.App).RenameFilter, "filter", "name"),
		"delete-filter": ui.By((*app.App).DeleteFilter, "filter"),

		// changes of selected rows, one or many
		"mark-cleared":  markCleared,
		"rows-category": setOnRows(categoryOfRows),
		"rows-account":  setOnRows(func(r *ui.Request, s *rows.Setting) error { s.Account = new(r.Get("account")); return nil }),
		"rows-cleared":  setOnRows(func(r *ui.Request, s *rows.Setting) error { s.Cleared = new(r.Get("cleared")); return nil }),
		"rows-flag":     setOnRows(func(r *ui.Request, s *rows.Setting) error { s.FlagColour = new(r.Get("flag")); return nil }),
		"rows-payee":    setOnRows(func(r *ui.Request, s *rows.Setting) error { s.PayeeName = new(r.Get("payee")); return nil }),
		"rows-notes":    setOnRows(notesOfRows),
		"rows-approve":  setOnRows(func(_ *ui.Request, s *rows.Setting) error { s.Approved = new(true); return nil }),
		"rows-date": setOnRows(func(r *ui.Request, s *rows.Setting) error {
			day, err := r.Date("date")
			s.Date = &day
			return err
		}),
		"delete-rows": ui.With(choiceOfForm, func(r *ui.Request, rows rows.Choice) (app.ChangeResult, error) {
			return r.App.DeleteRows(r.Context(), r.Actor, r.BudgetID, rows, overrideIn(r))
		}),
		"duplicate-rows": ui.With(choiceOfForm, duplicateRows),
		"merge-rows": ui.With(choiceOfForm, func(r *ui.Request, two rows.Choice) (app.ChangeResult, error) {
			done, _, err := r.App.Merge(r.Context(), r.Actor, r.BudgetID, two)
			return done, err
		}),
		"unmatch": ui.By((*app.App).Unmatch, "row"),
	}
}

func addRow(r *ui.Request) (app.ChangeResult, error) {
	rd, entry, err := rowIn(r)
	if err != nil {
		return app.ChangeResult{}, err
	}
	if entry.Place, err = parsePosition(rd.Fields.Here); err != nil {
		return app.ChangeResult{}, err
	}
	if r.File != nil {
		entry.Receipt = &rows.ReceiptEntry{Name: r.File.Name, Data: r.File.Data}
	}
	done, _, err := r.App.AddRow(r.Context(), r.Actor, r.BudgetID, entry)
	if err == nil {
		r.RememberAfter(ui.AccountCookie, entry.Account)
		if next := nextAfter(r.Links, r.Get("back"), &entry); next != "" {
			r.PostForm.Set("after", next)
		}
	}
	return done, err
}

// nextAfter returns the address of an empty form with the date and the account of the transaction just saved, if the
// page to show next is an empty form; otherwise "".
func nextAfter(l ui.Links, back string, saved *rows.Entry) string {
	next, err := url.Parse(back)
	if err != nil || next.Path != l.To("rows/new") {
		return ""
	}
	q := next.Query()
	q.Set("date", saved.Date.String())
	q.Set("account", saved.Account)
	next.RawQuery = q.Encode()
	return next.String()
}

func editRow(r *ui.Request) (app.ChangeResult, error) {
	rd, entry, err := rowIn(r)
	if err != nil {
		return app.ChangeResult{}, err
	}
	return r.App.EditRow(r.Context(), r.Actor, r.BudgetID, rd.Fields.ID, entry, rd.Fields.Seen, rows.EvenReconciled(rd.Fields.Override))
}

// rowIn parses the form of a row. It returns the errors of its fields.
func rowIn(r *ui.Request) (*RowReading, rows.Entry, error) {
	rd, err := typedRow(r)
	if err != nil {
		return nil, rows.Entry{}, err
	}
	rd.Fields.DropBlankParts()
	entry := rd.Entry()
	return rd, entry, rd.Faults.Refused()
}
