package api_test

import "strings"

// compareRows compares every list of transactions with the file.
func (h *planFile) compareRows(g *clientOutput) {
	all := h.registerRows()
	lists := map[string][]object{
		"transactions":        all,
		"unapproved":          having(all, "approved", false),
		"uncategorized":       h.uncategorised(all),
		"accountTransactions": having(all, "account_id", g.Row["account_id"]),
		"monthTransactions":   nil,
	}
	for _, r := range all {
		if strings.HasPrefix(r["date"].(string), g.Month[:8]) {
			lists["monthTransactions"] = append(lists["monthTransactions"], r)
		}
	}
	for call, want := range lists {
		h.compareRowList(call, want, records(g.Got[call]["transactions"]))
	}
	h.compareRowList("transaction", having(all, "id", g.Row["id"]), []object{g.Got["transaction"]["transaction"].(object)})
	h.compareRowList("categoryTransactions", h.wantedLines(all, "category_id", g.Row["category_id"]), records(g.Got["categoryTransactions"]["transactions"]))
	h.compareRowList("payeeTransactions", h.wantedLines(all, "payee_id", g.Row["payee_id"]), records(g.Got["payeeTransactions"]["transactions"]))
	scheduled := h.withParts("scheduled_transactions", "scheduled_subtransactions", "scheduled_transaction_id")
	h.compareRowList("scheduled", scheduled, records(g.Got["scheduled"]["scheduled_transactions"]))
	if len(scheduled) > 0 {
		one, _ := g.Got["oneScheduled"]["scheduled_transaction"].(object)
		h.compareRowList("oneScheduled", having(scheduled, "id", one["id"]), []object{one})
	}
}

// registerRows returns the file's transactions as in the lists of the API.
func (h *planFile) registerRows() []object {
	return h.withParts("transactions", "subtransactions", "transaction_id")
}

// withParts returns the rows of an array as in the lists of the API: with names, and with their parts inside. rowID is
// the member of a part that contains the id of its row.
func (h *planFile) withParts(array, parts, rowID string) []object {
	byRow := map[any][]any{}
	for _, p := range h.live(parts) {
		byRow[p[rowID]] = append(byRow[p[rowID]], h.withNames(p))
	}
	var out []object
	for _, r := range h.live(array) {
		listed := h.withNames(r)
		listed["subtransactions"] = byRow[r["id"]]
		if len(byRow[r["id"]]) > 0 {
			listed["category_name"] = "Split"
		}
		out = append(out, listed)
	}
	return out
}

// withNames returns a row or part with the names of the records that it refers to.
func (h *planFile) withNames(r object) object {
	out := object{}
	for member, value := range r {
		out[member] = value
		if kind, ok := strings.CutSuffix(member, "_id"); ok && (kind == "account" || kind == "payee" || kind == "category") {
			if id, given := value.(string); given {
				out[kind+"_name"] = h.names[id]
			}
		}
	}
	if out["category_id"] == nil {
		out["category_name"] = "Uncategorized"
	}
	return out
}

// compareRowList compares rows and their parts.
func (h *planFile) compareRowList(where string, want, got []object) {
	if len(want) != len(got) {
		h.Errorf("%s: %d rows, want %d", where, len(got), len(want))
	}
	for _, w := range want {
		found := having(got, "id", w["id"])
		if len(found) != 1 {
			h.Errorf("%s: row %v occurs %d times, want once", where, w["id"], len(found))
			continue
		}
		h.compareRecord(where, w, found[0], "subtransactions")
		if parts, given := w["subtransactions"]; given {
			h.compareRecords(where+": parts", records(parts), records(found[0]["subtransactions"]))
		}
	}
}

// uncategorised returns the rows of budget accounts that have a line without a category. Lines of transfers between
// budget accounts do not count, since they need no category.
func (h *planFile) uncategorised(all []object) []object {
	onBudget := map[any]bool{}
	for _, a := range h.live("accounts") {
		onBudget[a["id"]] = a["on_budget"] == true
	}
	var out []object
	for _, r := range all {
		lines := records(r["subtransactions"])
		if len(lines) == 0 {
			lines = []object{r}
		}
		for _, line := range lines {
			if onBudget[r["account_id"]] && line["category_id"] == nil && !onBudget[line["transfer_account_id"]] {
				out = append(out, r)
				break
			}
		}
	}
	return out
}

// wantedLines returns the lines of a category or payee, whose id is the value of a member. A line is a row without parts
// or a part of a split. If a row has the value itself, its parts that lack the member take it from the row. The lines of
// a split are only its parts, unless none of them has the value.
func (h *planFile) wantedLines(all []object, member string, value any) []object {
	var out []object
	for _, r := range all {
		parts := records(r["subtransactions"])
		matching := having(parts, member, value)
		if len(matching) == 0 && r[member] == value {
			out = append(out, wantedLine(r, r, "transaction"))
		}
		if len(matching) > 0 && r[member] == value {
			matching = append(matching, having(parts, member, nil)...)
		}
		for _, p := range matching {
			line := wantedLine(r, p, "subtransaction")
			line["parent_transaction_id"] = r["id"]
			out = append(out, line)
		}
	}
	return out
}

// wantedLine returns the line of a row, or of one of its parts.
func wantedLine(row, rowOrPart object, kind string) object {
	return object{
		"id": rowOrPart["id"], "type": kind, "amount": rowOrPart["amount"], "category_id": rowOrPart["category_id"], "category_name": rowOrPart["category_name"],
		"date": row["date"], "account_id": row["account_id"], "account_name": row["account_name"], "approved": row["approved"],
		"cleared": row["cleared"], "deleted": false,
	}
}

// compareMovements checks the movements that moveThereAndBack made: one into the category and one out of it.
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
			if len(all) != 2 || len(into) != 1 || len(from) != 1 || into[0]["amount"] != float64(movedAmount) || from[0]["amount"] != float64(movedAmount) {
				h.Errorf("%s: movements %v, want %d milliunits into the category and out of it", call, all, movedAmount)
			}
		}
	}
	// A group contains the movements of one change. Each change here moved money of one category only.
	for _, call := range []string{"movementGroups", "monthMovementGroups"} {
		if groups := records(g.Got[call]["money_movement_groups"]); len(groups) > 0 {
			h.Errorf("%s: groups of movements %v, want none", call, groups)
		}
	}
}
