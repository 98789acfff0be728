package web_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"holdover/internal/app"
	"holdover/internal/app/rows"
	"holdover/internal/base/civil"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
)

// Tests read the stored data with a second application next to the server ([walk.Env.Months]). The command line, a
// separate process, prints exactly the same while the server runs.
func TestTheCommandLineReadsWhileTheServerRuns(t *testing.T) {
	t.Parallel()
	world := walk.NewEnv(t, webtest.Pages)
	id := world.ImportSample(t)
	for n := range 2 {
		for command, beside := range map[string]any{
			"months": world.Months(t, id), "accounts": world.Accounts(t, id), "transactions": world.Rows(t, id),
		} {
			var told json.RawMessage
			world.Command(t, &told, command, id)
			if want := marshalled(t, beside); !bytes.Equal(marshalled(t, told), want) {
				t.Errorf("%s, after %d rows: the command prints %.300s, want %.300s", command, n, told, want)
			}
		}
		entry := rows.Entry{Account: world.AccountIDs(t, id)[0], Date: civil.MakeDate(2026, 6, 1), Amount: -5000, PayeeName: "Live"}
		if _, _, err := world.App.AddRow(t.Context(), app.Machine(), id, entry); err != nil {
			t.Fatal(err)
		}
	}
}

func marshalled(t *testing.T, v any) []byte {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
