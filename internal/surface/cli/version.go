package cli

import (
	"cmp"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"holdover/internal/base/apperr"
	"holdover/internal/storage/database"
)

// version and stampedCommit are stamped by the build (-ldflags -X); only a release stamps the commit.
var version, stampedCommit string

// Version returns the version of the program, "devel" if it was not set at build time.
func Version() string {
	if version != "" {
		return version
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "(devel)" {
		return cmp.Or(info.Main.Version, "devel")
	}
	return "devel"
}

// commit returns the commit that the program was built from, with "+changes" if files differed from it; "" if unknown.
func commit() string {
	if stampedCommit != "" {
		return stampedCommit
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	of := map[string]string{}
	for _, s := range info.Settings {
		of[s.Key] = s.Value
	}
	if of["vcs.modified"] == "true" {
		return of["vcs.revision"] + "+changes"
	}
	return of["vcs.revision"]
}

func newVersion(e *env) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Show the version",
		Args:  exactArgs(0),
		RunE: func(*cobra.Command, []string) error {
			schema, err := database.Schema()
			if err != nil {
				return err
			}
			v := struct {
				Version string `json:"version"`
				Commit  string `json:"commit"` // "" if it was not built in a clone
				Schema  int64  `json:"schema"` // the last migration of the database
				Go      string `json:"go"`
				System  string `json:"system"`
			}{Version(), commit(), schema, runtime.Version(), runtime.GOOS + "/" + runtime.GOARCH}
			return e.show(v, func(p *printer) { p.print("holdover %s (%s, %s)\n", v.Version, v.Go, v.System) })
		},
	}
}

// listed converts the indented lines of commands' descriptions to Markdown lists for the manual pages. Markdown
// ignores an indentation of two spaces and would join the lines.
func listed(cmd *cobra.Command) {
	var b strings.Builder
	inList := false
	for line := range strings.Lines(cmd.Long) {
		line = strings.TrimSuffix(line, "\n")
		item, indented := strings.CutPrefix(line, "  ")
		name, says, named := strings.Cut(item, "  ")
		switch {
		case indented && named && !strings.HasPrefix(item, " "):
			fmt.Fprintf(&b, "\n\n%s\n: %s", name, strings.TrimSpace(says))
			inList = true
		case indented && inList:
			b.WriteString(" " + strings.TrimSpace(item))
		default:
			if inList {
				b.WriteString("\n")
			}
			b.WriteString("\n" + line)
			inList = false
		}
	}
	cmd.Long = strings.TrimSpace(b.String())
	for _, c := range cmd.Commands() {
		listed(c)
	}
}

func newMan(e *env) *cobra.Command {
	return &cobra.Command{
		Use:   "man FOLDER",
		Short: "Write the man pages into a folder",
		Args:  exactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o755); err != nil {
				return apperr.New(apperr.Invalid, "%s cannot be made", args[0]).WithCause(err)
			}
			listed(cmd.Root())
			cmd.Root().PersistentFlags().Lookup("data").DefValue = "~/.local/share/holdover" // not the folder of the user that generates the pages
			head := &doc.GenManHeader{Title: "HOLDOVER", Section: "1", Source: "Holdover " + Version()}
			if err := doc.GenManTree(cmd.Root(), head, args[0]); err != nil {
				return fmt.Errorf("write man pages: %w", err)
			}
			return e.show(map[string]string{"man": args[0]}, func(*printer) {})
		},
	}
}
