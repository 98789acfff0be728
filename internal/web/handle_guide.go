package web

import (
	"net/http"

	"holdover/internal/guide"
)

// GuidePage says how to get the file.
type GuidePage struct {
	Frame
	Ways  []guide.Way
	Token []string
}

func (*GuidePage) template() string { return "guide" }

func (s *site) guide(w http.ResponseWriter, r *http.Request) error {
	return s.pages.render(w, r, http.StatusOK, guidePage())
}

func guidePage() *GuidePage {
	return &GuidePage{Frame: Frame{Title: "How to get the file"}, Ways: guide.Ways(), Token: guide.Token()}
}
