package bankbudget

import (
	"io"
	"strconv"
	"strings"

	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/logic/bankfile"
	"holdover/internal/model/budget"
	"holdover/internal/model/ynabdoc"
)

// The names of the source's internal group and income category in plan documents.
const (
	internalGroup  = "Internal Master Category"
	incomeCategory = "Inflow: Ready to Assign"
)

// write writes the plan document.
func (b *newBudget) write(out io.Writer) error {
	w := &documentWriter{newBudget: b, out: ynabdoc.NewWriter(out, "plan")}
	head := &ynabdoc.Plan{ID: b.id.String(), Name: b.name}
	head.DateFormat.Format, head.CurrencyFormat.Format = dateFormats[b.style.Order], b.currency
	if err := w.out.Begin(head); err != nil {
		return err
	}
	if len(b.categories) == 0 {
		for _, g := range budget.StarterGroups() {
			for _, name := range g.Categories {
				b.categories = append(b.categories, category{b.idOf("category", g.Name, name), b.idOf("group", g.Name), g.Name, name})
			}
		}
	}
	for _, a := range []struct {
		name  string
		write func() error
	}{
		{"accounts", w.writeAccounts},
		{"payees", w.writePayees},
		{"category_groups", w.writeGroups},
		{"categories", w.writeCategories},
		{"transactions", w.writeTransactions},
	} {
		if err := w.out.Array(a.name); err != nil {
			return err
		}
		if err := a.write(); err != nil {
			return err
		}
	}
	return w.out.End(0)
}

// dateFormats maps the order of the dates in the files to the date format of the budget.
var dateFormats = map[bankfile.DateOrder]string{
	"": "YYYY-MM-DD", bankfile.YearFirst: "YYYY-MM-DD", bankfile.DayFirst: "DD/MM/YYYY", bankfile.MonthFirst: "MM/DD/YYYY",
}

// documentWriter writes the arrays of the document.
type documentWriter struct {
	*newBudget
	out    *ynabdoc.Writer
	number int // of the transaction
}

func (w *documentWriter) writeAccounts() error {
	return iterutil.Each(w.accounts, func(a *account) error {
		return w.out.Record(&ynabdoc.Account{
			ID: a.id, Name: a.name, Type: string(a.kind), OnBudget: a.isOnBudget(), Balance: a.balance, ClearedBalance: a.balance, TransferPayeeID: a.payee,
		})
	})
}

func (w *documentWriter) writePayees() error {
	for _, a := range w.accounts {
		if err := w.out.Record(&ynabdoc.Payee{ID: a.payee, Name: budget.TransferPayee + a.name, TransferAccountID: a.id}); err != nil {
			return err
		}
	}
	if err := w.out.Record(&ynabdoc.Payee{ID: w.idOf("starting balance"), Name: budget.StartingBalance}); err != nil {
		return err
	}
	return iterutil.Each(w.payees, func(name string) error { return w.out.Record(&ynabdoc.Payee{ID: w.payeeIDs[name], Name: name}) })
}

func (w *documentWriter) writeGroups() error {
	if err := w.out.Record(&ynabdoc.CategoryGroup{ID: w.idOf("internal group"), Name: internalGroup, Internal: true}); err != nil {
		return err
	}
	written := map[string]bool{}
	return iterutil.EachPtr(w.categories, func(c *category) error {
		if written[c.groupID] {
			return nil
		}
		written[c.groupID] = true
		return w.out.Record(&ynabdoc.CategoryGroup{ID: c.groupID, Name: c.group})
	})
}

func (w *documentWriter) writeCategories() error {
	write := func(c category, internal bool) error {
		record := &ynabdoc.Category{ID: c.id, GroupID: c.groupID, GroupName: c.group, Name: c.name, Internal: internal}
		record.LeaveOut("budgeted", "activity", "balance")
		return w.out.Record(record)
	}
	if err := write(category{w.idOf("income"), w.idOf("internal group"), internalGroup, incomeCategory}, true); err != nil {
		return err
	}
	return iterutil.Each(w.categories, func(c category) error { return write(c, false) })
}

// writeTransactions writes the starting balances, then the transactions of the files.
func (w *documentWriter) writeTransactions() error {
	for _, a := range w.accounts {
		if a.starting == 0 {
			continue
		}
		t := &ynabdoc.Transaction{
			ID: w.idOf("starting balance", a.id), Date: a.startDate(), Amount: a.starting, Cleared: string(budget.ClearedYes), Approved: true,
			AccountID: a.id, PayeeID: w.idOf("starting balance"),
		}
		if a.isOnBudget() {
			t.CategoryID = w.idOf("income")
		}
		if err := w.out.Record(t); err != nil {
			return err
		}
	}
	return w.eachRow(w.writeRow)
}

// startDate returns the day of the starting balance.
func (a *account) startDate() civil.Date {
	if a.first == 0 {
		return a.stated[0].Date
	}
	return a.first
}

func (w *documentWriter) writeRow(a *account, row *bankfile.Row) error {
	w.number++
	t := &ynabdoc.Transaction{
		ID: w.idOf("row", strconv.Itoa(w.number)), Date: row.Date, Amount: row.Amount, Memo: row.Notes(), Cleared: string(budget.ClearedYes), Approved: true,
		AccountID: a.id, PayeeID: w.payeeIDs[row.Payee], ImportID: row.ImportID, ImportPayeeName: row.Payee, ImportPayeeNameOriginal: row.Payee,
	}
	if other := w.other(a, row.Transfer); other != nil {
		t.PayeeID, t.TransferAccountID = other.payee, other.id
	}
	t.CategoryID = w.categoryID(a, row.Category)
	for i := range row.Parts {
		p := &row.Parts[i]
		part := ynabdoc.Subtransaction{
			ID: w.idOf("part", strconv.Itoa(w.number), strconv.Itoa(i)), TransactionID: t.ID, Amount: p.Amount, Memo: strings.TrimSpace(p.Memo), CategoryID: w.categoryID(a, p.Category),
		}
		if other := w.other(a, p.Transfer); other != nil {
			part.PayeeID, part.TransferAccountID = other.payee, other.id
		}
		t.Subtransactions = append(t.Subtransactions, part)
	}
	return w.out.Record(t)
}

// other returns the other account of a transfer, or nil. The files may lack it.
func (w *documentWriter) other(a *account, name string) *account {
	other := w.byName[name]
	if other == nil && name != "" {
		w.remarks.Lose("other accounts of transfers, of which there is no file", excerpt(name))
	}
	if other == a {
		return nil
	}
	return other
}

func (w *documentWriter) categoryID(a *account, text string) string {
	if !a.isOnBudget() {
		if text != "" {
			w.remarks.Lose("categories of transactions in tracking accounts", excerpt(text))
		}
		return ""
	}
	return w.byCategory[text]
}
