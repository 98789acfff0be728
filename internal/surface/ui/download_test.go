package ui

import (
	"io"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestDownloadNamesAreValidOnEverySystem downloads budgets whose names are invalid as file names. A name of 4,000 bytes
// is longer than file systems and many proxies allow, Windows reserves CON, ".." is a folder, and U+202E displays the
// text after it from right to left, which can disguise the suffix.
func TestDownloadNamesAreValidOnEverySystem(t *testing.T) {
	for name, want := range map[string]string{
		strings.Repeat("u", 4000): `attachment; filename=` + strings.Repeat("u", 120) + `.json`,
		"CON":                     `attachment; filename=_CON.json`,
		"Ours\u202egpj":           `attachment; filename=Oursgpj.json`,
		"..":                      `attachment; filename=Budget.json`,
	} {
		response := httptest.NewRecorder()
		err := new(Request).Download(response, name, ".json", "application/json", func(body io.Writer) error {
			_, err := io.WriteString(body, "{}")
			return err
		})
		if got := response.Header().Get("Content-Disposition"); err != nil || got != want {
			t.Errorf("%.20q: got the header %s and the error %v, want %s and none", name, got, err, want)
		}
	}
}
