// Package bankimport is what people do with a bank's file: see what importing it
// into an account would do (preview.go), answer what it does not say for certain
// (ask.go), and import it (import.go). Package app embeds BankImport, so that its
// methods are the application's.
//
// Floor 4: may import floors 0 to 3, people, access and rules.
package bankimport

import (
	"context"

	"holdover/internal/app/access"
	"holdover/internal/app/rules"
	"holdover/internal/auth"
	"holdover/internal/bankfile"
	"holdover/internal/cal"
	"holdover/internal/fault"
	"holdover/internal/money"
	"holdover/internal/people"
	"holdover/internal/store"
)

// BankImport is what people do with banks' files.
type BankImport struct{ access *access.Access }

// New is it on access to budgets.
func New(a *access.Access) *BankImport { return &BankImport{access: a} }

// Options decide how a bank's file is read and what of it is taken.
type Options struct {
	Statement int               `json:"statement"`   // which account of the file, from 0; LikelyStatement takes the one of the last file, or the first with rows, in the budget's currency where it can
	Mapping   *bankfile.Mapping `json:"mapping"`     // the columns of a CSV file; the account's own or guessed where it is nil
	Style     bankfile.Style    `json:"style"`       // of a QIF file, stronger than what it lets guess
	Delimiter string            `json:"delimiter"`   // of a CSV file whose columns are to be guessed anew
	Encoding  string            `json:"encoding"`    // likewise
	Add       []int             `json:"add"`         // rows to add as new transactions whatever is there, by their number
	Skip      []int             `json:"skip"`        // rows not to add; one that may be there is matched with it
	Link      []int             `json:"link"`        // rows to link with the other half of their transfer
	Accept    []WarningCode     `json:"accept"`      // warnings despite which the file is imported
	Name      string            `json:"name"`        // the file's name, for the history
	Deleted   bool              `json:"add_deleted"` // add the rows again that were deleted here
	Right     bool              `json:"right"`       // what was guessed, and asked, is right
	Category  bool              `json:"categories"`  // take the categories along that the file gives its rows, where the budget has them
}

// LikelyStatement leaves it to the program which account of a file is looked at.
const LikelyStatement = -1

// File is what a bank's file would do to an account.
type File struct {
	Format       bankfile.Format     `json:"format"`
	Style        bankfile.Style      `json:"style"`            // how dates and amounts were read
	Sure         bool                `json:"sure"`             // nothing is asked
	States       []string            `json:"states,omitempty"` // words for the state of rows that nobody knew, asked about
	Questions    []bankfile.Question `json:"questions"`        // what the file does not prove and nobody has said: to be answered before an import
	Bank         string              `json:"bank,omitempty"`   // whose CSV files are known to be so
	Mapping      *bankfile.Mapping   `json:"mapping,omitempty"`
	MappingFrom  MappingFrom         `json:"mapping_from,omitempty"`
	Cells        [][]string          `json:"-"`               // the first lines of a CSV file
	Unread       error               `json:"-"`               // why a CSV file cannot be read as it is; the columns may be chosen
	Warnings     []Warning           `json:"warnings"`        // what to look at before an import, each to be accepted
	Notes        []string            `json:"notes,omitempty"` // sentences that nothing depends on
	Statements   []Statement         `json:"statements"`      // the accounts in the file
	Statement    int                 `json:"statement"`       // the one that is looked at, from 0
	OtherThan    string              `json:"other_than"`      // the account of the last file imported here, where this file's is another
	Closing      *bankfile.Balance   `json:"closing_balance"` // as the file says
	After        money.Milli         `json:"cleared_on_day"`  // what the account would have cleared at the end of that day
	Counts       Counts              `json:"counts"`
	Rows         []Row               `json:"rows"`
	Problems     []bankfile.Problem  `json:"problems"`
	MoreProblems int                 `json:"more_problems"` // beyond those listed
	Categories   Categories          `json:"categories"`
}

// Categories are how many rows of the file have a category, and how many of
// these a category of the budget's.
type Categories struct {
	Rows int `json:"rows"`
	Here int `json:"here"`
}

// Unsure is the code of the fault of an import whose questions were not answered.
const Unsure fault.Code = "bank-file-unsure"

// NoStatement is the code of the fault of a file that has not the account that was asked for.
const NoStatement fault.Code = "bank-file-account"

