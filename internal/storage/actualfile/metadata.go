package actualfile

import (
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"time"

	"github.com/google/uuid"

	"holdover/internal/base/apperr"
	"holdover/internal/base/money"
	"holdover/internal/model/conversion"
	"holdover/internal/model/ynabdoc"
)

// metadata is the file metadata.json. Until 2024 it also had the preferences.
type metadata struct {
	ID                  string `json:"id"`
	BudgetName          string `json:"budgetName"`
	CloudFileID         string `json:"cloudFileId,omitempty"`
	LastSyncedTimestamp string `json:"lastSyncedTimestamp,omitempty"`
	ResetClock          bool   `json:"resetClock"`

	BudgetType   string `json:"budgetType,omitempty"`
	DateFormat   string `json:"dateFormat,omitempty"`
	NumberFormat string `json:"numberFormat,omitempty"`
}

// maxMetadata is the largest metadata.json, in bytes.
const maxMetadata = 1 << 20

func readMetadata(file *conversion.File) (*metadata, error) {
	r, err := file.Open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	text, err := io.ReadAll(io.LimitReader(r, maxMetadata+1))
	if err != nil {
		return nil, err
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(text, &members); err != nil || len(text) > maxMetadata {
		return nil, apperr.New(apperr.Invalid, "%s is not a JSON object", file.Name).WithCause(err).WithHint(exportAgainHint)
	}
	meta := &metadata{}
	for name, to := range map[string]*string{
		"id": &meta.ID, "budgetName": &meta.BudgetName, "cloudFileId": &meta.CloudFileID, "lastSyncedTimestamp": &meta.LastSyncedTimestamp,
		"budgetType": &meta.BudgetType, "dateFormat": &meta.DateFormat, "numberFormat": &meta.NumberFormat,
	} {
		if value := members[name]; value != nil && string(value) != "null" {
			if err := json.Unmarshal(value, to); err != nil {
				return nil, apperr.New(apperr.Invalid, "%s: %s is not a text", file.Name, name).WithCause(errors.Unwrap(err)).WithHint(exportAgainHint)
			}
			*to = clip(strings.ToValidUTF8(*to, "�"))
		}
	}
	return meta, nil
}

// planID returns the id of the budget. Actual keeps the id in metadata.json when a budget is exported, imported,
// uploaded, or downloaded to another device. The ids of the server's file change when a budget is uploaded again.
func (m *metadata) planID() string {
	id := m.ID
	if id == "" {
		id = m.CloudFileID
	}
	return uuid.NewSHA1(uuid.NameSpaceOID, []byte("actual budget "+id)).String()
}

// dateFormats maps the names of Actual's date formats to those of the source.
var dateFormats = map[string]string{
	"MM/dd/yyyy": "MM/DD/YYYY", "dd/MM/yyyy": "DD/MM/YYYY", "yyyy-MM-dd": "YYYY-MM-DD", "MM.dd.yyyy": "MM.DD.YYYY", "dd.MM.yyyy": "DD.MM.YYYY", "dd-MM-yyyy": "DD-MM-YYYY",
}

// numberFormats maps the names of Actual's number formats to those of Holdover.
var numberFormats = map[string]money.Numbers{
	"comma-dot": money.CommaPoint, "dot-comma": money.PointComma, "space-comma": money.SpaceComma, "apostrophe-dot": money.ApostrophePoint, "comma-dot-in": money.CommaPoint,
}

// wholeUnits lists the currencies that Actual stores in whole units. All others have cents.
var wholeUnits = map[string]bool{"IRR": true, "JPY": true, "KRW": true}

// unitOf returns the value of 1 in the database of a budget in a currency.
func unitOf(currency string) money.Milli {
	if wholeUnits[currency] {
		return 1000
	}
	return 10
}

// preferences are the settings of the budget that concern its content.
type preferences struct {
	tracking bool
	currency string // "" if the file does not say
	dates    string
	numbers  money.Numbers
}

func (c *conversionState) readPreferences() error {
	values := map[string]string{"budgetType": c.meta.BudgetType, "dateFormat": cmp.Or(c.meta.DateFormat, "MM/dd/yyyy"), "numberFormat": c.meta.NumberFormat}
	if c.has("preferences") {
		err := c.each("SELECT id, value FROM preferences WHERE id IN ('budgetType', 'dateFormat', 'numberFormat', 'defaultCurrencyCode')", func(r *record) {
			if id, value := r.id("preference"), r.text(); value != "" {
				values[id] = value
			}
		})
		if err != nil {
			return err
		}
	}
	c.prefs = preferences{
		tracking: values["budgetType"] == "tracking" || values["budgetType"] == "report", currency: values["defaultCurrencyCode"],
		dates: dateFormats[values["dateFormat"]], numbers: numberFormats[values["numberFormat"]],
	}
	c.unit = unitOf(c.prefs.currency)
	return nil
}

// setFormats sets the formats of dates and amounts. It returns the error of [conversion.AskCurrency] for a file without a
// currency, unless the user has chosen one. Another currency than the file's is an error, because the file's decides what
// its amounts mean.
func (c *conversionState) setFormats(head *ynabdoc.Plan) error {
	head.DateFormat.Format = c.prefs.dates
	if err := c.opts.CheckCurrency(c.prefs.currency); err != nil {
		return err
	}
	format, named := money.FormatOf(c.prefs.currency, c.prefs.numbers)
	if !named {
		format, named = money.FormatOf(c.opts.Currency, c.prefs.numbers)
	}
	if !named {
		return conversion.AskCurrency("Which currency is the budget in?", money.Currencies())
	}
	head.CurrencyFormat.Format = format
	return nil
}

// lastModified returns the time of the last change that is recorded in the file, or "".
func (c *conversionState) lastModified() (string, error) {
	last := timeOf(c.meta.LastSyncedTimestamp)
	see := func(r *record) {
		if at := timeOf(r.textUpTo(maxRecord)); at > last {
			last = at
		}
	}
	if c.tables["messages_crdt"]["timestamp"] {
		if err := c.each("SELECT max(timestamp) FROM messages_crdt", see); err != nil {
			return "", err
		}
	}
	if c.tables["messages_clock"]["clock"] {
		err := c.each("SELECT clock FROM messages_clock LIMIT 1", func(r *record) {
			var clock struct{ Timestamp string }
			if json.Unmarshal([]byte(r.textUpTo(maxRecord)), &clock) == nil && timeOf(clock.Timestamp) > last {
				last = timeOf(clock.Timestamp)
			}
		})
		if err != nil {
			return "", err
		}
	}
	return last, nil
}

// timeOf returns the time of a clock's value such as "2026-11-28T18:00:00.000Z-0000-9c2c5e104a72dfe9", or "".
func timeOf(clock string) string {
	const form = "2006-01-02T15:04:05.000Z"
	if len(clock) < len(form) {
		return ""
	}
	at, err := time.Parse(form, clock[:len(form)])
	if err != nil || at.Year() < 2000 { // the clock of a budget that was never synchronised is in 1970
		return ""
	}
	return at.Format(time.RFC3339)
}
