package verification

import (
	"strings"

	"holdover/internal/base/iterutil"
	"holdover/internal/model/humanize"
)

// speak writes the report's sentences.
func (v *verification) speak() {
	r := v.report
	r.Sentence = r.figuresSentence()
	r.ToBudget, r.Reasons = r.toBudgetSentence()
}

func (r *Report) figuresSentence() string {
	different := 0
	for i := range r.Accounts {
		if r.Accounts[i].Blame != "" {
			different++
		}
	}
	accounts, figures := humanize.Number(len(r.Accounts), "account", "accounts"), humanize.Number(r.Cells.Compared, "category figure", "category figures")
	if different == 0 && r.Cells.Different == 0 {
		switch {
		case len(r.Accounts) == 0 && r.Cells.Compared == 0:
			return "The file has neither accounts nor category figures to compare."
		case len(r.Accounts) == 0:
			return "All " + figures + " match the file."
		case len(r.Accounts) == 1 && r.Cells.Compared == 0:
			return "The account matches the file."
		case len(r.Accounts) == 1:
			return "The account and all " + figures + " match the file."
		case r.Cells.Compared == 0:
			return "All " + accounts + " match the file."
		}
		return "All " + accounts + " and " + figures + " match the file."
	}
	match := humanize.Count(len(r.Accounts)-different) + " of " + accounts
	if r.Cells.Compared > 0 {
		match += " and " + humanize.Count(r.Cells.Compared-r.Cells.Different) + " of " + figures
	}
	return match + " match the file; " + strings.Join(r.blames(), ", ") + "."
}

// blames returns the reasons why accounts and cells differ.
func (r *Report) blames() []string {
	counts := map[Blame]int{}
	for i := range r.Accounts {
		counts[r.Accounts[i].Blame]++
	}
	for i := range r.Cells.List {
		counts[r.Cells.List[i].Blame]++
	}
	var said []string
	for _, b := range []struct {
		blame             Blame
		before, one, many string
	}{
		{OurFault, "", "differs because of an error in Holdover", "differ because of an error in Holdover"},
		{FileContradicts, "in ", "the file is inconsistent", "the file is inconsistent"},
		{RulesDiffer, "", "differs from YNAB's published rules", "differ from YNAB's published rules"},
		{RowsAfterExport, "", "has transactions dated after the export", "have transactions dated after the export"},
		{RollsOver, "", "rolls a negative balance over here", "roll a negative balance over here"},
		{ChangedHere, "", "was changed here since", "were changed here since"},
	} {
		if n := counts[b.blame]; n > 0 {
			said = append(said, b.before+humanize.Number(n, b.one, b.many))
		}
	}
	return said
}

// causeWords contains the user-facing text of each cause.
var causeWords = map[Cause]string{
	CardIncome:    "card transactions categorised as income, such as a card's initial debt",
	CardBudgeted:  "amounts assigned to card payments",
	CardDebt:      "overspending on cards, which YNAB makes card debt",
	Uncategorized: "overspending without a category, which YNAB subtracts",
	CardOverspent: "overspent card payments, which YNAB subtracts",
	AssignedLater: "amounts assigned in later months, which YNAB already subtracts",
	AfterExport:   "transactions dated after the export",
	Contradiction: "inconsistent figures in the file",
	HeldHere:      "held for later months",
	RolloverHere:  "overspending rolled over here",
	EditedHere:    "changes made here since",
}

var small = []string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"}

// toBudgetSentence returns one line on To Budget, and the reasons that it mentions by number.
func (r *Report) toBudgetSentence() (said string, reasons []string) {
	differ, unexplained := 0, 0
	found := map[Cause]bool{}
	for m := range iterutil.Pointers(r.Months) {
		if m.Difference != 0 {
			differ++
		}
		if m.Unexplained != 0 {
			unexplained++
		}
		for _, c := range m.Causes {
			found[c.Cause] = true
		}
	}
	switch {
	case len(r.Months) == 0:
		return "The file does not contain Ready to Assign.", nil
	case differ == 0 && unexplained == 0:
		return "To Budget matches the file in every month.", nil
	}
	for _, c := range order {
		if found[c] {
			reasons = append(reasons, causeWords[c])
		}
	}
	said = "To Budget differs in " + humanize.Number(differ, "month", "months")
	switch {
	case len(reasons) == 1:
		said += ", for one reason"
	case len(reasons) > 1:
		how := humanize.Count(len(reasons))
		if len(reasons) < len(small) {
			how = small[len(reasons)]
		}
		said += ", for " + how + " reasons"
	}
	if unexplained > 0 {
		said += "; in " + humanize.Number(unexplained, "month", "months") + " something is unexplained"
	}
	return said + ".", reasons
}
