package web

import (
	"net/http"
	"net/url"
	"strconv"
	"time"

	"holdover/internal/app"
	"holdover/internal/cal"
)

const historyRows = 100

// history lists who did what, when.
func (s *site) history(w http.ResponseWriter, r *http.Request) error {
	who, err := s.actor(r)
	if err != nil {
		return err
	}
	id := r.PathValue("id")
	f, err := s.app.Frame(r.Context(), who, id)
	if err != nil {
		return err
	}
	before, _ := strconv.ParseInt(r.URL.Query().Get("before"), 10, 64) // none is 0: from the newest
	entries, err := s.app.History(r.Context(), who, id, before, historyRows)
	if err != nil {
		return err
	}
	p := &HistoryPage{Frame: Frame{Title: "History", Sidebar: sidebarOf(&f, OnHistory, "")}}
	if f.MayChange() {
		p.UndoURL = linksOf(id).to("undo")
	}
	if err := s.historyDays(r, who, p, id, entries); err != nil {
		return err
	}
	if len(entries) == historyRows {
		p.OlderURL = linksOf(id).to("history?") + url.Values{"before": {strconv.FormatInt(entries[len(entries)-1].Change, 10)}}.Encode()
	}
	return s.showInBudget(w, r, who, &f, p)
}

func (s *site) historyDays(r *http.Request, who app.Actor, p *HistoryPage, id string, entries []app.HistoryEntry) error {
	now := s.now()
	var day cal.Date
	for _, e := range entries {
		at := e.At.In(now.Location())
		if d := cal.DateOf(at); d != day {
			day = d
			p.Days = append(p.Days, HistoryDay{Name: dayName(at, now)})
		}
		label := e.Label
		if e.Reverses != 0 {
			var err error
			if label, _, err = s.told(r.Context(), who, id, e.Change); err != nil {
				return err
			}
		}
		last := &p.Days[len(p.Days)-1]
		last.Entries = append(last.Entries, HistoryRow{
			Change: e.Change, Time: at.Format("15:04"), ISOTime: at.Format(time.RFC3339), Actor: e.Actor, Label: label,
			Undoable: e.Undoable && e.Reverses == 0, Undone: e.Undone && e.Reverses == 0,
		})
	}
	return nil
}

func dayName(t, now time.Time) string {
	switch text := ago(t, now); text {
	case "today":
		return "Today"
	case "yesterday":
		return "Yesterday"
	default:
		return text
	}
}
