package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// document is a file of an archive besides the program.
type document struct {
	name    string
	content []byte
}

// completions maps each shell to the name of the file with its completions.
var completions = []struct{ shell, file string }{{"bash", "holdover.bash"}, {"zsh", "_holdover"}, {"fish", "holdover.fish"}}

// writeDocs writes man pages and completions into the temporary folder, as the program prints them, and collects the files of
// archives.
func (r *release) writeDocs() error {
	program, err := r.hostProgram()
	if err != nil {
		return err
	}
	for _, name := range []string{"LICENSE", "README.md", "CHANGELOG.md"} {
		content, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		r.docs = append(r.docs, document{name, content})
	}
	pages := filepath.Join(r.work, "man")
	if _, err := r.ask(program, "man", pages); err != nil {
		return err
	}
	entries, err := os.ReadDir(pages)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		content, err := os.ReadFile(filepath.Join(pages, entry.Name()))
		if err != nil {
			return err
		}
		r.docs = append(r.docs, document{"man/" + entry.Name(), content})
	}
	for _, c := range completions {
		content, err := r.ask(program, "completion", c.shell)
		if err != nil {
			return err
		}
		r.docs = append(r.docs, document{"completions/" + c.file, content})
	}
	return nil
}

// ask returns what the program prints, independent of the machine's configuration, date and time zone.
func (r *release) ask(program string, args ...string) ([]byte, error) {
	cmd := exec.Command(program, args...)
	cmd.Env = []string{"HOME=/nonexistent", "HOLDOVER_CONFIG=" + os.DevNull, "TZ=UTC", fmt.Sprintf("SOURCE_DATE_EPOCH=%d", r.time.Unix())}
	cmd.Stderr = os.Stderr
	text, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", cmd, err)
	}
	return text, nil
}

// compressed returns content as a gzip file without a name and a time.
func compressed(content []byte) ([]byte, error) {
	var file bytes.Buffer
	zip, err := gzip.NewWriterLevel(&file, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := zip.Write(content); err != nil {
		return nil, err
	}
	err = zip.Close()
	return file.Bytes(), err
}
