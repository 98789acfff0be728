package actualfile

import (
	"fmt"
	"slices"
	"strconv"

	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/logic/exporter"
	"holdover/internal/model/budget"
)

// legacyTypes maps account types to those of Actual until 2023. Current versions do not show them, but keep them.
var legacyTypes = map[budget.AccountType]string{budget.Savings: "savings", budget.CreditCard: "credit", budget.Mortgage: "mortgage", budget.OtherLiability: "debt"}

func (w *writer) writeAccounts() error {
	for i := range w.Accounts {
		a := &w.Accounts[i]
		w.accounts[a.No] = a
		id := idOf("account", a.ID)
		var reconciled any
		if a.LastReconciledAt != nil {
			reconciled = strconv.FormatInt(a.LastReconciledAt.UnixMilli(), 10)
		}
		kind := legacyTypes[a.Type]
		if usual := a.Type == budget.Checking && a.OnBudget || a.Type == budget.OtherAsset && !a.OnBudget; !usual && kind == "" {
			w.omitted.Omit("types of accounts", a.Name+": "+string(a.Type))
		}
		if a.Debt != nil {
			w.omitted.Omit("terms of loans", a.Name)
		}
		err := w.insert("accounts", "id name offbudget closed sort_order type last_reconciled", id, a.Name, flag(!a.OnBudget), flag(a.Closed), (i+1)*sortStep, nullIfEmpty(kind), reconciled)
		if err == nil {
			err = w.writeNote("account-"+id, a.Note)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// writeAccountGroups writes the groups of accounts.
func (w *writer) writeAccountGroups() error {
	ids := map[budget.AccountGroupNo]string{}
	for i := range w.AccountGroups {
		g := &w.AccountGroups[i]
		ids[g.No] = idOf("account group", g.ID)
		if err := w.insert("account_groups", "id name sort_order", ids[g.No], g.Name, (i+1)*sortStep); err != nil {
			return err
		}
	}
	return iterutil.EachPtr(w.Accounts, func(a *exporter.Account) error {
		if a.Group == 0 {
			return nil
		}
		_, err := w.tx.ExecContext(w.ctx, "UPDATE accounts SET account_group_id = ? WHERE id = ?", ids[a.Group], idOf("account", a.ID))
		return err
	})
}

// writeTags writes the colours and descriptions of tags.
func (w *writer) writeTags() error {
	return iterutil.EachPtr(w.Tags, func(t *budget.Tag) error {
		return w.insert("tags", "id tag color description", idOf("tag", t.ID), t.Name, nullIfEmpty(tagColours[t.Colour]), nullIfEmpty(t.Description))
	})
}

func (w *writer) writeNote(id, note string) error {
	if note == "" {
		return nil
	}
	return w.insert("notes", "id note", id, note)
}

// writePayees writes the payees, with exactly one transfer payee for each account. Further transfer payees are mapped to it.
func (w *writer) writePayees() error {
	for i := range w.Payees {
		p := &w.Payees[i]
		w.payees[p.No], w.payeeIDs[p.No] = p, idOf("payee", p.ID)
	}
	for i := range w.Accounts {
		a := &w.Accounts[i]
		if p := w.payees[a.TransferPayee]; p != nil && p.TransferAccount == a.No {
			w.transfers[a.No] = w.payeeIDs[p.No]
		}
	}
	for i := range w.Payees {
		p := &w.Payees[i]
		id := w.payeeIDs[p.No]
		if a := p.TransferAccount; a != 0 && w.transfers[a] == "" {
			w.transfers[a] = id
		}
		if p.Hidden {
			w.omitted.Omit("hidden marks of payees", p.Name)
		}
		name, target, account := p.Name, id, any(nil)
		if a := w.accounts[p.TransferAccount]; a != nil {
			name, target, account = "", w.transfers[a.No], idOf("account", a.ID)
		}
		if err := w.insert("payees", "id name transfer_acct tombstone favorite learn_categories", id, name, account, flag(target != id), flag(p.Favourite), flag(!p.LearningOff)); err != nil {
			return err
		}
		if err := w.insert("payee_mapping", "id targetId", id, target); err != nil {
			return err
		}
	}
	for i := range w.Accounts {
		a := &w.Accounts[i]
		if w.transfers[a.No] != "" {
			continue
		}
		id := idOf("payee", "transfer to "+a.ID)
		w.transfers[a.No] = id
		if err := w.insert("payees", "id name transfer_acct", id, "", idOf("account", a.ID)); err != nil {
			return err
		}
		if err := w.insert("payee_mapping", "id targetId", id, id); err != nil {
			return err
		}
	}
	return nil
}

func (w *writer) writeLocations() error {
	return iterutil.EachPtr(w.Locations, func(l *budget.Location) error {
		latitude, err1 := strconv.ParseFloat(l.Latitude, 64)
		longitude, err2 := strconv.ParseFloat(l.Longitude, 64)
		if err1 != nil || err2 != nil {
			w.omitted.Omit("places of payees without numbers", l.Latitude+" "+l.Longitude)
			return nil
		}
		return w.insert("payee_locations", "id payee_id latitude longitude created_at", idOf("place", l.ID), w.payeeIDs[l.Payee], latitude, longitude, 0)
	})
}

// writeGroups writes the groups. That of card payments has no counterpart: in Actual cards are accounts like any other.
func (w *writer) writeGroups() error {
	for i := range w.Groups {
		g := &w.Groups[i]
		if g.Cards {
			continue
		}
		id := idOf("group", g.ID)
		if err := w.insert("category_groups", "id name is_income sort_order hidden", id, g.Name, flag(g.Income), (i+1)*sortStep, flag(g.Hidden)); err != nil {
			return err
		}
		if err := w.writeNote(id, g.Note); err != nil {
			return err
		}
	}
	return nil
}

func (w *writer) writeCategories() error {
	groups := iterutil.PtrByKey(w.Groups, func(g *budget.Group) budget.GroupNo { return g.No })
	for i := range w.Categories {
		c := &w.Categories[i]
		g := groups[c.Group]
		if g.Cards {
			w.omitted.Omit("envelopes for credit cards (in Actual a card is an account like any other)", c.Name)
			continue
		}
		w.categories[c.No] = c
		w.written.addCategory(c)
		id := w.category(c.No)
		templates, source := w.templatesOf(c), `{"source":"notes"}`
		if templates != "" {
			source = `{"source":"ui"}`
		}
		if err := w.insert("categories", "id name is_income cat_group sort_order hidden goal_def template_settings",
			id, c.Name, flag(c.Income), idOf("group", g.ID), (i+1)*sortStep, flag(c.Hidden), nullIfEmpty(templates), source); err != nil {
			return err
		}
		if err := w.insert("category_mapping", "id transferId", id, id); err != nil {
			return err
		}
		if err := w.writeNote(id, c.Note); err != nil {
			return err
		}
	}
	return nil
}

// category returns the id of a written category, or "" for none.
func (w *writer) category(no budget.CategoryNo) string {
	if c := w.categories[no]; c != nil {
		return idOf("category", c.ID)
	}
	return ""
}

// rolloverAhead is the number of months after the last one of the budget for which rollover is switched on. Actual stores
// a flag for each month.
const rolloverAhead = 24

// writeBudgets writes the budgeted amounts and the flags for rollover of each month.
func (w *writer) writeBudgets() error {
	type key struct {
		category budget.CategoryNo
		month    civil.Month
	}
	amounts, rolls := map[key]money.Milli{}, map[key]bool{}
	var keys []key
	for i := range w.Cells {
		cell := &w.Cells[i]
		if w.categories[cell.Category] == nil {
			continue
		}
		name := func() string { return fmt.Sprintf("%s in %s", w.categories[cell.Category].Name, cell.Month) }
		if cell.Note != "" {
			w.omitted.Omit("notes of categories in a single month", name())
		}
		if cell.Target != nil {
			w.omitted.Omit("targets of a single month", name())
		}
		if cell.Snoozed != "" {
			w.omitted.Omit("snoozed targets", name())
		}
		if cell.Budgeted != 0 {
			k := key{cell.Category, cell.Month}
			amounts[k] = cell.Budgeted
			keys = append(keys, k)
		}
	}
	switches := map[budget.CategoryNo][]budget.Rollover{}
	for _, r := range w.Rollovers {
		switches[r.Category] = append(switches[r.Category], r)
	}
	for i := range w.Categories {
		c := &w.Categories[i]
		if list := switches[c.No]; len(list) > 0 && w.categories[c.No] != nil {
			slices.SortFunc(list, func(a, b budget.Rollover) int { return int(a.From - b.From) })
			for m := list[0].From; m <= max(w.Sheet.Last(), list[0].From)+rolloverAhead; m++ {
				if k := (key{c.No, m}); budget.RollsOver(list, m) {
					rolls[k] = true
					if amounts[k] == 0 {
						keys = append(keys, k)
					}
				}
			}
		}
	}
	for _, k := range keys {
		month := k.month.Year()*100 + k.month.Mon()
		id := w.category(k.category)
		amount := w.units(amounts[k], func() string {
			return fmt.Sprintf("%s budgeted for %s in %s", amounts[k], w.categories[k.category].Name, k.month)
		})
		w.written.addBudget(k.category, k.month, amounts[k], rolls[k])
		if err := w.insert("zero_budgets", "id month category amount carryover", fmt.Sprintf("%d-%s", month, id), month, id, amount, flag(rolls[k])); err != nil {
			return err
		}
	}
	return nil
}

// writeMonths writes the holds and the notes of months.
func (w *writer) writeMonths() error {
	return iterutil.EachPtr(w.Months, func(m *budget.Month) error {
		if m.Held != 0 {
			held := w.units(m.Held, func() string { return fmt.Sprintf("%s held in %s", m.Held, m.Month) })
			w.written.input.held[m.Month] = m.Held
			if err := w.insert("zero_budget_months", "id buffered", m.Month.String(), held); err != nil {
				return err
			}
		}
		return w.writeNote("budget-"+m.Month.String(), m.Note)
	})
}
