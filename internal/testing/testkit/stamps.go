package testkit

import (
	"errors"
	"regexp"
)

// The attributes of a page that contain stamps (see internal/surface/ui/pieces.go).
var (
	aroundAttribute = regexp.MustCompile(` data-around="([^"]+)"`) // of the text around the pieces
	pieceAttribute  = regexp.MustCompile(` data-is="([^"]+)"`)     // of a piece
)

// Stamps returns the value of the header Holdover-Has that a script sends for a page: the stamp of the text around the
// page's pieces, then those of the pieces in order. A stamp is a hash of a text. It returns an error if the page has none.
func Stamps(page string) (string, error) {
	around := aroundAttribute.FindStringSubmatch(page)
	if around == nil {
		return "", errors.New("the page has no stamp")
	}
	stamps := around[1]
	for _, piece := range pieceAttribute.FindAllStringSubmatch(page, -1) {
		stamps += " " + piece[1]
	}
	return stamps, nil
}
