package migration

import (
	"net/http"
	"net/url"

	"holdover/internal/app"
	"holdover/internal/app/pageframe"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/surface/ui"
)

func verificationURL(l ui.Links, m civil.Month) string {
	return l.To("verification?") + url.Values{"month": {m.String()}}.Encode()
}

// ShowVerification compares the budget with its file: all months, or one month with every category.
func ShowVerification(w http.ResponseWriter, r *ui.Request, f *pageframe.Frame) error {
	report, err := r.App.Verify(r.Context(), r.Actor, r.BudgetID)
	if err != nil {
		return err
	}
	d := &verifyDrawing{Report: report, Figures: ui.Figures{Format: f.Budget.CurrencyFormat}, Links: r.Links, all: r.URL.Query().Get("all") != ""}
	p := d.page()
	p.Sidebar = ui.SidebarOf(f, ui.OnVerification, "")
	if text := r.URL.Query().Get("month"); text != "" {
		m, err := civil.ParseMonth(text)
		if err != nil {
			return apperr.New(apperr.Invalid, "%q is not a month", text).WithHint("write the month like 2026-03")
		}
		months, err := r.App.Months(r.Context(), r.Actor, r.BudgetID, app.MonthSpan{From: m, To: m})
		if err != nil {
			return err
		}
		d.addDetail(p, m, months)
	}
	return r.RenderBudgetPage(w, f, p)
}

// VerifyPage compares a budget with its file.
type VerifyPage struct {
	ui.Frame
	Mark      Mark
	Sentence  string
	ToBudget  string // the second sentence
	Reasons   []string
	Numbers   []Number
	Months    []VerifyMonth
	Sections  []ReportSection
	Month     *VerifyDetail // one month in detail, nil for all months
	ReportURL string
	CleanURL  string
	// CleanFirst reports whether To Budget differs in a month, so that the clean-up is the next step.
	CleanFirst bool
	BackURL    string
}

// VerifyMonth is To Budget with the source's figure.
type VerifyMonth struct {
	Name        string
	URL         string
	ToBudget    ui.Figure
	Source      ui.Figure
	Difference  ui.Figure
	Unexplained ui.Figure
	Wrong       bool // a difference is unexplained
	Causes      []VerifyCause
}

// VerifyCause is an amount with its reason and its evidence.
type VerifyCause struct {
	Words    string
	Amount   ui.Figure
	Evidence []VerifyEvidence
	More     string // number of pieces of evidence not listed
	AllURL   string // page that lists them
}

// VerifyEvidence is one component of a cause.
type VerifyEvidence struct {
	Month  string
	URL    string
	Of     string
	Rows   string // number of rows
	Amount ui.Figure
}

// VerifyDetail is a month with every category.
type VerifyDetail struct {
	VerifyMonth
	BudgetURL  string
	Categories []VerifyCategory
	Newer      string // addresses of the adjacent months, empty at the ends
	Older      string
}

// VerifyCategory is a category in a month, here and in the file.
type VerifyCategory struct {
	Name, Group                 string
	URL                         string // its transactions of the month
	Budgeted, Activity, Balance VerifyFigure
	Why                         string // reason for a difference, or empty
}

// VerifyFigure is a figure here and, if it differs, in the file.
type VerifyFigure struct {
	Column  string
	Here    ui.Figure
	File    ui.Figure
	Differs bool
}

func (*VerifyPage) Template() string { return "verify" }
