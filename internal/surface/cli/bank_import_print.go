package cli

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"holdover/internal/app/bankimport"
	"holdover/internal/app/pageframe"
	"holdover/internal/base/apperr"
	"holdover/internal/base/iterutil"
	"holdover/internal/logic/bankfile"
	"holdover/internal/model/humanize"
)

var bankVerdicts = map[bankimport.Verdict]string{
	bankimport.VerdictNew: "new", bankimport.VerdictImported: "already in the account", bankimport.VerdictMatch: "matches", bankimport.VerdictAsk: "possible duplicate of",
	bankimport.VerdictDeleted: "deleted earlier",
}

// whatHappens returns the effect of an import on a row, for the list.
func whatHappens(r *bankimport.Row) string {
	what := bankVerdicts[r.Verdict]
	switch {
	case r.Left && r.LeftByRule != "":
		return "left out by the rule " + r.LeftByRule
	case r.Left:
		return "left out"
	case r.Verdict == bankimport.VerdictMatch || r.Verdict == bankimport.VerdictAsk:
		return what + " " + r.Existing.Date.String() + " " + r.Existing.Payee
	case r.Linked:
		return what + ", linked with " + r.OtherHalf.Date.String() + " in " + r.OtherHalf.Account
	case r.OtherHalf != nil:
		return what + ", may be the other half of " + r.OtherHalf.Date.String() + " in " + r.OtherHalf.Account
	}
	return what
}

func printBankFile(p *printer, b pageframe.Budget, got *bankImported) {
	t := p.table("No>", "Date", "Payee…", "Amount>", "What…", "Category…?", "Notes…?")
	for i := range got.Rows {
		r := &got.Rows[i]
		t.row(humanize.Count(r.No), r.Date.String(), r.Payee, p.amount(b, r.Amount), whatHappens(r), r.WhatFor(), r.Memo)
	}
	if len(got.Rows) > 0 {
		t.print()
	}
	sayBankProblems(p, got)
	if got.Closing != nil && got.After == got.Closing.Amount {
		p.say("The bank has %s on %s; the account agrees with it.", b.CurrencyFormat.WithSymbol(got.Closing.Amount), got.Closing.Date)
	}
	if n := got.AgreesAfterClearing; n > 0 {
		p.say("The bank has %s on %s; the account agrees with it once %s cleared.", b.CurrencyFormat.WithSymbol(got.Closing.Amount), got.Closing.Date, humanize.Number(n, "uncleared transaction is", "uncleared transactions are"))
	}
	for _, w := range got.Warnings {
		accept := "; --accept " + string(w.Code) + " imports it anyway"
		if w.Accepted {
			accept = ""
		}
		p.say("Warning: %s%s", printable(strings.TrimSuffix(w.Text, ".")), accept+".")
	}
	for _, note := range got.Notes {
		p.say("%s", printable(note))
	}
	sayStatements(p, got)
	if n := got.Categories; n.Rows > 0 && !got.along {
		p.say("%s a category, %s of them in a category of this budget; --categories imports those.", humanize.Number(n.Rows, "transaction has", "transactions have"), humanize.Count(n.InBudget))
	}
	if got.Counts.Asked > 0 {
		p.say("%s; each needs --add or --skip with its number.", humanize.Number(got.Counts.Asked, "possible duplicate", "possible duplicates"))
	}
	if slices.ContainsFunc(got.Rows, func(r bankimport.Row) bool { return r.OtherHalf != nil && !r.Linked }) {
		p.say("--link links a transaction with the other half of its transfer.")
	}
	c := got.Counts
	p.say("%s new, %s already in the account, %s matched, %s to decide, %s deleted earlier, %s left out. Nothing was changed.",
		humanize.Count(c.New), humanize.Count(c.ImportedBefore), humanize.Count(c.Matched), humanize.Count(c.Asked), humanize.Count(c.Deleted), humanize.Count(c.Left))
}

// decideBankFile refuses a file with undecided possible duplicates, and lists them with the transactions that they
// may duplicate. It asks about warnings at a terminal; without a terminal --accept must name them.
func (e *env) decideBankFile(ctx context.Context, b pageframe.Budget, got *bankImported, options *bankimport.Options) error {
	if got.Counts.Asked > 0 {
		for i := range got.Rows {
			if r := &got.Rows[i]; r.Verdict == bankimport.VerdictAsk {
				fmt.Fprintf(e.err, "%4d  in the file  %s  %s  %s\n", r.No, r.Date, b.CurrencyFormat.WithSymbol(r.Amount), printable(r.BankText))
				fmt.Fprintf(e.err, "      here         %s  %s  %s\n      %s\n", r.Existing.Date, b.CurrencyFormat.WithSymbol(r.Existing.Amount), printable(r.Existing.Payee), r.Why)
			}
		}
		return apperr.New(apperr.Invalid, "%s; nothing was imported", humanize.Number(got.Counts.Asked, "transaction may already be in the account", "transactions may already be in the account")).WithCode(bankimport.Undecided).
			WithHint("--add N adds transaction N as a new one, --skip N matches it with the existing one")
	}
	open := iterutil.Where(got.Warnings, func(w bankimport.Warning) bool { return !w.Accepted })
	if len(open) == 0 {
		return nil
	}
	for _, w := range open {
		fmt.Fprintln(e.err, printable(w.Text))
	}
	codes := iterutil.Map(open, func(w bankimport.Warning) bankimport.WarningCode { return w.Code })
	if e.confirmed(ctx, "Import it anyway?") {
		options.Accept = append(options.Accept, codes...)
		return nil
	}
	flags := strings.Join(iterutil.Map(codes, func(c bankimport.WarningCode) string { return "--accept " + string(c) }), " ")
	return apperr.New(apperr.Invalid, "%s; nothing was imported", humanize.Number(len(open), "warning is not accepted", "warnings are not accepted")).WithCode(bankimport.Warned).
		WithHint("check that it is the right file; %s imports it anyway", flags)
}

