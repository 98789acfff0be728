package cli

import (
	"strings"

	"holdover/internal/model/humanize"

	"holdover/internal/model/ynabdoc"
	"holdover/internal/storage/sourceapi"
)

type exported struct {
	File string `json:"file"` // "-" for standard output
	Plan struct {
		ID         string `json:"id"`
		Name       string `json:"name"`
		Currency   string `json:"currency"`
		FirstMonth string `json:"first_month"`
		LastMonth  string `json:"last_month"`
	} `json:"plan"`
	Accounts     int  `json:"accounts"`
	Categories   int  `json:"categories"`
	Months       int  `json:"months"`
	Transactions int  `json:"transactions"`
	Scheduled    int  `json:"scheduled_transactions"`
	Anonymised   bool `json:"anonymised"`
	sourceapi.Fetched
}

func (x *exporting) summary(path string, doc *ynabdoc.Document, fetched sourceapi.Fetched) error {
	plan := &doc.Plan
	got := exported{
		File: path, Accounts: len(plan.Accounts), Categories: len(plan.Categories), Months: len(plan.Months),
		Transactions: len(plan.Transactions), Scheduled: len(plan.ScheduledTransactions), Anonymised: x.anon, Fetched: fetched,
	}
	got.Plan.ID, got.Plan.Name, got.Plan.Currency = plan.ID, plan.Name, plan.CurrencyFormat.ISOCode
	got.Plan.FirstMonth, got.Plan.LastMonth = plan.FirstMonth.String(), plan.LastMonth.String()
	p := x.printer()
	if x.env.json && path != "-" {
		return x.env.show(got, nil)
	}
	x.tell(p, got)
	if path != "-" {
		p.print("%s\n", path)
		p.say("%-10sholdover import %s", "Next", shellName(path))
	}
	return p.failed
}

// tell describes the exported plan on standard error.
func (x *exporting) tell(p *printer, got exported) {
	p.say("%-10s%q from %s%s", "Exported", printable(got.Plan.Name), x.address.Name(), span(got))
	parts := []string{
		humanize.Number(got.Accounts, "account", "accounts"), humanize.Number(got.Categories, "category", "categories"), humanize.Number(got.Months, "month", "months"),
		humanize.Number(got.Transactions, "transaction", "transactions"), humanize.Count(got.Scheduled) + " scheduled",
	}
	p.say("%-10s%s", "", strings.Join(parts, " · "))
	if got.ByArrays {
		p.say("%-10sThe plan could not be downloaded in one piece, so it was assembled from parts.", "")
	}
	if got.Changed {
		p.say("%-10sIt was changed at %s during the export. If figures disagree, export it again.", "", x.address.Name())
	}
	if got.Anonymised {
		p.say("%-10sNames and memos are replaced and amounts are multiplied by a random number that is not stored. Dates and proportions are real.", "")
	}
}

func span(got exported) string {
	if got.Plan.FirstMonth == "" {
		return ""
	}
	return ", " + got.Plan.FirstMonth + " to " + got.Plan.LastMonth
}
