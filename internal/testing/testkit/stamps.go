package testkit

import (
	"errors"
	"regexp"
)

var (
	stampAround = regexp.MustCompile(` data-around="([^"]+)"`)
	stampOf     = regexp.MustCompile(` data-is="([^"]+)"`)
)

// Stamps returns the hashes of a page and its fragments as a script sends them in the header Holdover-Has.
func Stamps(page string) (string, error) {
	around := stampAround.FindStringSubmatch(page)
	if around == nil {
		return "", errors.New("the page has no stamp")
	}
	stamps := around[1]
	for _, piece := range stampOf.FindAllStringSubmatch(page, -1) {
		stamps += " " + piece[1]
	}
	return stamps, nil
}
