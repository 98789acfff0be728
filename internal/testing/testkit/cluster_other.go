//go:build !unix

package testkit

import "errors"

const (
	superuser  = "postgres"
	dataFolder = ""
)

var errNoServer = errors.New("tests start PostgreSQL on unix systems only")

func binaries() (string, error) { return "", errNoServer }

func scratchFolder() string { return dataFolder }

func startServer(string, []string) (*cluster, error) { return nil, errNoServer }

func startStandby(*cluster, []string) (*cluster, error) { return nil, errNoServer }
