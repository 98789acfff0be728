package bankfile

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"holdover/internal/base/apperr"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

// Mapping defines how to read a CSV file. It is stored with the account, so that the bank's next file is read without
// questions. Columns count from 1; 0 is none.
type Mapping struct {
	Encoding   string `json:"encoding,omitempty"` // one of Encodings
	Delimiter  string `json:"delimiter"`          // "," ";" "|" or a tab
	HeaderRows int    `json:"header_rows"`        // records before the first row
	Style

	Date  int `json:"date"`
	Payee int `json:"payee,omitempty"`
	Payer int `json:"payer,omitempty"` // the sender of money, if that is another column than the recipient
	// PayeeElse is used if the payee's column is empty, as it is for card payments.
	PayeeElse int   `json:"payee_else,omitempty"`
	Memo      []int `json:"memo,omitempty"` // joined in this order
	BankID    int   `json:"bank_id,omitempty"`
	Check     int   `json:"check,omitempty"`

	// Either Amount is set, or Debit and Credit. Invert negates amounts, for cards with files that contain spending
	// as positive numbers. An amount with an explicit plus is income all the same. Debit and Credit are not negated.
	Amount int  `json:"amount,omitempty"`
	Debit  int  `json:"debit,omitempty"`
	Credit int  `json:"credit,omitempty"`
	Invert bool `json:"invert,omitempty"`

	// Fee is a column of fees charged on top of the amount.
	Fee int `json:"fee,omitempty"`
	// Balance is the column of the account's balance after each row. If the rows agree with it, the last one is the
	// file's closing balance.
	Balance int `json:"balance,omitempty"`
	// Status is the column of the booking state. States are unknown words of that column that the user has declared
	// to mean booked.
	Status int      `json:"status,omitempty"`
	States []string `json:"states,omitempty"`

	// Direction is a column with the direction of an amount without sign. DebitWord is its text for money that left
	// the account.
	Direction int    `json:"direction,omitempty"`
	DebitWord string `json:"debit_word,omitempty"`

	// Account and Currency are columns that identify a row's account, in files of several accounts.
	Account  int `json:"account,omitempty"`
	Currency int `json:"currency,omitempty"`
	// Category is a column of categories assigned by another program.
	Category int `json:"category,omitempty"`

	Twice Role `json:"twice,omitempty"` // a role assigned to two columns, which Validate refuses

	asks       []Question // of a guess: the questions that the file leaves open
	currencies []string   // of a guess: the currencies of the rows, if several and no column gives the account's
	bank       string     // name of the known bank
	own        string     // the owner's name, if the columns of payee and payer both contain it
	name       pattern    // the bank's pattern of the name in the payee's column
	proven     bool       // the balances agree with the rows
	nets       bool       // every row has money out and money in, and its amount is the difference
}

var roleNames = map[Role]string{
	DateRole: "date", PayeeRole: "payee", PayerRole: "payer", PayeeElseRole: "second payee", AmountRole: "amount", DebitRole: "money out", CreditRole: "money in", DirectionRole: "direction",
	FeeRole: "fee", BalanceRole: "balance", BankIDRole: "bank reference", CheckRole: "cheque number", StatusRole: "state",
	AccountRole: "account", CurrencyRole: "currency", CategoryRole: "category",
}

// Validate returns an error if the mapping lacks a column or is inconsistent.
func (m Mapping) Validate() error {
	columns := append([]int{m.Date, m.Payee, m.PayeeElse, m.Payer, m.BankID, m.Check, m.Amount, m.Debit, m.Credit, m.Direction, m.Fee, m.Balance, m.Status, m.Account, m.Currency, m.Category}, m.Memo...)
	for _, c := range columns {
		if c < 0 || c > mostColumns {
			return apperr.New(apperr.Invalid, "column %d does not exist", c)
		}
	}
	switch {
	case m.Twice != "":
		return apperr.New(apperr.Invalid, "two columns are chosen for the %s", roleNames[m.Twice]).WithHint("choose one of them")
	case m.Date == 0:
		return apperr.New(apperr.Invalid, "no column is chosen for the date")
	case m.Amount == 0 && m.Debit == 0 && m.Credit == 0:
		return apperr.New(apperr.Invalid, "no column is chosen for the amount").
			WithHint("choose one column with signs, or one for money out and one for money in")
	case m.Amount != 0 && (m.Debit != 0 || m.Credit != 0):
		return apperr.New(apperr.Invalid, "the amount has both one column and columns for money out and in").
			WithHint("choose one of the two")
	case m.Direction != 0 && (m.DebitWord == "" || m.Amount == 0):
		return apperr.New(apperr.Invalid, "the direction column needs an amount column and the word for money out")
	case m.Order != DayFirst && m.Order != MonthFirst && m.Order != YearFirst:
		return apperr.New(apperr.Invalid, "the order of day, month and year is not chosen").WithCode(NoOrder)
	case m.Decimal != "." && m.Decimal != "," && (m.Decimal != Cents || m.Group != "") || m.Group == m.Decimal || len(m.Group) > 1 || !strings.Contains(".,' ", m.Group):
		return apperr.New(apperr.Invalid, "the decimal and group separators cannot be %q and %q", m.Decimal, m.Group).
			WithHint("the decimal separator is a full stop or a comma")
	case len(m.Delimiter) != 1 || !strings.Contains(delimiters, m.Delimiter):
		return apperr.New(apperr.Invalid, "%q cannot separate columns", m.Delimiter).
			WithHint("choose comma, semicolon, tab or |")
	}
	return nil
}

