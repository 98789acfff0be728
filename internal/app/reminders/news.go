package reminders

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"holdover/internal/app/budgetsession"
	"holdover/internal/app/rows"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
	"holdover/internal/model/humanize"
	"holdover/internal/storage/store"
)

// state is what was reported of a budget, or was the case when reminders began.
type state struct {
	Change    int64                             `json:"change"`  // the last change
	Approve   budget.TxNo                       `json:"approve"` // the highest number of a transaction to approve
	Month     civil.Month                       `json:"month"`
	Overspent []budget.CategoryNo               `json:"overspent"` // categories in the month
	Day       civil.Date                        `json:"day"`
	Due       map[budget.ScheduledNo]civil.Date `json:"due"`             // scheduled transactions on the day, with their dates
	Banks     []string                          `json:"banks,omitempty"` // connections that need attention
}

// news is what is new in a budget since a state.
type news struct {
	header    store.Header
	is        state
	changes   []store.Change // since the state, at most changesOfRun
	toApprove int            // in the whole budget
	approve   []rows.Row     // new ones, the newest first
	overspent []overspent
	due       []budget.Scheduled
	banks     int // connections that need attention and did not before
	names     *rows.Names
}

// overspent is a category that was not overspent before.
type overspent struct {
	budget.Category
	by money.Milli
}

const (
	maxApprove = 200 // transactions that are compared
	maxNamed   = 3   // records that a reminder names
	maxName    = 60  // characters of a name
)

// newsOf compares a budget with a state. A nil state is the beginning: nothing is new.
func newsOf(v *store.ReadTx, was *state, bank *budgetsession.BankState, now time.Time) (*news, error) {
	n := &news{header: v.Header()}
	n.is = state{Change: v.Knowledge(), Month: civil.DateOf(now).Month(), Day: dueDay(now), Due: map[budget.ScheduledNo]civil.Date{}, Banks: bank.Attention}
	first := was == nil
	if first {
		was = &n.is
	}
	for _, id := range bank.Attention {
		if !slices.Contains(was.Banks, id) {
			n.banks++
		}
	}
	var err error
	if n.names, err = rows.NamesIn(v); err != nil {
		return nil, err
	}
	if !first {
		if n.changes, err = v.Entries(0, changesOfRun); err != nil {
			return nil, err
		}
		n.changes = slices.DeleteFunc(n.changes, func(c store.Change) bool { return c.No <= was.Change })
	}
	if err := n.findUnapproved(v, was, first); err != nil {
		return nil, err
	}
	if err := n.findOverspent(v, was, first); err != nil {
		return nil, err
	}
	return n, n.findDue(v, was, first)
}

func (n *news) findUnapproved(v *store.ReadTx, was *state, first bool) (err error) {
	if _, n.toApprove, err = v.Waiting(); err != nil {
		return err
	}
	list, err := rows.Read(v, store.Filter{Unapproved: true, Descending: true, Limit: maxApprove})
	if err != nil {
		return err
	}
	n.is.Approve = was.Approve
	var added []budget.Transaction
	for i := range list {
		if list[i].No > was.Approve {
			added = append(added, list[i])
		}
		n.is.Approve = max(n.is.Approve, list[i].No)
	}
	if !first {
		n.approve = n.names.Rows(added)
	}
	return nil
}

// findOverspent finds the visible categories with a negative balance in this month. In a new month nothing is new.
func (n *news) findOverspent(v *store.ReadTx, was *state, first bool) error {
	o, err := v.Outline()
	if err != nil {
		return err
	}
	sheet, err := v.Sheet()
	if err != nil {
		return err
	}
	for i := range o.Categories {
		c := &o.Categories[i]
		balance := sheet.Cell(c.No, n.is.Month).Balance
		if c.Hidden || c.Income || balance >= 0 || budget.IsCardPayment(o.Groups, c) {
			continue
		}
		n.is.Overspent = append(n.is.Overspent, c.No)
		if !first && was.Month == n.is.Month && !slices.Contains(was.Overspent, c.No) {
			n.overspent = append(n.overspent, overspent{*c, balance})
		}
	}
	return nil
}

