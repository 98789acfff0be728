package main

import (
	"os/exec"
	"strings"
	"testing"
)

func TestNewest(t *testing.T) {
	const changelog = "# Changelog\n\n## Unreleased\n\n## [1.2.0-rc.10] - 2026-11-28\n\nNew.\n\n### Added\n\n- A line\n\n## [1.1.0] - 2026-10-01\n\nOld.\n"
	v, notes, err := newest(changelog)
	if err != nil || v.String() != "1.2.0-rc.10" || notes != "New.\n\n### Added\n\n- A line\n" {
		t.Errorf("got %s, %q and error %v", v, notes, err)
	}
	v, notes, err = newest(strings.Replace(changelog, "-rc.10", "", 1))
	if err != nil || v.String() != "1.2.0" || !strings.HasPrefix(notes, "New.") {
		t.Errorf("got %s, %q and error %v", v, notes, err)
	}
	for _, other := range []string{"## Unreleased\n", "## [1.2] - 2026-11-28\n", "## [1.2.0-beta] - 2026-11-28\n", "## 1.2.0\n"} {
		if v, _, err := newest(other); err == nil {
			t.Errorf("%q: got %s, want an error", other, v)
		}
	}
}

// TestVersionsSort compares the versions of packages as dpkg and rpm do.
func TestVersionsSort(t *testing.T) {
	dpkg := needed(t, "dpkg")
	versions := []version{{"1.0.0", "1"}, {"1.0.0", "2"}, {"1.0.0", "10"}, {"1.0.0", ""}, {"1.0.1", "1"}, {"1.0.1", ""}, {"1.10.0", ""}}
	for i, v := range versions[1:] {
		before := (&release{version: versions[i]}).debianVersion() + "-1"
		after := (&release{version: v}).debianVersion() + "-1"
		if err := exec.Command(dpkg, "--compare-versions", before, "lt", after).Run(); err != nil {
			t.Errorf("dpkg sorts %s not before %s: %v", before, after, err)
		}
		if rpm, err := exec.LookPath("rpm"); err == nil {
			if order := command(t, ".", nil, rpm, "--eval", `%{lua:print(rpm.vercmp("`+before+`", "`+after+`"))}`); strings.TrimSpace(order) != "-1" {
				t.Errorf("rpm compares %s and %s: %s", before, after, order)
			}
		}
	}
}
