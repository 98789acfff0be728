package layering_test

import (
	"fmt"
	"strings"
)

// complaint says why package name may not import path, nothing when it may.
func complaint(name, path string) string {
	floor := floors[name]
	if !within(path, module) {
		if floor <= pureFloor && outside(path) {
			return fmt.Sprintf("%s on floor %d may not know %s: floors 0 to %d know no clock, database, network or file",
				name, floor, path, pureFloor)
		}
		return ""
	}
	if forTests[path] {
		return fmt.Sprintf("%s imports %s, which is for tests", name, path)
	}
	other := strings.TrimPrefix(path, rooms)
	near := nearComplaint(name, other)
	switch {
	case !known(other):
		return fmt.Sprintf("%s imports %s, which stands on no floor", name, other)
	case near != "":
		return near
	case floors[other] < floor || beside(name, other):
		return ""
	}
	return fmt.Sprintf("%s on floor %d imports %s on floor %d: imports go downwards", name, floor, other, floors[other])
}

// testComplaint is complaint for the tests of a package: they may also use what is for tests, and their own floor.
func testComplaint(name, path string) string {
	other, inHouse := strings.CutPrefix(path, rooms)
	if !inHouse || forTests[path] || (known(other) && floors[other] <= floors[name]) {
		return ""
	}
	return fmt.Sprintf("%s: tests on floor %d import %s on floor %d", name, floors[name], other, floors[other])
}

// outside reports whether a standard or foreign package reaches the world outside the program.
func outside(path string) bool {
	if netWithoutNetwork[path] {
		return false
	}
	for _, root := range outsideWorld {
		if within(path, root) {
			return true
		}
	}
	return false
}
