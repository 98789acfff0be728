//go:build !unix

package testkit

import "errors"

const (
	superuser = "postgres"
	lasting   = ""
)

var errNoServer = errors.New("tests start PostgreSQL on unix systems only")

func binaries() (string, error) { return "", errNoServer }

func passing() string { return lasting }

func startServer(string, []string) (*cluster, error) { return nil, errNoServer }

func startStandby(*cluster, []string) (*cluster, error) { return nil, errNoServer }
