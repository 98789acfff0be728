package web

import "net/url"

// The words of an address that keep a reconciliation under way.
const (
	reconcileKey = "reconcile"
	bankKey      = "bank"
	onKey        = "on"
)

// underWay is a reconciliation as a register's address keeps it: whatever is
// filtered, sorted or marked meanwhile, it goes on.
type underWay struct {
	Begun    bool
	Told     bool   // the bank's balance has been told
	Bank, On string // that balance and its day, as typed
}

func underWayIn(q url.Values) underWay {
	return underWay{q.Has(reconcileKey), q.Has(bankKey), q.Get(bankKey), q.Get(onKey)}
}

func (u underWay) set(q url.Values) {
	if u.Begun {
		q.Set(reconcileKey, "1")
	}
	if u.Begun && u.Told {
		q.Set(bankKey, u.Bank)
		q.Set(onKey, u.On)
	}
}

// withoutReconciling is an address after its reconciliation.
func withoutReconciling(u *url.URL) string {
	q := u.Query()
	for _, key := range []string{reconcileKey, bankKey, onKey} {
		q.Del(key)
	}
	left := url.URL{Path: u.Path, RawPath: u.RawPath, RawQuery: q.Encode()}
	return left.RequestURI()
}