// findDue finds the scheduled transactions that a user has to enter. Before dueFrom, those of the day before count.
func (n *news) findDue(v *store.ReadTx, was *state, first bool) error {
	all, err := v.Scheduled()
	if err != nil {
		return err
	}
	for i := range all {
		s := &all[i]
		if s.DateNext == 0 || s.DateNext > n.is.Day || s.AutoEnter {
			continue
		}
		n.is.Due[s.No] = s.DateNext
		if !first && was.Due[s.No] != s.DateNext {
			n.due = append(n.due, *s)
		}
	}
	return nil
}

// noticesFor returns the notices for one subscription.
func (n *news) noticesFor(r *recipient) (all []Notice) {
	name := humanize.Clip(n.header.Info.Name, maxName)
	notice := func(kind Kind, path, text string, details []string) {
		if !slices.Contains(r.Kinds, string(kind)) {
			return
		}
		if r.Amounts && len(details) > 0 {
			text += ": " + strings.Join(details[:min(len(details), maxNamed)], ", ")
			if len(details) > maxNamed {
				text += ", …"
			}
		}
		at := n.toApprove
		all = append(all, Notice{Title: name, Body: text, URL: "/budgets/" + n.header.Info.ID + path, Tag: string(kind) + " " + n.header.Info.ID, Badge: &at})
	}
	if len(n.due) > 0 {
		notice(Due, "/scheduled", humanize.Number(len(n.due), "scheduled transaction is", "scheduled transactions are")+" due", n.dueDetails())
	}
	if over := n.overspentByOthers(r); len(over) > 0 {
		notice(Overspent, "", humanize.Number(len(over), "category was", "categories were")+" overspent by another user", n.overspentDetails(over))
	}
	if len(n.approve) > 0 && n.othersChanged(func(c *store.Change) bool {
		return c.Actor != r.who.JournalName() && (len(c.Touched.Kinds) == 0 || slices.Contains(c.Touched.Kinds, store.KindTransaction))
	}) {
		notice(Approve, "/to-approve", humanize.Number(n.toApprove, "transaction", "transactions")+" to approve", n.approveDetails())
	}
	if n.banks > 0 {
		notice(Bank, "/banks", humanize.Number(n.banks, "bank connection needs", "bank connections need")+" attention", nil)
	}
	return all
}

// othersChanged reports whether one of the new changes meets a condition.
func (n *news) othersChanged(meets func(*store.Change) bool) bool {
	return slices.ContainsFunc(n.changes, func(c store.Change) bool { return meets(&c) })
}

// overspentByOthers returns the categories that another user changed since; a user's own programs count as the user.
func (n *news) overspentByOthers(r *recipient) (by []overspent) {
	person, tokens := r.who.JournalPerson()
	for _, o := range n.overspent {
		if n.othersChanged(func(c *store.Change) bool {
			return c.Actor != person && !strings.HasPrefix(c.Actor, tokens) && slices.Contains(c.Touched.Categories, o.No)
		}) {
			by = append(by, o)
		}
	}
	return by
}

func (n *news) dueDetails() (texts []string) {
	for i := range n.due {
		s := &n.due[i]
		texts = append(texts, n.line(n.names.Payees[s.Payee].Name, s.Amount))
	}
	return texts
}

func (n *news) overspentDetails(over []overspent) (texts []string) {
	for _, o := range over {
		texts = append(texts, n.line(o.Name, o.by))
	}
	return texts
}

func (n *news) approveDetails() (texts []string) {
	for i := range n.approve {
		texts = append(texts, n.line(n.approve[i].PayeeName, n.approve[i].Amount))
	}
	return texts
}

// line describes an amount with the name that it belongs to, if there is one.
func (n *news) line(name string, amount money.Milli) string {
	return strings.TrimSpace(fmt.Sprintf("%s %s", humanize.Clip(name, maxName), n.header.Info.Currency.WithSymbol(amount)))
}
