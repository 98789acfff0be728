// Package iterutil complements packages slices and maps with loops that this program repeats: with errors, by pointer, by
// key.
//
// Start at Each and Map.
package iterutil

import (
	"iter"
	"slices"
)

// Each calls f with each element in order and stops at the first error.
func Each[T any](list []T, f func(T) error) error {
	for _, element := range list {
		if err := f(element); err != nil {
			return err
		}
	}
	return nil
}

// EachPtr calls f with a pointer to each element in order and stops at the first error.
func EachPtr[T any](list []T, f func(*T) error) error {
	for i := range list {
		if err := f(&list[i]); err != nil {
			return err
		}
	}
	return nil
}

// Pointers yields a pointer to each element.
func Pointers[T any](list []T) iter.Seq[*T] {
	return func(yield func(*T) bool) {
		for i := range list {
			if !yield(&list[i]) {
				return
			}
		}
	}
}

// Map returns the result of f for each element. The returned list is never nil.
func Map[T, U any](list []T, f func(T) U) []U {
	mapped := make([]U, len(list))
	for i, element := range list {
		mapped[i] = f(element)
	}
	return mapped
}

// ByKey returns the elements by their keys. Of several with one key, it contains the last.
func ByKey[K comparable, T any](list []T, key func(T) K) map[K]T {
	byKey := make(map[K]T, len(list))
	for _, element := range list {
		byKey[key(element)] = element
	}
	return byKey
}

// PtrByKey returns pointers to the elements by their keys. Of several with one key, it contains the last.
func PtrByKey[K comparable, T any](list []T, key func(*T) K) map[K]*T {
	byKey := make(map[K]*T, len(list))
	for i := range list {
		byKey[key(&list[i])] = &list[i]
	}
	return byKey
}

// Set returns the elements as a set.
func Set[K comparable](list []K) map[K]bool {
	return SetOf(list, func(k K) K { return k })
}

// SetOf returns the set of the elements' keys.
func SetOf[K comparable, T any](list []T, key func(T) K) map[K]bool {
	set := make(map[K]bool, len(list))
	for _, element := range list {
		set[key(element)] = true
	}
	return set
}

// Where returns the elements that match, or nil if there are none.
func Where[T any](list []T, match func(T) bool) (matching []T) {
	for _, element := range list {
		if match(element) {
			matching = append(matching, element)
		}
	}
	return matching
}

// Count returns the number of elements that match.
func Count[T any](list []T, match func(*T) bool) (n int) {
	for i := range list {
		if match(&list[i]) {
			n++
		}
	}
	return n
}

// First returns a pointer to the first element that matches, or nil.
func First[T any](list []T, match func(T) bool) *T {
	for i := range list {
		if match(list[i]) {
			return &list[i]
		}
	}
	return nil
}

// MoveBefore returns the list with element before the one that has the key next, or at the end if next is the zero key.
// If the list has an element with the same key, element replaces it. It returns the list unchanged if next is element's
// own key; element must not have the zero key. ok is false if no element has the key next.
func MoveBefore[T any, K comparable](list []T, element T, next K, key func(T) K) (moved []T, ok bool) {
	var end K
	isNext := func(t T) bool { return key(t) == next }
	switch {
	case next != end && !slices.ContainsFunc(list, isNext):
		return nil, false
	case next == key(element):
		return list, true
	}
	others := Where(list, func(t T) bool { return key(t) != key(element) })
	if next == end {
		return append(others, element), true
	}
	return slices.Insert(others, slices.IndexFunc(others, isNext), element), true
}

// FindByIDOrName returns the element with an id, otherwise the only one with a name. n is the number of elements found;
// found is nil unless n is 1.
func FindByIDOrName[T any](list []T, hasID, hasName func(*T) bool) (found *T, n int) {
	for i := range list {
		switch element := &list[i]; {
		case hasID(element):
			return element, 1
		case hasName(element):
			found, n = element, n+1
		}
	}
	if n > 1 {
		return nil, n
	}
	return found, n
}

// Try calls functions in order and returns the first error.
func Try(steps ...func() error) error {
	return Each(steps, func(step func() error) error { return step() })
}

// Store returns a step for Try that stores the result of read in target.
func Store[T any](target *T, read func() (T, error)) func() error {
	return func() (err error) {
		*target, err = read()
		return err
	}
}

// Loop returns a step for Try that calls f with each element.
func Loop[T any](list []T, f func(T) error) func() error {
	return func() error { return Each(list, f) }
}
