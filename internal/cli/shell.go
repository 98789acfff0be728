package cli

import "strings"

// shellName is a name as a person types it in a shell: quoted where it needs to be.
func shellName(name string) string {
	if name != "" && !strings.ContainsFunc(name, needsQuoting) {
		return name
	}
	return "'" + strings.ReplaceAll(printable(name), "'", `'\''`) + "'"
}

func needsQuoting(r rune) bool {
	switch {
	case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', strings.ContainsRune("-_./", r):
		return false
	}
	return r < 0x80 // letters of other scripts are fine
}
