package web

import (
	"bytes"
	"compress/gzip"
	"crypto/rand"
	"crypto/subtle"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	"holdover/internal/app"
	"holdover/internal/fault"
)

// heldBankFiles are bank files between their upload and their import: in memory,
// compressed, each for the person who sent it. Nothing of them is written down,
// and what is not imported is gone an hour after it was last looked at.
type heldBankFiles struct {
	mu    sync.Mutex
	files []*heldBankFile // the one looked at longest ago first
}

// heldBankFile is a bank's file with what the person has chosen about it.
type heldBankFile struct {
	id       string
	owner    holder
	register string // the address of the account's register
	name     string
	packed   []byte
	options  app.BankOptions
	expires  *time.Timer
}

const (
	bankFileHeld      = time.Hour
	mostBankFile      = 20 << 20 // bytes of a file
	mostHeldBankFiles = 64 << 20 // bytes of all files together, compressed
	mostOfOne         = 4        // files of one person
)

// keep holds a file and gives its id. Where there are too many, the one looked
// at longest ago goes: the person's own, or the oldest of all.
func (h *heldBankFiles) keep(f *heldBankFile, data []byte) (string, error) {
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.BestSpeed)
	if err == nil {
		_, err = w.Write(data)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		return "", fmt.Errorf("holding the file: %w", err)
	}
	f.id, f.packed = rand.Text(), packed.Bytes()
	h.mu.Lock()
	defer h.mu.Unlock()
	f.expires = time.AfterFunc(bankFileHeld, func() { h.drop(f.id) })
	h.files = append(h.files, f)
	h.makeRoom(f.owner)
	return f.id, nil
}

func (h *heldBankFiles) makeRoom(owner holder) {
	own, bytes := 0, 0
	for _, f := range h.files {
		bytes += len(f.packed)
		if f.owner == owner {
			own++
		}
	}
	for i := 0; i < len(h.files)-1; {
		f := h.files[i]
		if bytes <= mostHeldBankFiles && (own <= mostOfOne || f.owner != owner) {
			i++
			continue
		}
		bytes -= len(f.packed)
		if f.owner == owner {
			own--
		}
		h.remove(i)
	}
}

func (h *heldBankFiles) remove(i int) {
	h.files[i].expires.Stop()
	h.files = slices.Delete(h.files, i, i+1)
}

func (h *heldBankFiles) drop(id string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if i := slices.IndexFunc(h.files, func(f *heldBankFile) bool { return f.id == id }); i >= 0 {
		h.remove(i)
	}
}

// find is the file that somebody holds for an account. Fault: NotFound.
func (h *heldBankFiles) find(owner holder, register, id string) (*heldBankFile, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for i, f := range h.files {
		if f.owner == owner && f.register == register && subtle.ConstantTimeCompare([]byte(f.id), []byte(id)) == 1 {
			f.expires.Reset(bankFileHeld)
			h.files = append(slices.Delete(h.files, i, i+1), f)
			copied := *f
			return &copied, nil
		}
	}
	return nil, fault.New(fault.NotFound, "the file is not held any more").
		WithHint("it waits for an hour and is written down nowhere: choose it again")
}

// choose keeps what the person has chosen about a file.
func (h *heldBankFiles) choose(id string, options app.BankOptions) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, f := range h.files {
		if f.id == id {
			f.options = options
		}
	}
}

// data is the file as it was sent.
func (f *heldBankFile) data() ([]byte, error) {
	r, err := gzip.NewReader(bytes.NewReader(f.packed))
	if err != nil {
		return nil, fmt.Errorf("the held file: %w", err)
	}
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("the held file: %w", err)
	}
	return data, nil
}
