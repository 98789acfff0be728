package mcp

import (
	"context"
	"strings"

	"holdover/internal/app/pageframe"
	"holdover/internal/app/rows"
	"holdover/internal/base/apperr"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

type InTransactions struct {
	InBudget
	Since         string `json:"since,omitempty" jsonschema:"from this day on, such as 2026-03-01"`
	Until         string `json:"until,omitempty"`
	Account       string `json:"account,omitempty" jsonschema:"by name or id"`
	Category      string `json:"category,omitempty" jsonschema:"by name, as Group: Category, or by id"`
	Payee         string `json:"payee,omitempty" jsonschema:"by name or id"`
	Search        string `json:"search,omitempty" jsonschema:"text in payees, categories, notes or amounts"`
	Uncategorized bool   `json:"uncategorized,omitempty" jsonschema:"only those that lack a category"`
	Unapproved    bool   `json:"unapproved,omitempty" jsonschema:"only those not approved yet"`
	SavedFilter   string `json:"saved_filter,omitempty" jsonschema:"a saved filter by name or id, in place of all conditions"`
	InConditions
	Limit Limit `json:"limit,omitempty" jsonschema:"how many to list; 20 if omitted, at most 100; the sum is of all"`
}

// InConditions are conditions that few requests have.
type InConditions struct {
	Flag        string `json:"flag,omitempty" jsonschema:"a flag colour, such as red"`
	PayeeRegexp string `json:"payee_regexp,omitempty" jsonschema:"regular expression (RE2) for the payee; case and accents do not matter"`
	MemoRegexp  string `json:"memo_regexp,omitempty" jsonschema:"regular expression (RE2) for the notes"`
	Least       Amount `json:"least,omitempty" jsonschema:"amount at least, whether spent or received"`
	Most        Amount `json:"most,omitempty" jsonschema:"amount at most, whether spent or received"`
	Any         bool   `json:"any,omitempty" jsonschema:"one of category, payee, flag, amount, regular expressions, uncategorized and unapproved suffices, instead of all; the sum is then of whole transactions"`
}

// add adds the conditions to a filter.
func (in *InConditions) add(b *pageframe.Budget, f *rows.Filter) error {
	f.Flag, f.Any = in.Flag, in.Any
	m := rows.More{PayeeRegexp: budget.Regexp{Text: in.PayeeRegexp}, NotesRegexp: budget.Regexp{Text: in.MemoRegexp}}
	for _, one := range []struct {
		text Amount
		into **money.Milli
	}{{in.Least, &m.Least}, {in.Most, &m.Most}} {
		if one.text == "" {
			continue
		}
		amount, err := readAmount(b.CurrencyFormat, one.text)
		if err != nil {
			return err
		}
		*one.into = new(amount.Abs())
	}
	if !m.Nothing() {
		f.More = &m
	}
	return nil
}

type Transactions struct {
	Count        int              `json:"count"`
	Sum          string           `json:"sum" jsonschema:"of all that were found; with a category, a payee or uncategorized, what is so of a split, not the whole split"`
	Transactions []OneTransaction `json:"transactions"`
}

type OneTransaction struct {
	ID   string `json:"id"`
	Date string `json:"date"`
	// OtherDate is the date of the other side of a transfer with two dates.
	OtherDate string `json:"other_date,omitempty"`
	Account   string `json:"account"`
	Payee     string `json:"payee,omitempty"`
	Category  string `json:"category,omitempty"`
	Amount    string `json:"amount"`
	Memo      string `json:"memo,omitempty"`
	Cleared   string `json:"cleared"`
	Approved  bool   `json:"approved"`
	Parts     []Part `json:"parts,omitempty"`
}

type Part struct {
	Category string `json:"category,omitempty"`
	Payee    string `json:"payee,omitempty"`
	Amount   string `json:"amount"`
	Memo     string `json:"memo,omitempty"`
}

func (a *assistant) transactions(ctx context.Context, b *pageframe.Budget, in InTransactions) (out Transactions, err error) {
	filter, of, err := a.filter(ctx, b, in)
	if err != nil {
		return out, err
	}
	out.Transactions = []OneTransaction{}
	var sum money.Milli
	err = a.App.Transactions(ctx, a.who, b.ID, filter, func(t rows.Row) error {
		out.Count++
		sum += of.sum(&t)
		if len(out.Transactions) < in.Limit.or(usualRows) {
			out.Transactions = append(out.Transactions, found(b, &t))
		}
		return nil
	})
	out.Sum = amount(b, sum)
	return out, err
}

// filter returns the filter of a request, and the lines of the rows that count.
func (a *assistant) filter(ctx context.Context, b *pageframe.Budget, in InTransactions) (filter rows.Filter, of linesOf, err error) {
	if in.SavedFilter != "" {
		if (in != InTransactions{InBudget: in.InBudget, SavedFilter: in.SavedFilter, Limit: in.Limit}) {
			return filter, of, apperr.New(apperr.Invalid, "saved_filter is given with other conditions").WithHint("leave out one or the other")
		}
		q, err := a.App.FilterNamed(ctx, a.who, b.ID, in.SavedFilter, a.App.Today(ctx))
		return q.Filter, of, err
	}
	only, err := a.only(ctx, b, in.Category)
	if err != nil {
		return filter, of, err
	}
	of = linesOf{category: only, payee: in.Payee, uncategorized: in.Uncategorized}
	if of.onBudget, err = a.onBudget(ctx, b); err != nil {
		return filter, of, err
	}
	filter = rows.Filter{
		Account: in.Account, Category: only, Payee: in.Payee, Search: in.Search, Uncategorised: in.Uncategorized, Unapproved: in.Unapproved,
	}
	if err := in.add(b, &filter); err != nil {
		return filter, of, err
	}
	if in.Any {
		of = linesOf{}
	}
	if filter.Since, err = day(in.Since); err != nil {
		return filter, of, err
	}
	if filter.Until, err = day(in.Until); err != nil {
		return filter, of, err
	}
	return filter, of, inOrder("since "+in.Since, "until "+in.Until, filter.Until == 0 || filter.Since <= filter.Until)
}

// SavedFilters are the saved filters of a budget.
type SavedFilters struct {
	Filters []SavedFilter `json:"saved_filters"`
}

type SavedFilter struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Lost bool   `json:"lost,omitempty" jsonschema:"its values are deleted, and it selects nothing"`
}

