package main

import (
	"bytes"
	"debug/buildinfo"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	cyclonedx "github.com/CycloneDX/cyclonedx-go"
)

// component is a module or a package of others that is part of the program.
type component struct {
	name, version string
	source        string // golang or npm, as in package URLs
	folder        string // of its files on this machine
}

func (c component) url() string {
	return fmt.Sprintf("pkg:%s/%s@%s", c.source, strings.ReplaceAll(c.name, "@", "%40"), c.version)
}

// listComponents writes the list of all components in the form of CycloneDX, and their licences into the archives' documents.
// The Go modules are those of the programs that were built, the npm packages those that the bundle contains.
func (r *release) listComponents() error {
	components, err := r.goModules()
	if err != nil {
		return err
	}
	packages, err := bundledPackages()
	if err != nil {
		return err
	}
	components = append(components, packages...)
	slices.SortFunc(components, func(a, b component) int { return strings.Compare(a.url(), b.url()) })
	if err := r.writeBOM(components); err != nil {
		return err
	}
	licences, err := licencesOf(components)
	r.docs = append(r.docs, document{"THIRD-PARTY-LICENSES.txt", licences})
	return err
}

// goModules returns the standard library and the modules of all programs. Systems differ in a few modules.
func (r *release) goModules() ([]component, error) {
	standard := component{"std", strings.TrimPrefix(runtime.Version(), "go"), "golang", ""}
	root, err := output("go", "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	standard.folder = root
	modules := map[string]component{}
	for _, t := range r.targets {
		info, err := buildinfo.ReadFile(r.programOf(t))
		if err != nil {
			return nil, err
		}
		standard.version = strings.TrimPrefix(info.GoVersion, "go")
		for _, m := range info.Deps {
			modules[m.Path] = component{m.Path, m.Version, "golang", ""}
		}
	}
	paths := slices.Sorted(maps.Keys(modules))
	folders, err := output("go", append([]string{"list", "-m", "-f", "{{.Dir}}"}, paths...)...)
	if err != nil {
		return nil, err
	}
	all := []component{standard}
	for i, folder := range strings.Split(folders, "\n") {
		module := modules[paths[i]]
		module.folder = folder
		all = append(all, module)
	}
	return all, nil
}

// bundledPackages returns the npm packages of which scripts/assets.mjs bundled at least one file.
func bundledPackages() (packages []component, err error) {
	text, err := os.ReadFile(".cache/bundled-packages.json")
	if err != nil {
		return nil, err
	}
	var folders []string
	if err := json.Unmarshal(text, &folders); err != nil {
		return nil, err
	}
	for _, folder := range folders {
		text, err := os.ReadFile(filepath.Join(folder, "package.json"))
		if err != nil {
			return nil, err
		}
		var npm struct{ Name, Version string }
		if err := json.Unmarshal(text, &npm); err != nil {
			return nil, err
		}
		packages = append(packages, component{npm.Name, npm.Version, "npm", folder})
	}
	return packages, nil
}

func (r *release) writeBOM(components []component) error {
	bom := cyclonedx.NewBOM()
	self := cyclonedx.Component{
		BOMRef: "holdover", Type: cyclonedx.ComponentTypeApplication, Name: "holdover", Version: r.version.String(),
		Licenses: &cyclonedx.Licenses{{License: &cyclonedx.License{ID: "Apache-2.0"}}},
	}
	bom.Metadata = &cyclonedx.Metadata{Timestamp: r.time.Format("2006-01-02T15:04:05Z"), Component: &self}
	list, needed := []cyclonedx.Component{}, []string{}
	for _, c := range components {
		list = append(list, cyclonedx.Component{
			BOMRef: c.url(), Type: cyclonedx.ComponentTypeLibrary, Name: c.name, Version: c.version, PackageURL: c.url(),
		})
		needed = append(needed, c.url())
	}
	bom.Components = &list
	bom.Dependencies = &[]cyclonedx.Dependency{{Ref: self.BOMRef, Dependencies: &needed}}
	var text bytes.Buffer
	if err := cyclonedx.NewBOMEncoder(&text, cyclonedx.BOMFileFormatJSON).SetPretty(true).Encode(bom); err != nil {
		return err
	}
	return write("holdover-"+r.version.String()+".cdx.json", text.Bytes())
}

// licencesOf returns the texts of the licences of all components. It fails if a component has none.
func licencesOf(components []component) ([]byte, error) {
	var text bytes.Buffer
	fmt.Fprintln(&text, "Holdover contains the following components, under these licences.")
	for _, c := range components {
		entries, err := os.ReadDir(c.folder)
		if err != nil {
			return nil, err
		}
		found := false
		for _, entry := range entries {
			name := strings.ToUpper(entry.Name())
			if entry.IsDir() || !strings.HasPrefix(name, "LICEN") && !strings.HasPrefix(name, "NOTICE") && !strings.HasPrefix(name, "COPYING") {
				continue
			}
			licence, err := os.ReadFile(filepath.Join(c.folder, entry.Name()))
			if err != nil {
				return nil, err
			}
			fmt.Fprintf(&text, "\n======== %s %s: %s\n\n%s\n", c.name, c.version, entry.Name(), bytes.TrimSpace(licence))
			found = found || !strings.HasPrefix(name, "NOTICE")
		}
		if !found {
			return nil, fmt.Errorf("%s has no file with a licence in %s", c.url(), c.folder)
		}
	}
	return text.Bytes(), nil
}
