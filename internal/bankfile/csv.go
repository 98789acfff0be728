package bankfile

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"holdover/internal/fault"
	"holdover/internal/money"
)

// Mapping says how to read a CSV file. It is saved with the account, so that
// the bank's next file is read without asking. Columns count from 1; 0 is none.
type Mapping struct {
	Encoding   string `json:"encoding,omitempty"` // one of Encodings
	Delimiter  string `json:"delimiter"`          // "," ";" "|" or a tab
	HeaderRows int    `json:"header_rows"`        // records before the first row
	Style

	Date  int `json:"date"`
	Payee int `json:"payee,omitempty"`
	Payer int `json:"payer,omitempty"` // whom money came from, where that is another column than whom it went to
	// PayeeElse stands in where the payee's column is empty, as it is for payments by card.
	PayeeElse int   `json:"payee_else,omitempty"`
	Memo      []int `json:"memo,omitempty"` // several are put together in this order
	BankID    int   `json:"bank_id,omitempty"`
	Check     int   `json:"check,omitempty"`

	// Either Amount, or Debit and Credit. Invert turns an amount's sign round,
	// for cards whose files show spending as positive; one with a plus of its own
	// came in all the same. Columns for money out and in have no sign to turn.
	Amount int  `json:"amount,omitempty"`
	Debit  int  `json:"debit,omitempty"`
	Credit int  `json:"credit,omitempty"`
	Invert bool `json:"invert,omitempty"`

	// Fee is a column of fees that the bank took on top of the amount.
	Fee int `json:"fee,omitempty"`
	// Balance is the account's balance after each row: where the rows agree with
	// it, the last one is the file's closing balance.
	Balance int `json:"balance,omitempty"`
	// Status is a column that says of rows that they are not booked. States are words of it that nobody knew and that
	// somebody has taken for booked.
	Status int      `json:"status,omitempty"`
	States []string `json:"states,omitempty"`

	// Direction is a column whose text says which way an amount without sign
	// went; DebitWord is the text for money that left the account.
	Direction int    `json:"direction,omitempty"`
	DebitWord string `json:"debit_word,omitempty"`

	// Account and Currency are columns that say of which account a row is, in files
	// of several.
	Account  int `json:"account,omitempty"`
	Currency int `json:"currency,omitempty"`
	// Category is a column of categories that another program gave the rows.
	Category int `json:"category,omitempty"`

	Twice Role `json:"twice,omitempty"` // that was assigned to two columns, which is refused

	asks       []Question // of a guess: what the file does not prove
	currencies []string   // of a guess: several that the rows are in, and no column says which is the account's
	bank       string     // whose files are known to be so
	own        string     // name, where the columns of payee and payer both have it
	name       pattern    // of the bank, that finds the name in the payee's column
	proven     bool       // by balances
	nets       bool       // every row has money out and money in, and moves their difference
}

var roleNames = map[Role]string{
	DateRole: "date", PayeeRole: "payee", PayerRole: "payer", PayeeElseRole: "payee where there is none", AmountRole: "amount", DebitRole: "money out", CreditRole: "money in", DirectionRole: "direction",
	FeeRole: "fee", BalanceRole: "balance", BankIDRole: "bank's own number", CheckRole: "cheque number", StatusRole: "state",
	AccountRole: "account", CurrencyRole: "currency", CategoryRole: "category",
}

