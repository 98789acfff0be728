package importer

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"holdover/internal/base/apperr"
	"holdover/internal/model/ynabdoc"
)

func TestAPlanOfThousandsOfYearsIsRefused(t *testing.T) {
	const text = `{"plan":{"id":"p","name":"Far","accounts":[{"id":"a","name":"A","type":"cash","on_budget":true}],"transactions":[
		{"id":"t1","date":"%s","amount":1000,"account_id":"a"},{"id":"t2","date":"2026-12-31","amount":2000,"account_id":"a"}]}}`
	const years = "a budget keeps the years from 1900 to 2199"
	for date, want := range map[string]string{
		"0001-01-01": "transactions[0] (id t1) is dated 0001-01-01: " + years, "0206-05-01": "transactions[0] (id t1) is dated 0206-05-01: " + years,
		"1899-12-31": "transactions[0] (id t1) is dated 1899-12-31: " + years, "2200-01-01": "transactions[0] (id t1) is dated 2200-01-01: " + years,
		"9999-12-31": "transactions[0] (id t1) is dated 9999-12-31: " + years, "2199-12-31": "",
		"1900-01-01": "",
	} {
		doc, err := ynabdoc.Decode(strings.NewReader(strings.Replace(text, "%s", date, 1)))
		if err != nil {
			t.Fatal(err)
		}
		_, _, err = Import(doc, Options{NewID: func() string { return "new" }})
		switch {
		case want == "" && err != nil:
			t.Errorf("%s is refused: %v", date, err)
		case want != "" && (err == nil || err.Error() != want || apperr.KindOf(err) != apperr.Invalid):
			t.Errorf("%s: %v, want %s", date, err, want)
		}
	}
}

// Scheduled transactions are limited to the same years.
func TestAScheduleInTheFarFutureIsRefused(t *testing.T) {
	for _, date := range []string{"9999-12-31", "0206-05-01"} {
		doc, err := ynabdoc.Decode(strings.NewReader(`{"plan":{"id":"p","name":"Far","accounts":[{"id":"a","name":"A","type":"cash","on_budget":true}],
			"scheduled_transactions":[{"id":"s","date_first":"2026-01-01","date_next":"` + date + `","frequency":"monthly","amount":1000,"account_id":"a"}]}}`))
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err = Import(doc, Options{NewID: func() string { return "new" }}); err == nil || !strings.Contains(err.Error(), "scheduled_transactions[0] (id s)") {
			t.Errorf("%s: error %v, want one that names the schedule", date, err)
		}
	}
}

// A plan with hundreds of thousands of categories of one name took hours to get unique names, and then a gigabyte of
// memory.
func TestAPlanWithTooManyRecordsIsRefused(t *testing.T) {
	read := func(n, year int, of string) error {
		doc, err := ynabdoc.Decode(strings.NewReader(fmt.Sprintf(`{"plan":{"id":"p","name":"Large","accounts":[{"id":"a","name":"A","type":"cash","on_budget":true}],
			"transactions":[{"id":"t1","date":"%d-01-01","amount":1000,"account_id":"a"},{"id":"t2","date":"2026-12-31","amount":2000,"account_id":"a"}],
			"category_groups":[{"id":"g","name":"g"}],"categories":[{"id":"c","name":"c","category_group_id":"g"}%s]}}`, year, strings.Repeat(of, n-1))))
		if err != nil {
			t.Fatal(err)
		}
		id := 0
		_, _, err = Import(doc, Options{NewID: func() string { id++; return strconv.Itoa(id) }})
		return err
	}
	const twin = `,{"id":"c","name":"c","category_group_id":"h"}`
	for _, c := range []struct {
		n, year int
		want    string
	}{
		{2000, 2026, ""}, {19_000, 2026, ""}, {200_000, 2026, "categories: a budget keeps at most 20000"}, {15_000, 1990, "figures"},
	} {
		if err := read(c.n, c.year, twin); c.want == "" && err != nil || c.want != "" && (apperr.KindOf(err) != apperr.Invalid || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%d categories since %d: error %v", c.n, c.year, err)
		}
	}
}
