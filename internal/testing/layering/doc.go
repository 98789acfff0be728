// Package layering keeps the house in order: its tests fail on an import that does not go downwards, on a package that
// stands on no floor, on what the lower floors may not know, and on files that have grown too long.
//
// It holds tests alone and nothing may import it. Start at floors_test.go, the one table of who stands where.
package layering
