package rows

import (
	"strings"
	"testing"

	"holdover/internal/base/apperr"
)

// The limits of bytes per budget, and of receipts per transaction, are exact.
func TestReceiptLimitsAreExact(t *testing.T) {
	for _, c := range []struct {
		has        int
		used, size int64
		fits       bool
	}{
		{0, 0, MaxReceiptBytes, true},
		{0, MaxReceiptBytes - 10, 10, true},
		{0, MaxReceiptBytes - 10, 11, false},
		{MaxReceiptsOfRow - 1, 0, 1, true},
		{MaxReceiptsOfRow, 0, 1, false},
	} {
		if err := receiptFits(c.has, c.used, c.size); (err == nil) != c.fits || err != nil && apperr.KindOf(err) != apperr.Invalid {
			t.Errorf("%d receipts with %d bytes, and %d more: error %v, want them accepted: %t", c.has, c.used, c.size, err, c.fits)
		}
	}
}

// A receipt has the name of its file, without the characters that a file system does not allow.
func TestReceiptNamesAreValidFileNames(t *testing.T) {
	for name, want := range map[string]string{
		"": "receipt.png", "../../etc/passwd": "etcpasswd", "a\x00b\r\nSet-Cookie.png": "abSet-Cookie.png", strings.Repeat("x", 300) + ".png": strings.Repeat("x", 96) + ".png", "  ": "receipt.png", "\xff.png": "png", "\u202egnp.exe": "gnp.exe",
	} {
		if got := receiptName(name, "image/png"); got != want {
			t.Errorf("%q is called %q, not %q", name, got, want)
		}
	}
}
