package app

import "context"

// Backup writes everything, of everybody, into a new file on this machine. No
// surface offers it: it is for whoever looks after the machine.
func (a *App) Backup(ctx context.Context, path string) error { return a.store.Backup(ctx, path) }
