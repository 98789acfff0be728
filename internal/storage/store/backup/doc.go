// Package backup writes and restores the files of backups of a SQLite database. A file is temporary until it is
// verified, and an existing file is never overwritten. The store provides the verification.
//
// Start with Save and Restore.
package backup

// FolderName is the name of the folder for backups in the data folder.
const FolderName = "backups"
