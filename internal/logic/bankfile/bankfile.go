// Package bankfile reads the files that banks offer for download: CSV, OFX and QFX, QIF, CAMT.053 and MT940. It also
// reads the statements that Holdover fetches from banks. Every format yields the same rows, and a list of unreadable places with line and field. One bad line does not affect the
// others.
//
// Package matching then decides which rows an account already has.
//
// Start with Read, then csv.go, ofx.go, qif.go, camt.go, mt940.go, fetched.go for the formats.
package bankfile

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
	"holdover/internal/model/humanize"
)

// Format is a kind of bank file.
type Format string

// The formats.
const (
	CSV  Format = "csv"
	OFX  Format = "ofx" // QFX is OFX with the bank's number
	QIF  Format = "qif"
	CAMT Format = "camt" // CAMT.053, 052 and 054

	MT940 Format = "mt940" // and MT942
)

// Row is one movement on an account.
type Row struct {
	No          int        // position in the statement, from 1
	Line        int        // line in the file, from 1; several rows can share a line
	Date        civil.Date // date of booking
	Amount      money.Milli
	Payee       string
	Memo        string
	BankID      string // the bank's id of the row, or ""
	CheckNumber string
	Category    string // category in the program that wrote the file, or ""
	Transfer    string // the other account's name in that program, or "" if the row is not a transfer
	Parts       []Part // parts of a split; their amounts add up to the row's
	// ImportID identifies the row within its account, also if a later file contains the row again.
	ImportID string
}

// Notes returns the bank's text besides the payee, and the number of a cheque.
func (r *Row) Notes() string {
	switch {
	case r.CheckNumber == "":
		return r.Memo
	case r.Memo == "":
		return "#" + r.CheckNumber
	}
	return r.Memo + " #" + r.CheckNumber
}

// Part is a part of a split row.
type Part struct {
	Amount   money.Milli
	Category string
	Transfer string // as in Row
	Memo     string
}

// Statement contains the rows of one account in the order of the file.
type Statement struct {
	Account  string             // the account's number or name in the file, or ""
	Type     budget.AccountType // "" if the file does not say it
	Currency string             // ISO code, or ""
	Closing  *Balance           // closing balance, or nil
	Rows     []Row
}

// Balance is the bank's balance of an account at the end of a day.
type Balance struct {
	Date   civil.Date  `json:"date"`
	Amount money.Milli `json:"amount"`
}

// Problem describes a field that could not be read. Its row is omitted.
type Problem struct {
	Line  int    `json:"line"`  // from 1
	Field string `json:"field"` // name of the column or element, or ""
	What  string `json:"what"`  // a sentence without a full stop
}

// String returns "line 12, Amount: …".
func (p Problem) String() string {
	where := fmt.Sprintf("line %d", p.Line)
	if p.Field != "" {
		where += ", " + p.Field
	}
	return where + ": " + p.What
}

// TooLarge is the code of the error for a file that exceeds a limit.
const TooLarge apperr.Code = "bank-file-too-large"

// These are the choices that the user has to make if a CSV file leaves them open.
const (
	NoColumn apperr.Code = "bank-file-columns"
	NoOrder  apperr.Code = "bank-file-date-order"
)

// Limits for any file.
const (
	mostRows     = 200_000 // of all accounts
	mostTags     = 1_500_000
	mostProblems = 1000 // listed one by one
	mostText     = 2000 // bytes of a payee or notes
)

// bad records a problem.
func (f *File) bad(p Problem) {
	if len(f.Problems) < mostProblems {
		f.Problems = append(f.Problems, p)
		return
	}
	f.MoreProblems++
}

// File is the content of a bank file.
type File struct {
	Format     Format
	Statements []Statement // at least one
	Problems   []Problem
	// MoreProblems is the number of problems beyond those listed.
	MoreProblems int
	// Style is the notation of dates and amounts that was used for a format that does not specify it (CSV and QIF).
	Style Style
	// Questions lists the guesses that the file does not prove.
	Questions []Question
	// States lists the unknown words for the state of rows. Their rows count as booked, and the user is asked about
	// them.
	States []string
	// Mapping is the mapping that was used for a CSV file. Bank is the known bank with files of this form, or "" if
	// the mapping was guessed or chosen.
	Mapping *Mapping
	Bank    string
}

// Options decide the questions that a file leaves open.
type Options struct {
	Hint    Style    // the budget's notation; used if the file leaves it open
	Style   Style    // the user's choice; takes precedence over the file
	Mapping *Mapping // columns of a CSV file; guessed if nil
	// Delimiter is that of a CSV file with guessed columns. If it is "", it is guessed too.
	Delimiter string
	// Encoding is the user's choice among Encodings. If it is "", it is guessed.
	Encoding string
	// Currency is the budget's format. Amounts that it cannot represent are refused. nil accepts all amounts.
	Currency *money.Format
}

