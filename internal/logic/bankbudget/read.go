package bankbudget

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/google/uuid"

	"holdover/internal/base/apperr"
	"holdover/internal/base/money"
	"holdover/internal/logic/bankfile"
	"holdover/internal/model/conversion"
	"holdover/internal/model/humanize"
)

// Limits of the files.
const (
	mostFiles = 2000
	mostBytes = 40 << 20 // of one file
	mostRows  = 5_000_000
	mostNames = 500_000  // of payees and categories
	headBytes = 64 << 10 // that are read to recognise a bank file
)

// tableEndings are endings, besides .csv, of files that may be tables.
var tableEndings = []string{".tsv", ".txt", ""}

// isBankFile reports whether a file is a bank file, by its first bytes.
func isBankFile(f *conversion.File) bool {
	content, err := f.Open()
	if err != nil {
		return false
	}
	defer content.Close()
	head, err := io.ReadAll(io.LimitReader(content, headBytes))
	if err != nil {
		return false
	}
	format, err := bankfile.Detect(head)
	if err != nil {
		return false
	}
	if format != bankfile.CSV { // the format of every text that is none of the others
		return true
	}
	switch ending := strings.ToLower(path.Ext(f.Name)); {
	case ending == ".csv":
		return true
	case !slices.Contains(tableEndings, ending):
		return false
	}
	if end := bytes.LastIndexByte(head, '\n'); len(head) == headBytes && end > 0 {
		head = head[:end+1]
	}
	_, err = bankfile.GuessMapping(head, bankfile.Options{})
	return err == nil
}

// reader reads the bank files of an archive.
type reader struct {
	files         []*conversion.File
	opts          conversion.Options
	remarks       *conversion.Remarks
	currency      money.Format
	id            uuid.UUID // derived from the content of the files
	name          string
	style         bankfile.Style // the notation of the last file whose format does not define one
	problemsNoted bool           // the remarks contain the problems of the files
	filesOf       map[string]int // number of files by account; only of accounts that have a number
}

func newReader(a *conversion.Archive, opts conversion.Options, remarks *conversion.Remarks) (*reader, error) {
	r := &reader{opts: opts, remarks: remarks, name: "Bank accounts", filesOf: map[string]int{}}
	for i := range a.Files[:min(len(a.Files), mostFiles)] {
		f := &a.Files[i]
		if isBankFile(f) {
			r.files = append(r.files, f)
		} else {
			remarks.Lose("files that are not bank files", excerpt(f.Name))
		}
	}
	if len(r.files) == 0 {
		return nil, apperr.New(apperr.Invalid, "there is no bank file").WithHint("Download the transactions from the bank as CSV, OFX, QIF, CAMT.053 or MT940.")
	}
	switch {
	case len(r.files) == 1:
		r.name = nameOf(r.files[0].Name)
	case a.Name != "":
		r.name = nameOf(a.Name)
	}
	return r, r.findCurrency()
}

func nameOf(file string) string {
	base := path.Base(file)
	return excerpt(strings.TrimSuffix(base, path.Ext(base)))
}

func excerpt(text string) string { return strings.ToValidUTF8(humanize.Clip(text, 80), "\uFFFD") }

// load returns the content of a file.
func load(f *conversion.File) ([]byte, error) {
	content, err := f.Open()
	if err != nil {
		return nil, err
	}
	defer content.Close()
	data, err := io.ReadAll(io.LimitReader(content, mostBytes+1))
	if err == nil && len(data) > mostBytes {
		return nil, withFileName(f, apperr.New(apperr.Invalid, "the file is larger than %s", humanize.Bytes(mostBytes)).WithHint("Download a shorter period."))
	}
	return data, err
}

// withFileName adds the name of the file to the message of an error.
func withFileName(f *conversion.File, err error) error {
	return apperr.Placed(err, func(e *apperr.Error) { e.Message = excerpt(path.Base(f.Name)) + ": " + e.Message })
}

