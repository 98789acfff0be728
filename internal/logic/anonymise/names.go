package anonymise

import (
	"strconv"
	"strings"

	"holdover/internal/base/iterutil"
	"holdover/internal/model/budget"
	"holdover/internal/model/ynabdoc"
)

// meaningful are the names with a meaning for the source and for programs that read its documents.
var meaningful = iterutil.Set([]string{
	"Internal Master Category", "Credit Card Payments", "Hidden Categories", "Uncategorized",
	"Inflow: Ready to Assign", "Inflows", "To be Budgeted", "Immediate Income SubCategory",
	"Deferred Income SubCategory", "Split (Multiple Categories)...", "Split", "Income", "Debt",
	budget.StartingBalance, budget.ManualAdjustment, budget.ReconciliationAdjustment,
})

// dictionary assigns replacement names in the order of requests. Names that compare as equal get equal replacements,
// since duplicates may be the problem to debug; names that differ only in spelling get replacements that differ by a
// space.
type dictionary struct {
	word  string
	known map[string]string // by the exact name
	keys  map[string]string // by budget.NameKey
	next  map[string]int    // spellings given so far, by key
}

func newDictionary(word string) *dictionary {
	return &dictionary{word: word, known: map[string]string{}, keys: map[string]string{}, next: map[string]int{}}
}

func (d *dictionary) of(name string) string {
	if name == "" || meaningful[name] {
		return name
	}
	if given, ok := d.known[name]; ok {
		return given
	}
	key := budget.NameKey(name)
	if _, ok := d.keys[key]; !ok {
		d.keys[key] = d.word + " " + strconv.Itoa(len(d.keys)+1)
	}
	given := d.keys[key] + strings.Repeat(" ", d.next[key])
	d.next[key]++
	d.known[name] = given
	return given
}

// names are the dictionaries of one plan.
type names struct {
	accounts, payees, groups, categories, imports *dictionary

	isAccount map[string]bool // names of accounts: a card's payment category has its card's
}

func newNames(p *ynabdoc.Plan) *names {
	n := &names{
		accounts: newDictionary("Account"), payees: newDictionary("Payee"), groups: newDictionary("Group"),
		categories: newDictionary("Category"), imports: newDictionary("Import"), isAccount: map[string]bool{},
	}
	for i := range p.Accounts {
		n.isAccount[p.Accounts[i].Name] = true
	}
	return n
}

func (n *names) group(name string) string { return n.groups.of(name) }

func (n *names) category(name string) string {
	if n.isAccount[name] {
		return n.accounts.of(name)
	}
	return n.categories.of(name)
}

// payee preserves the form of transfer payees: "Transfer : Checking".
func (n *names) payee(name string) string {
	if account, ok := strings.CutPrefix(name, budget.TransferPayee); ok {
		return budget.TransferPayee + n.accounts.of(account)
	}
	return n.payees.of(name)
}
