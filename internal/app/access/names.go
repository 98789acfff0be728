package access

import (
	"strings"
	"unicode/utf8"

	"github.com/google/uuid"

	"holdover/internal/envelope"
	"holdover/internal/fault"
)

// GivenName is a name as a person gives it to something ("an account"), without spaces
// around it; hint says what to call it where there is none. Whether another has the name
// is for the caller to see. Fault: Invalid.
func GivenName(name, something, hint string) (string, error) {
	name = strings.TrimSpace(name)
	switch {
	case name == "":
		return "", fault.New(fault.Invalid, "%s needs one", something).Of("name").WithHint("%s", hint)
	case utf8.RuneCountInString(name) > envelope.MaxName:
		return "", fault.New(fault.Invalid, "it is longer than %d characters", envelope.MaxName).Of("name").WithHint("shorten it")
	}
	return name, nil
}

// NewID is an id that nothing has.
func NewID() string { return uuid.NewString() }