// findCurrency finds the currency of all files and hashes their content.
func (r *reader) findCurrency() error {
	hash := sha256.New()
	code, in := "", ""
	for _, f := range r.files {
		data, err := load(f)
		if err != nil {
			return err
		}
		hash.Write(data)
		read, err := r.parse(data, bankfile.Style{}, nil)
		if err != nil {
			return withFileName(f, withColumnHint(err))
		}
		for i := range read.Statements {
			if account := read.Statements[i].Account; account != "" {
				r.filesOf[account]++
			}
			other := strings.ToUpper(read.Statements[i].Currency)
			if code != "" && other != "" && other != code {
				return apperr.New(apperr.Invalid, "the accounts have different currencies: %s in %s, %s in %s", code, in, excerpt(other), excerpt(path.Base(f.Name))).
					WithHint("A budget has one currency. Make one from the files of each currency, or import the accounts into a new budget one by one.")
			}
			if code == "" && other != "" {
				code, in = other, excerpt(path.Base(f.Name))
			}
		}
	}
	r.id = uuid.NewSHA1(uuid.NameSpaceOID, hash.Sum(nil))
	if err := r.opts.CheckCurrency(code); err != nil {
		return err
	}
	var known bool
	if r.currency, known = money.FormatOf(code, ""); !known {
		r.currency, known = money.FormatOf(r.opts.Currency, "")
	}
	if !known {
		return conversion.AskCurrency("Which currency are the accounts in?", money.Currencies())
	}
	return nil
}

// withColumnHint adds the next step to the error for a table whose columns are unknown.
func withColumnHint(err error) error {
	if apperr.CodeOf(err) != bankfile.NoColumn {
		return err
	}
	return apperr.Placed(err, func(e *apperr.Error) { e.Hint = chooseColumnsHint })
}

// chooseColumnsHint is the hint for a table whose columns have to be chosen.
const chooseColumnsHint = "Create an empty budget, add the account, and import the file there: you choose its columns, and see every row before it is added."

// parse parses a bank file. The fields of style that are set replace the detected notation.
func (r *reader) parse(data []byte, style bankfile.Style, currency *money.Format) (bankfile.File, error) {
	o := bankfile.Options{Style: style, Currency: currency}
	format, err := bankfile.Detect(data)
	if err != nil {
		return bankfile.File{}, err
	}
	if format != bankfile.CSV {
		return bankfile.Read(data, o)
	}
	m, err := bankfile.GuessMapping(data, o)
	if err != nil {
		return bankfile.File{}, err
	}
	m.Style = m.Over(style)
	return bankfile.ReadCSV(data, m, o)
}

// chosenStyle returns the notation that the user chose.
func (r *reader) chosenStyle() bankfile.Style {
	s := bankfile.Style{Order: bankfile.DateOrder(r.opts.Dates)}
	switch r.opts.Decimals {
	case ".":
		s.Decimal, s.Group = ".", ","
	case ",":
		s.Decimal, s.Group = ",", "."
	}
	return s
}

// read reads a bank file. It returns an error for a question that the user has not answered.
func (r *reader) read(f *conversion.File) (bankfile.File, error) {
	data, err := load(f)
	if err != nil {
		return bankfile.File{}, err
	}
	read, err := r.parse(data, r.chosenStyle(), &r.currency)
	if err != nil {
		return read, withFileName(f, withColumnHint(err))
	}
	for _, q := range read.Questions {
		if err := r.checkQuestion(f, data, &read, q); err != nil {
			return read, err
		}
	}
	if read.Style.Order != "" {
		r.style = read.Style
	}
	if !r.problemsNoted {
		r.noteProblems(f, &read)
	}
	return read, nil
}

// checkQuestion returns an error if the user has to answer a question. For other questions it adds a warning.
func (r *reader) checkQuestion(f *conversion.File, data []byte, read *bankfile.File, q bankfile.Question) error {
	switch q {
	case bankfile.AskDates:
		if r.opts.Dates == "" {
			return r.askDates(f, data, read)
		}
	case bankfile.AskNumbers:
		if r.opts.Decimals == "" {
			return r.askDecimals(f, data, read)
		}
	case bankfile.AskColumns, bankfile.AskSigns:
		what := "which columns are the date, the payee and the amount"
		if q == bankfile.AskSigns {
			what = "which amounts are money out"
		}
		return withFileName(f, apperr.New(apperr.Invalid, "the file does not say %s", what).WithHint(chooseColumnsHint))
	case bankfile.AskFarDates:
		r.warn("far-dates", "The dates of these files are decades apart.", excerpt(path.Base(f.Name)))
	case bankfile.AskRounding:
		r.warn("rounding", "Amounts with more decimals than the currency has were rounded.", excerpt(path.Base(f.Name)))
	case bankfile.AskParts:
		r.warn("parts", "Parts of splits do not add up to their transaction; it was imported without them.", excerpt(path.Base(f.Name)))
	case bankfile.AskStates:
		r.warn("states", "The state of some transactions is unknown; they count as booked.", excerpt(path.Base(f.Name))+": "+excerpt(strings.Join(read.States, ", ")))
	}
	return nil
}

