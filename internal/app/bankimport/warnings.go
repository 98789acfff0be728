package bankimport

import (
	"fmt"
	"slices"
	"strings"

	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/logic/bankfile"
	"holdover/internal/model/budget"
	"holdover/internal/model/humanize"
)

// WarningCode identifies a kind of warning.
type WarningCode string

// The warnings.
const (
	WarnCurrency WarningCode = "currency" // the file's currency is not the budget's
	WarnAccount  WarningCode = "account"  // the last file imported here contained another account
	WarnAccounts WarningCode = "accounts" // the file has several accounts, and the user has not chosen one
	WarnBalance  WarningCode = "balance"  // the account would not agree with the bank's balance
	WarnDates    WarningCode = "dates"    // dates are far in the past or the future
)

// WarningCodes returns all codes.
func WarningCodes() []WarningCode {
	return []WarningCode{WarnCurrency, WarnAccount, WarnAccounts, WarnBalance, WarnDates}
}

// Warning is an objection to importing a file. An import is refused until each warning is accepted, so that no
// surface can omit one.
type Warning struct {
	Code     WarningCode `json:"code"`
	Text     string      `json:"text"` // a sentence
	Accepted bool        `json:"accepted"`
}

// The error codes of an import that requires a decision.
const (
	Undecided apperr.Code = "bank-file-undecided" // possible duplicates
	Warned    apperr.Code = "bank-file-warned"
)

// isDecided returns an error unless all questions are answered: how the file is read, which rows are duplicates, and
// its warnings.
func (read *reading) isDecided() error {
	if len(read.questions()) > 0 {
		return apperr.New(apperr.Conflict, "the file does not say for certain how it is to be read").WithCode(OpenQuestions).
			WithHint("look at its first transactions, and say that they are right or choose otherwise")
	}
	undecided := 0
	for i := range read.matches {
		if read.verdict(i) == VerdictAsk {
			undecided++
		}
	}
	if undecided > 0 {
		return apperr.New(apperr.Conflict, "%s; nothing was imported", humanize.Number(undecided, "transaction may be here already", "transactions may be here already")).WithCode(Undecided).
			WithHint("decide for each whether it is added or matched with the one that is here")
	}
	open := iterutil.Where(read.warnings(), func(w Warning) bool { return !w.Accepted })
	if len(open) > 0 {
		return apperr.New(apperr.Conflict, "%s Nothing was imported", strings.Join(iterutil.Map(open, func(w Warning) string { return w.Text }), " ")).WithCode(Warned).
			WithHint("check that it is the right file; accept this to import it all the same")
	}
	return nil
}

// warnings returns the warnings about importing the file.
func (read *reading) warnings() (all []Warning) {
	if read.readErr != nil {
		return nil
	}
	warn := func(code WarningCode, format string, args ...any) {
		all = append(all, Warning{code, fmt.Sprintf(format, args...), slices.Contains(read.options.Accept, code)})
	}
	info, s := read.view.Info(), read.statement
	if s.Currency != "" && !strings.EqualFold(s.Currency, info.Currency.ISOCode) {
		warn(WarnCurrency, "The file is in %s, the budget in %s; nothing is converted.", s.Currency, info.Currency.ISOCode)
	}
	if read.isOtherAccount() {
		warn(WarnAccount, "The file is of account %s, the last one imported into %s was of %s.", s.Account, read.account.Name, read.known.Account)
	}
	if others := len(read.file.Statements) - 1; others > 0 && !read.isChosen {
		chosen := Statement{Account: s.Account, Currency: s.Currency}
		warn(WarnAccounts, "%s in the file; only %s is imported.", humanize.Number(others, "more account is", "more accounts are"), chosen.Name())
	}
	if closing := s.Closing; closing != nil && read.changes() {
		if after := read.after(read.planned); after != closing.Amount {
			warn(WarnBalance, "The bank has %s%s; after the import %s would have %s cleared.", info.Currency.WithSymbol(closing.Amount), on(closing, info.DateFormat), read.account.Name, info.Currency.WithSymbol(after))
		}
	}
	if far := read.farDates(); len(far) > 0 {
		warn(WarnDates, "%s far from today: %s.", humanize.Number(len(far), "transaction is", "transactions are"), strings.Join(far[:min(len(far), mostFarDates)], ", "))
	}
	return all
}

func on(closing *bankfile.Balance, format string) string {
	if closing.Date == 0 {
		return ""
	}
	return " on " + closing.Date.In(format)
}

// mostFarDates is the number of far dates that a warning lists.
const mostFarDates = 5

// A date is far from today if it is more than a month ahead or more than twenty years ago. It is usually misread, and
// every month up to it requires a figure for each category.
const (
	farAheadDays  = 31
	farBackMonths = 20 * 12
)

func (read *reading) farDates() (far []string) {
	header := read.view.Header()
	reach := header.Reach(read.today)
	for i := range read.statement.Rows {
		day := read.statement.Rows[i].Date
		if read.planned(i) == VerdictNew && (day > read.today.AddDays(farAheadDays) || day < read.today.AddMonths(-farBackMonths) || !reach.Includes(day)) {
			far = append(far, read.day(day))
		}
	}
	return far
}

func (read *reading) day(day civil.Date) string { return day.In(read.view.Info().DateFormat) }

// changes reports whether an import would change anything.
func (read *reading) changes() bool {
	for i := range read.matches {
		if read.planned(i) == VerdictNew || read.confirms(i) {
			return true
		}
	}
	return false
}

// isOtherAccount reports whether the last file imported here contained another account.
func (read *reading) isOtherAccount() bool {
	return read.known.Account != "" && read.statement.Account != "" && read.known.Account != read.statement.Account
}

// notes returns sentences about the file that are for information only.
func (read *reading) notes() (notes []string) {
	var missing []string
	miss := func(name string) {
		if name != "" && read.payees.byName[budget.NameKey(budget.TransferPayee+name)].No == 0 && !slices.Contains(missing, name) {
			missing = append(missing, name)
		}
	}
	for i := range read.matches {
		if read.planned(i) != VerdictNew {
			continue
		}
		row := &read.statement.Rows[i]
		miss(row.Transfer)
		if name, is := strings.CutPrefix(row.Payee, budget.TransferPayee); is {
			miss(name)
		}
		for k := range row.Parts {
			miss(row.Parts[k].Transfer)
		}
	}
	if len(missing) > 0 {
		notes = append(notes, "Transfers with "+strings.Join(missing, ", ")+" come in as ordinary transactions, as the budget has no such account.")
	}
	return notes
}
