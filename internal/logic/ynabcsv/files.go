package ynabcsv

import (
	"path"
	"regexp"
	"strings"
	"time"

	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/model/conversion"
)

// export is the two tables of an export.
type export struct {
	register, plan *table
	notation       notation
	name           string     // of the plan
	exportDay      civil.Date // on which the export was made, or 0
	exportedAt     string     // as a timestamp, or ""
}

// openExport finds the tables of the archive.
func openExport(a *conversion.Archive) (*export, error) {
	tables, err := findTables(a)
	if err != nil {
		return nil, err
	}
	e := &export{}
	for _, t := range tables {
		into := &e.register
		if t.isPlan {
			into = &e.plan
		}
		if *into != nil {
			return nil, apperr.New(apperr.Invalid, "%s and %s are tables of two exports", (*into).name, t.name).
				WithHint("Import the ZIP archive of one export, or its two files.")
		}
		*into = t
	}
	switch {
	case e.register == nil && e.plan == nil:
		return nil, apperr.New(apperr.Invalid, "the archive has no table with the columns of YNAB's export").
			WithHint("In YNAB, choose Export Plan in the menu of the plan, and import the ZIP archive unchanged.")
	case e.register == nil:
		return nil, missingTable("table of transactions, the register,", "Register")
	case e.plan == nil:
		return nil, missingTable("table of assigned amounts, the plan,", "Plan, or in older exports Budget")
	}
	e.readNames(a.Name)
	return e, nil
}

func missingTable(what, name string) error {
	return apperr.New(apperr.Invalid, "the %s of YNAB's export is missing", what).
		WithHint("Import the ZIP archive that YNAB made, or choose both of its files together. The name of the other one ends in %s.", name)
}

// exportName matches the names of YNAB's files, such as "Household as of 2026-11-28 10-15 - Register.csv". Files written by
// Holdover have no time.
var exportName = regexp.MustCompile(`^(?:YNAB Export - )?(.+?) as of (\d{4}-\d{2}-\d{2})(?: (\d{2})-(\d{2}))?(?: - \w+)?(?:\.\w+)?$`)

// readNames sets the name of the plan and the time of the export from the names of the files.
func (e *export) readNames(archive string) {
	for _, name := range []string{e.register.name, e.plan.name, path.Base(archive)} {
		m := exportName.FindStringSubmatch(name)
		if m == nil {
			continue
		}
		e.name = m[1]
		if day, err := civil.ParseDate(m[2]); err == nil && m[3] != "" {
			e.exportDay = day
			if at, err := time.Parse("2006-01-02 15:04", m[2]+" "+m[3]+":"+m[4]); err == nil {
				e.exportedAt = at.Format(time.RFC3339)
			}
		}
		return
	}
	e.name = excerpt(strings.TrimSuffix(path.Base(archive), path.Ext(archive)))
	if archive == "" {
		e.name = strings.TrimSuffix(strings.TrimSuffix(e.register.name, path.Ext(e.register.name)), " - Register")
	}
}
