package verification

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// speak puts the report into a sentence or two.
func (v *verification) speak() {
	r := v.report
	r.Sentence = r.figuresSentence()
	r.ToBudget = r.toBudgetSentence()
}

func (r *Report) figuresSentence() string {
	different := 0
	for i := range r.Accounts {
		if r.Accounts[i].Blame != "" {
			different++
		}
	}
	accounts, figures := count(len(r.Accounts), "account"), count(r.Cells.Compared, "category figure")
	switch {
	case different == 0 && r.Cells.Different == 0 && len(r.Accounts) == 1:
		return "The account and all " + figures + " match the file."
	case different == 0 && r.Cells.Different == 0:
		return "All " + accounts + " and " + figures + " match the file."
	}
	return fmt.Sprintf("%s of %s and %s of %s match the file; %s.",
		number(len(r.Accounts)-different), accounts, number(r.Cells.Compared-r.Cells.Different), figures, strings.Join(r.blames(), ", "))
}

// blames says of the accounts and cells that differ why they do.
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
		blame Blame
		words string
	}{
		{OurFault, "%s because of a mistake of this program"},
		{FileContradicts, "in %s the file contradicts itself"},
		{RowsAfterExport, "%s have transactions dated after the export"},
		{RollsOver, "%s carry a negative balance on here"},
		{ChangedHere, "%s were changed here since"},
	} {
		if n := counts[b.blame]; n > 0 {
			said = append(said, fmt.Sprintf(b.words, number(n)))
		}
	}
	return said
}

// words tell each cause to people.
var words = map[Cause]string{
	CardIncome:    "transactions on cards that are categorised as income, such as the debt a card came with",
	CardBudgeted:  "what was assigned to card payments",
	CardDebt:      "overspending on cards, which the source makes card debt",
	Uncategorized: "overspending without a category, which the source takes off",
	CardOverspent: "overspent card payments, which the source takes off",
	AssignedLater: "what later months assign, which the source takes off already",
	AfterExport:   "transactions dated after the export",
	Contradiction: "figures that the file contradicts itself",
	HeldHere:      "what is held here",
	RolloverHere:  "overspending carried on here",
	EditedHere:    "what was changed here since",
}

var small = []string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"}

func (r *Report) toBudgetSentence() string {
	differ, unexplained := 0, 0
	found := map[Cause]bool{}
	for i := range r.Months {
		m := &r.Months[i]
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
		return "The file does not say what was ready to assign."
	case differ == 0 && unexplained == 0:
		return "To Budget is the source's Ready to Assign in every month."
	}
	var reasons []string
	for _, c := range order {
		if found[c] {
			reasons = append(reasons, words[c])
		}
	}
	said := fmt.Sprintf("To Budget differs in %s", count(differ, "month"))
	switch {
	case len(reasons) == 1:
		said += ", for one reason: " + reasons[0]
	case len(reasons) > 1:
		how := strconv.Itoa(len(reasons))
		if len(reasons) < len(small) {
			how = small[len(reasons)]
		}
		said += ", for " + how + " reasons: " + strings.Join(reasons, "; ")
	}
	if unexplained > 0 {
		said += "; in " + count(unexplained, "month") + " something is unexplained"
	}
	return said + "."
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return number(n) + " " + what + "s"
}

// number writes 2,760.
func number(n int) string {
	digits := strconv.Itoa(n)
	var groups []string
	for len(digits) > 3 {
		groups = append(groups, digits[len(digits)-3:])
		digits = digits[:len(digits)-3]
	}
	groups = append(groups, digits)
	slices.Reverse(groups)
	return strings.Join(groups, ",")
}
