// Command release builds a release of Holdover from a clean clone into the folder dist: programs, archives, packages, the
// folder of the container image, checksums, the list of components and the release notes. Two releases of one commit are equal,
// byte for byte, if they are built by the same version of Go. docs/releasing.md describes the procedure.
//
// Start with build in release.go.
package main

import (
	"flag"
	"fmt"
	"os"
)

func main() {
	targets := flag.String("targets", "", "build only these targets, such as linux/amd64,linux/armv7")
	flag.Parse()
	r, err := newRelease(*targets)
	if err == nil {
		err = r.build()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}
