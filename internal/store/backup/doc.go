// Package backup has the files of backups of a SQLite database: each is a draft until it was found sound, and nothing that is
// there is ever overwritten. What is sound says the store.
//
// Floor 3. Start with Save and Restore.
package backup
