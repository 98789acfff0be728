package testkit

import "testing"

// Must is what a call gives, for a test that ends where the call fails: Must(os.ReadFile(path))(t).
func Must[T any](got T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		NoError(t, err)
		return got
	}
}

// NoError ends the test where there is an error.
func NoError(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
