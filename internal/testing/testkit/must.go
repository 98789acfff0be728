package testkit

import "testing"

// Must returns the result of a call, and ends the test if the call failed: Must(os.ReadFile(path))(t).
func Must[T any](got T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		NoError(t, err)
		return got
	}
}

// NoError ends the test on an error.
func NoError(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
