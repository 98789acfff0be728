package api_test

import (
	"strconv"
	"strings"
	"testing"

	"holdover/internal/app"
	"holdover/internal/app/rows"
	"holdover/internal/base/civil"
	"holdover/internal/base/geo"
)

// A place stored with a transaction is served like those from a plan, also in a delta; a removed one is returned as
// deleted.
func TestStoredPlacesAreServed(t *testing.T) {
	s := serve(t, 0, "--seed", "33", "--years", "1", "--tx", "50")
	entry := rows.Entry{Date: civil.MakeDate(2026, 1, 5), Amount: -1000, PayeeName: "Fish", Place: &geo.Point{Latitude: 52.520008, Longitude: -13.404954}}
	accounts, err := s.app.Accounts(t.Context(), app.Machine(), s.id)
	if err != nil {
		t.Fatal(err)
	}
	entry.Account = accounts[0].ID
	before, err := s.app.Knowledge(t.Context(), app.Machine(), s.id)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := s.app.AddRow(t.Context(), app.Machine(), s.id, entry); err != nil {
		t.Fatal(err)
	}
	says := func(path, want string) string {
		t.Helper()
		resp, body := exchange(t, "GET", s.url+"/plans/"+s.id+path, "", bearer(token))
		text := string(body)
		if resp.StatusCode != 200 || !strings.Contains(text, want) {
			t.Fatalf("GET %s: status %d, want %q in: %s", path, resp.StatusCode, want, text)
		}
		return text
	}
	const kept = `"latitude":"52.5200","longitude":"-13.4050","deleted":false`
	list := says("/payee_locations", kept)
	id := strings.Split(list[strings.LastIndex(list[:strings.Index(list, kept)], `"id":"`):], `"`)[3]
	says("/payee_locations/"+id, kept)
	since := "?last_knowledge_of_server=" + strconv.FormatInt(before, 10)
	says(since, kept)
	if _, err := s.app.RemovePlace(t.Context(), app.Machine(), s.id, id); err != nil {
		t.Fatal(err)
	}
	says(since, strings.Replace(kept, "false", "true", 1))
}