const delimiters = ",;\t|"

// ReadCSV reads a CSV file with a mapping.
func ReadCSV(data []byte, m Mapping, o Options) (File, error) {
	if err := m.Validate(); err != nil {
		return File{}, err
	}
	text := tableText(data, m.Encoding)
	records, err := readRecords(text, m.Delimiter, math.MaxInt)
	if err != nil {
		return File{}, err
	}
	f := File{Format: CSV, Style: m.Style, Questions: m.asks, Bank: m.bank, Mapping: &m}
	headers := record{}
	if m.HeaderRows > 0 && m.HeaderRows <= len(records) {
		headers = records[m.HeaderRows-1]
	}
	if m.breaksOff(text, records) {
		last := len(records) - 1
		f.bad(Problem{Line: records[last].line, What: brokenOff})
		records = records[:last]
	}
	m.findName(headers)
	parts, states := newParts(m), map[string]bool{}
	rows := records[min(max(m.HeaderRows, 0), len(records)):]
	m.own, m.nets = m.ownName(rows), m.bothSides(rows)
	for _, rec := range rows {
		if rec.empty() {
			continue
		}
		row, problem := m.row(rec)
		if problem != nil {
			problem.Field = columnName(headers, problem.Field)
			f.bad(*problem)
			continue
		}
		parts.add(rec, row)
		if text := m.unknownState(rec); text != "" && len(states) < mostStates {
			states[text] = true
		}
	}
	f.askStates(slices.Sorted(maps.Keys(states)))
	statements := parts.statements()
	for i := range statements {
		f.leaveTotals(&statements[i])
		statements[i].Rows = joinSplits(statements[i].Rows)
	}
	return finish(f, statements, o)
}

// closing returns the balance after the last row if every balance follows from the one before it, in either order of
// rows. Otherwise the column is not a balance of this account, or rows are missing, and it returns nil. Some banks
// write the balance before each row. This is accepted only if the dates give the order of the rows, because it looks
// like the balance after rows with inverted signs.
func (m Mapping) closing(rows []Row, texts []string) *Balance {
	if m.Balance == 0 || len(rows) < 2 {
		return nil
	}
	balances := make([]money.Milli, len(rows))
	for i, text := range texts {
		var err error
		if balances[i], err = m.ParseAmount(text); err != nil {
			return nil
		}
	}
	up, down, before := true, true, false
	if older, newer := inTime(rows); older != newer { // the dates give the order of the rows
		up, down, before = older, newer, true
	}
	before = before && slices.ContainsFunc(balances, func(b money.Milli) bool { return b != balances[0] })
	upBefore, downBefore := up && before, down && before
	for i := 1; i < len(rows); i++ {
		up = up && balances[i] == balances[i-1]+rows[i].Amount
		down = down && balances[i-1] == balances[i]+rows[i-1].Amount
		upBefore = upBefore && balances[i] == balances[i-1]+rows[i-1].Amount
		downBefore = downBefore && balances[i-1] == balances[i]+rows[i].Amount
	}
	last := len(rows) - 1
	switch {
	case up:
		return &Balance{rows[last].Date, balances[last]}
	case down:
		return &Balance{rows[0].Date, balances[0]}
	case upBefore:
		return &Balance{rows[last].Date, balances[last] + rows[last].Amount}
	case downBefore:
		return &Balance{rows[0].Date, balances[0] + rows[0].Amount}
	}
	return nil
}

// inTime reports whether the oldest or the newest row is the first.
func inTime(rows []Row) (oldestFirst, newestFirst bool) {
	oldestFirst, newestFirst = true, true
	for i := 1; i < len(rows); i++ {
		oldestFirst = oldestFirst && rows[i-1].Date <= rows[i].Date
		newestFirst = newestFirst && rows[i-1].Date >= rows[i].Date
	}
	return oldestFirst, newestFirst
}

