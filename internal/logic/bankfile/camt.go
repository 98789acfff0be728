package bankfile

import (
	"cmp"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"

	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
)

// readCAMT reads CAMT.053 statements of every version, and the reports and notifications (052, 054) of the same form.
// Amounts have a decimal point and no sign. A separate element contains the direction.
func readCAMT(data []byte, o Options) (File, error) {
	r := camtReader{file: File{Format: CAMT}}
	text := decodeAs(data, o.Encoding, ofxEncoding(data))
	if err := tagsBounded(text); err != nil {
		return File{}, err
	}
	if err := tagsShort(text); err != nil {
		return File{}, err
	}
	r.decoder = xml.NewDecoder(strings.NewReader(text))
	r.decoder.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil } // already decoded
	for {
		token, err := r.decoder.Token()
		if errors.Is(err, io.EOF) {
			return finish(r.file, r.statements, o)
		}
		if start, ok := token.(xml.StartElement); ok && err == nil {
			err = r.element(start)
		}
		if err != nil {
			return File{}, r.broken(err)
		}
	}
}

// broken adds the position to an error. The column is needed for files of one line.
func (r *camtReader) broken(err error) error {
	line, column := r.decoder.InputPos()
	return apperr.New(apperr.Invalid, "the statement is incomplete or damaged near line %d, column %d", line, column).
		WithHint("download it again from the bank").WithCause(err)
}

type camtReader struct {
	decoder    *xml.Decoder
	file       File
	statements []Statement
	owner      string // owner of the statement's account
	entries    int    // number of entries so far; identifies an entry in files of one line
}

func (r *camtReader) element(start xml.StartElement) error {
	line, _ := r.decoder.InputPos()
	switch start.Name.Local {
	case "Stmt", "Rpt", "Ntfctn":
		r.statements, r.owner = append(r.statements, Statement{}), ""
		return nil
	}
	if len(r.statements) == 0 {
		return nil
	}
	s := &r.statements[len(r.statements)-1]
	switch start.Name.Local {
	case "Acct":
		var a camtAccount
		err := r.decoder.DecodeElement(&a, &start)
		s.Account, s.Currency, r.owner = tidy(a.IBAN+a.Other), tidy(a.Currency), a.Owner.name()
		return err
	case "Bal":
		var b camtBalance
		err := r.decoder.DecodeElement(&b, &start)
		s.Closing = b.closing(s.Closing)
		return err
	case "Ntry":
		var e camtEntry
		if err := r.decoder.DecodeElement(&e, &start); err != nil {
			return err
		}
		r.entries++
		rows, problem := e.rows(line, s.Currency, r.owner)
		if problem != nil {
			problem.Line, problem.Field = line, fmt.Sprintf("entry %d, %s", r.entries, problem.Field)
			r.file.bad(*problem)
		}
		s.Rows = append(s.Rows, rows...)
	}
	return nil
}

type camtAccount struct {
	IBAN     string    `xml:"Id>IBAN"`
	Other    string    `xml:"Id>Othr>Id"`
	Currency string    `xml:"Ccy"`
	Owner    camtParty `xml:"Ownr"`
}

type camtAmount struct {
	Text     string `xml:",chardata"`
	Currency string `xml:"Ccy,attr"`
}

type camtDate struct {
	Day    string `xml:"Dt"`
	Moment string `xml:"DtTm"`
}

// date returns the day as written. The zone after it, as in "2017-04-01+02:00", is the bank's.
func (d camtDate) date() (civil.Date, error) {
	text := strings.TrimSpace(d.Day + d.Moment)
	if len(text) > len(isoDay) && strings.IndexByte("T+-Z ", text[len(isoDay)]) >= 0 {
		text = text[:len(isoDay)]
	}
	return YearFirst.ParseDate(text)
}

const isoDay = "2006-01-02"

