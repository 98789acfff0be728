package rules

import (
	"testing"

	"holdover/internal/browsertest/preview"
)

func TestPreviews(t *testing.T) { preview.Check(t, Room(), nil, &ListPage{}, &FormPage{}) }