// Statement is an account in a bank's file, as the file names it.
type Statement struct {
	Account  string `json:"account"`
	Currency string `json:"currency"`
	Rows     int    `json:"rows"`
}

// Name tells it from the file's others, of which some are one account in several currencies.
func (s *Statement) Name() string {
	if s.Account == "" || s.Currency == "" {
		return s.Account + s.Currency
	}
	return s.Account + ", " + s.Currency
}

// MappingFrom says where the columns of a CSV file were taken from.
type MappingFrom string

// The ways to a mapping.
const (
	MappingGuessed MappingFrom = "guessed"
	MappingSaved   MappingFrom = "saved"  // with the account, by an earlier import
	MappingAnew    MappingFrom = "anew"   // guessed, because the file is not like the account's earlier ones
	MappingChosen  MappingFrom = "chosen" // by the options
)

// Counts are how many rows the file has, and of which kind. Rows that are
// left out by hand count as Left alone.
type Counts struct {
	Rows    int `json:"rows"`
	New     int `json:"new"`
	There   int `json:"there"`
	Matched int `json:"matched"` // typed in here, or matched on request
	Asked   int `json:"asked"`   // possible duplicates that are not decided
	Deleted int `json:"deleted"`
	Left    int `json:"left"`
	Confirm int `json:"confirm"` // of those that are there or matched: an import changes the transaction
}

// Verdict is what a row of a bank's file is to the account.
type Verdict string

// The verdicts.
const (
	VerdictNew     Verdict = "new"
	VerdictThere   Verdict = "there"   // it was imported before
	VerdictMatch   Verdict = "match"   // it is a transaction that was typed in
	VerdictAsk     Verdict = "ask"     // it may be a transaction that is there: Options.Add or Skip decides
	VerdictDeleted Verdict = "deleted" // it was imported before, and deleted
)

// Row is a row of a bank's file.
type Row struct {
	No         int         `json:"no"`   // its number in the statement, from 1
	Line       int         `json:"line"` // where it stands in the file
	Date       cal.Date    `json:"date"`
	Amount     money.Milli `json:"amount"`
	Payee      string      `json:"payee"`      // the payee's name here
	BankText   string      `json:"bank_payee"` // as the bank writes it
	Memo       string      `json:"memo"`
	rules.Told             // of a new row
	ImportID   string      `json:"import_id"`
	Verdict    Verdict     `json:"verdict"`
	Deleted    bool        `json:"deleted"` // it was imported before and deleted, also where it is added again
	Left       bool        `json:"left"`
	Asked      bool        `json:"asked"`          // it was a possible duplicate, decided or not
	Why        string      `json:"why,omitempty"`  // why it is asked about
	SuggestNew bool        `json:"suggest_new"`    // of one that is asked about
	Proven     bool        `json:"proven"`         // the closing balance decided
	Here       *Here       `json:"here,omitempty"` // the transaction that it is, or may be
	Half       *Here       `json:"half,omitempty"` // the transaction of another account that may be the other half of a transfer
	Linked     bool        `json:"linked"`         // importing links it with that
}

// Here is a row of the account that a row of a bank's file may be.
type Here struct {
	ID     string      `json:"id"`
	Date   cal.Date    `json:"date"`
	Amount money.Milli `json:"amount"`
	Payee  string      `json:"payee"`
	Memo   string      `json:"memo"`

	Account string `json:"account,omitempty"` // of another account's transaction
	Cleared string `json:"cleared,omitempty"`
	// TakesAmount reports whether matching gives the transaction the bank's amount.
	TakesAmount bool `json:"takes_amount,omitempty"`
}

// ReadBankFile says what importing a bank's file into an account would do.
// Faults: Invalid for a file that is none, or an account that is closed.
func (b *BankImport) ReadBankFile(ctx context.Context, who people.Actor, id, account string, data []byte, options Options) (File, error) {
	var out File
	err := b.access.Wholly(ctx, who, id, auth.See, weight(data), func() error {
		return b.access.View(ctx, who, id, func(v *store.View) error {
			acc, err := v.AccountByID(account)
			if err != nil {
				return err
			}
			read, err := b.readFile(ctx, v, &acc, data, &options)
			if err == nil {
				out, err = read.preview()
			}
			return err
		})
	})
	return out, err
}

// weight is the memory that reading a bank's file takes.
func weight(data []byte) int64 {
	return int64(bankfile.Unpacked(data)) * access.PerBankByte
}
