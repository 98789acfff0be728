package web

import "holdover/internal/app"

// Frame is what surrounds every page: its title, the style, and inside a budget
// the sidebar. Each page embeds it.
type Frame struct {
	Title   string
	Sidebar *Sidebar // nil outside of a budget
	Style   Style    // filled by the renderer
	Toast   *Toast   // what was just done; nil for nothing
	Live    *Live    // nil where nothing on the page changes by itself
}

// Live is what a page needs to follow a budget that others change.
type Live struct {
	EventsURL string
	Knowledge int64 // the number of the last change that the page shows
}

func liveOf(f *app.Frame) *Live {
	return &Live{EventsURL: linksOf(f.Budget.ID).to("events"), Knowledge: f.Budget.Knowledge}
}

// Style is what the renderer adds to a frame.
type Style struct {
	Theme   Theme
	Themes  []ThemeChoice
	CSS, JS string // URLs; empty where the program was built without its assets
	Icon    string
	User    string // who is signed in; empty for nobody
	SignOut bool   // they can sign out
	Here    string // this page's path and query, for forms that come back to it
}

// Theme is the person's choice of colours; empty follows the system.
type Theme string

// The themes.
const (
	FollowSystem Theme = ""
	Light        Theme = "light"
	Dark         Theme = "dark"
)

// ThemeChoice is one button of the theme switch.
type ThemeChoice struct {
	Value   Theme
	Label   string
	Current bool
}

// Sidebar is the way around one budget.
type Sidebar struct {
	BudgetName   string
	BudgetURL    string
	AccountsURL  string
	AddURL       string // to add an account; empty for those who may only look
	RegisterURL  string
	PayeesURL    string
	ScheduledURL string
	ReportURL    string
	VerifyURL    string
	CleanUpURL   string
	NewerURL     string
	OriginalURL  string
	DocumentURL  string
	HistoryURL   string
	OnSection    Section
	Kinds        []AccountKind
	AccountCount int
}

// Section is the part of the budget a page belongs to.
type Section string

// The sections.
const (
	OnBudgetScreen Section = "budget"
	OnAccounts     Section = "accounts"
	OnRegister     Section = "register"
	OnPayees       Section = "payees"
	OnScheduled    Section = "scheduled"
	OnReport       Section = "report"
	OnHistory      Section = "history"
	OnVerification Section = "verification"
	OnCleanUp      Section = "clean-up"
)

// AccountKind is a list of accounts under one heading, with their sum.
type AccountKind struct {
	Title    string
	Sum      Figure
	Accounts []AccountLink
	Folded   bool
}

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
}

// page is what the renderer takes: a struct that embeds Frame and names its
// template.
type page interface {
	template() string
	frame() *Frame
}

func (f *Frame) frame() *Frame { return f }