// Validate says what a mapping lacks or contradicts.
func (m Mapping) Validate() error {
	columns := append([]int{m.Date, m.Payee, m.PayeeElse, m.Payer, m.BankID, m.Check, m.Amount, m.Debit, m.Credit, m.Direction, m.Fee, m.Balance, m.Status, m.Account, m.Currency, m.Category}, m.Memo...)
	for _, c := range columns {
		if c < 0 || c > mostColumns {
			return fault.New(fault.Invalid, "there is no column %d", c)
		}
	}
	switch {
	case m.Twice != "":
		return fault.New(fault.Invalid, "two columns are chosen for the %s", roleNames[m.Twice]).WithHint("choose one of them")
	case m.Date == 0:
		return fault.New(fault.Invalid, "no column is chosen for the date")
	case m.Amount == 0 && m.Debit == 0 && m.Credit == 0:
		return fault.New(fault.Invalid, "no column is chosen for the amount").
			WithHint("choose one column with signs, or one for money out and one for money in")
	case m.Amount != 0 && (m.Debit != 0 || m.Credit != 0):
		return fault.New(fault.Invalid, "the amount has a column of its own and columns for money out and in").
			WithHint("choose one of the two ways")
	case m.Direction != 0 && (m.DebitWord == "" || m.Amount == 0):
		return fault.New(fault.Invalid, "the direction's column needs an amount's column and the word for money out")
	case m.Order != DayFirst && m.Order != MonthFirst && m.Order != YearFirst:
		return fault.New(fault.Invalid, "the order of day, month and year is not chosen").WithCode(NoOrder)
	case m.Decimal != "." && m.Decimal != "," && (m.Decimal != Cents || m.Group != "") || m.Group == m.Decimal || len(m.Group) > 1 || !strings.Contains(".,' ", m.Group):
		return fault.New(fault.Invalid, "the decimal and group separators cannot be %q and %q", m.Decimal, m.Group).
			WithHint("the decimal separator is a full stop or a comma")
	case len(m.Delimiter) != 1 || !strings.Contains(delimiters, m.Delimiter):
		return fault.New(fault.Invalid, "%q cannot stand between columns", m.Delimiter).
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

// closing is the balance behind the last row, where the balances of all rows
// follow from one another, upwards or downwards: what does not is no balance of
// this account, or rows are missing. Some banks write the balance before each row;
// that is believed only where the days say which way time goes, as it reads like
// the balance behind rows of turned signs.
func (m Mapping) closing(rows []Row, texts []string) *Balance {
	if m.Balance == 0 || len(rows) < 2 {
		return nil
	}
	balances := make([]money.Milli, len(rows))
	for i, text := range texts {
		var err error
		if balances[i], err = m.amount(text); err != nil {
			return nil
		}
	}
	up, down, before := true, true, false
	if older, newer := inTime(rows); older != newer { // the days say which way time goes
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

// inTime says whether rows begin with the oldest, or with the newest.
func inTime(rows []Row) (oldestFirst, newestFirst bool) {
	oldestFirst, newestFirst = true, true
	for i := 1; i < len(rows); i++ {
		oldestFirst = oldestFirst && rows[i-1].Date <= rows[i].Date
		newestFirst = newestFirst && rows[i-1].Date >= rows[i].Date
	}
	return oldestFirst, newestFirst
}

// columnName puts the header's word in place of a column's number.
func columnName(headers record, column string) string {
	var n int
	if _, err := fmt.Sscanf(column, "column %d", &n); err == nil {
		if name := tidy(headers.cell(n)); name != "" {
			return clip(name)
		}
	}
	return column
}

// begins says whether a balance is the row that an account begins with: budgets, whose rows have categories, keep it as one of a
// payee of that name.
func (m Mapping) begins(rec record, text string) bool {
	return m.Category != 0 && rec.cell(m.Payee) == text && strings.EqualFold(text, "Starting Balance")
}

func (m Mapping) row(rec record) (Row, *Problem) {
	bad := func(column int, err error) (Row, *Problem) {
		return Row{}, &Problem{Line: rec.line, Field: fmt.Sprintf("column %d", column), What: err.Error()}
	}
	if status := rec.cell(m.Status); stateOf(status) == waits {
		return bad(m.Status, fmt.Errorf("the bank has not booked it (%s)", clip(status)))
	}
	date, err := m.Order.date(rec.cell(m.Date))
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
		taken, err := m.amount(fee)
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
	if payee == "" { // of card payments many banks say nothing but what for
		payee, notes = notes, ""
	}
	transfer := ""
	if m.Category != 0 { // budgets name the other account so
		transfer, _ = strings.CutPrefix(payee, transferPayee)
		if transfer == payee {
			transfer = ""
		}
	}
	return Row{
		Line: rec.line, Date: date, Amount: amount, Payee: payee, Memo: notes, Transfer: transfer,
		BankID: tidy(rec.cell(m.BankID)), CheckNumber: tidy(rec.cell(m.Check)), Category: tidy(rec.cell(m.Category)),
	}, nil
}

// party is whom the money went to, or came from.
func (m Mapping) party(rec record, amount money.Milli) string {
	payee, payer := nameIn(rec.cell(m.Payee)), nameIn(rec.cell(m.Payer))
	if payee == "" {
		payee = nameIn(rec.cell(m.PayeeElse))
	}
	switch m.own { // one's own name is nobody's payee
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

// nameIn is the name in a cell: strokes stand for none.
func nameIn(cell string) string {
	if strings.Trim(cell, "-–—/ ") == "" {
		return ""
	}
	return tidy(cell)
}

// ownName is the name that stands as payee or as payer in most rows, and as both
// in the file: whose account it is. Empty where there is none.
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
