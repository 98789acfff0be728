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
	WarnCurrency        WarningCode = "currency" // the file's currency is not the budget's
	WarnOtherAccount    WarningCode = "account"  // the last file imported into the account was of another bank account
	WarnSeveralAccounts WarningCode = "accounts" // the file has several bank accounts, and the user has not chosen one
	WarnBalance         WarningCode = "balance"  // after the import, the balance would differ from the bank's, without uncleared transactions and with them
	WarnDates           WarningCode = "dates"    // dates are far in the past or the future
)

// WarningCodes returns all codes.
func WarningCodes() []WarningCode {
	return []WarningCode{WarnCurrency, WarnOtherAccount, WarnSeveralAccounts, WarnBalance, WarnDates}
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

// checkDecided returns a Conflict error unless the user has answered the questions how the file is read, decided which
// rows are duplicates, and accepted the warnings.
func (read *reading) checkDecided() error {
	if len(read.questions()) > 0 {
		return apperr.New(apperr.Conflict, "the format of the file is ambiguous").WithCode(OpenQuestions).
			WithHint("check its first transactions, then confirm them or choose another reading")
	}
	undecided := 0
	for i := range read.matches {
		if read.verdict(i) == VerdictAsk && !read.options.LeaveUndecided {
			undecided++
		}
	}
	if undecided > 0 {
		return apperr.New(apperr.Conflict, "%s; nothing was imported", humanize.Number(undecided, "transaction may already be in the account", "transactions may already be in the account")).WithCode(Undecided).
			WithHint("decide for each whether to add it or match it with the existing one")
	}
	unaccepted := iterutil.Where(read.warnings(), func(w Warning) bool { return !w.Accepted })
	if len(unaccepted) > 0 {
		return apperr.New(apperr.Conflict, "%s Nothing was imported", strings.Join(iterutil.Map(unaccepted, func(w Warning) string { return w.Text }), " ")).WithCode(Warned).
			WithHint("check that it is the right file; accept this to import it anyway")
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
		warn(WarnOtherAccount, "The file is for account %s, the last one imported into %s was for %s.", s.Account, read.account.Name, read.known.Account)
	}
	if others := len(read.file.Statements) - 1; others > 0 && !read.isChosen {
		chosen := Statement{Account: s.Account, Currency: s.Currency}
		warn(WarnSeveralAccounts, "%s in the file; only %s is imported.", humanize.Number(others, "more account is", "more accounts are"), chosen.Name())
	}
	if closing := s.Closing; closing != nil && read.changes() {
		if after := read.after(read.planned); after.cleared != closing.Amount && !after.agreesLater(closing) {
			warn(WarnBalance, "The bank has %s%s; after the import %s would have %s cleared.", info.Currency.Spoken(closing.Amount), on(closing, info.DateFormat), read.account.Name, info.Currency.Spoken(after.cleared))
		}
	}
	if far := read.farDates(); len(far) > 0 {
		warn(WarnDates, "%s far from today: %s.", humanize.Number(len(far), "transaction is", "transactions are"), strings.Join(far[:min(len(far), mostFarDates)], ", "))
	}
	return all
}

// on returns the closing balance's date as the end of a phrase; empty if the file states none.
func on(closing *bankfile.Balance, format string) string {
	if closing.Date == 0 {
		return ""
	}
	return " on " + closing.Date.In(format)
}

// mostFarDates is the number of far dates that a warning lists.
const mostFarDates = 5

// A date is far from today if it is more than a month ahead, more than twenty years ago, or not among the days that the
// budget accepts without confirmation (store.Header.Reach). It is usually misread, and it would give every month up to
// it a figure for each category.
const (
	farAheadDays  = 31
	farBackMonths = 20 * 12
)

// farDates returns the dates of new rows that are far from today, as text, unless these rows are left out.
func (read *reading) farDates() (far []string) {
	if read.options.LeaveUndecided {
		return nil
	}
	for i := range read.statement.Rows {
		if day := read.statement.Rows[i].Date; read.planned(i) == VerdictNew && read.isFar(day) {
			far = append(far, read.day(day))
		}
	}
	return far
}

// isFar reports whether a day is far from today.
func (read *reading) isFar(day civil.Date) bool {
	header := read.view.Header()
	return day > read.today.AddDays(farAheadDays) || day < read.today.AddMonths(-farBackMonths) || !header.Reach(read.today).Includes(day)
}

func (read *reading) day(day civil.Date) string { return day.In(read.view.Info().DateFormat) }

// changes reports whether importing the file would add or change a transaction.
func (read *reading) changes() bool {
	for i := range read.matches {
		if read.planned(i) == VerdictNew || read.confirms(i) {
			return true
		}
	}
	return false
}

// isOtherAccount reports whether the last file imported into this account was of another bank account. It is false if
// one of the files does not state its account.
func (read *reading) isOtherAccount() bool {
	return read.known.Account != "" && read.statement.Account != "" && read.known.Account != read.statement.Account
}

// notes returns sentences about the file that are for information only.
func (read *reading) notes() (notes []string) {
	var missing []string
	noteAccount := func(name string) { // name is an account of a transfer, or empty
		if name != "" && read.payees.byName[budget.NameKey(budget.TransferPayee+name)].No == 0 && !slices.Contains(missing, name) {
			missing = append(missing, name)
		}
	}
	for i := range read.matches {
		if read.planned(i) != VerdictNew {
			continue
		}
		row := &read.statement.Rows[i]
		noteAccount(row.Transfer)
		if name, isTransfer := strings.CutPrefix(row.Payee, budget.TransferPayee); isTransfer {
			noteAccount(name)
		}
		for k := range row.Parts {
			noteAccount(row.Parts[k].Transfer)
		}
	}
	if len(missing) > 0 {
		notes = append(notes, "Transfers with "+strings.Join(missing, ", ")+" are imported as ordinary transactions, because the budget has no such account.")
	}
	return notes
}
