package cli

import (
	"context"
	"io"
	"strings"
	"testing"
)

// An invalid flag value is a usage error that lists the valid values: some flags were validated by their command
// after it had opened the budget, with exit code 1.
func TestInvalidFlagValueIsAUsageError(t *testing.T) {
	t.Parallel()
	for line, takes := range map[string]string{
		"transactions House --cleared maybe":            "--cleared takes uncleared, cleared or reconciled, not",
		"transactions House --not everything":           "--not takes account,",
		"transactions House --not flag,everything":      "--not takes account,",
		"transactions House --only red":                 "--only takes split,",
		"transactions House --without red":              "--without takes split,",
		"transactions House --csv --sort colour":        "--sort takes account,",
		"transactions House --limit -1":                 "--limit takes a number from 0, not",
		"report spending House --time yesterday":        "--time takes this-month,",
		"report spending House --by color":              "--by takes group, category, payee, account, account-group, flag, tag, month, quarter or year, not",
		"report spending House --across color":          "--across takes group,",
		"report spending House --not group":             "--not takes category,",
		"report coming House --days -3":                 "--days takes a number from 1 to",
		"report coming House --days 99999":              "--days takes a number from 1 to",
		"report coming House --days soon":               "--days takes a whole number, not",
		"new House --currency euro":                     "--currency takes a currency's code",
		"new House --numbers 1.2":                       "--numbers takes 1,234.56",
		"new House --dates d.m.y":                       "--dates takes YYYY-MM-DD,",
		"new House --first-month March":                 "not a month",
		"document House --leading-key other":            "--leading-key takes plan or budget, not",
		"export --leading-key other":                    "--leading-key takes plan or budget, not",
		"serve --memory 1":                              "--memory takes a number from 128 to",
		"serve --api-limit -1":                          "--api-limit takes a number from 0, not",
		"bank-import House Bank a.csv --statement 0x-1": "--statement takes a whole number",
		"bank-import House Bank a.csv --statement -1":   "--statement takes a number from 1, not",
		"bank-import House Bank a.csv --first-row -1":   "--first-row takes a number from 1, not",
		"bank-import House Bank a.csv --skip 0":         "--skip takes a number from 1, not",
		"bank-import House Bank a.csv --add 1,0":        "--add takes a number from 1, not",
		"bank-import House Bank a.csv --add two":        "--add takes a whole number, not",
		"bank-import House Bank a.csv --delimiter -":    "--delimiter takes \",\"",
		"bank-import House Bank a.csv --encoding x":     "--encoding takes utf-8,",
		"bank-import House Bank a.csv --date-order ydm": "--date-order takes dmy, mdy or ymd, not",
		"bank-import House Bank a.csv --decimal ;":      "--decimal takes \".\", \",\" or \"cents\", not",
	} {
		root := newRoot(&env{in: strings.NewReader(""), out: io.Discard, err: io.Discard})
		root.SetArgs(append([]string{"--data", t.TempDir() + "/none"}, strings.Fields(line)...))
		err := root.ExecuteContext(context.Background())
		if err == nil || exitCode(err) != exitUsage || !strings.Contains(err.Error(), takes) {
			t.Errorf("%s: %v (exit code %d), want %s", line, err, exitCode(err), takes)
		}
	}
}

// Help does not show an empty default for flags limited to some words.
func TestHelpShowsNoEmptyDefault(t *testing.T) {
	t.Parallel()
	root := newRoot(&env{})
	for name, want := range map[string]string{"transactions": "", "bank-import": "", "report": "(default 90)"} {
		cmd, _, err := root.Find([]string{name})
		if err != nil {
			t.Fatal(err)
		}
		usage := cmd.LocalFlags().FlagUsages()
		if strings.Contains(usage, "(default [])") || strings.Contains(usage, "(default 0)") || !strings.Contains(usage, want) {
			t.Errorf("usage of %s:\n%s", name, usage)
		}
	}
}
