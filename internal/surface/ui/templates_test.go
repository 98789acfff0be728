package ui

import (
	"strings"
	"testing"
)

// Icons are inserted into templates as text; a missing one is an error at start, not when a page is rendered.
func TestIconsAreInsertedIntoTemplates(t *testing.T) {
	t.Parallel()
	got, err := withConstants(`<p>{{icon "plus"}}{{piece}}{{icon .Class}}{{endpiece}}</p>`)
	if want := "<p>" + string(icons["plus"]) + PieceBegins + "{{icon .Class}}" + PieceEnds + "</p>"; err != nil || got != want {
		t.Errorf("%q, %v, want %q", got, err, want)
	}
	if _, err := withConstants(`{{icon "plus"}} {{icon "plsu"}} {{icon "cross"}}`); err == nil || !strings.Contains(err.Error(), `"plsu"`) {
		t.Errorf("a missing icon: error %v", err)
	}
}
