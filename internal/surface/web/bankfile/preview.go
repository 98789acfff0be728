package bankfile

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"holdover/internal/app/bankimport"
	"holdover/internal/app/pageframe"
	"holdover/internal/base/civil"
	"holdover/internal/logic/bankfile"
	"holdover/internal/model/humanize"
	"holdover/internal/surface/ui"
)

// bankFileDrawing renders the preview of a bank's file.
type bankFileDrawing struct {
	*bankimport.File
	ui.Figures
	budget *pageframe.Budget
	held   *pendingFile
	where  string // the filter
	page   int
}

func (d *bankFileDrawing) draw(action string) *BankPreview {
	p := &BankPreview{Action: action + "/" + d.held.id, Sentence: d.sentence(), Do: d.button(), Unread: ui.FaultIn(d.ReadError), From: "In the file"}
	if d.held.isFetched() {
		p.From = "At the bank"
	}
	switch _, n := d.toImport(); {
	case d.ReadError != nil:
	case p.Do == "" && d.held.isFetched():
		p.Nothing, p.Do = "There is nothing to import.", "Save the choices"
		if d.held.Starts {
			p.Do = "Fetch every night from now on"
		}
	case p.Do == "":
		p.Nothing = "There is nothing to import."
	case n > 0:
		p.Confirms = humanize.Number(n, "existing transaction matches the file and is marked as cleared.", "existing transactions match the file and are marked as cleared.")
	}
	d.facts(p)
	d.problems(p)
	d.warnings(p)
	d.pairs(p)
	p.Notes, p.Account = d.File.Notes, d.Statement
	if len(d.Statements) > 1 {
		for i, s := range d.Statements {
			label := s.Name() + ", " + humanize.Number(s.Rows, "transaction", "transactions")
			p.Accounts = append(p.Accounts, ui.Option{Value: strconv.Itoa(i), Label: strings.TrimPrefix(label, ", "), Chosen: i == d.Statement})
		}
	}
	d.asks(p)
	if n := d.File.Categories; n.Rows > 0 {
		p.Category = &BankCategory{
			Sentence: humanize.Number(n.Rows, "transaction has a category in the file,", "transactions have a category in the file,") + " " + humanize.Count(n.InBudget) + " of them in a category of this budget.", Chosen: d.held.Options.SetCategories,
		}
	}
	if n := d.deletedRows(); n > 0 {
		p.Deleted = &BankDeleted{
			Sentence: humanize.Number(n, "transaction was deleted earlier.", "transactions were deleted earlier."),
			Label:    map[bool]string{true: "Add it again", false: "Add them again"}[n == 1], Again: d.held.Options.AddDeleted,
		}
	}
	switch d.File.Format {
	case bankfile.CSV:
		p.Columns = d.columns()
	case bankfile.QIF, bankfile.OFX, bankfile.MT940:
		p.Style = d.other()
	case bankfile.CAMT, bankfile.Fetched:
	}
	d.rows(p)
	return p
}

// asks adds the open questions. Nothing can be imported until they are answered.
func (d *bankFileDrawing) asks(p *BankPreview) {
	if len(d.Questions) == 0 {
		return
	}
	p.Do, p.Nothing, p.Confirms, p.Pairs, p.Warnings = "", "", "", nil, nil
	p.Asks = &BankAsks{Sentences: d.Asked()}
	for i, q := range d.Questions {
		p.Asks.Which += strings.Repeat(",", min(i, 1)) + string(q)
	}
	for i := range d.File.Rows[:min(len(d.File.Rows), firstRowsShown)] {
		p.Asks.Rows = append(p.Asks.Rows, d.row(&d.File.Rows[i]))
	}
	if d.Answered(bankfile.AskSigns) && d.Mapping != nil {
		p.Asks.Turn = "No, reverse the signs"
	}
}

// firstRowsShown is the number of rows shown with a question.
const firstRowsShown = 3

