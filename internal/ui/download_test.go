package ui

import (
	"io"
	"net/http/httptest"
	"strings"
	"testing"
)

// A name of 4,000 bytes made a header line that no proxy passes on; Windows keeps no file CON; a mark of direction hides what a
// file's name ends with.
func TestDownloadsHaveNamesThatEverySystemTakes(t *testing.T) {
	for name, want := range map[string]string{
		strings.Repeat("u", 4000): `attachment; filename=` + strings.Repeat("u", 120) + `.json`,
		"CON":                     `attachment; filename=_CON.json`,
		"Ours\u202egpj":           `attachment; filename=Oursgpj.json`,
		"..":                      `attachment; filename=Budget.json`,
	} {
		w := httptest.NewRecorder()
		err := new(Request).Download(w, name, ".json", "application/json", func(w io.Writer) error {
			_, err := io.WriteString(w, "{}")
			return err
		})
		if got := w.Header().Get("Content-Disposition"); err != nil || got != want {
			t.Errorf("%.20q: %s, want %s (%v)", name, got, want, err)
		}
	}
}
