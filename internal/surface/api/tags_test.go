package api_test

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"holdover/internal/app"
	"holdover/internal/testing/testkit"
)

// A program lists tags with their use, gives them a colour and a description, renames and removes them. Each change is one
// step of the history.
func TestTagsOfThePlan(t *testing.T) {
	s, account, _ := serveWithIDs(t)
	day := s.app.Today(t.Context()).String()
	type tag struct {
		Name, Color, Description string
		ColorIsChosen            bool `json:"color_is_chosen"`
		Count                    int  `json:"transaction_count"`
		Amount                   int64
		Last                     string `json:"last_date"`
		Deleted                  bool
	}
	var one struct {
		Data struct {
			Tag       tag
			Knowledge int64 `json:"server_knowledge"`
		}
	}
	c := newCaller(t, s)
	list := func() []tag {
		t.Helper()
		var got struct{ Data struct{ Tags []tag } }
		c.must("/plans/"+s.id+"/tags", &got)
		return slices.DeleteFunc(got.Data.Tags, func(t tag) bool { return t.Name == "tag" }) // which the plan's notes have
	}
	write := func(method, path, body string, want tag) {
		t.Helper()
		before := testkit.Must(s.app.Knowledge(t.Context(), app.Machine(), s.id))(t)
		one.Data.Tag = tag{}
		s.answered(t, method, path, body, 200, &one)
		if one.Data.Tag != want || one.Data.Knowledge != before+1 {
			t.Errorf("%s %s %s: %+v, want %+v as change %d", method, path, body, one.Data, want, before+1)
		}
	}
	if all := list(); len(all) != 0 {
		t.Fatalf("a plan without tags has %+v", all)
	}
	for _, memo := range []string{"ferry #Überfahrt", "#überfahrt back"} {
		s.answered(t, "POST", "/transactions", fmt.Sprintf(`{"transaction":{"account_id":%q,"date":%q,"amount":-1500,"memo":%q}}`, account, day, memo), 201, nil)
	}
	all := list()
	if len(all) != 1 || !strings.EqualFold(all[0].Name, "überfahrt") || all[0].Color == "" {
		t.Fatalf("the tags are %+v, want one", all)
	}
	derived := all[0].Color
	want := tag{Name: all[0].Name, Color: derived, Count: 2, Amount: -3000, Last: day}
	if all[0] != want {
		t.Errorf("the tag is %+v, want %+v", all[0], want)
	}
	path := "/tags/" + url.PathEscape("ÜBERFAHRT")
	want.Color, want.ColorIsChosen = "teal", true
	write("PATCH", path, `{"tag":{"color":"teal"}}`, want)
	want.Description = "By ship"
	write("PATCH", path, `{"tag":{"description":" By ship "}}`, want)
	want.Color, want.ColorIsChosen = derived, false
	write("PATCH", path, `{"tag":{"color":null}}`, want)
	s.refused(t, "PATCH", path, `{"tag":{"color":"beige"}}`, "color", "not one of")
	s.refused(t, "PATCH", path+"/name", `{"tag":{"name":"two words"}}`, "name", "two words")
	s.refused(t, "PATCH", path+"/name", `{"tag":{}}`, "name", "missing")
	s.answered(t, "PATCH", path+"/name", `{"tag":{"name":"#Ferry"}}`, 200, &one)
	if got := one.Data.Tag; got.Name != "Ferry" || got.Count != 2 || got.Description != "By ship" {
		t.Errorf("the renamed tag is %+v", got)
	}
	s.answered(t, "PATCH", path, `{"tag":{"color":"teal"}}`, 404, nil)
	s.answered(t, "DELETE", "/tags/ferry", "", 200, &one)
	if got := one.Data.Tag; !got.Deleted || got.Name != "Ferry" {
		t.Errorf("the removed tag is %+v", got)
	}
	s.answered(t, "DELETE", "/tags/ferry", "", 404, nil)
	if all := list(); len(all) != 0 {
		t.Errorf("the tags are %+v after the last was removed", all)
	}
	testkit.Must(s.app.Undo(t.Context(), app.Machine(), s.id, 0))(t)
	if all := list(); len(all) != 1 || all[0].Description != "By ship" || all[0].Count != 2 {
		t.Errorf("the tags are %+v after the undo", all)
	}
}
