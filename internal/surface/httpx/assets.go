package httpx

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strings"
	"time"
)

// Assets serves a folder of files under names that contain a hash of their content, so that browsers cache them
// permanently.
type Assets struct {
	prefix string
	url    map[string]string // "app.css" -> "/assets/app.0123456789ab.css"
	file   map[string]asset  // "app.0123456789ab.css" -> its content
}

type asset struct {
	name    string
	content []byte
	kind    string
}

// NewAssets reads every file directly in the folders; prefix ends in a slash.
func NewAssets(prefix string, folders ...fs.FS) (*Assets, error) {
	a := &Assets{prefix: prefix, url: map[string]string{}, file: map[string]asset{}}
	for _, dir := range folders {
		entries, err := fs.ReadDir(dir, ".")
		if err != nil {
			return nil, fmt.Errorf("reading the assets: %w", err)
		}
		for _, entry := range entries {
			if entry.IsDir() {
				continue
			}
			content, err := fs.ReadFile(dir, entry.Name())
			if err != nil {
				return nil, fmt.Errorf("reading the asset %s: %w", entry.Name(), err)
			}
			a.add(entry.Name(), content)
		}
	}
	return a, nil
}

// Folder returns a folder of embedded files. It panics if it does not exist, which is a defect of the build.
func Folder(files fs.FS, name string) fs.FS {
	folder, err := fs.Sub(files, name)
	if err != nil {
		panic(err)
	}
	return folder
}

func (a *Assets) add(name string, content []byte) {
	sum := sha256.Sum256(content)
	ext := path.Ext(name)
	hashed := strings.TrimSuffix(name, ext) + "." + hex.EncodeToString(sum[:6]) + ext
	a.url[name] = a.prefix + hashed
	a.file[hashed] = asset{name: name, content: content, kind: mime.TypeByExtension(ext)}
}

// URL returns the address of a file by its plain name, or "".
func (a *Assets) URL(name string) string { return a.url[name] }

// Content returns the content of a file by its plain name; nil if it does not exist.
func (a *Assets) Content(name string) []byte {
	return a.file[strings.TrimPrefix(a.url[name], a.prefix)].content
}

// ServeHTTP serves files by their hashed names.
func (a *Assets) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f, ok := a.file[strings.TrimPrefix(r.URL.Path, a.prefix)]
	if !ok {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	if f.kind != "" {
		w.Header().Set("Content-Type", f.kind)
	}
	http.ServeContent(w, r, f.name, time.Time{}, bytes.NewReader(f.content))
}