// confirmed asks a question at a terminal and reports whether the answer is yes. Without a terminal it returns false.
func (e *env) confirmed(ctx context.Context, question string) bool {
	in, ok := e.in.(*os.File)
	if !ok || !isTerminal(in) {
		return false
	}
	fmt.Fprint(e.err, question+" (yes or no) ")
	line, err := e.line(ctx)
	answer := strings.ToLower(strings.TrimSpace(line))
	return err == nil && (answer == "yes" || answer == "y")
}

// sayStatements lists the accounts of a file that has several.
func sayStatements(p *printer, got *bankImported) {
	if len(got.Statements) < 2 {
		return
	}
	p.say("The file has %s accounts; --statement chooses one:", humanize.Count(len(got.Statements)))
	for i, s := range got.Statements {
		this := ""
		if i == got.Statement {
			this = " (this one)"
		}
		p.say("  %d  %s, %s%s", i+1, printable(s.Name()), humanize.Number(s.Rows, "transaction", "transactions"), this)
	}
}

// sayBankProblems prints the rows that could not be read, and those that are uncertain.
func sayBankProblems(p *printer, got *bankImported) {
	for _, bad := range got.Problems {
		p.say("%s, left out", printable(bad.String()))
	}
	if got.MoreProblems > 0 {
		p.say("%s cannot be read.", humanize.Number(got.MoreProblems, "more line", "more lines"))
	}
	if len(got.Problems) > 0 {
		p.say("Enter them by hand, or correct the file and import it again: nothing is added twice.")
	}
	for _, sentence := range got.Asked() {
		p.say("%s Is that right?", sentence)
	}
}

func printBankImported(p *printer, acc pageframe.Account, got *bankImported) {
	sayBankProblems(p, got)
	did := got.Imported
	if got.Applied.Change == 0 {
		p.say("Nothing is new: %s already in %s, %s deleted earlier.", humanize.Number(did.ImportedBefore, "transaction is", "transactions are"), printable(acc.Name), humanize.Number(did.Deleted, "was", "were"))
		return
	}
	p.say("Imported %s into %s; %s matched, %s duplicates, %s deleted earlier, %s left out.",
		humanize.Number(did.Added, "transaction", "transactions"), printable(acc.Name), humanize.Count(did.Linked), humanize.Count(did.ImportedBefore), humanize.Count(did.Deleted), humanize.Count(did.Left+did.LeftByRules))
	p.say("%s", p.oneStep())
}

// askBankFile asks the user about properties that the file does not prove, and shows the first rows as they would be
// imported. Without a terminal, as in a script, a flag must provide the answer.
func (e *env) askBankFile(ctx context.Context, b pageframe.Budget, got *bankImported) error {
	for _, sentence := range got.Asked() {
		fmt.Fprintln(e.err, sentence)
	}
	for i := range got.Rows[:min(len(got.Rows), firstBankRows)] {
		r := &got.Rows[i]
		fmt.Fprintf(e.err, "  %s  %s  %s\n", r.Date, b.CurrencyFormat.WithSymbol(r.Amount), printable(r.Payee))
	}
	if e.confirmed(ctx, "Is this right?") {
		return nil
	}
	return apperr.New(apperr.Invalid, "the format of the file is ambiguous; nothing was imported").WithCode(bankimport.OpenQuestions).
		WithHint("check it with --dry-run, then use --right, or --plus-is-out, --date-order, --decimal or --column")
}

// firstBankRows is the number of rows printed with a question.
const firstBankRows = 5

// said returns the questions that the flags answer.
func (f *bankFlags) said(cmd *cobra.Command) (said []bankfile.Question) {
	for flag, q := range map[string]bankfile.Question{
		"plus-is-out": bankfile.AskSigns, "date-order": bankfile.AskDates, "decimal": bankfile.AskNumbers, "column": bankfile.AskColumns,
	} {
		if cmd.Flags().Changed(flag) {
			said = append(said, q)
		}
	}
	return said
}
