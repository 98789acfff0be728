package ynabdoc

import (
	"encoding/json"
	"fmt"
	"strings"

	"holdover/internal/base/apperr"
)

// notAPlan explains a JSON object without a plan; members are all members around the place of the plan.
func notAPlan(members []Raw, wrapped bool) *apperr.Error {
	for _, m := range members {
		switch m.Name {
		case "error":
			return refusal(m.Value)
		case "plans", "budgets":
			if strings.HasPrefix(m.Value, "[") {
				return planList(m.Name, m.Value)
			}
		case "masterCategories", "fileMetaData":
			return oldDesktop()
		}
	}
	names := make([]string, 0, len(members))
	for _, m := range members {
		if m.Name != "server_knowledge" {
			names = append(names, `"`+clip(oneLine(m.Name), 40)+`"`)
		}
	}
	switch {
	case len(names) == 0:
		return elsewhere("this is an empty JSON object", "")
	case wrapped:
		return elsewhere("this is another answer of YNAB's API ("+some(names)+"), not a whole plan", "Ask for /plans/<id>.")
	default:
		return elsewhere("this is a JSON document with "+some(names)+", but without a plan", "")
	}
}

func oldDesktop() *apperr.Error {
	return foreign("this is a budget file of YNAB 4, the older desktop program",
		"Pack the whole folder of the budget, whose name ends in .ynab4, and choose the ZIP file.")
}

func some(names []string) string {
	const most = 5
	if len(names) > most {
		return strings.Join(names[:most], ", ") + fmt.Sprintf(" and %d more", len(names)-most)
	}
	return strings.Join(names, ", ")
}

// refusal explains an error response of the API.
func refusal(value string) *apperr.Error {
	var body struct{ ID, Name, Detail any }
	_ = json.Unmarshal([]byte(value), &body) // whatever it is, it is an error
	id, name, detail := word(body.ID), word(body.Name), word(body.Detail)
	said := strings.Join(strings.Fields(id+" "+name), " ")
	if said == "" {
		said = clip(oneLine(value), 80)
	}
	if detail != "" {
		said += ": " + detail
	}
	return refusedWith("this is an error from YNAB, not a plan ("+said+")", id)
}

func word(v any) string {
	if v == nil {
		return ""
	}
	return clip(oneLine(fmt.Sprint(v)), 120)
}

// refusedWith returns the error for an API error id.
func refusedWith(what, id string) *apperr.Error {
	status, _, _ := strings.Cut(id, ".")
	switch {
	case status == "401":
		return elsewhere(what, "The token is wrong or was revoked. Make a new one in YNAB's developer settings.")
	case id == "403.1", id == "403.2":
		return elsewhere(what, "The subscription has ended; renew it, or use a document saved before.")
	case status == "403":
		return elsewhere(what, "The token may not read this. Make a personal access token.")
	case status == "404":
		return elsewhere(what, "The plan's id is wrong; /plans lists them all.")
	case status == "429":
		return foreign(what, "YNAB answers 200 requests an hour. Wait an hour and ask again.")
	case strings.HasPrefix(status, "5"):
		return foreign(what, "YNAB has a problem. Try again later.")
	}
	return elsewhere(what, "")
}

// planList returns the error for the list of plans.
func planList(name, value string) *apperr.Error {
	var list []struct{ ID, Name any }
	_ = json.Unmarshal([]byte(value), &list) // without entries the sentence is still correct
	what := "this is the list of plans, not one plan"
	if len(list) == 0 || word(list[0].ID) == "" {
		return elsewhere(what, "Get one of them with /"+name+"/<id>.")
	}
	return elsewhere(what, fmt.Sprintf("Get one of them with /%s/<id>: for %q that is /%s/%s.", name, word(list[0].Name), name, word(list[0].ID)))
}

// whole refuses a document with a plan's name or one of its arrays, but without the plan.
func whole(doc *Document) error {
	var present []string
	for i, f := range plans.fields {
		if isArray(f.name) && doc.Plan.present&(1<<i) != 0 {
			present = append(present, f.name)
		}
	}
	switch {
	case len(present) == 0:
		return elsewhere("this is the summary of a plan, without accounts, categories, months and transactions", "Ask for /plans/<id>.")
	case len(present) == 1 && doc.LeadingKey == "" && doc.Plan.Name == "" && doc.Plan.ID == "":
		return elsewhere("this is a part of a plan ("+present[0]+" alone), not a whole one", "Ask for /plans/<id>.")
	}
	return nil
}
