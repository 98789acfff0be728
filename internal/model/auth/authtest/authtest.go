// Package authtest makes password hashing cheap in every test process that imports it: its deliberate cost took a
// tenth of the time of all tests. Only tests import it; the tests of package auth use the full cost.
package authtest

import "holdover/internal/model/auth"

func init() { auth.Cheapen() }
