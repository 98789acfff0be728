package cli

import (
	"bufio"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"holdover/internal/app/bankimport"
	"holdover/internal/app/frame"
	"holdover/internal/bankfile"
	"holdover/internal/fault"
)

// askBankFile asks what the file does not prove, with the first rows as they would
// come in. Where nobody can be asked, as in a script, a flag has to say it.
func (e *env) askBankFile(b frame.Budget, got *bankImported) error {
	for _, sentence := range got.Asked() {
		fmt.Fprintln(e.err, sentence)
	}
	for i := range got.Rows[:min(len(got.Rows), firstBankRows)] {
		r := &got.Rows[i]
		fmt.Fprintf(e.err, "  %s  %s  %s\n", r.Date, b.CurrencyFormat.WithSymbol(r.Amount), printable(r.Payee))
	}
	if in, ok := e.in.(*os.File); ok && isTerminal(in) {
		fmt.Fprint(e.err, "Is this right? (yes or no) ")
		line, err := bufio.NewReader(e.in).ReadString('\n')
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
