package cli

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"holdover/internal/app"
	"holdover/internal/app/pageframe"
	"holdover/internal/app/reports"
	"holdover/internal/app/rows"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/logic/report"
	"holdover/internal/model/budget"
)

// reportFlags are the flags of the command report, as typed.
type reportFlags struct {
	from, to, time, by, across                   string
	groups, categories, accounts, payees, colour []string
	tags                                         []string
	not                                          []string
	least, most, payeeRegexp, notesRegexp        string
	days                                         int
	csv, targets, any                            bool
}

var reportNames = map[report.Kind]string{
	report.KindSpending: "what was spent, by group, category, payee, account, flag or tag",
	report.KindMonth:    "a month so far, compared with the usual month (--to chooses another)",
	report.KindCalendar: "spending and income on each day of a month (--to chooses another)",
	report.KindIncome:   "income against expenses",
	report.KindNetWorth: "assets and debts at each month's end",
	report.KindAge:      "the age of money",
	report.KindCategory: "one category through the months (--category)",
	report.KindComing:   "the forecast of each account",
}

func newReport(e *env) *cobra.Command {
	var f reportFlags
	cmd := &cobra.Command{
		Use:   "report NAME BUDGET",
		Short: "Report spending, income, net worth and the forecast",
		Long: `Report on a budget: the figures of the pages Reports. NAME is

` + reportHelp() + `
or the name or id of a saved report; flags then replace its saved
settings. The last twelve months are looked at, unless --time, or --from and --to, say
others; months before the budget's first one are left out, unless --from says so. With --json amounts are in milliunits; --csv is for spreadsheets.`,
		GroupID: "look",
		Args:    exactArgs(2),
		ValidArgsFunction: func(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			switch len(args) {
			case 0:
				return reportKinds(), cobra.ShellCompDirectiveNoFileComp
			case 1:
				return e.completeBudget(cmd, nil, "")
			}
			return nil, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := e.printsOneWay(f.csv); err != nil {
				return err
			}
			return e.withBudget(cmd.Context(), args[1], func(a *app.App, b pageframe.Budget) error {
				r := &reporting{env: e, cmd: cmd, app: a, budget: b, flags: &f}
				if err := r.asked(args[0], a.Today(cmd.Context())); err != nil {
					return err
				}
				if err := knownColours(cmd.Context(), a, b, f.colour); err != nil {
					return err
				}
				return reporters[r.ask.Kind](r)
			})
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.from, "from", "", "first month, YYYY-MM")
	flags.StringVar(&f.to, "to", "", "last month, YYYY-MM")
	flags.StringVar(&f.time, "time", "", "this-month, last-month, 3-months, 6-months, 12-months, this-year, last-year or all, which ends with this month")
	flags.StringVar(&f.by, "by", string(reports.ByGroup), "rows of spending: "+either(reports.SpendingWays)+"; with --across also month, quarter or year")
	flags.StringVar(&f.across, "across", "", "columns of spending: "+either(reports.CrossWays))
	flags.StringArrayVar(&f.groups, "group", nil, "only this category group (id or name); may be given again")
	flags.StringArrayVar(&f.categories, "category", nil, "only this category (id or name); may be given again")
	flags.StringArrayVar(&f.accounts, "account", nil, "only this account (id or name); may be given again")
	flags.StringArrayVar(&f.payees, "payee", nil, "only this payee (id or name); may be given again")
	flags.StringArrayVar(&f.colour, "flag", nil, "only this flag colour, or none; may be given again")
	flags.StringArrayVar(&f.tags, "tag", nil, "only this tag, or none; may be given again")
	flags.StringArrayVar(&f.not, "not", nil, "all except the category, account, payee, flag or tag given, or what payee-regexp or notes-regexp matches; may be given again")
	flags.StringVar(&f.payeeRegexp, rows.PayeeRegexpField, "", "only transactions whose payee matches this regular expression (RE2)")
	flags.StringVar(&f.notesRegexp, rows.NotesRegexpField, "", "only transactions whose notes match this regular expression (RE2)")
	flags.BoolVar(&f.any, "any", false, "one of the conditions suffices; months and accounts always apply")
	flags.StringVar(&f.least, "min", "", "only transactions of this amount at least, whether spent or received, such as 12.50")
	flags.StringVar(&f.most, "max", "", "only transactions of this amount at most")
	flags.IntVar(&f.days, "days", 90, "how many days ahead to forecast")
	flags.BoolVar(&f.targets, "targets", false, "include the needs of targets in the forecast")
	flags.BoolVar(&f.csv, "csv", false, "print comma-separated values")
	takes(flags, "time", either(report.Times)+", or two months: 2026-01..2026-06", func(text string) bool {
		_, err := report.Time(text).On(civil.Earliest.Month(), 0) // from any month on the same is understood
		return err == nil
	})
	takesWords(flags, "by", reports.CrossWays...)
	takesWords(flags, "across", reports.CrossWays...)
	takesWords(flags, "not", slices.Concat(reports.ExcludableFields, []string{rows.PayeeRegexpField, rows.NotesRegexpField})...)
	takesNumbers(flags, "days", 1, reports.MaxDaysAhead)
	return cmd
}

func reportKinds() []string {
	return iterutil.Map(report.Kinds, func(k report.Kind) string { return string(k) })
}

func reportHelp() string {
	var b strings.Builder
	for _, k := range report.Kinds {
		fmt.Fprintf(&b, "  %-13s %s\n", k, reportNames[k])
	}
	return b.String()
}

// asked sets the options from the report's name and the flags.
func (r *reporting) asked(name string, today civil.Date) error {
	r.ask = reports.Ask{Kind: report.Kind(name)}
	if reportNames[r.ask.Kind] == "" {
		if err := r.kept(name); err != nil {
			return err
		}
	}
	f, set := r.flags, r.cmd.Flags().Changed
	if r.ask.By == "" || set("by") {
		r.ask.By = reports.SpendingBy(f.by)
	}
	r.ask.Across = cmp.Or(reports.SpendingBy(f.across), r.ask.Across)
	if r.ask.Days == 0 || set("days") {
		r.ask.Days = f.days
	}
	for to, from := range map[*[]string][]string{
		&r.ask.Groups: f.groups, &r.ask.Categories: f.categories, &r.ask.Accounts: f.accounts, &r.ask.Payees: f.payees, &r.ask.Flags: f.colour, &r.ask.Tags: f.tags,
	} {
		if len(from) > 0 {
			*to = from
		}
	}
	if set("not") {
		r.ask.Not = iterutil.Where(f.not, func(field string) bool { return slices.Contains(reports.ExcludableFields, field) })
	}
	for name, to := range map[string]*budget.Regexp{rows.PayeeRegexpField: &r.ask.PayeeRegexp, rows.NotesRegexpField: &r.ask.NotesRegexp} {
		if set(name) {
			*to = budget.Regexp{Text: r.cmd.Flag(name).Value.String()}
		}
		if set("not") && to.Text != "" {
			to.Not = slices.Contains(f.not, name)
		}
	}
	if set("any") {
		r.ask.Any = f.any
	}
	if err := readSizes(map[**money.Milli]string{&r.ask.Least: f.least, &r.ask.Most: f.most}); err != nil {
		return err
	}
	if set("targets") {
		r.ask.Targets = f.targets
	}
	if set("time") {
		r.ask.Time = report.Time(f.time)
	}
	span, err := r.ask.Time.On(today.Month(), r.budget.FirstMonth)
	if err != nil {
		return err
	}
	isRelative := r.ask.Time.IsRelative()
	if set("from") || set("to") {
		isRelative = false
		if span, err = f.months(today); err != nil {
			return err
		}
	}
	r.query = reports.Query{Span: span, Relative: isRelative, ReportFilters: r.ask.ReportFilters}
	return nil
}

// kept sets the options from a saved report.
func (r *reporting) kept(name string) error {
	own, err := r.app.OwnReports(r.cmd.Context(), app.Machine(), r.budget.ID)
	if err != nil {
		return err
	}
	var names []string
	for i := range own {
		if own[i].ID != name && budget.NameKey(own[i].Name) != budget.NameKey(name) {
			names = append(names, own[i].Name)
			continue
		}
		if own[i].Lost {
			return apperr.New(apperr.Conflict, "what the report %q filters by no longer exists", own[i].Name)
		}
		r.ask = own[i].Ask
		return nil
	}
	return usageError{fmt.Errorf("report %q not found; there is %s", name, strings.Join(append(reportKinds(), names...), ", "))}
}

// months returns the months given by flags, by default the twelve months up to the present one.
func (f *reportFlags) months(today civil.Date) (report.Span, error) {
	span, err := monthSpan(f.from, f.to)
	if span.To == 0 {
		span.To = max(today.Month(), span.From)
	}
	if span.From == 0 {
		span.From = span.To.Add(-11)
	}
	asked := report.Span{From: span.From, Until: span.To}
	if n := asked.Months(); err == nil && n > reports.MaxMonths {
		err = usageError{fmt.Errorf("%s to %s are %d months, and a report covers %d at most; --time all covers every month up to this one", span.From, span.To, n, reports.MaxMonths)}
	}
	return asked, err
}

// reporting is a report under way.
type reporting struct {
	env    *env
	cmd    *cobra.Command
	app    *app.App
	budget pageframe.Budget
	flags  *reportFlags
	ask    reports.Ask
	query  reports.Query
}
