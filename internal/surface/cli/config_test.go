package cli

import "testing"

// TestEverySettingHasItsOwnVariable: no two flags of all commands share an environment variable.
func TestEverySettingHasItsOwnVariable(t *testing.T) {
	variables := map[string]string{}
	for key := range settings(newRoot(&env{})) {
		if other, taken := variables[variableOf(key)]; taken {
			t.Errorf("%s and %s are both set by %s", key, other, variableOf(key))
		}
		variables[variableOf(key)] = key
	}
	for _, want := range []string{"HOLDOVER_DATA", "HOLDOVER_SERVE_LISTEN", "HOLDOVER_TOKEN_NEW_USER", "HOLDOVER_BANK_IMPORT_DRY_RUN"} {
		if variables[want] == "" {
			t.Errorf("no setting has the variable %s", want)
		}
	}
}