// warn adds a remark, once for each file.
func (r *reader) warn(code, text, record string) {
	if !r.problemsNoted {
		r.remarks.Warn(code, text, "%s", record)
	}
}

func (r *reader) noteProblems(f *conversion.File, read *bankfile.File) {
	for i := range read.Problems {
		r.remarks.Skip("transactions", "it could not be read")
		r.remarks.Warn("unreadable", "These transactions could not be read and were left out.", "%s, %s", excerpt(path.Base(f.Name)), excerpt(read.Problems[i].String()))
	}
	for range read.MoreProblems {
		r.remarks.Skip("transactions", "it could not be read")
	}
}

// askDates returns the question about the order of dates, with the first row that another order reads differently.
func (r *reader) askDates(f *conversion.File, data []byte, read *bankfile.File) error {
	for _, o := range []bankfile.DateOrder{bankfile.DayFirst, bankfile.MonthFirst, bankfile.YearFirst} {
		style := r.chosenStyle()
		style.Order = o
		mine, theirs := r.firstDifference(data, read, style, func(a, b *bankfile.Row) bool { return a.Date != b.Date })
		if mine == nil {
			continue
		}
		return withFileName(f, conversion.Ask(conversion.Question{
			Field: "dates", Text: fmt.Sprintf("Which day is it in line %d: %s?", mine.Line, lineOf(data, mine.Line)),
			Answers: []conversion.Answer{
				{Value: string(read.Style.Order), Label: mine.Date.Time().Format("2 January 2006")},
				{Value: string(o), Label: theirs.Date.Time().Format("2 January 2006")},
			},
		}))
	}
	return nil
}

// askDecimals returns the question about the decimal sign, with the first row that the other one reads differently.
func (r *reader) askDecimals(f *conversion.File, data []byte, read *bankfile.File) error {
	style := r.chosenStyle()
	if style.Decimal, style.Group = ".", ","; read.Style.Decimal == "." {
		style.Decimal, style.Group = ",", "."
	}
	mine, theirs := r.firstDifference(data, read, style, func(a, b *bankfile.Row) bool { return a.Amount != b.Amount })
	if mine == nil {
		return nil
	}
	return withFileName(f, conversion.Ask(conversion.Question{
		Field: "decimals", Text: fmt.Sprintf("Which amount is it in line %d: %s?", mine.Line, lineOf(data, mine.Line)),
		Answers: []conversion.Answer{
			{Value: read.Style.Decimal, Label: r.currency.Spoken(mine.Amount)}, {Value: style.Decimal, Label: r.currency.Spoken(theirs.Amount)},
		},
	}))
}

// firstDifference returns the first row that another notation reads differently, in both notations. It returns nil if the other
// notation does not fit all rows, or makes no difference.
func (r *reader) firstDifference(data []byte, read *bankfile.File, style bankfile.Style, differs func(a, b *bankfile.Row) bool) (mine, theirs *bankfile.Row) {
	other, err := r.parse(data, style, &r.currency)
	if err != nil || len(other.Problems) > len(read.Problems) || len(other.Statements) != len(read.Statements) {
		return nil, nil
	}
	for i := range read.Statements {
		a, b := read.Statements[i].Rows, other.Statements[i].Rows
		for j := range min(len(a), len(b)) {
			if a[j].Line == b[j].Line && differs(&a[j], &b[j]) {
				return &a[j], &b[j]
			}
		}
	}
	return nil, nil
}

// lineOf returns the text of a line of the file, shortened.
func lineOf(data []byte, no int) string {
	for line := range bytes.Lines(data) {
		if no--; no == 0 {
			return excerpt(strings.TrimSpace(string(line)))
		}
	}
	return ""
}
