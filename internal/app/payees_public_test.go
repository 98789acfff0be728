package app

import (
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/rowindex"
	"holdover/internal/model/budget"
	"holdover/internal/testing/testkit"
)

// Public journals belong to others and are not part of this repository: testdata/books.json lists where they are.
// node scripts/bank-corpus.mjs downloads them to OWNER/REPOSITORY/PATH below .cache/banks; missing ones are skipped.

// publicBook is a journal or table of categorised transactions.
type publicBook struct {
	Repository string `json:"repository"`
	Path       string `json:"path"`
	Commit     string `json:"commit"`
	What       string `json:"what"`
	Right      int    `json:"right"` // percent of the last year's rows that are guessed right, at least
}

// entered is a transaction of a book.
type entered struct {
	day                      civil.Date
	payee, account, category string
}

func TestEarlierChoicesPredictTheLastYearOfPublicBooks(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("testdata", "books.json"))
	if err != nil {
		t.Fatal(err)
	}
	var books []publicBook
	if err := json.Unmarshal(text, &books); err != nil {
		t.Fatal(err)
	}
	found, right, all := 0, 0, 0
	for _, b := range books {
		data, err := os.ReadFile(filepath.Join(testkit.RepoRoot(t), ".cache", "banks", b.Repository, b.Path))
		if err != nil {
			continue
		}
		found++
		rows := readBook(t, b.Path, string(data))
		good, wrong, unset := predictLastYear(t, rows)
		n := good + wrong + unset
		t.Logf("%s (%s): %d rows from %s to %s; of %d of the last year %d right (%.1f %%), %d wrong, %d not set", b.Repository, b.What, len(rows), rows[0].day, rows[len(rows)-1].day, n, good, float64(good)*100/float64(n), wrong, unset)
		if n < 100 || good*100 < n*b.Right {
			t.Errorf("%s: %d of %d predictions are right, want %d %%", b.Path, good, n, b.Right)
		}
		right, all = right+good, all+n
	}
	if found == 0 {
		t.Skip("no books in .cache/banks")
	}
	t.Logf("%d of %d books found: %d of %d predictions are right", found, len(books), right, all)
	if right*10 < all*9 {
		t.Errorf("%d of %d predictions are right, want nine of ten", right, all)
	}
}

var (
	headOf   = regexp.MustCompile(`^(\d{4})[-/](\d{2})[-/](\d{2})(?:=\S+)? +(?:[*!] +)?(?:\(\S*\) +)?(.*)$`)
	postedTo = regexp.MustCompile(`^\s+(?:[*!] +)?([A-Za-z][^;]*?)(?:\s{2,}|\t|\s*$|\s+[-0-9])`)
	quoted   = regexp.MustCompile(`"([^"]*)"`)
)

// readBook reads the transactions with one category of ledger, hledger and beancount journals, and CSV tables.
func readBook(t *testing.T, path, text string) (rows []entered) {
	t.Helper()
	if strings.HasSuffix(path, ".csv") {
		return readTable(t, text)
	}
	var row entered
	var categories []string
	end := func() {
		if row.day != 0 && row.payee != "" && len(categories) == 1 {
			row.category = categories[0]
			rows = append(rows, row)
		}
		row, categories = entered{}, nil
	}
	for line := range strings.Lines(text) {
		if head := headOf.FindStringSubmatch(strings.TrimRight(line, "\r\n")); head != nil {
			end()
			row.day, row.payee = civil.MakeDate(digits(head[1]), digits(head[2]), digits(head[3])), payeeIn(head[4])
			continue
		}
		posting := postedTo.FindStringSubmatch(strings.TrimRight(line, "\r\n"))
		if posting == nil || row.day == 0 {
			continue
		}
		switch account := posting[1]; strings.ToLower(strings.Split(account, ":")[0]) {
		case "expenses", "income", "revenues":
			if !strings.HasPrefix(account, "expenses:fees:") || !slices.Contains(categories, "revenues:sponsors") { // a fee belongs to its gift
				categories = append(categories, categoryIn(account))
			}
		case "assets", "liabilities":
			row.account = account
		}
	}
	end()
	slices.SortStableFunc(rows, func(a, b entered) int { return int(a.day) - int(b.day) })
	return rows
}

// payeeIn is beancount's payee or narration, or all of a plain line.
func payeeIn(text string) string {
	if q := quoted.FindAllStringSubmatch(text, 2); len(q) > 0 {
		return q[0][1]
	}
	if _, word, ok := strings.Cut(text, "open "); ok || strings.HasPrefix(text, "balance ") || strings.HasPrefix(text, "price ") || word != "" {
		return ""
	}
	text, _, _ = strings.Cut(text, ";")
	return strings.TrimSpace(text)
}

// categoryIn returns the account without the name of the giver.
func categoryIn(account string) string {
	if strings.HasPrefix(account, "revenues:sponsors:") {
		return "revenues:sponsors"
	}
	return account
}

func readTable(t *testing.T, text string) (rows []entered) {
	t.Helper()
	all, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	at := map[string]int{}
	for i, name := range all[0] {
		at[strings.ToLower(strings.ReplaceAll(name, "_", " "))] = i
	}
	for _, cells := range all[1:] {
		day, err := time.Parse("1/2/2006", cells[at["date"]])
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, entered{civil.MakeDate(day.Year(), int(day.Month()), day.Day()), cells[at["description"]], cells[at["account name"]], cells[at["category"]]})
	}
	slices.SortStableFunc(rows, func(a, b entered) int { return int(a.day) - int(b.day) })
	return rows
}

func digits(s string) (n int) {
	for _, r := range s {
		n = n*10 + int(r-'0')
	}
	return n
}

// predictLastYear suggests a category for each row of the last year, and corrects it as the owner did.
func predictLastYear(t *testing.T, rows []entered) (right, wrong, unset int) {
	t.Helper()
	names := map[string]int{} // to numbers
	number := func(kind, name string) int {
		key := kind + budget.NameKey(name)
		if names[key] == 0 {
			names[key] = len(names) + 1
		}
		return names[key]
	}
	records := &rowindex.Records{}
	for _, r := range rows {
		records.Payees = append(records.Payees, budget.Payee{No: budget.PayeeNo(number("p", r.payee)), Name: r.payee})
		records.Accounts = append(records.Accounts, budget.Account{No: budget.AccountNo(number("a", r.account)), Name: r.account})
		records.Categories = append(records.Categories, budget.Category{No: budget.CategoryNo(number("c", r.category)), Name: r.category})
	}
	last := rows[len(rows)-1].day.AddMonths(-12)
	known := rowindex.New(records, &rowindex.Builder{})
	for i, r := range rows {
		payee, account, category := budget.PayeeNo(number("p", r.payee)), budget.AccountNo(number("a", r.account)), budget.CategoryNo(number("c", r.category))
		if r.day > last {
			switch known.UsualCategory(rowindex.Like{Payee: payee, Account: account}) {
			case category:
				right++
			case 0:
				unset++
			default:
				wrong++
			}
		}
		c := known.Change([]budget.TxNo{budget.TxNo(i + 1)})
		line := rowindex.Line{Amount: money.Milli(-1000), Payee: payee, Category: category}
		if err := c.Now.Add(&rowindex.Row{No: budget.TxNo(i + 1), Account: account, Date: r.day, Cleared: budget.Uncleared, Line: line}); err != nil {
			t.Fatal(err)
		}
		known = known.With(c)
	}
	return right, wrong, unset
}
