//go:build unix

package testkit

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"holdover/oracle"
)

const superuser = "postgres"

// keeperScript runs the server until its standard input closes, which the kernel does when the test process ends, then
// stops the server and removes its folder. So nothing is left behind by a test that panics, times out or is killed.
const keeperScript = `
program=$1 dir=$2
shift 2
"$program" -D "$dir/data" -k "$dir" -c listen_addresses= -c max_connections=200 -c timezone=UTC "$@" </dev/null >"$dir/log" 2>&1 &
server=$!
read -r _
kill -QUIT $server
wait $server
rm -rf "$dir"
`

// binaries returns the folder of PostgreSQL's server programs: the newest that Debian's packages put in place, else the
// one on PATH.
func binaries() (string, error) {
	found, err := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if err != nil {
		return "", fmt.Errorf("looking for PostgreSQL: %w", err)
	}
	if len(found) > 0 {
		return filepath.Dir(slices.MaxFunc(found, func(a, b string) int { return version(a) - version(b) })), nil
	}
	initdb, err := exec.LookPath("initdb")
	if err != nil {
		return "", errors.New("no PostgreSQL is installed (Debian: apt-get install postgresql)")
	}
	return filepath.Dir(initdb), nil
}

func version(initdb string) int {
	n, err := strconv.Atoi(filepath.Base(filepath.Dir(filepath.Dir(initdb))))
	if err != nil {
		return 0 // other folders sort last
	}
	return n
}

// dataFolder is the folder for data on a disk. It is not TMPDIR, because the path of a socket has at most 107 bytes.
const dataFolder = "/tmp"

// startServer starts a server in a new folder below another, and waits until it responds.
func startServer(below string, settings []string) (*cluster, error) {
	return startWithData(below, settings, initialise)
}

// startStandby starts a server that follows another.
func startStandby(of *cluster, settings []string) (*cluster, error) {
	return startWithData(filepath.Dir(of.dir), settings, func(bin, dir string, credential *syscall.Credential) error {
		cmd := command(dir, credential, filepath.Join(bin, "pg_basebackup"), "-h", of.dir, "-U", superuser, "-D", filepath.Join(dir, "data"), "-R", "--checkpoint=fast")
		if output, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("pg_basebackup: %w\n%s", err, output)
		}
		return nil
	})
}

// startWithData starts a server with the data that fill writes to its folder.
func startWithData(below string, settings []string, fill func(bin, dir string, credential *syscall.Credential) error) (*cluster, error) {
	bin, err := binaries()
	if err != nil {
		return nil, err
	}
	credential, err := owner()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp(below, "holdover-pg-")
	if err != nil {
		return nil, fmt.Errorf("making a folder for PostgreSQL: %w", err)
	}
	if credential != nil {
		if err := os.Chown(dir, int(credential.Uid), int(credential.Gid)); err != nil {
			return nil, fmt.Errorf("handing the folder to PostgreSQL: %w", err)
		}
	}
	if err := fill(bin, dir, credential); err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	lifeline, err := startKeeper(bin, dir, credential, settings)
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	c := &cluster{dir: dir, lifeline: lifeline}
	if version(filepath.Join(bin, "initdb")) >= 15 { // newer versions write copied pages to the log by default
		c.copying = " STRATEGY file_copy"
	}
	return c, c.waitReady()
}

// owner returns the user that the server runs as, nil for the user of the tests. PostgreSQL refuses to run as root.
func owner() (*syscall.Credential, error) {
	if os.Geteuid() != 0 {
		return nil, nil
	}
	postgres, err := user.Lookup("postgres")
	if err != nil {
		return nil, fmt.Errorf("PostgreSQL does not run as root and there is no user for it: %w", err)
	}
	uid, err := strconv.ParseUint(postgres.Uid, 10, 32)
	if err != nil {
		return nil, fmt.Errorf("user postgres: %w", err)
	}
	gid, err := strconv.ParseUint(postgres.Gid, 10, 32)
	if err != nil {
		return nil, fmt.Errorf("user postgres: %w", err)
	}
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, nil
}

// initialise creates the files of a server as a copy of those created first, which takes half the time.
func initialise(bin, dir string, credential *syscall.Credential) error {
	initdb, data := filepath.Join(bin, "initdb"), filepath.Join(dir, "data")
	args := []string{"-U", superuser, "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "-N"}
	output, err := exec.Command("/bin/sh", "-c", `"$0" --version && "$0" --help`, initdb).Output()
	if err != nil {
		return fmt.Errorf("asking initdb for its options: %w", err)
	}
	if bytes.Contains(output, []byte("--icu-locale")) { // PostgreSQL 15 or later
		args = append(args, "--locale-provider=icu", "--icu-locale=en")
	}
	repo, err := oracle.FindRepo()
	if err != nil {
		return err
	}
	cache, err := repo.Cache("postgres")
	if err != nil {
		return err
	}
	cached := filepath.Join(cache, fmt.Sprintf("%x", sha256.Sum256(fmt.Appendf(output, "%s %q %v", initdb, args, credential))))
	if _, err := os.Stat(cached); err == nil {
		return copyFolder(cached, data)
	}
	cmd := command(dir, credential, initdb, append(args, "-D", data)...)
	if output, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("initdb: %w\n%s", err, output)
	}
	temporary, err := os.MkdirTemp(cache, "making-")
	if err != nil {
		return fmt.Errorf("keeping PostgreSQL's first files: %w", err)
	}
	defer os.RemoveAll(temporary)
	if err := copyFolder(data, filepath.Join(temporary, "data")); err != nil {
		return err
	}
	if err := os.Rename(filepath.Join(temporary, "data"), cached); err != nil && !errors.Is(err, fs.ErrExist) { // another test was faster
		return fmt.Errorf("keeping PostgreSQL's first files: %w", err)
	}
	return nil
}

// copyFolder copies a folder with its owners and permissions.
func copyFolder(from, to string) error {
	if output, err := exec.Command("cp", "-a", from, to).CombinedOutput(); err != nil {
		return fmt.Errorf("copying PostgreSQL's first files: %w\n%s", err, output)
	}
	return nil
}

// startKeeper starts the keeper and returns the pipe that holds it.
func startKeeper(bin, dir string, credential *syscall.Credential, settings []string) (io.Closer, error) {
	cmd := command(dir, credential, "/bin/sh", append([]string{"-c", keeperScript, "keeper", filepath.Join(bin, "postgres"), dir}, settings...)...)
	lifeline, err := cmd.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("starting PostgreSQL: %w", err)
	}
	cmd.SysProcAttr.Setsid = true // an interrupt from the terminal must reach only the tests
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("starting PostgreSQL: %w", err)
	}
	return lifeline, nil
}

func command(dir string, credential *syscall.Credential, name string, args ...string) *exec.Cmd {
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: credential}
	cmd.Env = slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "PG") })
	return cmd
}

// waitReady returns when the server takes connections.
func (c *cluster) waitReady() error {
	deadline := time.Now().Add(patience)
	for {
		err := c.administer("postgres", "SELECT 1")
		if err == nil {
			return nil
		}
		if time.Now().After(deadline) {
			log, readErr := os.ReadFile(filepath.Join(c.dir, "log"))
			return errors.Join(fmt.Errorf("the temporary PostgreSQL does not answer: %w\n%s", err, log), readErr)
		}
		time.Sleep(20 * time.Millisecond)
	}
}
