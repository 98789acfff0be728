package register

import (
	"cmp"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"holdover/internal/app/pageframe"
	"holdover/internal/app/rows"
	"holdover/internal/base/civil"
	"holdover/internal/logic/amountparse"
	"holdover/internal/model/budget"
	"holdover/internal/surface/ui"
)

// NewRow shows an empty form: for an account's register, or with a field for the account.
func NewRow(w http.ResponseWriter, r *ui.Request) error {
	return showRowForm(w, r, "", func(form *rows.Form) *rowFields {
		q := r.URL.Query()
		day, err := civil.ParseDate(q.Get("date"))
		if err != nil {
			day = r.Today
		}
		account := StartAccount(form, cmp.Or(q.Get("account"), ui.CookieOf(r.Request, ui.AccountCookie)))
		amountFirst := q.Get("first") == "amount"
		one := account == q.Get("account") && q.Get("ask") != "account" && !amountFirst // the heading that names the account is out of sight on a phone
		fields := NewFields(account, day.In(form.Budget.DateFormat), one)
		fields.AmountFirst = amountFirst
		fields.receive(form, q.Get("from"), q.Get("amount"))
		return fields
	})
}

// receive fills in a transfer from another account if one is given.
func (f *rowFields) receive(form *rows.Form, from, amount string) {
	i := slices.IndexFunc(form.Accounts, func(a pageframe.Account) bool { return a.ID == from && !a.Closed && from != f.Account })
	if i < 0 {
		return
	}
	f.Payee, f.Direction = namedBy(toAccount+from, budget.TransferPayee+form.Accounts[i].Name), comesIn
	if is, err := amountparse.Amount(form.Budget.CurrencyFormat, amount, 0); err == nil && is > 0 {
		f.Amount = form.Budget.CurrencyFormat.Text(is)
	}
}

// StartAccount returns the initial account of a new row: the requested one, otherwise the first open one. A closed
// account accepts no rows.
func StartAccount(form *rows.Form, asked string) string {
	first := ""
	for _, acc := range form.Accounts {
		if acc.ID == asked && !acc.Closed {
			return asked
		}
		if first == "" && !acc.Closed {
			first = acc.ID
		}
	}
	return first
}

// OpenRow shows the form of an existing row.
func OpenRow(w http.ResponseWriter, r *ui.Request) error {
	return showRowForm(w, r, r.PathValue("row"), FieldsOf)
}

func showRowForm(w http.ResponseWriter, r *ui.Request, row string, fields func(*rows.Form) *rowFields) error {
	form, err := r.App.RowForm(r.Context(), r.Actor, r.BudgetID, row)
	if err != nil {
		return err
	}
	rd := NewRowReading(&form, fields(&form), r.Today)
	p := NewRowPage(rd, rowBack(r.URL.Query(), rd))
	return drawRow(w, r, http.StatusOK, rd, p, func() error {
		if p.ID != "" {
			p.ReceiptsURL = receiptsURL(r.Links, p.ID, p.Back)
		}
		return r.RenderBudgetPage(w, &form.Frame, p)
	})
}

// rowBack returns the page to which a form leads back: the page before it, or the account's register.
func rowBack(q url.Values, rd *RowReading) string {
	return ui.LocalPathOr(q.Get("back"), ui.LinksOf(rd.form.Budget.ID).Account(rd.Fields.Account))
}

// RedrawRow renders the form of a row again as typed, after a button that saves nothing, such as splitting it or
// adding a part. A script that needs only the remaining amount gets only that.
func RedrawRow(w http.ResponseWriter, r *ui.Request) error {
	rd, err := typedRow(r)
	if err != nil {
		return err
	}
	shape := r.PostFormValue("shape")
	if shape == "left" && r.FromScript() {
		return r.RenderPart(w, http.StatusOK, &RowPage{Left: rd.LeftText()}, "rowleft")
	}
	var at string
	if payee, is := strings.CutPrefix(shape, "payee:"); is {
		at, err = choosePayee(r, rd, payee)
	} else {
		at = rd.ChangeForm(shape)
	}
	if err != nil {
		return err
	}
	p := NewRowPage(rd, rowBack(r.PostForm, rd))
	p.FocusOn = at
	return showRow(w, r, http.StatusOK, rd, p)
}

// typedRow parses the submitted form with its account or row.
func typedRow(r *ui.Request) (*RowReading, error) {
	fields, err := TypedFields(r)
	if err != nil {
		return nil, err
	}
	form, err := r.App.RowForm(r.Context(), r.Actor, r.BudgetID, fields.ID)
	if err != nil {
		return nil, err
	}
	return NewRowReading(&form, fields, r.Today), nil
}

// showRow writes a submitted form again.
func showRow(w http.ResponseWriter, r *ui.Request, status int, rd *RowReading, p *RowPage) error {
	return drawRow(w, r, status, rd, p, func() error { return r.Render(w, status, p) })
}

