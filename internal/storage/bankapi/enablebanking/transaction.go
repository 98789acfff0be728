package enablebanking

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/bankfile"
	"holdover/internal/storage/bankapi"
)

// transaction is a transaction as the service describes it. Its transaction_id is not used: it changes with each response.
type transaction struct {
	Reference text   `json:"entry_reference"` // stays the same, but not all banks give one
	Amount    amount `json:"transaction_amount"`
	Direction string `json:"credit_debit_indicator"`
	Status    string `json:"status"`
	Booked    string `json:"booking_date"`
	Valued    string `json:"value_date"`
	Bought    string `json:"transaction_date"`
	Creditor  party  `json:"creditor"`
	Debtor    party  `json:"debtor"`
	Lines     lines  `json:"remittance_information"`
	Number    text   `json:"reference_number"`
	Kind      struct {
		Text text `json:"description"`
	} `json:"bank_transaction_code"`
}

type amount struct {
	Value    text   `json:"amount"`
	Currency string `json:"currency"`
}

type party struct {
	Name text `json:"name"`
}

// text is a text that some banks give as a number.
type text string

// UnmarshalJSON reads a text, a number or null.
func (t *text) UnmarshalJSON(b []byte) error {
	var s *string
	if err := json.Unmarshal(b, &s); err == nil {
		if s != nil {
			*t = text(*s)
		}
		return nil
	}
	var n json.Number
	err := json.Unmarshal(b, &n)
	*t = text(n)
	return err
}

// tidy returns the text for a row.
func (t text) tidy() string { return bankapi.Text(string(t), bankapi.MostText) }

// lines is a list of texts that some banks give as one text.
type lines []text

// UnmarshalJSON reads a list, a text or null.
func (l *lines) UnmarshalJSON(b []byte) error {
	var several []text
	if err := json.Unmarshal(b, &several); err == nil {
		*l = several
		return nil
	}
	var one text
	err := json.Unmarshal(b, &one)
	*l = lines{one}
	return err
}

// add adds a transaction to a statement as a booked or a pending row. It returns why it is left out, or "".
func (r *reader) add(st *bankapi.Statement, raw json.RawMessage) string {
	var x transaction
	if err := json.Unmarshal(raw, &x); err != nil {
		return "it cannot be read"
	}
	pending := x.Status == "PDNG" || x.Status == "HOLD"
	switch x.Status {
	case "CNCL", "RJCT", "SCHD": // the account has not changed
		return ""
	case "OTHR", "":
		pending = x.Booked == ""
	}
	row, why := r.row(&x)
	switch {
	case pending && why != "": // it is only counted
		st.Pending = append(st.Pending, bankfile.Row{})
	case pending:
		st.Pending = append(st.Pending, row)
	case why == "":
		st.Rows = append(st.Rows, row)
	default:
		return x.describe() + " " + why
	}
	return ""
}

// describe returns words by which the user finds the transaction at the bank.
func (x *transaction) describe() string {
	return fmt.Sprintf("that of %s over %s %s", cmp.Or(bankapi.Text(cmp.Or(x.Booked, x.Valued, x.Bought), 40), "an unknown day"), bankapi.Text(string(x.Amount.Value), 40), bankapi.Text(x.Amount.Currency, 40))
}

// row returns the row of a transaction, or why it has none.
func (r *reader) row(x *transaction) (row bankfile.Row, why string) {
	var days []string
	if r.wanted.ByPurchaseDate {
		days = []string{x.Bought, x.Valued, x.Booked}
	} else {
		days = []string{x.Booked, x.Valued, x.Bought}
	}
	row.Date = firstDay(days)
	value, why := x.value()
	switch {
	case row.Date == 0:
		return row, "has no date"
	case why != "":
		return row, why
	case r.isForeign(x.Amount.Currency):
		return row, "is not in " + r.account.Currency + ", the account's currency"
	}
	row.Amount, row.BankID = value, x.Reference.tidy()
	row.Payee, row.Memo = x.texts()
	return row, ""
}

// firstDay returns the first of days that is a date.
func firstDay(days []string) civil.Date {
	for _, day := range days {
		day, _, _ = strings.Cut(day, "T")
		if d, err := civil.ParseDate(day); err == nil && !d.FarOff() {
			return d
		}
	}
	return 0
}

// value returns the amount, negative for money that goes out. Some banks repeat the direction as a sign.
func (x *transaction) value() (value money.Milli, why string) {
	value, err := bankapi.Amount(string(x.Amount.Value))
	switch {
	case err != nil:
		return 0, "cannot be kept, because " + err.Error()
	case x.Direction == "DBIT":
		return -max(value, -value), ""
	case x.Direction == "CRDT" && value < 0:
		return 0, "is incoming, but its amount is negative"
	case x.Direction == "CRDT":
		return value, ""
	}
	return 0, "is neither incoming nor outgoing"
}

// texts returns the other party and the purpose. Without a party the first line of the purpose names it.
func (x *transaction) texts() (payee, memo string) {
	other := x.Debtor
	if x.Direction == "DBIT" {
		other = x.Creditor
	}
	payee = other.Name.tidy()
	var purpose []string
	for _, line := range x.Lines {
		if t := line.tidy(); t != "" {
			purpose = append(purpose, t)
		}
	}
	if n := x.Number.tidy(); n != "" && !slices.ContainsFunc(purpose, func(line string) bool { return strings.Contains(line, n) }) {
		purpose = append(purpose, n)
	}
	if payee == "" && len(purpose) > 0 {
		payee, purpose = purpose[0], purpose[1:]
	}
	return cmp.Or(payee, x.Kind.Text.tidy()), bankapi.Text(strings.Join(purpose, " "), bankapi.MostText)
}
