package auth

import (
	"net/url"
	"strings"
	"testing"
	"time"
)

// The codes of RFC 6238, appendix B, for SHA-1, without their first two digits.
func TestTOTPCodesOfTheStandard(t *testing.T) {
	secret := TOTPSecret("12345678901234567890")
	for at, want := range map[int64]string{59: "287082", 1111111109: "081804", 1111111111: "050471", 1234567890: "005924", 2000000000: "279037", 20000000000: "353130"} {
		if got := secret.Code(time.Unix(at, 0)); got != want {
			t.Errorf("code at %d: %s, want %s", at, got, want)
		}
	}
}

func TestTOTPStep(t *testing.T) {
	secret, now := TOTPSecret("12345678901234567890"), time.Unix(1234567890, 0)
	for shift, want := range map[time.Duration]bool{-60 * time.Second: false, -30 * time.Second: true, 0: true, 30 * time.Second: true, 60 * time.Second: false} {
		at := now.Add(shift)
		step, ok := secret.StepOf(secret.Code(at), now)
		if ok != want || ok && step != at.Unix()/30 {
			t.Errorf("a code of %s later: step %d, %t", shift, step, ok)
		}
	}
	for _, wrong := range []string{"", "5924", "0005924", "005 924", "００５９２４"} {
		if _, ok := secret.StepOf(wrong, now); ok {
			t.Errorf("%q is accepted", wrong)
		}
	}
}

func TestTOTPAddress(t *testing.T) {
	secret := TOTPSecret("12345678901234567890")
	address := secret.URI("Holdover", `Anna & Ben?/:%@budget.example:8080`)
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	q := u.Query()
	if u.Scheme != "otpauth" || u.Host != "totp" || u.Path != `/Holdover:Anna & Ben?/:%@budget.example:8080` || q.Get("secret") != "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ" ||
		q.Get("issuer") != "Holdover" || q.Get("algorithm") != "SHA1" || q.Get("digits") != "6" || q.Get("period") != "30" || len(q) != 5 {
		t.Errorf("the address is %s", address)
	}
	if got := secret.Grouped(); got != "GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ" {
		t.Errorf("in groups it is %s", got)
	}
}

func TestRecoveryCodes(t *testing.T) {
	seen := map[string]bool{}
	for range 20 {
		for _, code := range NewRecoveryCodes() {
			if seen[code] || len(code) != 19 {
				t.Fatalf("the code %q", code)
			}
			seen[code] = true
		}
	}
	stored := HashRecoveryCode("abcd-efgh-olol-mnop")
	if stored == HashRecoveryCode("abcd-efgh-olol-mnop") || strings.Contains(stored, "abcd") {
		t.Errorf("stored as %q", stored)
	}
	for typed, want := range map[string]bool{
		"abcd-efgh-olol-mnop": true, " ABCD efgh\u00a0olol MNOP ": true, "abcdefgh0101mnop": true,
		"abcd-efgh-olol-mnoq": false, "": false, "abcd-efgh-olol": false, strings.Repeat("-", 1<<20): false,
	} {
		if RecoveryCodeMatches(stored, typed) != want {
			t.Errorf("%.40q matches: %t", typed, !want)
		}
	}
	for typed, want := range map[string]bool{"123456": true, " 123 456 ": true, "12345": false, "1234567": false, "abcdef": false, "": false, "١٢٣": false} {
		if _, ok := IsTOTPCode(typed); ok != want {
			t.Errorf("%q is a code of an app: %t", typed, ok)
		}
	}
}
