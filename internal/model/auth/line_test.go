package auth

import (
	"bytes"
	"runtime"
	"testing"
)

// At most two hashes are computed at a time, so that concurrent sign-ins cannot exhaust memory. A sign-in with an
// unknown name waits in the same queue, so that timing reveals no names.
func TestConcurrentHashesAreQueued(t *testing.T) {
	stored := HashPassword("a password")
	for name, hash := range map[string]func(){
		"a new password":  func() { HashPassword("a password") },
		"a sign-in":       func() { _, _ = CheckPassword(stored, "a guess") },
		"an unknown name": func() { CheckNobody("a guess") },
	} {
		t.Run(name, func(t *testing.T) {
			for range cap(places) {
				places <- struct{}{}
			}
			done := make(chan struct{})
			go func() { hash(); close(done) }()
			early := !waitsOrEnds(done)
			for range cap(places) {
				<-places
			}
			<-done
			if early {
				t.Error("a third hash was computed beside two")
			}
		})
	}
}

// waitsOrEnds returns when a hash waits for its place, false when it ended before.
func waitsOrEnds(done <-chan struct{}) bool {
	stacks := make([]byte, 1<<20)
	for {
		select {
		case <-done:
			return false
		default:
		}
		for g := range bytes.SplitSeq(stacks[:runtime.Stack(stacks, true)], []byte("\n\n")) {
			if bytes.Contains(g, []byte("[chan send")) && bytes.Contains(g, []byte("auth.derive(")) {
				return true
			}
		}
		runtime.Gosched()
	}
}