// step returns the currency's smallest amount.
func (o Options) step() money.Milli {
	if o.Currency == nil {
		return 1
	}
	return o.Currency.Step()
}

// text formats an amount as the budget does.
func (o Options) text(m money.Milli) string {
	if o.Currency == nil {
		return m.String()
	}
	return o.Currency.Text(m)
}

// Read detects the format and reads the file.
func Read(data []byte, o Options) (File, error) {
	data, err := Unpack(data)
	if err != nil {
		return File{}, err
	}
	format, err := Detect(data)
	if err != nil {
		return File{}, err
	}
	switch format {
	case OFX:
		return readOFX(data, o)
	case QIF:
		return readQIF(data, o)
	case CAMT:
		return readCAMT(data, o)
	case MT940:
		return readMT940(data, o)
	case Fetched:
		return readFetched(data, o)
	}
	mapping := o.Mapping
	if mapping == nil {
		guessed, err := GuessMapping(data, o)
		if err != nil {
			return File{}, err
		}
		mapping = &guessed
	}
	return ReadCSV(data, *mapping, o)
}

// Detect returns the format of the content. File names are often wrong.
func Detect(data []byte) (Format, error) {
	if isFetched(data) {
		return Fetched, nil
	}
	if what := notText(data); what != "" {
		return "", apperr.New(apperr.Invalid, "the file is %s, not a bank file", what).
			WithHint("download the statement again and choose CSV, OFX, QIF, CAMT.053 or MT940")
	}
	head := strings.ToUpper(headOf(data))
	switch trimmed := strings.TrimSpace(head); {
	case trimmed == "":
		return "", apperr.New(apperr.Invalid, "the file is empty").WithHint("download it again from the bank")
	case strings.Contains(head, "OFXHEADER") || strings.Contains(head, "<OFX>"):
		return OFX, nil
	case strings.Contains(head, "BKTOCSTMR"):
		return CAMT, nil
	case strings.HasPrefix(trimmed, "!TYPE") || strings.HasPrefix(trimmed, "!ACCOUNT") || strings.HasPrefix(trimmed, "!OPTION"):
		return QIF, nil
	case looksMT940(head):
		return MT940, nil
	case strings.HasPrefix(trimmed, "<"):
		return "", apperr.New(apperr.Invalid, "the file is XML or a web page, but no OFX file and no CAMT.053 statement").
			WithHint("download the statement again and choose CSV, OFX, QIF, CAMT.053 or MT940")
	case strings.HasPrefix(trimmed, "{") || strings.HasPrefix(trimmed, "["):
		return "", apperr.New(apperr.Invalid, "the file is JSON, not a bank file").
			WithHint("a plan document is imported as a budget, not into an account")
	}
	return CSV, nil
}

// headOf returns the beginning of a file, for the detection of its format. The marks of the formats are the same
// bytes in every encoding except UTF-16.
func headOf(data []byte) string {
	encoding := "utf-8"
	if looksUTF16(data) != nil {
		encoding = ""
	}
	text := decodeAs(data[:min(len(data), 2*mostHead)], encoding, "")
	return text[:min(len(text), mostHead)]
}

const mostHead = 4096

var magic = []struct{ start, what string }{
	{"%PDF", "a PDF"},
	{"PK\x03\x04", "a ZIP archive in a ZIP archive"},
	{"\xd0\xcf\x11\xe0", "an Excel file"},
	{"\x1f\x8b", "a compressed file"},
	{"\x89PNG", "a picture"},
	{"\xff\xd8\xff", "a picture"},
}

func notText(data []byte) string {
	for _, m := range magic {
		if strings.HasPrefix(string(data[:min(len(data), 8)]), m.start) {
			return m.what
		}
	}
	if looksUTF16(data) == nil && strings.Contains(string(data[:min(len(data), mostHead)]), "\x00") {
		return "not text"
	}
	return ""
}

// tidy trims a text and collapses runs of spaces, with which banks pad fields. It removes other control characters, which
// PostgreSQL does not store, and cuts a text that is too long for a name or notes.
func tidy(s string) string {
	if len(s) > 4*mostText {
		s = s[:4*mostText]
	}
	s = strings.Join(strings.Fields(s), " ")
	if strings.ContainsFunc(s, unicode.IsControl) {
		s = strings.Map(func(r rune) rune {
			if unicode.IsControl(r) {
				return -1
			}
			return r
		}, s)
	}
	if len(s) <= mostText && utf8.ValidString(s) {
		return s
	}
	return strings.ToValidUTF8(s[:min(len(s), mostText)], "") + "…"
}

// clip shortens a text that is quoted in a message.
func clip(s string) string { return humanize.Clip(s, 40) }
