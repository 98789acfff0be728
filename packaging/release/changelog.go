package main

import (
	"errors"
	"regexp"
	"strings"
)

// version is a version of Holdover, such as 1.2.0, or 1.2.0-rc.1 before its release.
type version struct {
	number    string // 1.2.0
	candidate string // 1 for rc.1, "" for a release
}

func (v version) String() string {
	if v.candidate == "" {
		return v.number
	}
	return v.number + "-rc." + v.candidate
}

// heading matches the heading of a version in CHANGELOG.md.
var heading = regexp.MustCompile(`(?m)^## \[(\d+\.\d+\.\d+)(?:-rc\.(\d+))?\] - \d{4}-\d\d-\d\d$`)

// newest returns the first version of CHANGELOG.md and its section without the heading.
func newest(changelog string) (version, string, error) {
	found := heading.FindStringSubmatchIndex(changelog)
	if found == nil {
		return version{}, "", errors.New("CHANGELOG.md has no heading of a version, such as: ## [1.2.0] - 2026-11-28, or ## [1.2.0-rc.1] - 2026-11-28")
	}
	v := version{number: changelog[found[2]:found[3]]}
	if found[4] >= 0 {
		v.candidate = changelog[found[4]:found[5]]
	}
	section, _, _ := strings.Cut(changelog[found[1]:], "\n## ")
	return v, strings.TrimSpace(section) + "\n", nil
}
