package bankimport

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"holdover/internal/app/rules"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/logic/bankfile"
	"holdover/internal/logic/matching"
	"holdover/internal/model/budget"
	"holdover/internal/model/humanize"
	"holdover/internal/storage/store"
)

// MaxFile is the maximum size of a bank's file in bytes.
const MaxFile = 20 << 20

// Fits returns an Invalid error for a file larger than MaxFile.
func Fits(data []byte) error {
	if len(data) <= MaxFile {
		return nil
	}
	return apperr.New(apperr.Invalid, "the file is larger than %d MB, too large for a statement of one account", MaxFile>>20).
		WithHint("download a shorter period, or check that it is the right file")
}

// reading is a bank's file with the transactions of its account.
type reading struct {
	view       *store.ReadTx
	account    *budget.Account
	options    *Options
	data       []byte
	known      knownFile
	file       bankfile.File
	from       MappingFrom
	cells      [][]string
	readErr    error // why a CSV file cannot be read with its mapping
	statement  *bankfile.Statement
	isChosen   bool // the user has chosen the statement, or it is that of the account's last file
	have       []budget.Transaction
	matches    []matching.Result // of each row of the statement
	isDeleted  []bool            // rows that are a deleted transaction
	leftBy     []budget.RuleNo   // the rules that leave rows out, 0 for none
	isProven   []bool            // rows about which the closing balance decided
	bankIDs    []string          // the import ids from the file
	halves     []*otherHalf      // of each row of the statement, or nil
	add        map[int]bool      // by row number
	skip       map[int]bool
	link       map[int]bool
	today      civil.Date
	payees     *payees
	rules      *rules.Engine
	toldRows   map[int]toldRow // by row number, since the last new payee
	categories categories
}

// knownFile is the information about the last imported file that is stored with an account.
type knownFile struct {
	Account string          `json:"account,omitempty"` // as in the file
	Shape   *bankfile.Shape `json:"shape,omitempty"`   // of a CSV file
}

func (b *BankImport) readFile(ctx context.Context, v *store.ReadTx, account *budget.Account, data []byte, o *Options) (*reading, error) {
	if account.Closed {
		return nil, apperr.New(apperr.Invalid, "%s is closed", account.Name).WithHint("reopen it first, or choose another account")
	}
	read := &reading{
		view: v, account: account, options: o, add: iterutil.Set(o.Add), skip: iterutil.Set(o.Skip), link: iterutil.Set(o.Link), toldRows: map[int]toldRow{}, today: b.access.Today(ctx),
	}
	if err := read.recall(); err != nil {
		return nil, err
	}
	var err error
	if read.data, err = bankfile.Unpack(data); err != nil {
		return nil, err
	}
	if err := read.open(); err != nil {
		return nil, err
	}
	if o.Statement == LikelyStatement {
		o.Statement, read.isChosen = read.likely()
	} else {
		read.isChosen = true
	}
	if o.Statement < 0 || o.Statement >= len(read.file.Statements) {
		return nil, apperr.New(apperr.Invalid, "the file has %s and not the requested one", humanize.Number(len(read.file.Statements), "account", "accounts")).
			WithCode(NoStatement).WithHint("choose one of them")
	}
	read.statement = &read.file.Statements[o.Statement]
	omit := iterutil.Set(o.Omit)
	read.statement.Rows = slices.DeleteFunc(read.statement.Rows, func(row bankfile.Row) bool { return omit[row.ImportID] })
	return read, read.match(ctx)
}

// likely returns the index of the statement to preview first. The account of the account's last file has precedence,
// then accounts with rows, then those in the budget's currency, then the first. isKnown reports whether it is that of
// the last file.
func (read *reading) likely() (best int, isKnown bool) {
	most := 0
	for i := range read.file.Statements {
		s, fits := &read.file.Statements[i], 0
		if read.known.Account != "" && s.Account == read.known.Account {
			fits += 4
		}
		if len(s.Rows) > 0 {
			fits += 2
			if strings.EqualFold(s.Currency, read.view.Info().Currency.ISOCode) {
				fits++
			}
		}
		if fits > most {
			best, most, isKnown = i, fits, fits >= 4
		}
	}
	return best, isKnown
}

// questions returns the unanswered questions.
func (read *reading) questions() []bankfile.Question {
	if read.options.GuessesConfirmed || read.readErr != nil {
		return nil
	}
	// The warning about dates lists them.
	return iterutil.Where(read.file.Questions, func(q bankfile.Question) bool { return q != bankfile.AskFarDates })
}

// recall reads the knownFile of the account.
func (read *reading) recall() error {
	kept, err := read.view.BankFile(read.account.No)
	if err != nil || kept == nil {
		return err
	}
	if err := json.Unmarshal(kept, &read.known); err != nil {
		return fmt.Errorf("what is kept of the bank files of %s: %w", read.account.Name, err)
	}
	return nil
}

// open reads the file.
func (read *reading) open() error {
	info := read.view.Info()
	o := bankfile.Options{
		Style: read.options.Style, Delimiter: read.options.Delimiter, Encoding: read.options.Encoding, Currency: &info.Currency,
		Hint: bankfile.Style{Order: bankfile.OrderOf(info.DateFormat), Decimal: info.Currency.DecimalSeparator, Group: info.Currency.GroupSeparator},
	}
	format, err := bankfile.Detect(read.data)
	if err != nil {
		return err
	}
	if format != bankfile.CSV {
		read.file, err = bankfile.Read(read.data, o)
		return err
	}
	return read.openCSV(o)
}

// openCSV reads a CSV file. If that fails, the file may still be a table, and the user can choose its columns.
func (read *reading) openCSV(o bankfile.Options) error {
	m, err := read.mapping(o)
	if err == nil {
		read.file, err = bankfile.ReadCSV(read.data, m, o)
	}
	if read.from == MappingChosen {
		ofRows := slices.DeleteFunc(read.file.Questions, func(q bankfile.Question) bool { return q != bankfile.AskStates && q != bankfile.AskFarDates })
		read.file.Questions = append(bankfile.Doubts(read.data, m, o), ofRows...)
	}
	read.cells = bankfile.Cells(read.data, m, firstLines)
	if err == nil {
		return nil
	}
	if read.readErr = err; read.options.Mapping == nil && !isTable(read.cells) {
		return err
	}
	read.file = bankfile.File{Format: bankfile.CSV, Mapping: &m, Style: m.Style, Statements: make([]bankfile.Statement, 1), Problems: read.file.Problems}
	return nil
}

// firstLines is the number of lines of a file that are shown with its columns.
const firstLines = 40

func isTable(cells [][]string) bool {
	return slices.ContainsFunc(cells, func(line []string) bool { return len(line) > 1 })
}

// mapping returns the chosen mapping, else that of the account's last file if the shape is the same, else a guess.
func (read *reading) mapping(o bankfile.Options) (bankfile.Mapping, error) {
	if read.options.Mapping != nil {
		read.from = MappingChosen
		return *read.options.Mapping, nil
	}
	read.from = MappingGuessed
	if o.Delimiter != "" || o.Encoding != "" { // the headers differ in another encoding: the columns are guessed again
		return bankfile.GuessMapping(read.data, o)
	}
	if read.known.Shape != nil {
		read.from = MappingAnew
		if m, corrected, fits := read.known.Shape.Recall(read.data, o); fits {
			if !corrected {
				read.from = MappingSaved
			}
			return m, nil
		}
	}
	return bankfile.GuessMapping(read.data, o)
}
