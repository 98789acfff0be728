package api_test

import "strings"

// compareRows holds every list of register rows against the file.
func (h *planFile) compareRows(g *clientOutput) {
	all := h.rows()
	lists := map[string][]object{
		"transactions":        all,
		"unapproved":          having(all, "approved", false),
		"uncategorized":       h.uncategorised(all),
		"accountTransactions": having(all, "account_id", g.Line["account_id"]),
		"monthTransactions":   nil,
	}
	for _, r := range all {
		if strings.HasPrefix(r["date"].(string), g.Month[:8]) {
			lists["monthTransactions"] = append(lists["monthTransactions"], r)
		}
	}
	for call, want := range lists {
		h.rowList(call, want, records(g.Got[call]["transactions"]))
	}
	h.rowList("transaction", having(all, "id", g.Line["id"]), []object{g.Got["transaction"]["transaction"].(object)})
	h.rowList("categoryTransactions", h.lines(all, "category_id", g.Line["category_id"]), records(g.Got["categoryTransactions"]["transactions"]))
	h.rowList("payeeTransactions", h.lines(all, "payee_id", g.Line["payee_id"]), records(g.Got["payeeTransactions"]["transactions"]))
	scheduled := h.withParts("scheduled_transactions", "scheduled_subtransactions", "scheduled_transaction_id")
	h.rowList("scheduled", scheduled, records(g.Got["scheduled"]["scheduled_transactions"]))
	if one, _ := g.Got["oneScheduled"]["scheduled_transaction"].(object); len(scheduled) > 0 {
		h.rowList("oneScheduled", having(scheduled, "id", one["id"]), []object{one})
	}
}

func (h *planFile) rows() []object {
	return h.withParts("transactions", "subtransactions", "transaction_id")
}

// withParts returns the rows of an array in the form of lists: with names and parts.
func (h *planFile) withParts(array, parts, row string) []object {
	byRow := map[any][]any{}
	for _, p := range h.live(parts) {
		byRow[p[row]] = append(byRow[p[row]], h.named(p))
	}
	var out []object
	for _, r := range h.live(array) {
		shown := h.named(r)
		shown["subtransactions"] = byRow[r["id"]]
		if len(byRow[r["id"]]) > 0 {
			shown["category_name"] = "Split"
		}
		out = append(out, shown)
	}
	return out
}

// named returns a row or part with the names of the records that it refers to.
func (h *planFile) named(r object) object {
	out := object{}
	for member, value := range r {
		out[member] = value
		if what, ok := strings.CutSuffix(member, "_id"); ok && (what == "account" || what == "payee" || what == "category") {
			if id, given := value.(string); given {
				out[what+"_name"] = h.names[id]
			}
		}
	}
	if out["category_id"] == nil {
		out["category_name"] = "Uncategorized"
	}
	return out
}

// rowList compares rows and their parts.
func (h *planFile) rowList(where string, want, got []object) {
	if len(want) != len(got) {
		h.Errorf("%s: %d rows, want %d", where, len(got), len(want))
	}
	for _, w := range want {
		found := having(got, "id", w["id"])
		if len(found) != 1 {
			h.Errorf("%s: row %v occurs %d times, want once", where, w["id"], len(found))
			continue
		}
		h.same(where, w, found[0], "subtransactions")
		if parts, given := w["subtransactions"]; given {
			h.list(where+": parts", records(parts), records(found[0]["subtransactions"]))
		}
	}
}

// uncategorised returns the rows on budget accounts with a line without category, except transfers between budget
// accounts.
func (h *planFile) uncategorised(all []object) []object {
	on := map[any]bool{}
	for _, a := range h.live("accounts") {
		on[a["id"]] = a["on_budget"] == true
	}
	var out []object
	for _, r := range all {
		lines := records(r["subtransactions"])
		if len(lines) == 0 {
			lines = []object{r}
		}
		for _, line := range lines {
			if on[r["account_id"]] && line["category_id"] == nil && !on[line["transfer_account_id"]] {
				out = append(out, r)
				break
			}
		}
	}
	return out
}

// lines returns the parts of splits that have a value in a member, otherwise the rows. If a part has it, the other
// parts without the member have their row's value.
func (h *planFile) lines(all []object, member string, value any) []object {
	var out []object
	for _, r := range all {
		parts := records(r["subtransactions"])
		of := having(parts, member, value)
		if len(of) == 0 && r[member] == value {
			out = append(out, h.line(r, r, "transaction"))
		}
		if len(of) > 0 && r[member] == value {
			of = append(of, having(parts, member, nil)...)
		}
		for _, p := range of {
			line := h.line(r, p, "subtransaction")
			line["parent_transaction_id"] = r["id"]
			out = append(out, line)
		}
	}
	return out
}

func (h *planFile) line(row, of object, kind string) object {
	return object{
		"id": of["id"], "type": kind, "amount": of["amount"], "category_id": of["category_id"], "category_name": of["category_name"],
		"date": row["date"], "account_id": row["account_id"], "account_name": row["account_name"], "approved": row["approved"],
		"cleared": row["cleared"], "deleted": false,
	}
}

// compareMovements checks the movements of money assigned to a category and taken back.
func (h *planFile) compareMovements(g *clientOutput, category string) {
	for _, call := range []string{"movements", "monthMovements"} {
		var all []object
		for _, m := range records(g.Got[call]["money_movements"]) {
			if m["note"] != "Brought with the budget" {
				all = append(all, m)
			}
		}
		if len(all) > 0 || call == "movements" {
			into, from := having(all, "to_category_id", category), having(all, "from_category_id", category)
			if len(all) != 2 || len(into) != 1 || len(from) != 1 || into[0]["amount"] != 12340.0 || from[0]["amount"] != 12340.0 {
				h.Errorf("%s: movements %v, want one into the category and one out of it", call, all)
			}
		}
	}
	for _, call := range []string{"movementGroups", "monthMovementGroups"} {
		if groups := records(g.Got[call]["money_movement_groups"]); len(groups) > 0 {
			h.Errorf("%s: groups of movements %v, want none", call, groups)
		}
	}
}
