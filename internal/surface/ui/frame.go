package ui

import (
	"net/url"
	"slices"
	"strconv"

	"holdover/internal/app/pageframe"
	"holdover/internal/base/civil"
	"holdover/internal/model/humanize"
)

// Frame is the data around every page: its title, the style, and in a budget the sidebar. Each page embeds it.
type Frame struct {
	Title   string
	Sidebar *Sidebar    // nil outside of a budget
	Style   Style       // filled by the renderer
	Toast   *Toast      // the result of the last change; may be nil
	Live    *Live       // nil for a page without live updates
	Out     *HTMLWriter // where the page is written to; filled by the renderer
}

// Live is the data with which a page follows the changes of other users.
type Live struct {
	EventsURL string
	Knowledge int64 // the number of the last change that the page shows
}

// LiveOf returns the address of the budget's event stream and the change number of the page.
func LiveOf(f *pageframe.Frame) *Live {
	return &Live{EventsURL: LinksOf(f.Budget.ID).To("events"), Knowledge: f.Budget.Knowledge}
}

// Style is the data that the renderer adds to a frame.
type Style struct {
	Look
	Themes    []ThemeChoice
	AccentCSS string // URL of the style sheet of the user's accent colour; empty for the theme's own
	CSS, JS   string // URLs; empty where the program was built without its assets
	Icon      string
	Touch     string // the icon on a telephone's home screen
	Bars      []Bar
	User      string // the signed-in user; empty without sign-in
	SignOut   bool   // they can sign out
	Near      bool   // this browser offers payees near the device
	Here      string // this page's path and query, for forms that return to it
}

// Sidebar is the navigation of one budget.
type Sidebar struct {
	Links
	BudgetID, BudgetName string
	MayAdd               bool   // accounts can be added
	AddRowURL            string // the form for a new transaction; empty if none can be added
	Imported             bool   // the budget was imported from a file, with which it is compared
	Waiting              []Badge
	Due                  Badge // the number of scheduled transactions that are due; empty for zero
	ToApprove            Badge // the number of unapproved transactions; empty for zero
	Banks                Badge // the number of bank connections that need attention; empty for zero
	Archived             Link  // the page of archived years; empty without any
	OnSection            Section
	Kinds                []AccountKind
}

// Badge is the number of transactions that need attention, with a link to them.
type Badge struct{ Count, Label, URL string }

// waitsIn sets the numbers of uncategorised and unapproved rows.
func (bar *Sidebar) waitsIn(f *pageframe.Frame) {
	if n := f.Waiting.Categorise; n > 0 {
		bar.Waiting = []Badge{{humanize.Count(n), humanize.Number(n, "transaction needs a category", "transactions need a category"), bar.Account(AllAccounts) + "?uncategorised=1"}}
	}
	bar.Due.URL = bar.To("scheduled")
	if f.Due > 0 {
		bar.Due.Count, bar.Due.Label = humanize.Count(f.Due), humanize.Number(f.Due, "scheduled transaction is due", "scheduled transactions are due")
	}
	bar.Banks.URL = bar.To("banks")
	if n := f.BanksInNeed; n > 0 {
		bar.Banks.Count, bar.Banks.Label = humanize.Count(n), humanize.Number(n, "bank needs attention", "banks need attention")
	}
	if before := f.Budget.ArchivedBefore; before != 0 {
		bar.Archived = Link{URL: bar.To("archive"), Label: strconv.Itoa(before.Year())}
	}
	bar.ToApprove.URL = bar.To("to-approve")
	if n := f.Waiting.Approve; n > 0 {
		bar.ToApprove.Count, bar.ToApprove.Label = humanize.Count(n), humanize.Number(n, "transaction to approve", "transactions to approve")
	}
}

// Section is the part of the budget a page belongs to.
type Section string

const (
	OnBudgetScreen Section = "budget"
	OnAccounts     Section = "accounts"
	OnNewAccount   Section = "new-account"
	OnRegister     Section = "register"
	OnInbox        Section = "to-approve"
	OnPayees       Section = "payees"
	OnScheduled    Section = "scheduled"
	OnRules        Section = "rules"
	OnTags         Section = "tags"
	OnBanks        Section = "banks"
	OnReports      Section = "reports"
	OnImportReport Section = "report"
	OnHistory      Section = "history"
	OnVerification Section = "verification"
	OnCleanUp      Section = "clean-up"
	OnCards        Section = "cards"
	OnGoTo         Section = "go"
)

// AccountLink is an account in the sidebar and on the accounts page.
type AccountLink struct {
	ID         string
	Name       string
	URL        string
	Type       string
	Note       string
	Rows       string // how many, formatted
	Reconciled string // when last, in the budget's own format; empty for never
	Balance    Figure
	Cleared    Figure
	Uncleared  Figure
	Current    bool
	Problem    string // of the connection with the bank, or ""
	OffBudget  bool   // an account off budget in a group, which has both kinds
	Section    string // the key of the section that it is in without a group
}

// Page is the argument of the renderer: a struct that embeds Frame and names its template.
type Page interface {
	Template() string
	Framed() *Frame
}

func (f *Frame) Framed() *Frame { return f }

// SidebarOf returns the navigation of a budget; current is the id of the displayed account.
func SidebarOf(f *pageframe.Frame, on Section, current string) *Sidebar {
	bar := &Sidebar{
		Links: LinksOf(f.Budget.ID), BudgetID: f.Budget.ID, BudgetName: f.Budget.Name, MayAdd: f.MayChange(), Imported: f.Imported, OnSection: on,
		Kinds: slices.DeleteFunc(AccountKinds(f, current), func(k AccountKind) bool { return len(k.Accounts) == 0 }),
	}
	bar.waitsIn(f)
	if bar.MayAdd {
		bar.AddRowURL = addRowURL(f, bar.Links, current)
	}
	return bar
}

// addRowURL returns the address of the form for a new transaction in the current account, with the focus on the
// amount. It returns "" if no account is open.
func addRowURL(f *pageframe.Frame, l Links, current string) string {
	q := url.Values{"first": {"amount"}, "ask": {"account"}}
	open := false
	for i := range f.Accounts {
		open = open || !f.Accounts[i].Closed
		if f.Accounts[i].ID == current {
			q.Set("account", current)
		}
	}
	if !open {
		return ""
	}
	return l.To("rows/new") + "?" + q.Encode()
}

// ReconciledOn returns the day of an account's last reconciliation, or "" if there was none.
func ReconciledOn(f *pageframe.Frame, acc *pageframe.Account) string {
	if acc.LastReconciledAt == nil {
		return ""
	}
	return civil.DateOf(acc.LastReconciledAt.In(f.Zone)).In(f.Budget.DateFormat)
}
