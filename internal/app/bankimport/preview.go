// Package bankimport previews and imports a bank's file. Package app embeds BankImport, so that its methods are the
// application's. Start with ReadBankFile.
//
//   - preview.go contains the types of a preview, rows.go builds it.
//   - read.go reads the file, ask.go lists the questions that the file leaves open, warnings.go the warnings.
//   - match.go compares the rows with the account's transactions, half.go with those of other accounts.
//   - payees.go and alike.go find the payee and the category of a row.
//   - import.go imports the rows.
package bankimport

import (
	"context"

	"holdover/internal/app/budgetsession"
	"holdover/internal/app/rules"
	"holdover/internal/app/users"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/bankfile"
	"holdover/internal/model/auth"
	"holdover/internal/storage/store"
)

// BankImport previews and imports banks' files.
type BankImport struct{ access *budgetsession.Access }

// New returns a BankImport that accesses budgets through a.
func New(a *budgetsession.Access) *BankImport { return &BankImport{access: a} }

// Options decide how a bank's file is read and which of its rows are imported.
type Options struct {
	// Statement is the index of the account in the file, or LikelyStatement.
	Statement int `json:"statement"`
	// Mapping contains the columns of a CSV file. If it is nil, they are those of the account's last file, or guessed.
	Mapping *bankfile.Mapping `json:"mapping"`
	// Style is the notation of dates and amounts of a QIF file. It takes precedence over the guess.
	Style bankfile.Style `json:"style"`
	// Delimiter is the character between the columns of a CSV file. If it is set, the columns are guessed again.
	Delimiter string `json:"delimiter"`
	// Encoding is the encoding of a CSV file. If it is set, the columns are guessed again.
	Encoding string `json:"encoding"`

	Add              []int         `json:"add"`         // numbers of rows to add as new transactions, even if they may exist
	Skip             []int         `json:"skip"`        // numbers of rows not to add; a possible duplicate is matched instead
	Link             []int         `json:"link"`        // numbers of rows to link with the other half of their transfer
	Accept           []WarningCode `json:"accept"`      // accepted warnings
	Name             string        `json:"name"`        // file name, for the history
	AddDeleted       bool          `json:"add_deleted"` // add rows again that were imported before and deleted
	GuessesConfirmed bool          `json:"right"`       // the user has confirmed how the file is read
	SetCategories    bool          `json:"categories"`  // set the file's categories if the budget has them
	LeaveUndecided   bool          `json:"-"`           // leave out possible duplicates about which nothing is decided, and new rows far from today
	// LeaveNewUntil leaves out new rows up to a day, to be decided by the user; 0 for none. The bank has given all rows other
	// ids since, so that a row that was deleted or changed here cannot be recognised.
	LeaveNewUntil civil.Date `json:"-"`
	// MayKeepIDs ignores LeaveNewUntil if the bank still has the ids of imported rows. It must not be set after an import with
	// LeaveNewUntil: a row that was matched since has the bank's present id.
	MayKeepIDs bool     `json:"-"`
	Omit       []string `json:"-"` // the bank's import ids of rows not to add, as Imported.Omitted returns them
}

// LikelyStatement selects the account of a file automatically: that of the last imported file, otherwise the first
// with rows, preferably in the budget's currency.
const LikelyStatement = -1

// File is the preview of importing a bank's file into an account.
type File struct {
	Format      bankfile.Format     `json:"format"`
	Style       bankfile.Style      `json:"style"` // notation of dates and amounts
	NoQuestions bool                `json:"sure"`
	States      []string            `json:"states,omitempty"` // unknown words for the state of rows, such as booked or pending
	Questions   []bankfile.Question `json:"questions"`        // open questions, to be answered before an import
	Bank        string              `json:"bank,omitempty"`   // the known bank of a CSV file
	Mapping     *bankfile.Mapping   `json:"mapping,omitempty"`
	MappingFrom MappingFrom         `json:"mapping_from,omitempty"`
	Cells       [][]string          `json:"-"`               // the first lines of a CSV file
	ReadError   error               `json:"-"`               // why a CSV file cannot be read with its columns; others can be chosen
	Warnings    []Warning           `json:"warnings"`        // each has to be accepted before an import
	Notes       []string            `json:"notes,omitempty"` // sentences for information only
	Statements  []Statement         `json:"statements"`      // the accounts in the file
	Statement   int                 `json:"statement"`       // index of the previewed one
	LastAccount string              `json:"other_than"`      // the account of the last file imported here, if it differs
	Closing     *bankfile.Balance   `json:"closing_balance"` // from the file
	After       money.Milli         `json:"cleared_on_day"`  // cleared balance of the account at the end of the day of Closing
	// AgreesAfterClearing is the number of uncleared transactions with which the account agrees with Closing once they are
	// cleared too. It is 0 if it agrees without them, or does not agree with them either.
	AgreesAfterClearing int                `json:"agrees_after_clearing,omitempty"`
	Counts              Counts             `json:"counts"`
	Rows                []Row              `json:"rows"`
	Problems            []bankfile.Problem `json:"problems"`
	MoreProblems        int                `json:"more_problems"` // beyond those listed
	Categories          Categories         `json:"categories"`
}

