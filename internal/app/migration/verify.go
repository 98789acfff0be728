package migration

import (
	"context"
	"errors"

	"holdover/internal/app/users"
	"holdover/internal/base/iterutil"
	"holdover/internal/logic/envelope"
	"holdover/internal/logic/importer"
	"holdover/internal/logic/reimport"
	"holdover/internal/logic/verification"
	"holdover/internal/model/auth"
	"holdover/internal/model/budget"
	"holdover/internal/model/ynabdoc"
	"holdover/internal/storage/store"
)

// Verify compares the present budget with the document taken over last. It separates changes made here since; while
// that is the document of the import, by the journal, so that a figure that differs without having been changed is
// not attributed to an edit. It returns a NotFound error for a budget that was not imported.
func (br *Migration) Verify(ctx context.Context, who users.Actor, id string) (report *verification.Report, err error) {
	err = br.access.WithBudgetMemory(ctx, who, id, auth.See, 0, func() error {
		report, err = br.verify(ctx, who, id)
		return err
	})
	return report, err
}

func (br *Migration) verify(ctx context.Context, who users.Actor, id string) (*verification.Report, error) {
	figures, of, err := br.figures(ctx, who, id, auth.See)
	if err != nil {
		return nil, err
	}
	if figures == nil {
		return br.verifyDocument(ctx, who, id)
	}
	report, err := br.compared(ctx, of, func(_ *store.ReadTx, now verification.Budget, touched *store.Touched) (*verification.Report, error) {
		return verification.VerifyKept(figures, now, func(made verification.Budget) verification.Budget { return untouched(made, now, touched) })
	})
	if errors.Is(err, verification.ErrCards) {
		return br.verifyDocument(ctx, who, id)
	}
	return report, err
}

// compared passes the present budget to compare, and the changes made since, or nil if the journal does not cover all
// of them.
func (br *Migration) compared(ctx context.Context, of source, compare func(v *store.ReadTx, now verification.Budget, touched *store.Touched) (*verification.Report, error)) (report *verification.Report, err error) {
	told, err := br.told(ctx, of)
	if err != nil {
		return nil, err
	}
	err = br.access.Store.ReadTx(ctx, of.budget, func(v *store.ReadTx) error {
		now, err := present(v)
		if err != nil {
			return err
		}
		var touched *store.Touched
		if told {
			since, err := v.TouchedSince(1)
			if err != nil {
				return err
			}
			touched = &since
		}
		report, err = compare(v, now, touched)
		return err
	})
	return report, err
}

// told reports whether the journal covers all changes since the document made the budget: not for a copied budget, or
// after a newer document was taken over. It opens its own transaction, so it must not be called within one: if every
// permitted reader did so, all would wait for another one.
func (br *Migration) told(ctx context.Context, of source) (bool, error) {
	first, err := br.access.Store.Changes(ctx, of.budget, 2, 1)
	return of.document == 1 && len(first) > 0 && first[0].Action == "import", err
}

// untouched returns now if nothing was edited. Otherwise it returns made with the present state of the accounts
// without edited rows, because differences there are not edits. It returns made if the changes are unknown.
func untouched(made, now verification.Budget, touched *store.Touched) verification.Budget {
	switch {
	case touched == nil:
		return made
	case touched.From == 0 && len(touched.Accounts) == 0:
		return now
	}
	edited := iterutil.Set(touched.Accounts)
	is := make(map[string]*verification.Account, len(now.Accounts))
	for i := range now.Accounts {
		if a := &now.Accounts[i]; !edited[a.No] {
			is[a.ID] = a
		}
	}
	for i := range made.Accounts {
		if a := is[made.Accounts[i].ID]; a != nil {
			made.Accounts[i] = *a
		}
	}
	return made
}

// verifyDocument is verify for a budget that an older program took over: it reads the
// document and the whole budget.
func (br *Migration) verifyDocument(ctx context.Context, who users.Actor, id string) (*verification.Report, error) {
	kept, of, err := br.report(ctx, who, id, auth.See)
	if err != nil {
		return nil, err
	}
	doc, err := br.plan(ctx, of)
	if err != nil {
		return nil, err
	}
	return br.compared(ctx, of, func(v *store.ReadTx, now verification.Budget, touched *store.Touched) (*verification.Report, error) {
		made, err := fromDocument(v, doc)
		if err != nil {
			return nil, err
		}
		return verification.Verify(doc, kept.Notes.Roles, untouched(made, now, touched), now), nil
	})
}

// present returns the present budget from the stored figures.
func present(v *store.ReadTx) (verification.Budget, error) {
	var accounts []store.Account
	var records []budget.Account
	var outline *envelope.Outline
	var sheet *envelope.Sheet
	err := iterutil.Try(iterutil.Store(&accounts, v.Accounts), iterutil.Store(&records, v.AccountRecords), iterutil.Store(&outline, v.Outline), iterutil.Store(&sheet, v.Sheet))
	if err != nil {
		return verification.Budget{}, err
	}
	info := v.Info()
	return verification.Budget{
		Accounts: iterutil.Map(accounts, func(a store.Account) verification.Account {
			return verification.Account{No: a.No, ID: a.ID, SourceID: a.SourceID, Name: a.Name, Balance: a.Totals.Balance(), Cleared: a.Totals.Cleared}
		}),
		Categories: verification.Categories(outline.Groups, outline.Categories), Sheet: sheet,
		Envelopes: info.CardEnvelopes, Cards: verification.CardsOf(&info, records, outline.Categories),
	}, nil
}

// fromDocument returns the budget as its document makes it, with the numbers of the present one.
func fromDocument(v *store.ReadTx, doc *ynabdoc.Document) (verification.Budget, error) {
	made, _, err := made(doc, importer.Options{CardEnvelopes: v.Info().CardEnvelopes})
	if err != nil {
		return verification.Budget{}, err
	}
	whole, err := v.WholeOf(func(t *budget.Transaction) bool { return t.SourceID != "" })
	if err != nil {
		return verification.Budget{}, err
	}
	made = reimport.InNumbersOf(whole, made)
	return verification.Of(made, envelope.Compute(envelope.SnapshotOf(made))), nil
}
