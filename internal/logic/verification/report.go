package verification

import (
	"slices"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
)

// Report is the outcome of a comparison. Amounts are milliunits.
type Report struct {
	Sentence    string        `json:"sentence"`          // on accounts and category figures
	ToBudget    string        `json:"to_budget"`         // on To Budget, in one line
	Reasons     []string      `json:"reasons,omitempty"` // why To Budget differs
	Accounts    []AccountLine `json:"accounts"`
	Cells       Cells         `json:"cells"`
	Targets     Targets       `json:"targets"`
	Months      []MonthLine   `json:"months"`
	Unexplained money.Milli   `json:"unexplained"` // sum of the months' absolute amounts
	// Ours is the number of accounts and cells that differ because of a defect of this program.
	Ours int `json:"ours"`
	// Future reports whether the file's Ready to Assign subtracts amounts assigned in later months.
	Future Future `json:"future"`
	// After is the first day from which the file's figures do not count rows, because they were dated after the
	// export. It is 0 if the file counts all rows.
	After civil.Date `json:"rows_after_export_from,omitempty"`
	// Evidence lists the items of each cause. A month's amount is the sum of the items up to that month, or before
	// it: see Cause.
	Evidence       map[Cause][]Evidence `json:"evidence"`
	Contradictions []string             `json:"contradictions"` // contradictions within the file
	// RuleDifferences lists figures that can be true but do not follow from the source's published rules.
	RuleDifferences []string `json:"rule_differences,omitempty"`
}

// Differs reports whether an account or a category's month differs from the file. To Budget is not compared: it follows
// another rule than the source's figure.
func (r *Report) Differs() bool {
	return r.Cells.Different > 0 || slices.ContainsFunc(r.Accounts, func(a AccountLine) bool { return a.Blame != "" })
}

// Sound reports whether nothing is unexplained and no difference is a defect of this program.
func (r *Report) Sound() bool { return r.Unexplained == 0 && r.Ours == 0 }

// Blame is the reason why a figure differs.
type Blame string

// The reasons why an account or a cell differs from the file.
const (
	FileContradicts Blame = "file"              // the file is inconsistent
	RulesDiffer     Blame = "rules"             // its figures can all be true, under another rule than the published one
	RowsAfterExport Blame = "rows_after_export" // rows that the file's own figures do not count yet
	RollsOver       Blame = "rollover"          // a negative balance is carried into the next month here
	ChangedHere     Blame = "changed_here"      // something was changed since the import
	OurFault        Blame = "ours"
)

// AccountLine is an account's balance here and in the file.
type AccountLine struct {
	ID          string      `json:"id"`
	Name        string      `json:"name"`
	Ours        money.Milli `json:"ours"`
	File        money.Milli `json:"file"`
	OursCleared money.Milli `json:"ours_cleared"`
	FileCleared money.Milli `json:"file_cleared"`
	Blame       Blame       `json:"blame,omitempty"` // empty if all is equal
}

// Cells contains the comparison of categories in months.
type Cells struct {
	Compared  int        `json:"compared"`
	Different int        `json:"different"`
	List      []CellLine `json:"list"` // the first MaxList cells that differ
}

// MaxList is the maximum number of different cells, and of items for a cause, that are listed.
const MaxList = 5000

// CellLine is a category in a month that differs from the file.
type CellLine struct {
	Category string      `json:"category_id"`
	Group    string      `json:"group"`
	Name     string      `json:"name"`
	Month    civil.Month `json:"month"`
	Ours     CellFigures `json:"ours"`
	File     CellFigures `json:"file"`
	Blame    Blame       `json:"blame"`
}

// CellFigures are the figures of a category in a month.
type CellFigures struct {
	Budgeted money.Milli `json:"budgeted"`
	Activity money.Milli `json:"activity"`
	Balance  money.Milli `json:"balance"`
}

// MonthLine compares To Budget with Ready to Assign in a month.
type MonthLine struct {
	Month       civil.Month   `json:"month"`
	ToBudget    money.Milli   `json:"to_budget"`
	Source      money.Milli   `json:"source"`
	Difference  money.Milli   `json:"difference"` // ToBudget - Source
	Causes      []CauseAmount `json:"causes"`
	Unexplained money.Milli   `json:"unexplained"`
}

// CauseAmount is the part of a month's difference that a cause explains.
type CauseAmount struct {
	Cause  Cause       `json:"cause"`
	Amount money.Milli `json:"amount"`
}

// Cause is a reason why To Budget differs from Ready to Assign.
type Cause string

// The causes. Those marked "before" count earlier months only, the others include the month itself.
const (
	CardIncome    Cause = "ready_to_assign_rows_on_cards" // the source counts them in no month
	CardBudgeted  Cause = "assigned_to_card_payments"     // nothing is assigned to them here
	CardDebt      Cause = "overspending_made_card_debt"   // before; subtracted from To Budget here
	Uncategorized Cause = "uncategorised_overspending"    // before; the source subtracts it
	CardOverspent Cause = "card_payment_overspending"     // before; the source subtracts it
	AssignedLater Cause = "assigned_in_later_months"      // the source already subtracts it
	AfterExport   Cause = "rows_after_export"
	Contradiction Cause = "file_contradiction"
	HeldHere      Cause = "held_here"
	RolloverHere  Cause = "rollover_here"
	EditedHere    Cause = "changed_here"
)

// Evidence is one item of a cause.
type Evidence struct {
	Month  civil.Month `json:"month"`
	Of     string      `json:"of"` // the account, category or later month
	Amount money.Milli `json:"amount"`
	Rows   []string    `json:"rows,omitempty"` // ids of the document's rows
}

// Future is whether and how Ready to Assign in a file subtracts amounts assigned in later months.
type Future string

// The rules that the file's months can show.
const (
	Subtracted      Future = "subtracted"       // beyond their own income; never negative because of it
	SubtractedWhole Future = "subtracted_whole" // the whole amount, as in the newest files
	NotSubtracted   Future = "not_subtracted"
	NothingLater    Future = "nothing_later" // no later month assigns an amount that would show
)

func (r *Report) prove(c Cause, e Evidence) {
	if e.Amount != 0 && len(r.Evidence[c]) < MaxList {
		r.Evidence[c] = append(r.Evidence[c], e)
	}
}