type camtBalance struct {
	Code      string     `xml:"Tp>CdOrPrtry>Cd"`
	Amount    camtAmount `xml:"Amt"`
	Direction string     `xml:"CdtDbtInd"`
	Date      camtDate   `xml:"Dt"`
}

// closing returns the balance if it is the closing booked one, else was.
func (b camtBalance) closing(was *Balance) *Balance {
	amount, err := camtMoney(b.Amount.Text, b.Direction)
	date, dateErr := b.Date.date()
	if b.Code != "CLBD" || err != nil || dateErr != nil {
		return was
	}
	return &Balance{Date: date, Amount: amount}
}

// camtStatus is a text in older versions and an element in newer ones.
type camtStatus struct {
	Text string `xml:",chardata"`
	Code string `xml:"Cd"`
}

// camtEntry is one booking. It can contain several payments.
type camtEntry struct {
	Amount    camtAmount    `xml:"Amt"`
	Direction string        `xml:"CdtDbtInd"`
	Reversal  string        `xml:"RvslInd"`
	Status    camtStatus    `xml:"Sts"`
	Booked    camtDate      `xml:"BookgDt"`
	Valued    camtDate      `xml:"ValDt"`
	Ref       string        `xml:"AcctSvcrRef"`
	Info      string        `xml:"AddtlNtryInf"`
	Payments  []camtPayment `xml:"NtryDtls>TxDtls"`
}

type camtPayment struct {
	Amount     camtAmount `xml:"Amt"`
	TxAmount   camtAmount `xml:"AmtDtls>TxAmt>Amt"`
	Direction  string     `xml:"CdtDbtInd"`
	Ref        string     `xml:"Refs>AcctSvcrRef"`
	Cheque     string     `xml:"Refs>ChqNb"`
	Debtor     camtParty  `xml:"RltdPties>Dbtr"`
	Creditor   camtParty  `xml:"RltdPties>Cdtr"`
	ForDebtor  camtParty  `xml:"RltdPties>UltmtDbtr"` // the party for which the debtor paid
	ForCredit  camtParty  `xml:"RltdPties>UltmtCdtr"` // the party for which the creditor received it
	Returned   *struct{}  `xml:"RtrInf"`
	Accepted   string     `xml:"RltdDts>AccptncDtTm"`
	Traded     string     `xml:"RltdDts>TxDtTm"`
	Settled    string     `xml:"RltdDts>IntrBkSttlmDt"`
	Texts      []string   `xml:"RmtInf>Ustrd"`
	Structured []string   `xml:"RmtInf>Strd>CdtrRefInf>Ref"`
	Info       string     `xml:"AddtlTxInf"`
}

// camtParty contains its name directly in older versions.
type camtParty struct {
	Name      string `xml:"Nm"`
	PartyName string `xml:"Pty>Nm"`
}

func (p camtParty) name() string { return tidy(p.Name + " " + p.PartyName) }

func camtMoney(text, direction string) (money.Milli, error) {
	amount, err := Style{Decimal: "."}.ParseAmount(text)
	switch strings.TrimSpace(direction) {
	case "CRDT":
		return amount, err
	case "DBIT":
		return -amount, err
	}
	return 0, notWay(direction)
}

// notWay is the error for a text that is not a direction.
type notWay string

func (text notWay) Error() string {
	return fmt.Sprintf("%q is neither CRDT nor DBIT", clip(string(text)))
}

// when returns the day of booking, or that of the value or the payment if the bank gives none.
func (e camtEntry) when() camtDate {
	days := []camtDate{e.Booked, e.Valued}
	for _, p := range e.Payments {
		days = append(days, camtDate{Day: p.Settled}, camtDate{Day: p.Accepted}, camtDate{Day: p.Traded})
	}
	for _, d := range days {
		if strings.TrimSpace(d.Day+d.Moment) != "" {
			return d
		}
	}
	return e.Booked
}

