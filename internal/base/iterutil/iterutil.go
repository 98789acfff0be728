// Package iterutil complements packages slices and maps with loops that this program repeats: with errors, by pointer, by
// key.
//
// Start at Do and To.
package iterutil

import (
	"iter"
	"slices"
)

// Do calls do with each element in order and stops at the first error.
func Do[T any](list []T, do func(T) error) error {
	for _, one := range list {
		if err := do(one); err != nil {
			return err
		}
	}
	return nil
}

// At calls do with a pointer to each element in order and stops at the first error.
func At[T any](list []T, do func(*T) error) error {
	for i := range list {
		if err := do(&list[i]); err != nil {
			return err
		}
	}
	return nil
}

// In yields a pointer to each element.
func In[T any](list []T) iter.Seq[*T] {
	return func(yield func(*T) bool) {
		for i := range list {
			if !yield(&list[i]) {
				return
			}
		}
	}
}

// To maps a list. The result is never nil.
func To[T, U any](list []T, of func(T) U) []U {
	all := make([]U, len(list))
	for i, one := range list {
		all[i] = of(one)
	}
	return all
}

// By maps each element by its key. Of several with one key, the last stays.
func By[K comparable, T any](list []T, key func(T) K) map[K]T {
	all := make(map[K]T, len(list))
	for _, one := range list {
		all[key(one)] = one
	}
	return all
}

// Index maps a pointer to each element by its key. Of several with one key, the last stays.
func Index[K comparable, T any](list []T, key func(*T) K) map[K]*T {
	all := make(map[K]*T, len(list))
	for i := range list {
		all[key(&list[i])] = &list[i]
	}
	return all
}

// Set returns the elements as a set.
func Set[K comparable](list []K) map[K]bool {
	return SetOf(list, func(k K) K { return k })
}

// SetOf returns the set of the elements' keys.
func SetOf[K comparable, T any](list []T, key func(T) K) map[K]bool {
	all := make(map[K]bool, len(list))
	for _, one := range list {
		all[key(one)] = true
	}
	return all
}

// Where returns the elements for which is returns true, or nil if there are none.
func Where[T any](list []T, is func(T) bool) (some []T) {
	for _, one := range list {
		if is(one) {
			some = append(some, one)
		}
	}
	return some
}

// Count returns the number of elements for which is returns true.
func Count[T any](list []T, is func(*T) bool) (n int) {
	for i := range list {
		if is(&list[i]) {
			n++
		}
	}
	return n
}

// First returns a pointer to the first element for which is returns true, or nil.
func First[T any](list []T, is func(T) bool) *T {
	for i := range list {
		if is(list[i]) {
			return &list[i]
		}
	}
	return nil
}

// Before inserts one, or moves it, before the element with the key before, or to the end for the zero key. Moving an
// element before itself changes nothing. ok reports whether the element before exists.
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

// Meant finds an element by id or name: the one for which is holds, otherwise the only one for which called holds. n
// is the number of candidates; one is nil unless n is 1.
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

// Try calls functions in order and returns the first error.
func Try(things ...func() error) error {
	return Do(things, func(thing func() error) error { return thing() })
}

// Into returns a function for Try that stores the result of read in place.
func Into[T any](place *T, read func() (T, error)) func() error {
	return func() (err error) {
		*place, err = read()
		return err
	}
}

// Doing returns a function for Try that calls do with each element.
func Doing[T any](list []T, do func(T) error) func() error {
	return func() error { return Do(list, do) }
}
