// Package ynabdoc reads and writes the source's plan document: the JSON of one whole plan.
//
// Decoding streams and keeps every member: those listed in types.go as Go values, all others as raw JSON, and which
// members were absent or null. Encode therefore returns an equal document (same members and values; the order of
// members and the spelling of numbers may differ). Differences between older and newer files are handled here, not in
// the importer. A file that is not a plan document fails with [apperr.NotSourceApp5]; any other error names the record
// (array, index, id) and the field.
//
// Amounts are whole milliunits in any spelling; a fraction of one is an error. So is text that is not UTF-8 or
// contains an unpaired surrogate, since keeping it would require guessing. A repeated member is an error if the field
// is known. A value of the wrong type is an error if money could become wrong; in minor fields it is kept unread and
// listed in Document.Odd.
//
// Start with types.go (its tags name the members), then table.go, decode.go and write.go.
package ynabdoc
