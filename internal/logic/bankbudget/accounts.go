package bankbudget

import (
	"crypto/sha256"
	"slices"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/bankfile"
	"holdover/internal/logic/matching"
	"holdover/internal/model/budget"
	"holdover/internal/model/conversion"
	"holdover/internal/model/humanize"
)

// newBudget is the new budget without its transactions.
type newBudget struct {
	*reader
	accounts    []*account
	byKey       map[string]*account
	byName      map[string]*account
	payees      []string
	payeeIDs    map[string]string
	categories  []category
	byCategory  map[string]string // ids by the text in the files
	hasCategory map[string]bool
	rows        int
}

type category struct{ id, groupID, group, name string }

// account is an account of the files.
type account struct {
	id, payee string // payee is that of transfers to the account
	name      string
	kind      budget.AccountType
	byDate    map[civil.Date]money.Milli
	stated    []bankfile.Balance
	first     civil.Date
	balance   money.Milli // at the end, with the starting balance
	starting  money.Milli
	seen      *seen // if several files have the account, otherwise nil
}

// importID is a hash of an import id.
type importID [16]byte

func hashOf(id string) importID {
	sum := sha256.Sum256([]byte(id))
	return importID(sum[:16])
}

// seen is the transactions of an account in the present pass. Those of files that overlap are told apart by the bank's
// number, day and amount together, because banks reuse their numbers. Of equal ones, the file with the most counts.
type seen struct {
	taken  map[importID]bool
	most   map[importID]int32 // by number, day and amount: the most in one file
	inFile map[importID]int32 // in the present file
}

func (s *seen) clear() {
	clear(s.taken)
	clear(s.most)
	clear(s.inFile)
}

// readAccounts reads all files for their accounts and balances.
func readAccounts(r *reader) (*newBudget, error) {
	b := &newBudget{reader: r, byKey: map[string]*account{}, byName: map[string]*account{}, payeeIDs: map[string]string{}, byCategory: map[string]string{}, hasCategory: map[string]bool{}}
	if err := b.eachRow(b.addRow); err != nil {
		return nil, err
	}
	r.problemsNoted = true
	for _, a := range b.accounts {
		b.setStartingBalance(a)
	}
	return b, nil
}

