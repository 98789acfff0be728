package web

import (
	"embed"
	"io/fs"

	"holdover/internal/httpx"
)

// The browser code is made by `make assets` from internal/web/assets; without it
// the folder holds only a note, and pages say so.
//
//go:embed all:dist
var dist embed.FS

const (
	assetPrefix = "/assets/"
	// Unbuilt is what the server says when it was built without its browser code.
	Unbuilt = "this program was built without its style sheet and scripts; make assets makes them, then make build"
)

func loadAssets() (*httpx.Assets, error) {
	dir, err := fs.Sub(dist, "dist")
	if err != nil {
		return nil, err
	}
	return httpx.NewAssets(dir, assetPrefix)
}
