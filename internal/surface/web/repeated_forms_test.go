package web_test

import (
	"net/http"
	"net/url"
	"testing"

	"holdover/internal/app"
	"holdover/internal/testing/testkit"
)

// TestRepeatedFormsChangeOnce: a form that a browser sent again, after going back or after a lost response, was entered
// twice. With other values it is refused once, so that the correction of a saved form is neither lost nor entered in
// addition without a question.
func TestRepeatedFormsChangeOnce(t *testing.T) {
	c := newTwoUsers(t)
	twice := func(path, do, words string, fields url.Values, says string) {
		c.Helper()
		c.anna.Open(c.home(path))
		page, at := c.anna.Page, c.anna.At
		for range 2 {
			c.anna.Page, c.anna.At = page, at
			c.anna.CheckStatus(c.anna.Send(do, words, fields), http.StatusOK, says)
		}
		c.anna.Page, c.anna.At = page, at
	}
	row := func(amount string) url.Values { return url.Values{"payee": {"Repeated"}, "amount": {amount}} }
	twice("/rows/new?account="+url.QueryEscape(c.account), "/do/add-row", "Payee", row("12.50"), "Added ")
	if got := c.rows("Repeated"); len(got) != 1 || got[0].Amount != -12_500 {
		t.Fatalf("%+v", got)
	}
	c.anna.CheckStatus(c.anna.Send("/do/add-row", "Payee", row("13.50")), http.StatusConflict, "This form was already saved at ", "with other values: Added ", "Save again to save these values too")
	c.anna.CheckStatus(c.anna.Send("/do/add-row", "Payee", row("13.50")), http.StatusOK, "Added ")
	if got := c.rows("Repeated"); len(got) != 2 {
		t.Errorf("%+v", got)
	}
	twice("/accounts/new?type=cash", "/accounts", "Amount", url.Values{"name": {"Purse"}, "amount": {"20"}}, "Added the account Purse")
	rule := url.Values{"what": {"payee is"}, "text": {"Repeated"}, "notes": {"from a rule"}, "act": {"save"}}
	twice("/rules/new", "/rules/form", "Then set", rule, "rule")
	if got := testkit.Must(c.world.App.RulesOf(t.Context(), app.Machine(), c.id))(t); len(got) != 1 {
		t.Errorf("%d rules", len(got))
	}
}
