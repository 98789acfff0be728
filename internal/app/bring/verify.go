package bring

import (
	"context"
	"errors"
	"maps"

	"holdover/internal/auth"
	"holdover/internal/budget"
	"holdover/internal/each"
	"holdover/internal/envelope"
	"holdover/internal/importer"
	"holdover/internal/people"
	"holdover/internal/plandoc"
	"holdover/internal/reimport"
	"holdover/internal/store"
	"holdover/internal/verification"
)

// Verify compares a budget as it stands with the document that it was taken over
// from last. What was changed here since is told apart; as long as that is the
// document of the import, by the journal: a figure that differs and was never
// changed is nobody's edit. Fault: NotFound for a budget that was not imported.
func (br *Bring) Verify(ctx context.Context, who people.Actor, id string) (report *verification.Report, err error) {
	err = br.access.Wholly(ctx, who, id, auth.See, 0, func() error {
		report, err = br.verify(ctx, who, id)
		return err
	})
	return report, err
}

func (br *Bring) verify(ctx context.Context, who people.Actor, id string) (*verification.Report, error) {
	figures, of, err := br.figures(ctx, who, id, auth.See)
	if err != nil {
		return nil, err
	}
	if figures == nil {
		return br.verifyDocument(ctx, who, id)
	}
	report, err := br.compared(ctx, of, func(v *store.View, now verification.Budget, told bool) (*verification.Report, error) {
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

// compared hands over a budget as it stands, and whether the journal tells what was changed since.
func (br *Bring) compared(ctx context.Context, of source, compare func(v *store.View, now verification.Budget, told bool) (*verification.Report, error)) (report *verification.Report, err error) {
	told, err := br.told(ctx, of)
	if err != nil {
		return nil, err
	}
	err = br.access.Store.View(ctx, of.budget, func(v *store.View) error {
		now, err := present(v)
		if err != nil {
			return err
		}
		report, err = compare(v, now, told)
		return err
	})
	return report, err
}

// told says whether the journal tells what was changed since the document made the
// budget: not of a copied budget, or where a newer document was taken over since.
// It looks by itself, so nobody asks it from within a look: as many as may look at
// once would all wait for one more.
func (br *Bring) told(ctx context.Context, of source) (bool, error) {
	first, err := br.access.Store.Changes(ctx, of.budget, 2, 1)
	return of.document == 1 && len(first) > 0 && first[0].Action == "import", err
}

// untouched is the budget as it was made, but for the accounts whose rows nobody has
// changed, and all of it where nobody has: what differs there is nobody's edit.
func untouched(made, now verification.Budget, touched *store.Touched) verification.Budget {
	if touched.From == 0 && len(touched.Accounts) == 0 {
		return now
	}
	edited := each.Set(touched.Accounts)
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
func (br *Bring) verifyDocument(ctx context.Context, who people.Actor, id string) (*verification.Report, error) {
	kept, of, err := br.report(ctx, who, id, auth.See)
	if err != nil {
		return nil, err
	}
	doc, err := br.plan(ctx, of)
	if err != nil {
		return nil, err
	}
	return br.compared(ctx, of, func(v *store.View, now verification.Budget, told bool) (*verification.Report, error) {
		imported, err := imported(v, doc, now, told)
		if err != nil {
			return nil, err
		}
		return verification.Verify(doc, kept.Notes.Roles, imported, now), nil
	})
}

// present is the budget as it stands, from the figures that the store keeps.
func present(v *store.View) (verification.Budget, error) {
	var accounts []store.Account
	var records []budget.Account
	var outline *envelope.Outline
	var sheet *envelope.Sheet
	err := each.Try(each.Into(&accounts, v.Accounts), each.Into(&records, v.AccountRecords), each.Into(&outline, v.Outline), each.Into(&sheet, v.Sheet))
	if err != nil {
		return verification.Budget{}, err
	}
	info := v.Info()
	return verification.Budget{
		Accounts: each.To(accounts, func(a store.Account) verification.Account {
			return verification.Account{No: a.No, ID: a.ID, SourceID: a.SourceID, Name: a.Name, Balance: a.Totals.Balance(), Cleared: a.Totals.Cleared}
		}),
		Categories: verification.Categories(outline.Groups, outline.Categories), Sheet: sheet,
		Envelopes: info.CardEnvelopes, Cards: verification.CardsOf(&info, records, outline.Categories),
	}, nil
}

// imported is the budget as its document makes it: as it stands, but for the
// records that the journal says were changed, which are made from the document
// again. Where the journal does not tell (told), as of a copied budget or where a
// newer document was taken over since, all of it is made again.
func imported(v *store.View, doc *plandoc.Document, now verification.Budget, told bool) (verification.Budget, error) {
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
	changed := each.SetOf(since.Records[store.KindTransaction], func(c store.ChangedRecord) budget.TxNo { return budget.TxNo(c.No) })
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

// sameCards says whether two budgets have the same card payment categories under the
// same numbers: otherwise cards are kept another way since the import.
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

// takeBack gives the records of a budget that were changed since what they were
// when it was made. Numbers are never used again, so that they tell records.
func takeBack(now, made *budget.Whole, changed map[store.Kind][]store.ChangedRecord) {
	now.Accounts = revert(now.Accounts, made.Accounts, changed[store.KindAccount], func(a *budget.Account) recordKey { return recordKey{no: int64(a.No)} })
	now.Groups = revert(now.Groups, made.Groups, changed[store.KindGroup], func(g *budget.Group) recordKey { return recordKey{no: int64(g.No)} })
	now.Categories = revert(now.Categories, made.Categories, changed[store.KindCategory], func(c *budget.Category) recordKey { return recordKey{no: int64(c.No)} })
	now.Transactions = revert(now.Transactions, made.Transactions, changed[store.KindTransaction], func(t *budget.Transaction) recordKey { return recordKey{no: int64(t.No)} })
	now.Cells = revert(now.Cells, made.Cells, changed[store.KindCell], func(c *budget.Cell) recordKey { return recordKey{int64(c.Category), int64(c.Month)} })
	now.Months = revert(now.Months, made.Months, changed[store.KindMonth], func(m *budget.Month) recordKey { return recordKey{no: int64(m.Month)} })
	now.Rollovers = revert(now.Rollovers, made.Rollovers, changed[store.KindRollovers], func(r *budget.Rollover) recordKey { return recordKey{no: int64(r.Category)} })
}

// recordKey names a record of a kind.
type recordKey struct{ no, sub int64 }

func revert[T any](now, made []T, changed []store.ChangedRecord, keyOf func(*T) recordKey) []T {
	if len(changed) == 0 {
		return now
	}
	is := each.SetOf(changed, func(c store.ChangedRecord) recordKey { return recordKey{c.No, c.Sub} })
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
