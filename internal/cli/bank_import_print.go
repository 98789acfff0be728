package cli

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"holdover/internal/app/bankimport"
	"holdover/internal/app/frame"
	"holdover/internal/bankfile"
	"holdover/internal/fault"
	"holdover/internal/words"
)

var bankVerdicts = map[bankimport.Verdict]string{
	bankimport.VerdictNew: "new", bankimport.VerdictThere: "here already", bankimport.VerdictLikely: "looks like", bankimport.VerdictDeleted: "deleted here",
}

// printBankFile lists the rows of a bank's file and what would happen to them.
func printBankFile(p *printer, b frame.Budget, got *bankImported) {
	t := p.table("No>", "Date", "Payee…", "Amount>", "What…", "Category…?", "Notes…?")
	for i := range got.Rows {
		r := &got.Rows[i]
		what := bankVerdicts[r.Verdict]
		if r.Verdict == bankimport.VerdictLikely {
			what += " " + r.Here.Date.String() + " " + r.Here.Payee
		}
		if r.Left && r.Verdict != bankimport.VerdictThere {
			what = "left out"
		}
		t.row(words.Count(r.No), r.Date.String(), r.Payee, p.amount(b, r.Amount), what, r.WhatFor(), r.Memo)
	}
	if len(got.Rows) > 0 {
		t.print()
	}
	sayBankProblems(p, got)
	if got.Closing != nil {
		says := "agrees with it"
		if apart := got.After - got.Closing.Amount; apart != 0 {
			says = "would have " + b.CurrencyFormat.WithSymbol(got.After) + " cleared"
		}
		p.say("The bank has %s on %s; the account %s.", b.CurrencyFormat.WithSymbol(got.Closing.Amount), got.Closing.Date, says)
	}
	if s := got.Statements[got.Statement]; s.Currency != "" && !strings.EqualFold(s.Currency, b.Currency) {
		p.say("The file is in %s, the budget in %s; nothing is converted.", s.Currency, b.Currency)
	}
	if got.OtherThan != "" {
		p.say("The file is of account %s, the last one imported here was of %s.", got.Statements[got.Statement].Account, got.OtherThan)
	}
	sayStatements(p, got)
	if n := got.Categories; n.Rows > 0 && !got.along {
		p.say("%s a category, %s of them one of this budget's; --categories takes those along.", words.Number(n.Rows, "transaction has", "transactions have"), words.Count(n.Here))
	}
	c := got.Counts
	p.say("%s new, %s here already, %s like some that are here, %s deleted here, %s left out. Nothing was changed.",
		words.Count(c.New), words.Count(c.There), words.Count(c.Likely), words.Count(c.Deleted), words.Count(c.Left))
}

// sayStatements lists the accounts of a file that has several.
func sayStatements(p *printer, got *bankImported) {
	if len(got.Statements) < 2 {
		return
	}
	p.say("The file has %s accounts; --statement chooses one:", words.Count(len(got.Statements)))
	for i, s := range got.Statements {
		this := ""
		if i == got.Statement {
			this = " (this one)"
		}
		p.say("  %d  %s, %s%s", i+1, printable(s.Name()), words.Number(s.Rows, "transaction", "transactions"), this)
	}
}

// sayBankProblems says what could not be read, and what was not certain.
func sayBankProblems(p *printer, got *bankImported) {
	for _, bad := range got.Problems {
		p.say("%s, left out", printable(bad.String()))
	}
	if got.MoreProblems > 0 {
		p.say("%s cannot be read.", words.Number(got.MoreProblems, "more line", "more lines"))
	}
	if len(got.Problems) > 0 {
		p.say("Enter them by hand, or correct the file and import it again: nothing is added twice.")
	}
	for _, sentence := range got.Asked() {
		p.say("%s Is that right?", sentence)
	}
}

func printBankImported(p *printer, acc frame.Account, got *bankImported) {
	sayBankProblems(p, got)
	did := got.Imported
	if got.Applied.Change == 0 {
		p.say("Nothing is new: %s in %s already, %s deleted here.", words.Number(did.There, "transaction is", "transactions are"), printable(acc.Name), words.Number(did.Deleted, "was", "were"))
		return
	}
	p.say("Imported %s into %s; %s confirmed, %s there already, %s deleted here earlier, %s left out.",
		words.Number(did.Added, "transaction", "transactions"), printable(acc.Name), words.Count(did.Linked), words.Count(did.There), words.Count(did.Deleted), words.Count(did.Left))
	p.say("%s", p.oneStep())
}

// askBankFile asks what the file does not prove, with the first rows as they would
// come in. Where nobody can be asked, as in a script, a flag has to say it.
func (e *env) askBankFile(ctx context.Context, b frame.Budget, got *bankImported) error {
	for _, sentence := range got.Asked() {
		fmt.Fprintln(e.err, sentence)
	}
	for i := range got.Rows[:min(len(got.Rows), firstBankRows)] {
		r := &got.Rows[i]
		fmt.Fprintf(e.err, "  %s  %s  %s\n", r.Date, b.CurrencyFormat.WithSymbol(r.Amount), printable(r.Payee))
	}
	if in, ok := e.in.(*os.File); ok && isTerminal(in) {
		fmt.Fprint(e.err, "Is this right? (yes or no) ")
		line, err := e.line(ctx)
		if answer := strings.ToLower(strings.TrimSpace(line)); err == nil && (answer == "yes" || answer == "y") {
			return nil
		}
	}
	return fault.New(fault.Invalid, "the file does not say for certain how it is to be read; nothing was imported").WithCode(bankimport.Unsure).
		WithHint("look at it with --dry-run, then say --right, or --plus-is-out, --date-order, --decimal or --column")
}

// firstBankRows is how many rows stand beside a question.
const firstBankRows = 5

// said are the questions that the flags answer.
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
