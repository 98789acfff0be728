package sourcetest

import (
	"bytes"
	"encoding/json"
	"maps"
	"net/http"
	"strings"
	"time"

	"holdover/internal/base/iterutil"
)

func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	s.calls = append(s.calls, strings.TrimSuffix(r.URL.RequestURI(), "?"))
	before, plans := s.before, s.plans
	s.mu.Unlock()
	switch {
	case before != nil && before(w, r):
	case r.Header.Get("Authorization") != "Bearer "+Token:
		Fail(w, 401, "401", "not_authorized", "Unauthorized")
	default:
		s.answer(w, r, plans)
	}
}

// Fail answers with an error in the source's shape.
func Fail(w http.ResponseWriter, status int, id, name, detail string) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]any{"error": map[string]string{"id": id, "name": name, "detail": detail}})
}

func give(w http.ResponseWriter, data map[string]any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	_ = json.NewEncoder(w).Encode(map[string]any{"data": data})
}

func (s *Server) answer(w http.ResponseWriter, r *http.Request, plans []*plan) {
	path, ok := strings.CutPrefix(r.URL.Path, "/v1/")
	word, rest, inside := strings.Cut(path, "/")
	if !ok || (word != "budgets" && (word != "plans" || s.onlyOld)) {
		Fail(w, 404, "404.1", "not_found", "no such path")
		return
	}
	if !inside {
		list(w, word, plans)
		return
	}
	id, rest, _ := strings.Cut(rest, "/")
	for _, p := range plans {
		if id == "last-used" || string(p.own["id"]) == `"`+id+`"` {
			p.answer(w, r, word, rest)
			return
		}
	}
	Fail(w, 404, "404.2", "resource_not_found", "Plan not found")
}

func list(w http.ResponseWriter, word string, plans []*plan) {
	entries := []Record{}
	for _, p := range plans {
		entries = append(entries, p.own)
	}
	give(w, map[string]any{word: entries, "default_" + word[:len(word)-1]: nil})
}

func (p *plan) answer(w http.ResponseWriter, r *http.Request, word, path string) {
	const knowledge = 77
	what, one, _ := strings.Cut(path, "/")
	switch {
	case path == "":
		raw := p.raw
		if word == "budgets" {
			raw = bytes.Replace(raw, []byte(`"plan"`), []byte(`"budget"`), 1)
		}
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		w.Header().Set("ETag", `"1"`)
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(raw))
	case path == "settings":
		give(w, map[string]any{"settings": Record{"date_format": p.own["date_format"], "currency_format": p.own["currency_format"]}})
	case what == "categories":
		give(w, map[string]any{"category_groups": p.groups(), "server_knowledge": knowledge})
	case what == "months" && one != "":
		p.month(w, one)
	case what == "months":
		give(w, map[string]any{"months": p.monthSummaries(), "server_knowledge": knowledge})
	case what == "transactions":
		give(w, map[string]any{"transactions": p.transactions(r.URL.Query().Get("since_date")), "server_knowledge": knowledge})
	case what == "scheduled_transactions":
		rows := nest(p.arrays[what], p.arrays["scheduled_subtransactions"], "scheduled_transaction_id")
		give(w, map[string]any{what: rows, "server_knowledge": knowledge})
	default:
		give(w, map[string]any{what: displayed(p.arrays[what], "balance"), "server_knowledge": knowledge})
	}
}

// displayed adds the members that lists add: amounts as text and as floats.
func displayed(records []Record, amount string) []Record {
	out := make([]Record, len(records))
	for i, r := range records {
		out[i] = maps.Clone(r)
		if _, ok := r[amount]; ok {
			out[i][amount+"_formatted"], out[i][amount+"_currency"] = json.RawMessage(`"1.00"`), json.RawMessage(`1.0`)
		}
	}
	return out
}

func (p *plan) groups() []Record {
	groups := displayed(p.arrays["category_groups"], "")
	for _, g := range groups {
		inside := []Record{}
		for _, c := range p.arrays["categories"] {
			if bytes.Equal(c["category_group_id"], g["id"]) {
				inside = append(inside, c)
			}
		}
		g["categories"] = encode(displayed(inside, "balance"))
	}
	return groups
}

func (p *plan) monthSummaries() []Record {
	months := displayed(p.arrays["months"], "income")
	for _, m := range months {
		delete(m, "categories")
	}
	return months
}

func (p *plan) month(w http.ResponseWriter, which string) {
	for _, m := range displayed(p.arrays["months"], "income") {
		if string(m["month"]) == `"`+which+`"` {
			give(w, map[string]any{"month": m})
			return
		}
	}
	Fail(w, 404, "404.2", "resource_not_found", "Month not found")
}

// transactions returns those of the last year by default.
func (p *plan) transactions(since string) []Record {
	if since == "" {
		since = time.Now().AddDate(-1, 0, 0).Format(time.DateOnly)
	}
	rows := iterutil.Where(p.arrays["transactions"], func(t Record) bool { return string(t["date"]) >= `"`+since && string(t["deleted"]) != "true" })
	rows = nest(rows, p.arrays["subtransactions"], "transaction_id")
	names := map[string]json.RawMessage{"": json.RawMessage("null"), "null": json.RawMessage("null")}
	for _, payee := range p.arrays["payees"] {
		names[string(payee["id"])] = payee["name"]
	}
	for _, row := range rows {
		row["payee_name"] = names[string(row["payee_id"])]
	}
	return rows
}

func nest(rows, parts []Record, parent string) []Record {
	of := map[string][]Record{}
	for _, part := range parts {
		if string(part["deleted"]) != "true" {
			of[string(part[parent])] = append(of[string(part[parent])], part)
		}
	}
	out := displayed(rows, "amount")
	for _, r := range out {
		r["account_name"], r["payee_name"] = json.RawMessage(`"an account"`), json.RawMessage(`null`)
		r["subtransactions"] = encode(displayed(of[string(r["id"])], "amount"))
	}
	return out
}

func encode(v any) json.RawMessage {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // records that were read are written again
	}
	return text
}
