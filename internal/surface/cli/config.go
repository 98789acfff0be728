package cli

import (
	"fmt"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
	"github.com/adrg/xdg"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"holdover/internal/base/apperr"
)

// A setting is a flag whose value comes from the environment or from the configuration file. Its key is the name of the command
// and that of the flag, "serve.listen", or "data" for a flag of all commands. Its variable is HOLDOVER_SERVE_LISTEN or
// HOLDOVER_DATA. In the file it is listen in the table [serve], or data before the first table.

// settingKey returns the key of a command's flag.
func settingKey(cmd *cobra.Command, f *pflag.Flag) string {
	if cmd.Root().PersistentFlags().Lookup(f.Name) == f {
		return f.Name
	}
	return strings.ReplaceAll(strings.TrimPrefix(cmd.CommandPath(), cmd.Root().Name()+" "), " ", ".") + "." + f.Name
}

// variableOf returns the environment variable of a setting.
func variableOf(key string) string {
	return "HOLDOVER_" + strings.ToUpper(strings.NewReplacer(".", "_", "-", "_").Replace(key))
}

// configFile is a configuration file that was read.
type configFile struct {
	path   string              // "" if there is none
	values map[string][]string // by setting; several for a list
}

// configure gives the flags that are not on the command line their values from the environment, then from the configuration
// file. A flag is skipped if one that excludes it already has a value: with HOLDOVER_DATABASE, data in the file does not count.
func (e *env) configure(cmd *cobra.Command) error {
	e.origins = map[string]string{}
	cmd.Flags().Visit(func(f *pflag.Flag) { e.origins[settingKey(cmd, f)] = "--" + f.Name })
	if err := e.setFlags(cmd, func(key string) ([]string, string) {
		text := os.Getenv(variableOf(key))
		if text == "" {
			return nil, ""
		}
		return []string{text}, variableOf(key)
	}); err != nil {
		return err
	}
	if e.configured == nil {
		file, err := e.readConfig(cmd.Root())
		if err != nil {
			return err
		}
		e.configured = &file
	}
	return e.setFlags(cmd, func(key string) ([]string, string) { return e.configured.values[key], e.configured.path })
}

// setFlags sets a command's flags that have no value yet from the values that valueOf returns, with their origin: a variable or a
// file.
func (e *env) setFlags(cmd *cobra.Command, valueOf func(key string) (values []string, origin string)) (err error) {
	var set []*pflag.Flag
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		key := settingKey(cmd, f)
		values, origin := valueOf(key)
		if err != nil || len(values) == 0 || f.Changed || excluding(cmd, f) != "" {
			return
		}
		name := origin
		if origin != variableOf(key) {
			name = key + " in " + origin
		}
		for _, text := range values {
			if setErr := f.Value.Set(text); err == nil && setErr != nil {
				err = invalidValue(name, f.Value, text, setErr)
			}
		}
		e.origins[key] = origin
		set = append(set, f)
	})
	for _, f := range set {
		f.Changed = true
	}
	return err
}

// configPaths returns the places in which a configuration file is looked for, in this order.
func configPaths() []string {
	var paths []string
	if filepath.IsAbs(xdg.ConfigHome) && (hasHome() || os.Getenv("XDG_CONFIG_HOME") != "") {
		paths = append(paths, filepath.Join(xdg.ConfigHome, "holdover", "holdover.toml"))
	}
	if runtime.GOOS != "windows" {
		paths = append(paths, "/etc/holdover/holdover.toml")
	}
	return paths
}

// readConfig reads the file named by --config or HOLDOVER_CONFIG, which must exist, or the first of configPaths that exists. It
// returns an Invalid error for a setting that no command has.
func (e *env) readConfig(root *cobra.Command) (configFile, error) {
	paths, named := configPaths(), e.config != ""
	if named {
		paths = []string{e.config}
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if os.IsNotExist(err) && !named {
			continue
		}
		if err != nil {
			return configFile{}, apperr.New(apperr.Invalid, "the configuration file %s cannot be read", path).WithCause(err).WithHint("check --config and HOLDOVER_CONFIG")
		}
		var content map[string]any
		if _, err := toml.Decode(string(text), &content); err != nil {
			return configFile{}, apperr.New(apperr.Invalid, "%s is not valid TOML", path).WithCause(err).WithHint("holdover config --help shows an example")
		}
		file := configFile{path, map[string][]string{}}
		flatten(content, "", file.values)
		known := settings(root)
		for _, key := range slices.Sorted(maps.Keys(file.values)) {
			if known[key] == nil {
				return configFile{}, apperr.New(apperr.Invalid, "%s: there is no setting %q", path, key).WithHint("holdover config lists the settings")
			}
		}
		return file, nil
	}
	return configFile{}, nil
}