func (e camtEntry) rows(line int, currency, owner string) ([]Row, *Problem) {
	status := strings.TrimSpace(e.Status.Text + e.Status.Code)
	if status != "" && status != "BOOK" {
		return nil, &Problem{Field: "Sts", What: "the bank has not booked it yet (" + clip(status) + ")"}
	}
	date, err := e.when().date()
	if err != nil {
		return nil, &Problem{Field: "BookgDt", What: err.Error()}
	}
	amount, err := camtMoney(e.Amount.Text, e.Direction)
	if _, way := errors.AsType[notWay](err); way {
		return nil, &Problem{Field: "CdtDbtInd", What: err.Error()}
	}
	if err != nil {
		return nil, &Problem{Field: "Amt", What: err.Error()}
	}
	if c := strings.TrimSpace(e.Amount.Currency); c != "" && currency != "" && c != currency {
		return nil, &Problem{Field: "Amt", What: "the amount is in " + clip(c) + ", the account in " + clip(currency)}
	}
	row := Row{Line: line, Date: date, Amount: amount, BankID: tidy(e.Ref), Payee: "", Memo: tidy(e.Info)}
	if parts := e.parts(); parts != nil {
		return e.partRows(row, parts, owner), nil
	}
	if len(e.Payments) == 1 {
		row = e.Payments[0].describe(row, e.reversed(), owner)
	}
	if row.Payee == "" {
		row.Payee, row.Memo = row.Memo, ""
	}
	return []Row{row}, nil
}

// parts returns the amounts of the payments of a booking. It returns nil if an amount is missing, is in another
// currency than the entry, or if they do not add up to the entry's amount. The booking is then one row.
func (e camtEntry) parts() []money.Milli {
	if len(e.Payments) < 2 {
		return nil
	}
	var parts []money.Milli
	var sum money.Milli
	for _, p := range e.Payments {
		of, direction := p.Amount, p.Direction
		if strings.TrimSpace(of.Text) == "" {
			of = p.TxAmount
		}
		if direction == "" {
			direction = e.Direction
		}
		amount, err := camtMoney(of.Text, direction)
		if err != nil || of.Currency != e.Amount.Currency {
			return nil
		}
		parts = append(parts, amount)
		sum += amount
	}
	if whole, err := camtMoney(e.Amount.Text, e.Direction); err != nil || sum != whole {
		return nil
	}
	return parts
}

// reversed reports whether the entry reverses an earlier one.
func (e camtEntry) reversed() bool {
	text := strings.TrimSpace(e.Reversal)
	return text == "true" || text == "1"
}

func (e camtEntry) partRows(whole Row, parts []money.Milli, owner string) []Row {
	var rows []Row
	for i, p := range e.Payments {
		row := whole
		row.Amount = parts[i]
		if row.BankID = tidy(p.Ref); row.BankID == "" && whole.BankID != "" {
			row.BankID = fmt.Sprintf("%s/%d", whole.BankID, i+1)
		}
		rows = append(rows, p.describe(row, e.reversed(), owner))
	}
	return rows
}

// describe adds the other party and the purpose. A returned payment names the parties of the original one: the other
// party is still the creditor of money that went out at first. Some banks swap the parties. Then the other party is
// the one that is not the account's owner.
func (p camtPayment) describe(row Row, reversed bool, owner string) Row {
	creditor, debtor := cmp.Or(p.Creditor.name(), p.ForCredit.name()), cmp.Or(p.Debtor.name(), p.ForDebtor.name())
	reversed = reversed || p.Returned != nil
	other, self := creditor, debtor
	if (row.Amount >= 0) != reversed {
		other, self = debtor, creditor
	}
	if reversed && self != "" && (other == "" || strings.EqualFold(other, owner)) {
		other = self
	}
	row.Payee = other
	memo := tidy(strings.Join(append(p.Texts, p.Structured...), " "))
	if memo == "" {
		memo = tidy(p.Info)
	}
	if memo != "" {
		row.Memo = memo
	}
	if row.BankID == "" {
		row.BankID = tidy(p.Ref)
	}
	row.CheckNumber = tidy(p.Cheque)
	return row
}
