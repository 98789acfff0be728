package payees

import (
	"testing"

	"holdover/internal/browsertest/preview"
)

func TestPreviews(t *testing.T) { preview.Check(t, Room(), nil, &PayeesPage{}, &PlacesPage{}) }
