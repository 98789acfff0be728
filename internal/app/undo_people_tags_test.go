package app

import "fmt"

// ownTag is the tag of one of two transactions.
func ownTag(record int) string { return fmt.Sprint("own", record) }

func operationsOnTags() []operation {
	return []operation{
		{"describe a tag", ownAndSame, func(s *twoUsers, who Actor, record int, text string) (ChangeResult, error) {
			return s.a.DescribeTag(s.Context(), who, s.id, ownTag(record), new("teal"), &text)
		}},
		{"rename a tag", ownOnly, func(s *twoUsers, who Actor, record int, _ string) (ChangeResult, error) {
			return s.a.RenameTag(s.Context(), who, s.id, ownTag(record), fmt.Sprint("renamed", record))
		}},
		{"merge a tag", ownOnly, func(s *twoUsers, who Actor, record int, _ string) (ChangeResult, error) {
			return s.a.MergeTag(s.Context(), who, s.id, ownTag(record), "common")
		}},
		{"remove a tag", ownOnly, func(s *twoUsers, who Actor, record int, _ string) (ChangeResult, error) {
			return s.a.RemoveTag(s.Context(), who, s.id, ownTag(record))
		}},
	}
}
