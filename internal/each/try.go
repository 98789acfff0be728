package each

// Try does some things one after the other, until one fails.
func Try(things ...func() error) error {
	return Do(things, func(thing func() error) error { return thing() })
}

// Into reads something into its place, for Try.
func Into[T any](place *T, read func() (T, error)) func() error {
	return func() (err error) {
		*place, err = read()
		return err
	}
}

// Doing is Do with each, for Try.
func Doing[T any](list []T, do func(T) error) func() error {
	return func() error { return Do(list, do) }
}
