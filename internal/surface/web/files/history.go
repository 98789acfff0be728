package files

import (
	"net/http"
	"net/url"
	"strconv"
	"time"

	"holdover/internal/app"
	"holdover/internal/app/pageframe"
	"holdover/internal/base/civil"
	"holdover/internal/surface/ui"
)

const historyRows = 100

// History lists changes with user and time.
func History(w http.ResponseWriter, r *ui.Request, f *pageframe.Frame) error {
	before, _ := strconv.ParseInt(r.URL.Query().Get("before"), 10, 64) // 0 by default: the newest
	entries, err := r.App.History(r.Context(), r.Actor, r.BudgetID, before, historyRows)
	if err != nil {
		return err
	}
	p := &HistoryPage{Frame: ui.Frame{Title: "History", Sidebar: ui.SidebarOf(f, ui.OnHistory, "")}}
	if f.MayChange() {
		p.UndoURL = r.To("undo")
	}
	p.addDays(entries, r.Now)
	if len(entries) == historyRows {
		p.OlderURL = r.To("history?") + url.Values{"before": {strconv.FormatInt(entries[len(entries)-1].Change, 10)}}.Encode()
	}
	return r.RenderBudgetPage(w, f, p)
}

func (p *HistoryPage) addDays(entries []app.HistoryEntry, now time.Time) {
	var day civil.Date
	for _, e := range entries {
		at := e.At.In(now.Location())
		if d := civil.DateOf(at); d != day {
			day = d
			p.Days = append(p.Days, HistoryDay{Name: dayName(at, now)})
		}
		last := &p.Days[len(p.Days)-1]
		last.Entries = append(last.Entries, HistoryRow{
			Change: e.Change, Time: at.Format("15:04"), ISOTime: at.Format(time.RFC3339), Actor: e.Actor, Label: ui.ChangeLabel(e.Label, e.Reversal),
			Undoable: e.Undoable && e.Reverses == 0, Undone: e.Undone && e.Reverses == 0,
		})
	}
}

func dayName(t, now time.Time) string {
	switch text := ui.Ago(t, now); text {
	case "today":
		return "Today"
	case "yesterday":
		return "Yesterday"
	default:
		return text
	}
}

type HistoryPage struct {
	ui.Frame
	Days     []HistoryDay
	UndoURL  string
	OlderURL string
}

type HistoryDay struct {
	Name    string
	Entries []HistoryRow
}

type HistoryRow struct {
	Change   int64
	Time     string
	ISOTime  string
	Actor    string
	Label    string
	Undoable bool
	Undone   bool
}

func (*HistoryPage) Template() string { return "history" }
