package exporter_test

import (
	"reflect"
	"testing"

	"holdover/internal/logic/exporter"
)

func TestOmissionsCountByKind(t *testing.T) {
	var got exporter.Omissions
	got.Omit("targets", "Rent")
	got.Omit("receipts", "")
	got.Omit("targets", "Food")
	if want := (exporter.Omissions{{What: "targets", Count: 2, Value: "Rent"}, {What: "receipts", Count: 1}}); !reflect.DeepEqual(got, want) {
		t.Errorf("the omissions are %v, want %v", got, want)
	}
}
