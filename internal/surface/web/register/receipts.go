package register

import (
	"mime"
	"net/http"
	"net/url"
	"strconv"

	"holdover/internal/app"
	"holdover/internal/app/pageframe"
	"holdover/internal/app/rows"
	"holdover/internal/surface/httpx"
	"holdover/internal/surface/ui"
)

// ReceiptsPage lists a transaction's receipts.
type ReceiptsPage struct {
	ui.Frame
	Of       string // the transaction in words
	BackURL  string
	Action   string // address of uploads; empty for a viewer and if the limit is reached
	Remove   string // address that removes one; empty for a viewer
	Here     string
	Receipts []ReceiptPicture
	Used     string // total size of the budget's receipts
	Fault    *ui.FaultText
	frame    *pageframe.Frame
}

type ReceiptPicture struct {
	ID, Name, URL, Detail string
	Shown                 bool // as a picture
}

func (*ReceiptsPage) Template() string { return "receipts" }

func ShowReceipts(w http.ResponseWriter, r *ui.Request) error {
	p, err := receiptsPage(r)
	if err != nil {
		return err
	}
	return p.render(w, r, http.StatusOK)
}

func (p *ReceiptsPage) render(w http.ResponseWriter, r *ui.Request, status int) error {
	if status == http.StatusOK {
		return r.RenderBudgetPage(w, p.frame, p)
	}
	return r.Render(w, status, p)
}

func receiptsPage(r *ui.Request) (*ReceiptsPage, error) {
	got, err := r.App.RowReceipts(r.Context(), r.Actor, r.BudgetID, r.PathValue("row"))
	if err != nil {
		return nil, err
	}
	row, fig := &got.Row, ui.Figures{Format: got.Budget.CurrencyFormat}
	here := r.To("rows/") + url.PathEscape(row.ID) + "/receipts"
	p := &ReceiptsPage{
		frame: &got.Frame, Frame: ui.Frame{Title: "Receipts", Sidebar: ui.SidebarOf(&got.Frame, "", row.AccountID)},
		Of: RowLabel(row.PayeeName, row.Date.In(got.Budget.DateFormat), fig.Plain(row.Amount).Text), Used: bytesText(got.Used),
	}
	p.BackURL = ui.LocalPathOr(r.URL.Query().Get("back"), rowAt(r.Links, row.AccountID, row.Date, row.ID))
	p.Here = here + "?" + url.Values{"back": {p.BackURL}}.Encode()
	if got.MayChange() {
		p.Remove = r.To("do/remove-receipt")
		if len(got.Receipts) < rows.MaxReceiptsOfRow {
			p.Action = p.Here
		}
	}
	for _, one := range got.Receipts {
		detail := bytesText(one.Size)
		if one.Width > 0 {
			detail = strconv.Itoa(one.Width) + " × " + strconv.Itoa(one.Height) + ", " + detail
		}
		p.Receipts = append(p.Receipts, ReceiptPicture{one.ID, one.Name, r.To("receipts/") + url.PathEscape(one.ID), detail, one.Shown})
	}
	return p, nil
}

// receiptsURL returns the address of a transaction's receipts.
func receiptsURL(l ui.Links, row, back string) string {
	return l.To("rows/") + url.PathEscape(row) + "/receipts?" + url.Values{"back": {back}}.Encode()
}

// AddReceipt stores an uploaded file for a transaction and redirects back.
func AddReceipt(w http.ResponseWriter, r *ui.Request) error {
	if err := r.RequireChange(); err != nil {
		return err
	}
	data, name, err := ui.FileIn(r, "choose an image or a PDF document", rows.MaxReceipt)
	var done app.ChangeResult
	if err == nil {
		done, err = r.App.AddReceipt(r.Context(), r.Actor, r.BudgetID, r.PathValue("row"), name, data)
	}
	if err != nil {
		return refuseReceipt(w, r, err)
	}
	back := ui.LocalPathOr(r.URL.Query().Get("back"), r.To("rows/")+url.PathEscape(r.PathValue("row"))+"/receipts")
	return r.RedirectDone(w, back, done)
}

func refuseReceipt(w http.ResponseWriter, r *ui.Request, failed error) error {
	status := httpx.StatusOf(failed)
	if status >= http.StatusInternalServerError {
		return failed
	}
	p, err := receiptsPage(r)
	if err != nil {
		return failed
	}
	p.Fault = ui.FaultIn(r.Logged(failed))
	return p.render(w, r, status)
}

// Receipt sends a receipt's file. Pictures that every browser supports are displayed, others are downloads; none can
// run scripts.
func Receipt(w http.ResponseWriter, r *ui.Request) error {
	one, data, err := r.App.ReceiptFile(r.Context(), r.Actor, r.BudgetID, r.PathValue("receipt"))
	if err != nil {
		return err
	}
	way := "attachment"
	if one.Shown {
		way = "inline"
	}
	h := w.Header()
	h.Set("Content-Type", one.Media)
	h.Set("Content-Disposition", mime.FormatMediaType(way, map[string]string{"filename": one.Name}))
	h.Set("Content-Security-Policy", "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-ancestors 'none'")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Length", strconv.Itoa(len(data)))
	_, err = w.Write(data)
	return err
}

// bytesText formats a number of bytes.
func bytesText(n int64) string {
	switch {
	case n < 1000:
		return strconv.FormatInt(n, 10) + " bytes"
	case n < 1_000_000:
		return strconv.FormatInt(n/1000, 10) + " kB"
	}
	return strconv.FormatFloat(float64(n)/1e6, 'f', 1, 64) + " MB"
}
