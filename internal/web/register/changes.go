package register

import (
	"holdover/internal/app"
	"holdover/internal/app/rows"
	"holdover/internal/ui"
)

// changes are what the forms of registers ask for.
func changes() map[string]ui.Change {
	return map[string]ui.Change{
		"add-row":   addRow,
		"edit-row":  editRow,
		"reconcile": reconcileAccount,

		"remove-receipt": removeReceipt,

		"keep-filter":    keepFilter,
		"replace-filter": replaceFilter,
		"rename-filter":  ui.ByTwo((*app.App).RenameFilter, "filter", "name"),
		"delete-filter":  ui.By((*app.App).DeleteFilter, "filter"),

		// what is done to rows that were chosen in a register, one or many
		"mark-cleared":  markCleared,
		"rows-category": setOnRows(categoryOfRows),
		"rows-account":  setOnRows(func(r *ui.Request, s *rows.Setting) error { s.Account = valueIn(r, "account"); return nil }),
		"rows-cleared":  setOnRows(func(r *ui.Request, s *rows.Setting) error { s.Cleared = valueIn(r, "cleared"); return nil }),
		"rows-flag":     setOnRows(func(r *ui.Request, s *rows.Setting) error { s.FlagColour = valueIn(r, "flag"); return nil }),
		"rows-payee":    setOnRows(func(r *ui.Request, s *rows.Setting) error { s.PayeeName = valueIn(r, "payee"); return nil }),
		"rows-notes":    setOnRows(notesOfRows),
		"rows-approve":  setOnRows(func(_ *ui.Request, s *rows.Setting) error { yes := true; s.Approved = &yes; return nil }),
		"rows-date": setOnRows(func(r *ui.Request, s *rows.Setting) error {
			day, err := r.Date("date")
			s.Date = &day
			return err
		}),
		"delete-rows": func(r *ui.Request) (app.Done, error) {
			rows, err := choiceOfForm(r)
			if err != nil {
				return app.Done{}, err
			}
			return r.App.DeleteRows(r.Context(), r.Actor, r.BudgetID, rows, overrideIn(r))
		},
		"duplicate-rows": duplicateRows,
		"merge-rows": func(r *ui.Request) (app.Done, error) {
			two, err := choiceOfForm(r)
			if err != nil {
				return app.Done{}, err
			}
			done, _, err := r.App.Merge(r.Context(), r.Actor, r.BudgetID, two)
			return done, err
		},
		"unmatch": ui.By((*app.App).Unmatch, "row"),
	}
}

func addRow(r *ui.Request) (app.Done, error) {
	rd, entry, err := rowIn(r)
	if err != nil {
		return app.Done{}, err
	}
	if entry.Place, err = placeIn(rd.Fields.Here); err != nil {
		return app.Done{}, err
	}
	if r.File != nil {
		entry.Receipt = &rows.ReceiptEntry{Name: r.File.Name, Data: r.File.Data}
	}
	done, _, err := r.App.AddRow(r.Context(), r.Actor, r.BudgetID, entry)
	if err == nil {
		r.RememberAfter(accountCookie, entry.Account)
	}
	return done, err
}

func editRow(r *ui.Request) (app.Done, error) {
	rd, entry, err := rowIn(r)
	if err != nil {
		return app.Done{}, err
	}
	return r.App.EditRow(r.Context(), r.Actor, r.BudgetID, rd.Fields.ID, entry, rd.Fields.Seen, rows.EvenReconciled(rd.Fields.Override))
}

// row reads the form of a row. Faults: those of the fields.
func rowIn(r *ui.Request) (*RowReading, rows.Entry, error) {
	fields, err := TypedFields(r)
	if err != nil {
		return nil, rows.Entry{}, err
	}
	fields.DropBlankParts()
	form, err := r.App.RowForm(r.Context(), r.Actor, r.BudgetID, fields.ID)
	if err != nil {
		return nil, rows.Entry{}, err
	}
	rd := NewRowReading(&form, fields, r.Today)
	entry := rd.Entry()
	return rd, entry, rd.Faults.Refused()
}