// flatten collects the values of nested tables by their dotted keys.
func flatten(table map[string]any, prefix string, values map[string][]string) {
	for name, value := range table {
		switch value := value.(type) {
		case map[string]any:
			flatten(value, prefix+name+".", values)
		case []any:
			for _, one := range value {
				values[prefix+name] = append(values[prefix+name], fmt.Sprint(one))
			}
		default:
			values[prefix+name] = []string{fmt.Sprint(value)}
		}
	}
}

// settings returns the flags of all commands by their keys, without those that make no sense in a file.
func settings(root *cobra.Command) map[string]*pflag.Flag {
	all := map[string]*pflag.Flag{}
	add := func(cmd *cobra.Command, flags *pflag.FlagSet) {
		flags.VisitAll(func(f *pflag.Flag) {
			if f.Name != "help" && f.Name != "version" && f.Name != "config" {
				all[settingKey(cmd, f)] = f
			}
		})
	}
	add(root, root.PersistentFlags())
	for _, cmd := range commandsBelow(root) {
		add(cmd, cmd.Flags())
	}
	return all
}

// commandsBelow returns the commands below a command, at any depth.
func commandsBelow(cmd *cobra.Command) (all []*cobra.Command) {
	for _, c := range cmd.Commands() {
		all = append(append(all, c), commandsBelow(c)...)
	}
	return all
}

// Setting is a setting in force, with its origin: "default", a variable, a file, or a flag.
type Setting struct {
	Name     string `json:"name"`
	Value    string `json:"value"`
	Origin   string `json:"origin"`
	Variable string `json:"variable"`
}

func newConfig(e *env) *cobra.Command {
	var all bool
	cmd := &cobra.Command{
		Use:   "config",
		Short: "Show the settings that are in force",
		Long: `Show the settings that are in force, and where each one comes from.

Every flag can be set in three places: on the command line, in an environment
variable, and in a configuration file, in this order. The flag --listen of
holdover serve is HOLDOVER_SERVE_LISTEN in the environment. A file looks like
this:

    data = "/srv/holdover"

    [serve]
    listen = "127.0.0.1:8585"
    public = "https://money.example"
    behind-proxy = true

The file is the one named by --config or HOLDOVER_CONFIG, else
holdover/holdover.toml in the user's folder of configuration
(~/.config on Linux), else /etc/holdover/holdover.toml.`,
		GroupID: "serve",
		Args:    exactArgs(0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			list, err := e.settingsInForce(cmd.Root(), all)
			if err != nil {
				return err
			}
			shown := struct {
				File     string    `json:"file"`
				Settings []Setting `json:"settings"`
			}{e.configured.path, list}
			return e.show(shown, func(p *printer) {
				t := p.table("Setting", "Value…", "From…")
				for _, s := range list {
					t.row(s.Name, s.Value, s.Origin)
				}
				t.print()
				if shown.File == "" {
					p.say("No configuration file was found.")
				}
			})
		},
	}
	cmd.Flags().BoolVar(&all, "all", false, "list the settings of all commands, also those that have their default value")
	return cmd
}

// settingsInForce returns the settings of servers and those that are set somewhere; all of them on request. Secrets are replaced
// by asterisks.
func (e *env) settingsInForce(root *cobra.Command, all bool) ([]Setting, error) {
	origins := maps.Clone(e.origins) // of the flags of all commands, such as data
	flags := settings(root)
	for _, cmd := range commandsBelow(root) {
		if err := e.configure(cmd); err != nil {
			return nil, err
		}
		for key, origin := range e.origins {
			if _, ok := origins[key]; !ok {
				origins[key] = origin
			}
		}
	}
	var list []Setting
	for _, key := range slices.Sorted(maps.Keys(flags)) {
		origin, isSet := origins[key]
		if command, _, nested := strings.Cut(key, "."); nested && !isSet && !all && command != "serve" && command != "webtool" {
			continue
		}
		if !isSet {
			origin = "default"
		}
		list = append(list, Setting{key, withoutSecrets(key, flags[key].Value.String()), origin, variableOf(key)})
	}
	return list, nil
}

// withoutSecrets hides the password of an address and the value of a secret.
func withoutSecrets(key, value string) string {
	if value == "" {
		return ""
	}
	if name := key[strings.LastIndex(key, ".")+1:]; strings.Contains(name, "secret") || strings.Contains(name, "token") {
		return "***"
	}
	if at, err := url.Parse(value); err == nil && at.User != nil {
		return at.Redacted()
	}
	return value
}