// sentence returns the summary of the file's rows.
func (d *bankFileDrawing) sentence() string {
	c := d.Counts
	if d.ReadError != nil {
		return "The columns are not clear yet"
	}
	if c.Rows == 0 {
		return "No transactions"
	}
	asked, decided := 0, 0
	for i := range d.File.Rows {
		if r := &d.File.Rows[i]; r.Asked {
			asked++
			if r.Verdict == bankimport.VerdictMatch {
				decided++
			}
		}
	}
	var kinds []string
	for _, k := range []struct {
		n         int
		one, many string
	}{
		{c.New - (asked - decided - c.Asked), "new", "new"},
		{c.ImportedBefore, "already in the account", "already in the account"},
		{c.Matched - decided, "matches an existing one", "match existing ones"},
		{asked, "possible duplicate", "possible duplicates"},
		{c.Deleted, "deleted earlier", "deleted earlier"},
		{c.Left, "left out", "left out"},
	} {
		if k.n > 0 {
			kinds = append(kinds, humanize.Number(k.n, k.one, k.many))
		}
	}
	return humanize.Number(c.Rows, "transaction", "transactions") + ": " + strings.Join(kinds, ", ")
}

// toImport returns how many rows the button adds, and how many it matches. An undecided possible duplicate counts as
// its box is set.
func (d *bankFileDrawing) toImport() (added, matched int) {
	added, matched = d.Counts.New, d.Counts.Confirm
	for i := range d.File.Rows {
		switch r := &d.File.Rows[i]; {
		case r.Verdict != bankimport.VerdictAsk:
		case r.SuggestNew:
			added++
		default:
			matched++
		}
	}
	return added, matched
}

func (d *bankFileDrawing) button() string {
	added, matched := d.toImport()
	switch {
	case d.ReadError != nil || added+matched == 0:
		return ""
	case matched == 0:
		return "Import " + humanize.Number(added, "transaction", "transactions")
	case added == 0:
		return "Match " + humanize.Number(matched, "transaction", "transactions")
	}
	return "Import " + humanize.Number(added, "transaction", "transactions") + ", match " + humanize.Count(matched)
}

var formatNames = map[bankfile.Format]string{
	bankfile.CSV: "CSV", bankfile.OFX: "OFX", bankfile.QIF: "QIF", bankfile.CAMT: "CAMT", bankfile.MT940: "MT940", bankfile.Fetched: "from the bank",
}

// facts adds the facts about the file.
func (d *bankFileDrawing) facts(p *BankPreview) {
	file, account := BankFact{Label: "File", Text: d.held.Name + ", " + formatNames[d.File.Format]}, "Account in the file"
	if d.held.isFetched() {
		file, account = BankFact{Label: "Bank", Text: d.held.Name}, "Account at the bank"
	}
	p.Facts = append(p.Facts, file)
	s := d.Statements[d.Statement]
	if s.Account != "" && (len(d.Statements) == 1 || d.LastAccount != "") { // for several accounts there is a choice below
		p.Facts = append(p.Facts, BankFact{Label: account, Text: s.Account})
	}
	if s.Currency != "" {
		p.Facts = append(p.Facts, BankFact{Label: "Currency", Text: s.Currency})
	}
	if first, last := d.span(); first != "" {
		p.Facts = append(p.Facts, BankFact{Label: "Days", Text: first + " to " + last})
	}
	if d.Closing != nil {
		p.Facts = append(p.Facts, d.closing())
	}
}

// closing returns whether the account would agree with the bank's balance, in words.
func (d *bankFileDrawing) closing() BankFact {
	fact := BankFact{Label: "Balance at the bank", Text: d.Symbol(d.Closing.Amount).Text}
	if d.Closing.Date != 0 {
		fact.Text += " on " + d.day(d.Closing.Date)
	}
	switch n := d.AgreesAfterClearing; {
	case d.After == d.Closing.Amount:
		fact.Good = true
		fact.Text += ". After the import the account agrees with it."
	case n > 0:
		fact.Text += ". After the import the account agrees with it once " + humanize.Number(n, "uncleared transaction is", "uncleared transactions are") + " cleared."
	}
	return fact
}

