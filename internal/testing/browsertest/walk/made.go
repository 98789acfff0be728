package walk

import (
	"bytes"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"holdover/internal/app"
	"holdover/internal/app/rows"
	"holdover/internal/app/schedules"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/testing/testkit"
)

// Generated returns the path of a plan written by oracle/genplan.py, copied for the test.
func Generated(t testing.TB, options ...string) string {
	t.Helper()
	text := testkit.Must(os.ReadFile(testkit.Plan(t, options...)))(t)
	path := filepath.Join(t.TempDir(), "plan.json")
	testkit.NoError(t, os.WriteFile(path, text, 0o600))
	return path
}

// UglyPayees are names that are difficult to display in lists.
var UglyPayees = []string{
	"LIDL 1234", "Lidl", "lídl", strings.Repeat("Very long name of a shop ", 12) + "end", "חנות הספרים של רחוב אלנבי", "🍕 Pizza & Söhne 🍕", "<b>Bold</b> & \"quoted\"",
}

// AddPayees adds to a budget a row for each of the payees with unusual names, and two of Lidl.
func (w *Env) AddPayees(t testing.TB, id string) {
	t.Helper()
	accounts := testkit.Must(w.App.Accounts(t.Context(), app.Machine(), id))(t)
	for i, name := range append(UglyPayees, "Lidl") {
		entry := rows.Entry{Account: accounts[0].ID, Date: civil.MakeDate(2026, 11, 1+i), Amount: -1000, PayeeName: name}
		w.addRow(t, id, entry)
	}
}

func (w *Env) addRow(t testing.TB, id string, entry rows.Entry) {
	t.Helper()
	_, _, err := w.App.AddRow(t.Context(), app.Machine(), id, entry)
	testkit.NoError(t, err)
}

// AddGiro creates an account with cleared rows of 80.00 and three uncleared ones.
func (w *Env) AddGiro(t *testing.T, id string) string {
	t.Helper()
	ctx, me := t.Context(), app.Machine()
	_, account, err := w.App.AddAccount(ctx, me, id, app.AccountEntry{Name: "Giro", Type: "checking", OnBudget: true, Balance: 100_000, Date: 20261101})
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		day     civil.Date
		amount  money.Milli
		cleared string
		memo    string
	}{
		{20261102, -20_000, "cleared", "Landlord"}, {20261112, -3_200, "uncleared", "Baker"}, {20261113, -5_500, "uncleared", "Café <b>Noir</b>"}, {20261114, -7_000, "uncleared", "חנות"},
	} {
		entry := rows.Entry{Account: account, Date: row.day, Amount: row.amount, Cleared: row.cleared, Memo: row.memo}
		w.addRow(t, id, entry)
	}
	return account
}

// Picture returns a picture of 60 by 90 pixels, as a receipt.
func Picture(t testing.TB) []byte {
	t.Helper()
	var b bytes.Buffer
	testkit.NoError(t, png.Encode(&b, image.NewGray(image.Rect(0, 0, 60, 90))))
	return b.Bytes()
}

// UglyPlan returns the path of a plan with a year of 300 rows, names in many scripts, duplicates and splits.
func UglyPlan(t *testing.T) string {
	return Generated(t, "--seed", "3", "--years", "1", "--tx", "300")
}

// UglySchedules creates a budget with scheduled transactions of all kinds: due, refused, undone, split, a transfer,
// of an unknown frequency.
func (w *Env) UglySchedules(t testing.TB) string {
	t.Helper()
	ctx, me, id := t.Context(), app.Machine(), w.ImportSample(t)
	w.AddPayees(t, id)
	accounts := testkit.Must(w.App.Accounts(ctx, me, id))(t)
	today := civil.DateOf(time.Now())
	for i, name := range append(UglyPayees, "Salary", "") {
		entry := schedules.Entry{Frequency: []string{"daily", "monthly", "twiceAMonth", "never", "weekly"}[i%5], AutoEnter: i%2 == 0, Entry: rows.Entry{
			Account: accounts[i%3].ID, Date: today.AddDays(6*i - 8), Amount: -1234560, PayeeName: name, Memo: strings.Repeat("note ", 10*(i%2)), FlagColour: []string{"", "red"}[i%2],
		}}
		switch i {
		case 1:
			entry.PayeeName, entry.TransferTo = "", accounts[2].ID
		case 2:
			entry.Parts = []rows.PartEntry{{Amount: -1000000}, {Amount: -234560, Memo: "<i>part</i>"}}
		case len(UglyPayees):
			entry.Amount = 3210000
		}
		if _, _, err := w.App.AddScheduled(ctx, me, id, entry); err != nil {
			t.Fatal(err)
		}
	}
	closed := accounts[0].ID
	if balance := accounts[0].Balance; balance != 0 {
		w.addRow(t, id, rows.Entry{Account: closed, Date: today, Amount: -balance, PayeeName: "The rest"})
	}
	testkit.Must(w.App.CloseAccount(ctx, me, id, closed, app.ClosingTransfer{}))(t)
	return id
}
