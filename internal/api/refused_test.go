package api_test

import (
	"strings"
	"testing"

	"holdover/internal/testkit"
)

// refused makes a call that has to be refused at a field, in words.
func (s *served) refused(t *testing.T, method, path, body, field, says string) {
	t.Helper()
	var said struct {
		Error struct{ Detail, Field string }
	}
	status, text := s.send(t, method, "/plans/"+s.id+path, token, body)
	unmarshal(t, text, &said)
	if status != 400 || said.Error.Field != field || !strings.Contains(said.Error.Detail, says) {
		t.Errorf("%s %s %.200s: %d %.400s, want %q at %q", method, path, body, status, text, says, field)
	}
}

// A body in Latin-1 was saved with another character in the place of each letter that is no ASCII.
func TestABodyIsUTF8(t *testing.T) {
	s := serve(t, 0, testkit.Today("--seed", "63", "--years", "1", "--tx", "30")...)
	s.refused(t, "POST", "/payees", "{\"payee\":{\"name\":\"B\xe4cker\"}}", "", "UTF-8")
	s.answered(t, "POST", "/payees", `{"payee":{"name":"Bäcker"}}`, 201, nil)
}