// eachRow calls do with every transaction. A transaction that several files of an account contain is passed once.
func (b *newBudget) eachRow(do func(a *account, row *bankfile.Row) error) error {
	for _, a := range b.accounts {
		if a.seen != nil {
			a.seen.clear()
		}
	}
	for i, f := range b.files {
		read, err := b.read(f)
		if err != nil {
			return err
		}
		for j := range read.Statements {
			s := &read.Statements[j]
			a := b.account(f, i, s)
			if a.seen != nil {
				clear(a.seen.inFile)
			}
			for k := range s.Rows {
				row := &s.Rows[k]
				if a.isDuplicate(row) {
					if !b.problemsNoted {
						b.remarks.Merge("transactions", "in several files of the account")
					}
					continue
				}
				if err := do(a, row); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// account returns the account of a statement, and adds it if it is new. Each file without an account number is a separate
// account.
func (b *newBudget) account(f *conversion.File, file int, s *bankfile.Statement) *account {
	key, name := "account "+s.Account, s.Account
	if name == "" {
		key, name = "file "+strconv.Itoa(file), nameOf(f.Name)
	}
	a := b.byKey[key]
	if a == nil {
		a = &account{id: b.idOf("account", key), payee: b.idOf("transfer payee", key), kind: s.Type, byDate: map[civil.Date]money.Milli{}}
		if b.filesOf[s.Account] > 1 {
			a.seen = &seen{map[importID]bool{}, map[importID]int32{}, map[importID]int32{}}
		}
		a.name = name
		for n := 2; b.byName[a.name] != nil; n++ {
			a.name = name + " (" + strconv.Itoa(n) + ")"
		}
		if a.kind == "" {
			a.kind = budget.Checking
		}
		b.byKey[key], b.byName[a.name] = a, a
		b.accounts = append(b.accounts, a)
	}
	if !b.problemsNoted && s.Closing != nil {
		stated := *s.Closing
		if stated.Date == 0 {
			for i := range s.Rows {
				stated.Date = max(stated.Date, s.Rows[i].Date)
			}
		}
		if stated.Date == 0 {
			b.remarks.Lose("balances of accounts without a day and transactions", stated.Amount.String())
		} else {
			a.stated = append(a.stated, stated)
		}
	}
	return a
}

func (b *newBudget) idOf(kind string, names ...string) string {
	return uuid.NewSHA1(b.id, []byte(kind+"\x00"+strings.Join(names, "\x00"))).String()
}

// isDuplicate reports whether an earlier file of the account contains the transaction. A different transaction with the
// same import id gets a free one.
func (a *account) isDuplicate(row *bankfile.Row) bool {
	if a.seen == nil {
		return false
	}
	key := hashOf(row.ImportID) // counted within its day and amount
	if row.BankID != "" {
		key = hashOf(row.BankID + "\x00" + row.Date.String() + "\x00" + row.Amount.String())
	}
	a.seen.inFile[key]++
	if a.seen.inFile[key] <= a.seen.most[key] {
		return true
	}
	a.seen.most[key] = a.seen.inFile[key]
	row.ImportID = matching.FreeID(&matching.Row{Date: row.Date, Amount: row.Amount, ImportID: row.ImportID}, func(id string) bool {
		return a.seen.taken[hashOf(id)]
	})
	a.seen.taken[hashOf(row.ImportID)] = true
	return false
}

// addRow adds the amount of a transaction to the sums, and its payee and categories to the budget.
func (b *newBudget) addRow(a *account, row *bankfile.Row) error {
	a.byDate[row.Date] = a.byDate[row.Date].Plus(row.Amount)
	a.balance = a.balance.Plus(row.Amount)
	if a.first == 0 || row.Date < a.first {
		a.first = row.Date
	}
	if row.Payee != "" && b.payeeIDs[row.Payee] == "" {
		b.payeeIDs[row.Payee] = b.idOf("payee", row.Payee)
		b.payees = append(b.payees, row.Payee)
	}
	b.addCategory(row.Category)
	for i := range row.Parts {
		b.addCategory(row.Parts[i].Category)
	}
	if b.rows++; b.rows > mostRows || len(b.payees)+len(b.categories) > mostNames {
		return apperr.New(apperr.Invalid, "the files have more than %s transactions or %s different names", humanize.Count(mostRows), humanize.Count(mostNames)).
			WithHint("Choose files of shorter periods.")
	}
	return nil
}

// addCategory adds a category of the files, such as "Food:Groceries", of which the first name is the group.
func (b *newBudget) addCategory(text string) {
	if text == "" || b.byCategory[text] != "" {
		return
	}
	group, name, found := strings.Cut(text, ":")
	if group, name = strings.TrimSpace(group), strings.TrimSpace(name); !found || group == "" || name == "" {
		group, name = "Categories", text
	}
	c := category{b.idOf("category", group, name), b.idOf("group", group), group, name}
	b.byCategory[text] = c.id
	if !b.hasCategory[c.id] {
		b.hasCategory[c.id] = true
		b.categories = append(b.categories, c)
	}
}

// setStartingBalance sets the starting balance of an account so that its last balance stated by the bank is met. It warns
// about earlier stated balances that differ.
func (b *newBudget) setStartingBalance(a *account) {
	if len(a.stated) == 0 {
		return
	}
	slices.SortStableFunc(a.stated, func(x, y bankfile.Balance) int { return int(x.Date) - int(y.Date) })
	last := a.stated[len(a.stated)-1]
	a.starting = last.Amount - a.sumUntil(last.Date)
	a.balance = a.balance.Plus(a.starting)
	for _, s := range a.stated {
		if got := a.starting + a.sumUntil(s.Date); got != s.Amount {
			b.remarks.Warn("bank-balance", "The bank states another balance than the transactions of the files make; some may be missing between two files.",
				"%s on %s: %s, the transactions make %s", excerpt(a.name), s.Date, s.Amount, got)
		}
	}
}

// sumUntil returns the sum of the transactions up to a day.
func (a *account) sumUntil(date civil.Date) money.Milli {
	var sum money.Milli
	for day, amount := range a.byDate {
		if day <= date {
			sum = sum.Plus(amount)
		}
	}
	return sum
}

// isOnBudget reports whether an account is on budget.
func (a *account) isOnBudget() bool {
	return a.kind != budget.OtherAsset && a.kind != budget.OtherLiability
}
