// Package plandoc reads and writes the source's plan document: the JSON of one
// whole plan.
//
// Decoding streams and keeps every field: those listed in types.go as plain Go
// values, all others as raw JSON, together with what was absent or null, so
// that Encode gives back an equal document (same members and values; the order
// of members and the spelling of numbers may differ). What older and newer files
// do differently is settled here, not in the importer. What is no plan document
// fails with [fault.NotSourceApp5]; any other failure names the record (array,
// index, id) and the field.
//
// Amounts are whole milliunits however they are spelled; a fraction of one is an
// error. So is text that is not UTF-8 or has half of a surrogate pair: keeping it
// would need guessing. A member that comes twice is an error where the field is
// known. A value of the wrong type is an error where money could become wrong,
// and is kept, unread and listed in Document.Odd, in minor fields.
//
// Floor 1: imports floor 0. Start with types.go (whose tags say which member each field is), then table.go, decode.go and write.go.
package plandoc
