// Package blob stores the large data of a budget in rows of a megabyte: the documents that it was imported from,
// compressed, and its receipts.
//
// Start with Original, which stores a document, and Copy, which returns it.
package blob
