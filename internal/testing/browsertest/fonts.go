package browsertest

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// font is a family of fonts that pages can be tested with.
type font struct {
	family string
	file   string // of its regular face
	debian string // the package that has it
}

// fonts are the families by the values of HOLDOVER_FONTS. scripts/install.sh installs the first two.
var fonts = map[string]font{
	"dejavu":     {"DejaVu Sans", "DejaVuSans.ttf", "fonts-dejavu-core"},
	"liberation": {"Liberation Sans", "LiberationSans-Regular.ttf", "fonts-liberation"},
	"noto":       {"Noto Sans", "NotoSans-Regular.ttf", "fonts-noto-core"},
}

const defaultFont = "dejavu"

// fontFolders returns the folders of the system's and the user's fonts.
func fontFolders() []string {
	folders := []string{"/usr/share/fonts", "/usr/local/share/fonts"}
	if home, err := os.UserHomeDir(); err == nil {
		folders = append(folders, filepath.Join(home, ".local", "share", "fonts"), filepath.Join(home, ".fonts"))
	}
	return folders
}

// chosenFont returns the family that HOLDOVER_FONTS names and the folder of its files.
func chosenFont() (f font, dir string, err error) {
	name := cmp.Or(os.Getenv("HOLDOVER_FONTS"), defaultFont)
	f, known := fonts[name]
	if !known {
		return f, "", fmt.Errorf("HOLDOVER_FONTS is %q; it can be %s", name, strings.Join(slices.Sorted(maps.Keys(fonts)), ", "))
	}
	for _, folder := range fontFolders() {
		err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
			if err == nil && entry.Name() == f.file {
				dir = filepath.Dir(path)
				return fs.SkipAll
			}
			return nil // a folder that cannot be read has no fonts for this user
		})
		if err == nil && dir != "" {
			return f, dir, nil
		}
	}
	return f, "", errors.New("the fonts " + f.family + " are not installed (Debian: apt-get install " + f.debian + ")")
}

const fontConfig = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir>%s</dir>
  <cachedir>%s</cachedir>
  <match target="pattern"><edit name="family" mode="append_last"><string>%s</string></edit></match>
  <match target="font"><edit name="hintstyle" mode="assign"><const>hintslight</const></edit></match>
</fontconfig>
`

// writeFontConfig writes a configuration of fontconfig into a folder and returns its path. It contains one family, so
// that text has the same width on every machine.
func writeFontConfig(folder string) (string, error) {
	f, dir, err := chosenFont()
	if err != nil {
		return "", err
	}
	path := filepath.Join(folder, "fonts.conf")
	text := fmt.Sprintf(fontConfig, dir, filepath.Join(folder, "font-cache"), f.family)
	return path, os.WriteFile(path, []byte(text), 0o600)
}
