package migration

import (
	"context"
	"errors"
	"maps"

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
	report, err := br.compared(ctx, of, func(v *store.ReadTx, now verification.Budget, told bool) (*verification.Report, error) {
		touched, err := v.TouchedSince(1)
		if err != nil {
			return nil, err
		}
		return verification.VerifyKept(figures, now, func(made verification.Budget) verification.Budget {
			if !told {
				return made
			}
			return untouched(made, now, &touched)
		})
	})
	if errors.Is(err, verification.ErrCards) {
		return br.verifyDocument(ctx, who, id)
	}
	return report, err
}

// compared passes the present budget to compare, and whether the journal covers all changes since.
func (br *Migration) compared(ctx context.Context, of source, compare func(v *store.ReadTx, now verification.Budget, told bool) (*verification.Report, error)) (report *verification.Report, err error) {
	told, err := br.told(ctx, of)
	if err != nil {
		return nil, err
	}
	err = br.access.Store.ReadTx(ctx, of.budget, func(v *store.ReadTx) error {
		now, err := present(v)
		if err != nil {
			return err
		}
		report, err = compare(v, now, told)
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
// without edited rows, because differences there are not edits.
func untouched(made, now verification.Budget, touched *store.Touched) verification.Budget {
	if touched.From == 0 && len(touched.Accounts) == 0 {
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
	return br.compared(ctx, of, func(v *store.ReadTx, now verification.Budget, told bool) (*verification.Report, error) {
		imported, err := imported(v, doc, now, told)
		if err != nil {
			return nil, err
		}
		return verification.Verify(doc, kept.Notes.Roles, imported, now), nil
	})
}

// present returns the present budget from the stored figures.
func present(v *store.ReadTx) (verification.Budget, error) {
	var accounts []store.Account
	var records []budget.Account
	var outline *envelope.Outline
	var sheet *envelope.Sheet
	err := iterutil.Try(iterutil.Into(&accounts, v.Accounts), iterutil.Into(&records, v.AccountRecords), iterutil.Into(&outline, v.Outline), iterutil.Into(&sheet, v.Sheet))
	if err != nil {
		return verification.Budget{}, err
	}
	info := v.Info()
	return verification.Budget{
		Accounts: iterutil.To(accounts, func(a store.Account) verification.Account {
			return verification.Account{No: a.No, ID: a.ID, SourceID: a.SourceID, Name: a.Name, Balance: a.Totals.Balance(), Cleared: a.Totals.Cleared}
		}),
		Categories: verification.Categories(outline.Groups, outline.Categories), Sheet: sheet,
		Envelopes: info.CardEnvelopes, Cards: verification.CardsOf(&info, records, outline.Categories),
	}, nil
}

// imported returns the budget as its document makes it: the present one, with the records that changed according to
// the journal made from the document again. If the journal does not cover all changes, all of it is made again.
func imported(v *store.ReadTx, doc *ynabdoc.Document, now verification.Budget, told bool) (verification.Budget, error) {
	since, err := v.ChangedSince(1)
	if err != nil {
		return now, err
	}
	if told && since.Touched.From == 0 && len(since.Touched.Accounts) == 0 {
		return now, nil
	}
	made, _, err := made(doc, importer.Options{CardEnvelopes: v.Info().CardEnvelopes})
	if err != nil {
		return now, err
	}
	// Rows that were entered or changed since count as the document has them: they are not held, however many they are.
	changed := iterutil.SetOf(since.Records[store.KindTransaction], func(c store.ChangedRecord) budget.TxNo { return budget.TxNo(c.No) })
	whole, err := v.WholeOf(func(t *budget.Transaction) bool {
		if told {
			return !changed[t.No]
		}
		return t.SourceID != ""
	})
	if err != nil {
		return now, err
	}
	if told && sameCards(whole, made) {
		takeBack(whole, made, since.Records)
		made = whole
	} else {
		made = reimport.InNumbersOf(whole, made)
	}
	return verification.Of(made, envelope.Compute(envelope.SnapshotOf(made))), nil
}

// sameCards reports whether two budgets have the same card payment categories under the same numbers; otherwise the
// way cards are kept has changed since the import.
func sameCards(a, b *budget.Whole) bool {
	cards := func(w *budget.Whole) map[budget.CategoryNo]string {
		all := map[budget.CategoryNo]string{}
		for i := range w.Categories {
			if c := &w.Categories[i]; c.Card != 0 {
				all[c.No] = c.SourceID
			}
		}
		return all
	}
	return a.Info.CardEnvelopes == b.Info.CardEnvelopes && maps.Equal(cards(a), cards(b))
}

// takeBack restores the changed records of a budget to their first state. Numbers are never reused, so they identify
// records.
func takeBack(now, made *budget.Whole, changed map[store.Kind][]store.ChangedRecord) {
	now.Accounts = revert(now.Accounts, made.Accounts, changed[store.KindAccount], func(a *budget.Account) recordKey { return recordKey{no: int64(a.No)} })
	now.Groups = revert(now.Groups, made.Groups, changed[store.KindGroup], func(g *budget.Group) recordKey { return recordKey{no: int64(g.No)} })
	now.Categories = revert(now.Categories, made.Categories, changed[store.KindCategory], func(c *budget.Category) recordKey { return recordKey{no: int64(c.No)} })
	now.Transactions = revert(now.Transactions, made.Transactions, changed[store.KindTransaction], func(t *budget.Transaction) recordKey { return recordKey{no: int64(t.No)} })
	now.Cells = revert(now.Cells, made.Cells, changed[store.KindCell], func(c *budget.Cell) recordKey { return recordKey{int64(c.Category), int64(c.Month)} })
	now.Months = revert(now.Months, made.Months, changed[store.KindMonth], func(m *budget.Month) recordKey { return recordKey{no: int64(m.Month)} })
	now.Rollovers = revert(now.Rollovers, made.Rollovers, changed[store.KindRollovers], func(r *budget.Rollover) recordKey { return recordKey{no: int64(r.Category)} })
}

// recordKey identifies a record of a kind.
type recordKey struct{ no, sub int64 }

func revert[T any](now, made []T, changed []store.ChangedRecord, keyOf func(*T) recordKey) []T {
	if len(changed) == 0 {
		return now
	}
	is := iterutil.SetOf(changed, func(c store.ChangedRecord) recordKey { return recordKey{c.No, c.Sub} })
	before := make(map[recordKey]*T, len(changed))
	for i := range made {
		if k := keyOf(&made[i]); is[k] {
			before[k] = &made[i]
		}
	}
	kept := now[:0]
	for i := range now {
		k := keyOf(&now[i])
		if was := before[k]; was != nil { // in its place, so that lists keep their order
			now[i] = *was
			delete(before, k)
		} else if is[k] {
			continue
		}
		kept = append(kept, now[i])
	}
	for i := range made {
		if before[keyOf(&made[i])] != nil {
			kept = append(kept, made[i])
		}
	}
	return kept
}
