package ui

import (
	"io"
	"net/http/httptest"
	"strings"
	"testing"
)

// A name of 4,000 bytes made a header line that no proxy accepts; Windows cannot store a file CON; a direction mark
// hides the end of a file name.
func TestDownloadNamesAreValidOnEverySystem(t *testing.T) {
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
