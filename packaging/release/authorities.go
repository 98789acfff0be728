package main

import (
	"bytes"
	"encoding/pem"

	"golang.org/x/crypto/x509roots/fallback/bundle"
)

// authorities returns the certificates of the authorities that Mozilla trusts, for the container image, which has no other files
// of a system. Authorities that Mozilla trusts with a limit are left out, because this form of file cannot contain the limit.
func authorities() []byte {
	var text bytes.Buffer
	for root := range bundle.Roots() {
		if root.Constraint == nil {
			text.Write(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: root.Certificate}))
		}
	}
	return text.Bytes()
}
