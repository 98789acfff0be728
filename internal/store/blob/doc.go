// Package blob keeps the bytes that lie beside the records of a budget, in rows of a megabyte: the documents that it was
// imported from, compressed, and its receipts.
//
// Floor 3. Start with Original, which takes a document, and Copy, which gives it back.
package blob