func (a *assistant) savedFilters(ctx context.Context, b *pageframe.Budget, _ InBudget) (out SavedFilters, err error) {
	all, err := a.App.OwnFilters(ctx, a.who, b.ID)
	out.Filters = []SavedFilter{}
	for i := range all {
		out.Filters = append(out.Filters, SavedFilter{all[i].ID, all[i].Name, all[i].Lost})
	}
	return out, err
}

// linesOf selects which lines of the found rows count; the zero value counts all.
type linesOf struct {
	category      string // its id
	payee         string // its name or id
	uncategorized bool
	onBudget      map[string]bool // the ids of the on-budget accounts; transfers between them have no category
}

// sum returns the amount of a row that counts. Of a split, only the selected parts count.
func (l *linesOf) sum(t *rows.Row) (sum money.Milli) {
	if len(t.Parts) == 0 {
		return t.Amount
	}
	for i := range t.Parts {
		if p := &t.Parts[i]; l.means(t, p) {
			sum += p.Amount
		}
	}
	return sum
}

// means reports whether a part counts. A part without a payee has that of its row.
func (l *linesOf) means(t *rows.Row, p *rows.Part) bool {
	id, name := p.PayeeID, p.PayeeName
	if id == "" {
		id, name = t.PayeeID, t.PayeeName
	}
	return (l.category == "" || p.CategoryID == l.category) &&
		(l.payee == "" || strings.EqualFold(id, l.payee) || budget.NameKey(name) == budget.NameKey(l.payee)) &&
		(!l.uncategorized || p.CategoryID == "" && !l.onBudget[p.TransferAccountID])
}

// onBudget returns a map from the ids of the accounts to whether each is on the budget.
func (a *assistant) onBudget(ctx context.Context, b *pageframe.Budget) (map[string]bool, error) {
	all, err := a.App.Accounts(ctx, a.who, b.ID)
	ids := map[string]bool{}
	for i := range all {
		ids[all[i].ID] = all[i].OnBudget
	}
	return ids, err
}

func found(b *pageframe.Budget, t *rows.Row) OneTransaction {
	one := OneTransaction{
		ID: t.ID, Date: t.Date.String(), OtherDate: t.OtherDate.String(), Account: t.AccountName, Payee: t.PayeeName, Category: t.CategoryName, Amount: amount(b, t.Amount),
		Memo: t.Memo, Cleared: t.Cleared, Approved: t.Approved,
	}
	for i := range t.Parts {
		p := &t.Parts[i]
		one.Parts = append(one.Parts, Part{p.CategoryName, p.PayeeName, amount(b, p.Amount), p.Memo})
	}
	return one
}
