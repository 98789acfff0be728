package register

import (
	"cmp"

	"holdover/internal/app/pageframe"
	"holdover/internal/app/rows"
	"holdover/internal/app/schedules"
	"holdover/internal/model/budget"
	"holdover/internal/model/humanize"
)

// Words formats the categories of transactions for registers and forms.
type Words struct {
	labels   map[string]string
	names    map[string]rows.CategoryName
	times    map[string]int  // number of categories with a name, by budget.NameKey
	onBudget map[string]bool // accounts by id
}

// NewWords returns the words for a budget's categories.
func NewWords(f *rows.Form) *Words {
	groups, names := map[budget.GroupNo]string{}, map[string]rows.CategoryName{}
	for _, g := range f.Groups {
		groups[g.No] = g.Name
	}
	for _, c := range f.Categories {
		names[c.ID] = rows.CategoryName{Group: groups[c.Group], Name: c.Name, Income: c.Income}
	}
	w := WordsOf(names, f.Accounts)
	w.labels = categoryLabels(f)
	return w
}

// WordsOf returns the words for categories by id, for rows of accounts.
func WordsOf(names map[string]rows.CategoryName, accounts []pageframe.Account) *Words {
	w := &Words{names: names, times: make(map[string]int, len(names)), onBudget: make(map[string]bool, len(accounts))}
	for _, name := range names {
		w.times[budget.NameKey(name.Name)]++
	}
	for i := range accounts {
		w.onBudget[accounts[i].ID] = accounts[i].OnBudget
	}
	return w
}

// Scheduled returns the text of the category column for a scheduled transaction.
func (w *Words) Scheduled(r *schedules.Row) CategoryText {
	if len(r.Parts) > 0 {
		return CategoryText{Name: "Split, " + humanize.Number(len(r.Parts), "part", "parts"), Kind: SplitInto}
	}
	return w.Category(r.AccountID, r.CategoryID, r.TransferAccountID)
}

func ScheduledName(r *schedules.Row) string { return cmp.Or(r.PayeeName, r.Memo, "No payee") }

// Category returns the text of a category column: the category's name, or the reason why the row has no category.
func (w *Words) Category(account, category, transfer string) CategoryText {
	if name, ok := w.names[category]; ok {
		kind := Named
		if name.Income {
			kind = IncomeNamed
		}
		return CategoryText{Group: name.Group, Name: name.Name, Kind: kind, Shared: w.times[budget.NameKey(name.Name)] > 1}
	}
	switch {
	case !w.onBudget[account]:
		return CategoryText{Name: "Off budget", Kind: NoneNeeded}
	case transfer != "" && w.onBudget[transfer]:
		return CategoryText{Name: "Transfer", Kind: NoneNeeded}
	}
	return CategoryText{Name: "Needs a category", Kind: NoneGiven}
}

// Label returns the label of a category in a form. Ref returns the value submitted with it.
func (w *Words) Label(category string) string { return w.labels[category] }

func (w *Words) Ref(category string) string { return namedBy(category, w.labels[category]).Ref }

// CategoryTyped returns the id of the typed or chosen category, or "" for none. Fault: Invalid.
func CategoryTyped(f *rows.Form, text, ref string) (string, error) {
	rd := &RowReading{form: f, categories: categoryCalls(f)}
	return rd.category(named{Text: text, Ref: ref})
}
