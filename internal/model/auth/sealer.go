package auth

import (
	"crypto/aes"
	"crypto/cipher"
)

// NewSealer returns AES-256-GCM with random nonces for a key of 32 bytes.
func NewSealer(key []byte) (cipher.AEAD, error) {
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	return cipher.NewGCMWithRandomNonce(block)
}
