package testkit

import (
	"bytes"
	_ "embed"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/klauspost/compress/gzip"
)

// HouseholdName is the file name that the household's document would have had.
const HouseholdName = "Household.json"

//go:embed testdata/household.json.gz
var household []byte

// Household gives the plan document of a household of three years that chance wrote (oracle/makehousehold.py): 2,400
// transactions on seven accounts, for tests that need a budget of some size and always the same. What is scheduled in it comes
// on later days than today, on whatever day that is.
func Household() (io.ReadCloser, error) {
	doc, err := householdOfToday()
	return io.NopCloser(bytes.NewReader(doc)), err
}

var householdOfToday = sync.OnceValues(func() ([]byte, error) {
	packed, err := gzip.NewReader(bytes.NewReader(household))
	if err != nil {
		return nil, fmt.Errorf("read the household's document: %w", err)
	}
	doc, err := io.ReadAll(packed)
	if err != nil {
		return nil, fmt.Errorf("read the household's document: %w", err)
	}
	return movedOn(doc, time.Now()), nil
})

// coming are the days of the household's scheduled transactions: the next one of each in its document, and the nth after it.
var coming = map[string]func(n int) time.Time{
	"2026-11-28": func(n int) time.Time { return time.Date(2026, 11, 28+7*n, 0, 0, 0, 0, time.UTC) },
	"2026-11-30": func(n int) time.Time { return time.Date(2026, time.Month(12+n), 0, 0, 0, 0, 0, time.UTC) }, // the last of a month
	"2027-02-15": func(n int) time.Time { return time.Date(2027+n, 2, 15, 0, 0, 0, 0, time.UTC) },
}

// movedOn is a document of which nothing that is scheduled is due now, wherever on Earth that is.
func movedOn(doc []byte, now time.Time) []byte {
	const member = `"date_next":"`
	for was, nth := range coming {
		n := 0
		for !nth(n).After(now.AddDate(0, 0, 1)) {
			n++
		}
		doc = bytes.ReplaceAll(doc, []byte(member+was), []byte(member+nth(n).Format(time.DateOnly)))
	}
	return doc
}
