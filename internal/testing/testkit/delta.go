package testkit

import (
	"fmt"
	"maps"
	"slices"
)

// PutChanges applies changes to a copy, and counts the records marked as deleted.
func PutChanges(copied, changes map[string]any, deleted map[string]int) {
	for name, value := range changes {
		list, isList := value.([]any)
		if !isList {
			copied[name] = value
			continue
		}
		old, _ := copied[name].([]any)
		for _, record := range list {
			r := record.(map[string]any)
			at := slices.IndexFunc(old, func(o any) bool { return keyOf(o.(map[string]any)) == keyOf(r) })
			switch {
			case r["deleted"] == true:
				deleted[name]++
				if at >= 0 {
					old = slices.Delete(old, at, at+1)
				}
			case at >= 0:
				maps.Copy(old[at].(map[string]any), r)
			default:
				old = append(old, r)
			}
		}
		copied[name] = old
	}
}

func keyOf(r map[string]any) any {
	if id, ok := r["id"]; ok {
		return id
	}
	return r["month"]
}

// ByID returns a plan with its records by id, without null and empty members and without members that only whole
// plans have.
func ByID(plan map[string]any) map[string]any {
	out := map[string]any{}
	for name, value := range plan {
		list, isList := value.([]any)
		switch {
		case isList:
			records := map[string]any{}
			for _, r := range list {
				record := r.(map[string]any)
				records[fmt.Sprint(keyOf(record))] = tidy(record)
			}
			out[name] = records
		case name != "last_modified_on":
			out[name] = tidy(value)
		}
	}
	return out
}

func tidy(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for name, value := range v {
			if list, ok := value.([]any); ok && name == "categories" && v["month"] != nil {
				value = ByID(map[string]any{name: list})
			}
			if !Empty(value) {
				out[name] = tidy(value)
			}
		}
		return out
	case []any:
		for i := range v {
			v[i] = tidy(v[i])
		}
	}
	return v
}

// Empty reports whether a member is null, an empty text or an empty object.
func Empty(v any) bool {
	switch v := v.(type) {
	case nil:
		return true
	case string:
		return v == ""
	case map[string]any:
		return len(v) == 0
	}
	return false
}
