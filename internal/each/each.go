// Package each does one thing with each of many.
//
// Floor 0: imports nothing of the house. There is one function for each thing; start anywhere.
package each

import (
	"iter"
	"slices"
)

// Do does something with each, in order, until it fails.
func Do[T any](list []T, do func(T) error) error {
	for _, one := range list {
		if err := do(one); err != nil {
			return err
		}
	}
	return nil
}

// At is Do with each in its place.
func At[T any](list []T, do func(*T) error) error {
	for i := range list {
		if err := do(&list[i]); err != nil {
			return err
		}
	}
	return nil
}

// In gives each in its place.
func In[T any](list []T) iter.Seq[*T] {
	return func(yield func(*T) bool) {
		for i := range list {
			if !yield(&list[i]) {
				return
			}
		}
	}
}

// To makes something of each; of none it is empty, and never nil.
func To[T, U any](list []T, of func(T) U) []U {
	all := make([]U, len(list))
	for i, one := range list {
		all[i] = of(one)
	}
	return all
}

// By keeps each by its key; of several with one key the last.
func By[K comparable, T any](list []T, key func(T) K) map[K]T {
	all := make(map[K]T, len(list))
	for _, one := range list {
		all[key(one)] = one
	}
	return all
}

// Index says where each is by its key; of several with one key the last.
func Index[K comparable, T any](list []T, key func(*T) K) map[K]*T {
	all := make(map[K]*T, len(list))
	for i := range list {
		all[key(&list[i])] = &list[i]
	}
	return all
}

// Set says what is among some.
func Set[K comparable](list []K) map[K]bool {
	return SetOf(list, func(k K) K { return k })
}

// SetOf says which keys some have.
func SetOf[K comparable, T any](list []T, key func(T) K) map[K]bool {
	all := make(map[K]bool, len(list))
	for _, one := range list {
		all[key(one)] = true
	}
	return all
}

// Where is those of which something is so; nil where it is so of none.
func Where[T any](list []T, is func(T) bool) (some []T) {
	for _, one := range list {
		if is(one) {
			some = append(some, one)
		}
	}
	return some
}

// Count is of how many something is so.
func Count[T any](list []T, is func(*T) bool) (n int) {
	for i := range list {
		if is(&list[i]) {
			n++
		}
	}
	return n
}

// First is the first of which something is so, in its place; nil where there is none.
func First[T any](list []T, is func(T) bool) *T {
	for i := range list {
		if is(list[i]) {
			return &list[i]
		}
	}
	return nil
}

// Before is a list with one in it, or moved in it, before another, at the end where before is the zero key. Before itself it
// stays where it is; ok says whether the other is there.
func Before[T any, K comparable](list []T, one T, before K, key func(T) K) (moved []T, ok bool) {
	var end K
	isNext := func(t T) bool { return key(t) == before }
	switch {
	case before != end && !slices.ContainsFunc(list, isNext):
		return nil, false
	case before == key(one):
		return list, true
	}
	others := Where(list, func(t T) bool { return key(t) != key(one) })
	if before == end {
		return append(others, one), true
	}
	return slices.Insert(others, slices.IndexFunc(others, isNext), one), true
}

// Meant is what somebody means by an id or a name: the one whose id it is, else the one that is called so, and how many
// there are; it is nil unless that is one.
func Meant[T any](list []T, is, called func(*T) bool) (one *T, n int) {
	for i := range list {
		switch it := &list[i]; {
		case is(it):
			return it, 1
		case called(it):
			one, n = it, n+1
		}
	}
	if n > 1 {
		return nil, n
	}
	return one, n
}

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
