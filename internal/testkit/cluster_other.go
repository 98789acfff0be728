//go:build !unix

package testkit

import "errors"

const superuser = "postgres"

var errNoServer = errors.New("tests start PostgreSQL on unix systems only")

func binaries() (string, error) { return "", errNoServer }

func startCluster([]string) (*cluster, error) { return nil, errNoServer }