// drawRow writes the form of a row: only its body for a script, otherwise the whole page.
func drawRow(w http.ResponseWriter, r *ui.Request, status int, rd *RowReading, p *RowPage, whole func() error) error {
	offerNear(r, rd, p)
	if err := offerRecentPayees(r, rd, p); err != nil {
		return err
	}
	if r.FromScript() {
		return r.RenderPart(w, status, p.inRegister(ui.LinksOf(rd.form.Budget.ID)), "rowbody")
	}
	if err := OfferPayees(r, rd, p); err != nil {
		return err
	}
	p.Sidebar = ui.SidebarOf(&rd.form.Frame, "", rd.Fields.Account)
	return whole()
}

// OfferPayees lists the payees in use for browsers without scripts.
func OfferPayees(r *ui.Request, rd *RowReading, p *RowPage) error {
	own := rd.Fields.Account
	found, _, err := r.App.SuggestPayees(r.Context(), r.Actor, rd.form.Budget.ID, own, "", maxListed)
	p.Payees = suggestions(found, rd.account(own)).Groups
	return err
}

// RowPage is the form of a new or existing row. With scripts it opens in the register; without, it is a page.
type RowPage struct {
	ui.Frame
	Heading string
	*rowFields
	Action      string // the address for saving
	RedrawURL   string // the address that redraws the form after splitting and similar buttons
	SuggestURL  string // suggestions of payees
	AgainURL    string // the form of the next new row; empty for an existing row
	SelfURL     string // the row's own page; empty on that page and for a new row
	ReceiptsURL string // empty in the same cases
	FileURL     string // the address for saving with a receipt; empty for an existing row
	Back        string
	BackURL     string // Back as a link

	DateFormat        string
	ISODate           string // the typed date, if it is valid
	OtherDay          ui.Day // the date of the other side of a transfer
	Example           string // today, in the budget's format
	Accounts          []ui.OptionGroup
	None              string // why rows of the account have no category; empty if they may have one
	Categories        []ui.OptionGroup
	Payees            []SuggestGroup // for browsers without scripts
	RecentPayees      []Suggestion   // the latest payees, chosen with one tap
	NearURL           string         // address of the payees' places; empty if nearby payees are not offered
	NearbyAboveRecent bool           // show payees nearby above the recent ones
	Today             string         // as 2026-03-31: the place is not stored for a transaction of another day
	Point             string         // decimal separator; empty if the currency has no decimals
	Digits            int            // number of decimals
	States            []ui.Option    // cleared or not
	Colours           []ui.Option    // of flags
	Line              RowLine
	Lines             []RowLine // the parts of a split
	Left              RowLeft
	Reconciled        bool // the row is reconciled
	Ask               bool // ask for confirmation to change it nevertheless
	Facts             []RowFact
	Unapproved        bool
	Faults            rowFaults
	Schedule          *ScheduleFields // of a scheduled transaction; nil for a row
	Menu              string          // identifies the form when it is shown again after an error
	FocusOn           string          // the field to focus
}

// RowLine contains the fields of the row or of a part.
type RowLine struct {
	lineFields
	At   string // prefix of its fields' ids: "", "part-2-"
	Name string // prefix of their names: "", "part-"
	No   int    // of the part, from 1
	Of   string // " of part 2", for screen readers
	None string // why there is no category; empty if there may be one
	Tall bool   // the notes have more than one line
	// AmountFirst is set if the payee follows the amount. The Enter key leads there then.
	AmountFirst bool
	Result      string // the amount with its sign if a calculation was typed
	OtherURL    string // the address of the other side of the transfer
	Other       string // that row's account

	PayeeFault, CategoryFault, AmountFault *ui.FaultText
}

// RowLeft is the part of a split's amount not yet assigned to parts.
type RowLeft struct {
	Split bool
	State LeftState
	Text  string
	// Results are the amounts typed as calculations, by field.
	Results []RowResult
}

// LeftState is the state of a split's assignment to parts.
type LeftState string

const (
	LeftNothing LeftState = "nothing"
	LeftSome    LeftState = "some"
	LeftUnknown LeftState = "unknown" // an amount is not valid yet
)

type RowResult struct{ Field, Text string }

// RowFact is a property of a row that the register does not show.
type RowFact struct{ Label, Text, URL string }

func (*RowPage) Template() string { return "row" }

// ScheduleFields are the additional fields of a scheduled transaction.
type ScheduleFields struct {
	Frequencies []ui.Option
	Every       string // of another interval
	Units       []ui.Option
	Nths        []ui.Option // of a pattern such as the second Friday
	PatternDays []ui.Option
	Weekends    []ui.Option
	Until       ui.Day
	Times       string
	Spread      string        // how far the amount may differ
	More        bool          // a rarely used field is set
	Fault       *ui.FaultText // of the frequency
	EndFault    *ui.FaultText
	AutoEnter   bool
}
