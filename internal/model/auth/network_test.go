package auth

import "testing"

func TestNetworkOfAnAddress(t *testing.T) {
	for _, c := range []struct {
		address, want string
		bits          int
	}{
		{"2001:db8:1:2:3::4", "2001:db8:1:2::/64", 64},
		{"2001:db8:1:2:3::4", "2001:db8:1::/48", 48},
		{"::ffff:192.0.2.7", "192.0.2.7", 64},
		{"192.0.2.7", "192.0.2.7", 48},
		{"fe80::1%eth0", "fe80::/64", 64},
		{"unknown", "unknown", 64},
	} {
		if got := Network(c.address, c.bits); got != c.want {
			t.Errorf("the network of %s of %d bits is %s, want %s", c.address, c.bits, got, c.want)
		}
	}
}
