package settings

import (
	"testing"

	"holdover/internal/testing/browsertest/preview"
)

func TestPreviews(t *testing.T) {
	t.Parallel()
	preview.Check(t, Feature(), nil, &SignInPage{}, &FirstStartPage{}, &BackupsPage{}, &AccountPage{}, &AppearancePage{}, &UsersPage{}, &SharingPage{}, &TokensPage{}, &CodePage{}, &AppPage{}, &SetUpPage{}, &CodesPage{}, &WaysPage{}, &LeavingPage{}, &ProviderDonePage{})
}