// warnings adds the warnings that have to be accepted before the import.
func (d *bankFileDrawing) warnings(p *BankPreview) {
	if len(d.File.Warnings) == 0 || p.Do == "" {
		return
	}
	p.Warnings = &BankWarnings{Accepted: true}
	for _, w := range d.File.Warnings {
		p.Warnings.Codes = append(p.Warnings.Codes, string(w.Code))
		p.Warnings.Sentences = append(p.Warnings.Sentences, w.Text)
		p.Warnings.Accepted = p.Warnings.Accepted && w.Accepted
	}
}

// maxPairs is the number of possible duplicates shown at once. The next ones are shown when these are decided.
const maxPairs = 100

// pairs adds the possible duplicates, the undecided ones first.
func (d *bankFileDrawing) pairs(p *BankPreview) {
	var asked []*bankimport.Row
	for i := range d.File.Rows {
		if d.File.Rows[i].Asked {
			asked = append(asked, &d.File.Rows[i])
		}
	}
	if len(asked) == 0 {
		return
	}
	slices.SortStableFunc(asked, func(a, b *bankimport.Row) int {
		return cmp.Compare(decidedOrder[a.Verdict], decidedOrder[b.Verdict])
	})
	p.Pairs = &BankPairs{Count: humanize.Count(len(asked))}
	if more := len(asked) - maxPairs; more > 0 {
		p.Pairs.More = humanize.Number(more, "more is", "more are") + " shown when these are decided."
	}
	for _, r := range asked[:min(len(asked), maxPairs)] {
		pair := BankPair{
			BankRowLine: d.row(r), Why: r.Why, HereDate: d.day(r.Existing.Date), HerePayee: r.Existing.Payee, HereNotes: r.Existing.Memo, HereAmount: d.Plain(r.Existing.Amount),
			Matching: "Match existing",
		}
		pair.Kind, pair.Ticked = rowAsk, r.Verdict == bankimport.VerdictNew || r.Verdict == bankimport.VerdictAsk && r.SuggestNew
		switch {
		case r.Existing.TakesAmount:
			pair.Matching += ", which gets the bank's amount"
		case r.Existing.Amount != r.Amount:
			pair.Matching += ", which keeps its amount"
		}
		if pair.Ticked {
			pair.Matching = "Add as new"
		}
		p.Pairs.Pairs = append(p.Pairs.Pairs, pair)
	}
}

// decidedOrder sorts undecided possible duplicates before decided ones.
var decidedOrder = map[bankimport.Verdict]int{bankimport.VerdictAsk: 0, bankimport.VerdictMatch: 1, bankimport.VerdictNew: 1}

func (d *bankFileDrawing) span() (first, last string) {
	if len(d.File.Rows) == 0 {
		return "", ""
	}
	lo, hi := d.File.Rows[0].Date, d.File.Rows[0].Date
	for i := range d.File.Rows {
		lo, hi = min(lo, d.File.Rows[i].Date), max(hi, d.File.Rows[i].Date)
	}
	return d.day(lo), d.day(hi)
}

// maxProblems is the number of unreadable lines that are listed.
const maxProblems = 100

func (d *bankFileDrawing) problems(p *BankPreview) {
	all := d.File.Problems
	if more := d.MoreProblems + max(0, len(all)-maxProblems); more > 0 {
		p.MoreBad = humanize.Count(more) + " more are not listed."
	}
	for i, bad := range all {
		if i == maxProblems {
			return
		}
		p.Problems = append(p.Problems, BankProblem{Line: humanize.Count(bad.Line), Field: bad.Field, What: bad.What})
	}
}

func (d *bankFileDrawing) day(day civil.Date) string { return day.In(d.budget.DateFormat) }

// deletedRows returns the number of rows that were deleted earlier, added again or not.
func (d *bankFileDrawing) deletedRows() int {
	n := 0
	for i := range d.File.Rows {
		if d.File.Rows[i].Deleted {
			n++
		}
	}
	return n
}
