package tags

import (
	"testing"

	"holdover/internal/testing/browsertest/preview"
)

func TestPreviews(t *testing.T) { preview.Check(t, Feature(), nil, &Page{}) }