// Categories counts the rows of the file that have a category, and the rows with a category that exists in the
// budget.
type Categories struct {
	Rows     int `json:"rows"`
	InBudget int `json:"here"`
}

// OpenQuestions is the error code of an import with open questions.
const OpenQuestions apperr.Code = "bank-file-unsure"

// NoStatement is the error code for a file that does not contain the requested account.
const NoStatement apperr.Code = "bank-file-account"

// Statement is an account in a bank's file.
type Statement struct {
	Account  string `json:"account"`
	Currency string `json:"currency"`
	Rows     int    `json:"rows"`
}

// Name distinguishes it from the file's others. Some of them are one account in several currencies.
func (s *Statement) Name() string {
	if s.Account == "" || s.Currency == "" {
		return s.Account + s.Currency
	}
	return s.Account + ", " + s.Currency
}

// MappingFrom is the origin of the columns of a CSV file.
type MappingFrom string

// The origins of a mapping.
const (
	MappingGuessed MappingFrom = "guessed"
	MappingSaved   MappingFrom = "saved"  // stored with the account by an earlier import
	MappingAnew    MappingFrom = "anew"   // guessed, because the file differs from the account's earlier ones
	MappingChosen  MappingFrom = "chosen" // given by the options
)

// Counts contains the number of all rows, and of the rows of each kind.
type Counts struct {
	Rows           int `json:"rows"`
	New            int `json:"new"`
	ImportedBefore int `json:"there"`
	Matched        int `json:"matched"` // entered by a user, or matched on request
	Asked          int `json:"asked"`   // undecided possible duplicates
	Deleted        int `json:"deleted"`
	Left           int `json:"left"`    // omitted by the user or left out by rules; not counted as any other kind
	Confirm        int `json:"confirm"` // existing or matched transactions that the import changes
}

// Verdict is the relation of a row of a bank's file to the account.
type Verdict string

// The verdicts.
const (
	VerdictNew      Verdict = "new"
	VerdictImported Verdict = "there"   // imported before
	VerdictMatch    Verdict = "match"   // a transaction that a user entered
	VerdictAsk      Verdict = "ask"     // may be an existing transaction; Options.Add or Options.Skip decides
	VerdictDeleted  Verdict = "deleted" // imported before, and deleted
)

// Row is a row of a bank's file.
type Row struct {
	No               int         `json:"no"`   // number in the statement, from 1
	Line             int         `json:"line"` // line in the file
	Date             civil.Date  `json:"date"`
	Amount           money.Milli `json:"amount"`
	Payee            string      `json:"payee"`      // the payee's name in the budget
	BankText         string      `json:"bank_payee"` // the bank's text
	Memo             string      `json:"memo"`
	rules.RuleResult             // set for a new row
	ImportID         string      `json:"import_id"`
	Verdict          Verdict     `json:"verdict"`
	Deleted          bool        `json:"deleted"`                // imported before and deleted, also if it is added again
	Left             bool        `json:"left"`                   // omitted by the user, or left out by a rule
	LeftByRule       string      `json:"left_by_rule,omitempty"` // of a new row: the rule that leaves it out, also if the user adds it
	Asked            bool        `json:"asked"`                  // a possible duplicate, decided or not
	Why              string      `json:"why,omitempty"`          // reason for asking about it
	SuggestNew       bool        `json:"suggest_new"`            // whether a possible duplicate is more likely new
	DecidedByBalance bool        `json:"proven"`                 // the closing balance decided whether it is new
	Existing         *Existing   `json:"here,omitempty"`         // the transaction that it is or may be
	OtherHalf        *Existing   `json:"half,omitempty"`         // the transaction of another account that may be the other half of a transfer
	Linked           bool        `json:"linked"`                 // the import links it with OtherHalf
}

// Existing is an existing transaction that a row of a bank's file may be.
type Existing struct {
	ID     string      `json:"id"`
	Date   civil.Date  `json:"date"`
	Amount money.Milli `json:"amount"`
	Payee  string      `json:"payee"`
	Memo   string      `json:"memo"`

	Account string `json:"account,omitempty"` // set for a transaction of another account
	Cleared string `json:"cleared,omitempty"`
	// TakesAmount reports whether matching sets the transaction's amount to the bank's.
	TakesAmount bool `json:"takes_amount,omitempty"`
}

// ReadBankFile previews the import of a bank's file into an account. It returns an Invalid error for a file that is
// not a bank's, or an account that is closed.
func (b *BankImport) ReadBankFile(ctx context.Context, who users.Actor, id, account string, data []byte, options Options) (File, error) {
	var out File
	err := b.access.WithBudgetMemory(ctx, who, id, auth.See, weight(data), func() error {
		return b.access.ReadTx(ctx, who, id, func(v *store.ReadTx) error {
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

// weight returns the estimated memory in bytes that reading a bank's file uses.
func weight(data []byte) int64 {
	return int64(bankfile.Unpacked(data)) * budgetsession.PerBankByte
}
