// Package bankfile reads what banks let people download: CSV, OFX and QFX, QIF,
// CAMT.053 and MT940. Whatever the format, out come plain rows, and a list of what
// could not be read with its line and field. One bad line never loses the rest.
//
// Package matching then says which rows an account has already.
//
// Floor 2: imports floors 0 and 1 and, beside it, matching for the ids of rows. Start with Read, then csv.go, ofx.go, qif.go, camt.go, mt940.go for the formats.
package bankfile

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"holdover/internal/cal"
	"holdover/internal/fault"
	"holdover/internal/money"
	"holdover/internal/words"
)

// Format is a kind of bank file.
type Format string

// The formats.
const (
	CSV  Format = "csv"
	OFX  Format = "ofx" // QFX is OFX with a bank's number in it
	QIF  Format = "qif"
	CAMT Format = "camt" // CAMT.053, and its sisters 052 and 054

	MT940 Format = "mt940" // and MT942
)

// Row is one movement on an account.
type Row struct {
	No          int      // its place in the statement, from 1
	Line        int      // where it begins in the file, from 1; files of one line have many rows there
	Date        cal.Date // as the bank booked it
	Amount      money.Milli
	Payee       string
	Memo        string
	BankID      string // the bank's own identity of the row, empty where it gives none
	CheckNumber string
	Category    string // as the program wrote it that the file is from, empty where it has none
	Transfer    string // the account on the other side, as that program calls it; empty where the row is no transfer
	Parts       []Part // of a split; their amounts make the row's
	// ImportID tells the row from every other of its account, also when it
	// comes again in a later file.
	ImportID string
}

// Part is a part of a split row.
type Part struct {
	Amount   money.Milli
	Category string
	Transfer string // as of a Row
	Memo     string
}

// Statement is the rows of one account in the order of the file.
type Statement struct {
	Account  string   // the account's number or name as the file gives it, may be empty
	Currency string   // ISO code, may be empty
	Closing  *Balance // the balance at the end, where the file has it
	Rows     []Row
}

// Balance is what an account had at the end of a day, as the bank says.
type Balance struct {
	Date   cal.Date    `json:"date"`
	Amount money.Milli `json:"amount"`
}

// Problem is something that could not be read. The row it belongs to is left out.
type Problem struct {
	Line  int    `json:"line"`  // from 1
	Field string `json:"field"` // the column's or element's name, may be empty
	What  string `json:"what"`  // a sentence without a full stop
}

// String is "line 12, Amount: …".
func (p Problem) String() string {
	where := fmt.Sprintf("line %d", p.Line)
	if p.Field != "" {
		where += ", " + p.Field
	}
	return where + ": " + p.What
}

// TooLarge is the code of a fault about a file that exceeds a bound.
const TooLarge fault.Code = "bank-file-too-large"

// What has to be chosen of a CSV file that does not tell it.
const (
	NoColumn fault.Code = "bank-file-columns"
	NoOrder  fault.Code = "bank-file-date-order"
)

// Bounds of what is read of any file.
const (
	mostRows     = 200_000 // of all accounts together
	mostTags     = 1_500_000
	mostProblems = 1000 // that are named one by one
	mostText     = 2000 // bytes of a payee or notes
)

// bad notes what could not be read.
func (f *File) bad(p Problem) {
	if len(f.Problems) < mostProblems {
		f.Problems = append(f.Problems, p)
		return
	}
	f.MoreProblems++
}

// File is what a bank file says.
type File struct {
	Format     Format
	Statements []Statement // at least one
	Problems   []Problem
	// MoreProblems is how many there are beyond those listed.
	MoreProblems int
	// Style is how dates and amounts were read in a format that leaves it open
	// (CSV and QIF).
	Style Style
	// Questions are what the file does not prove, and was guessed.
	Questions []Question
	// States are words for the state of rows that were taken for booked, and are asked about.
	States []string
	// Mapping is the one a CSV file was read with, and Bank whose files are known
	// to be so; empty where it was guessed or chosen.
	Mapping *Mapping
	Bank    string
}

// Options decide what a file leaves open.
type Options struct {
	Hint    Style    // how the budget writes dates and amounts; used where the file does not tell
	Style   Style    // what the person has chosen; stronger than the file
	Mapping *Mapping // the columns of a CSV file; guessed where it is nil
	// Delimiter is of a CSV file whose columns are to be found; empty finds it out.
	Delimiter string
	// Encoding is one of Encodings that the person has chosen; empty finds it out.
	Encoding string
	// Currency is the budget's: an amount that it cannot write is refused. nil lets all pass.
	Currency *money.Format
}

// step is the currency's smallest amount.
func (o Options) step() money.Milli {
	if o.Currency == nil {
		return 1
	}
	return o.Currency.Step()
}

// text writes an amount as the budget does.
func (o Options) text(m money.Milli) string {
	if o.Currency == nil {
		return m.String()
	}
	return o.Currency.Text(m)
}

// Read finds out the format and reads the file.
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

// Detect tells the format by the content; names are often wrong.
func Detect(data []byte) (Format, error) {
	if what := notText(data); what != "" {
		return "", fault.New(fault.Invalid, "the file is %s, not a bank file", what).
			WithHint("download the account's movements again and choose CSV, OFX, QIF, CAMT.053 or MT940")
	}
	head := strings.ToUpper(headOf(data))
	switch trimmed := strings.TrimSpace(head); {
	case trimmed == "":
		return "", fault.New(fault.Invalid, "the file is empty").WithHint("download it again from the bank")
	case strings.Contains(head, "OFXHEADER") || strings.Contains(head, "<OFX>"):
		return OFX, nil
	case strings.Contains(head, "BKTOCSTMR"):
		return CAMT, nil
	case strings.HasPrefix(trimmed, "!TYPE") || strings.HasPrefix(trimmed, "!ACCOUNT") || strings.HasPrefix(trimmed, "!OPTION"):
		return QIF, nil
	case looksMT940(head):
		return MT940, nil
	case strings.HasPrefix(trimmed, "<"):
		return "", fault.New(fault.Invalid, "the file is XML or a web page, but no OFX file and no CAMT.053 statement").
			WithHint("download the account's movements again and choose CSV, OFX, QIF, CAMT.053 or MT940")
	case strings.HasPrefix(trimmed, "{") || strings.HasPrefix(trimmed, "["):
		return "", fault.New(fault.Invalid, "the file is JSON, not a bank file").
			WithHint("a plan document is imported as a budget, not into an account")
	}
	return CSV, nil
}

// headOf is the beginning of a file as far as formats are told by it: their marks
// are the same letters in every encoding but UTF-16.
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

// tidy trims a text and makes one space of many, as banks fill fields up. What
// is far too long for a name or notes is cut.
func tidy(s string) string {
	if len(s) > 4*mostText {
		s = s[:4*mostText]
	}
	s = strings.Join(strings.Fields(s), " ")
	if len(s) <= mostText && utf8.ValidString(s) {
		return s
	}
	return strings.ToValidUTF8(s[:min(len(s), mostText)], "") + "…"
}

// clip shortens what is quoted in a message.
func clip(s string) string { return words.Clip(s, 40) }