// columnName replaces a column's number by its header.
func columnName(headers record, column string) string {
	var n int
	if _, err := fmt.Sscanf(column, "column %d", &n); err == nil {
		if name := tidy(headers.cell(n)); name != "" {
			return clip(name)
		}
	}
	return column
}

// begins reports whether a balance line is an account's opening row. Files of budgets, which have a category column,
// write it as a row with that text as payee.
func (m Mapping) begins(rec record, text string) bool {
	return m.Category != 0 && rec.cell(m.Payee) == text && strings.EqualFold(text, "Starting Balance")
}

func (m Mapping) row(rec record) (Row, *Problem) {
	bad := func(column int, err error) (Row, *Problem) {
		return Row{}, &Problem{Line: rec.line, Field: fmt.Sprintf("column %d", column), What: err.Error()}
	}
	if status := rec.cell(m.Status); stateOf(status) == isNotBooked {
		return bad(m.Status, fmt.Errorf("the bank has not booked it (%s)", clip(status)))
	}
	date, err := m.Order.ParseDate(rec.cell(m.Date))
	if err != nil {
		return bad(m.Date, err)
	}
	if text := rec.balanceLine(); text != "" && !m.begins(rec, text) {
		return bad(m.Date, fmt.Errorf("%q is a balance and not a transaction", clip(text)))
	}
	amount, column, err := m.amountOf(rec)
	if err != nil {
		return bad(column, err)
	}
	if m.Invert && m.Amount != 0 && !plusMarked(rec.cell(m.Amount)) {
		amount = -amount
	}
	if fee := rec.cell(m.Fee); fee != "" {
		taken, err := m.ParseAmount(fee)
		if err != nil {
			return bad(m.Fee, err)
		}
		amount -= taken.Abs()
	}
	var memo []string
	for _, c := range m.Memo {
		if text := tidy(rec.cell(c)); text != "" {
			memo = append(memo, text)
		}
	}
	payee, notes := m.party(rec, amount), tidy(strings.Join(memo, " "))
	if m.name.Regexp != nil {
		if name := m.name.nameIn(payee); name != "" {
			payee, notes = name, tidy(payee+" "+notes)
		}
	}
	if payee == "" { // for card payments many banks give only the purpose
		payee, notes = notes, ""
	}
	transfer := ""
	if m.Category != 0 { // budgets use this prefix for the name of the other account
		transfer, _ = strings.CutPrefix(payee, budget.TransferPayee)
		if transfer == payee {
			transfer = ""
		}
	}
	return Row{
		Line: rec.line, Date: date, Amount: amount, Payee: payee, Memo: notes, Transfer: transfer,
		BankID: tidy(rec.cell(m.BankID)), CheckNumber: tidy(rec.cell(m.Check)), Category: tidy(rec.cell(m.Category)),
	}, nil
}

// party returns the recipient or the sender of the money.
func (m Mapping) party(rec record, amount money.Milli) string {
	payee, payer := nameIn(rec.cell(m.Payee)), nameIn(rec.cell(m.Payer))
	if payee == "" {
		payee = nameIn(rec.cell(m.PayeeElse))
	}
	switch m.own { // the owner's name is never the payee
	case "":
	case payee:
		payee = payer
	case payer:
		payer = ""
	}
	if payer != "" && (amount > 0 || payee == "") {
		return payer
	}
	return payee
}

// nameIn returns the name in a cell, or "" for dashes.
func nameIn(cell string) string {
	if strings.Trim(cell, "-–—/ ") == "" {
		return ""
	}
	return tidy(cell)
}

// ownName returns the name that is payee or payer in most rows, and occurs as both: the account owner's. It returns
// "" if there is no such name.
func (m Mapping) ownName(records []record) string {
	if m.Payee == 0 || m.Payer == 0 {
		return ""
	}
	rows, as := 0, [2]map[string]int{{}, {}}
	for _, rec := range records[:min(len(records), guessed)] {
		payee, payer := tidy(rec.cell(m.Payee)), tidy(rec.cell(m.Payer))
		if payee != "" && payer != "" {
			rows++
			as[0][payee]++
			as[1][payer]++
		}
	}
	own, most, next := "", 0, 0
	for name, n := range as[0] {
		switch also := as[1][name]; {
		case also == 0:
		case n+also > most:
			own, most, next = name, n+also, most
		default:
			next = max(next, n+also)
		}
	}
	if rows < 3 || most*10 < rows*7 || most == next {
		return ""
	}
	return own
}
