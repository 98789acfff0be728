package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"io/fs"
	"os"
)

// writeArchives writes one archive for each target: tar.gz, or zip for Windows. All files are in one folder.
func (r *release) writeArchives() error {
	for _, t := range r.targets {
		program, err := os.ReadFile(r.programOf(t))
		if err != nil {
			return err
		}
		name := "holdover-" + r.version.String() + "-" + t.String()
		files := append([]document{{t.program(), program}}, r.docs...)
		pack, suffix := r.tarball, ".tar.gz"
		if t.system == "windows" {
			pack, suffix = r.zipped, ".zip"
		}
		archive, err := pack(name, files)
		if err != nil {
			return err
		}
		if err := write(name+suffix, archive); err != nil {
			return err
		}
	}
	return nil
}

// modeOf returns the mode of a file in an archive, whose first file is the program.
func modeOf(index int) fs.FileMode {
	if index == 0 {
		return 0o755
	}
	return 0o644
}

func (r *release) tarball(folder string, files []document) ([]byte, error) {
	var archive bytes.Buffer
	w := tar.NewWriter(&archive)
	for i, file := range files {
		header := &tar.Header{
			Typeflag: tar.TypeReg, Name: folder + "/" + file.name, Size: int64(len(file.content)),
			Mode: int64(modeOf(i)), ModTime: r.time, Format: tar.FormatPAX,
		}
		if err := w.WriteHeader(header); err != nil {
			return nil, err
		}
		if _, err := w.Write(file.content); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return compressed(archive.Bytes())
}

func (r *release) zipped(folder string, files []document) ([]byte, error) {
	var archive bytes.Buffer
	w := zip.NewWriter(&archive)
	for i, file := range files {
		header := &zip.FileHeader{Name: folder + "/" + file.name, Method: zip.Deflate, Modified: r.time}
		header.SetMode(modeOf(i))
		content, err := w.CreateHeader(header)
		if err != nil {
			return nil, err
		}
		if _, err := content.Write(file.content); err != nil {
			return nil, err
		}
	}
	err := w.Close()
	return archive.Bytes(), err
}
