package auth

import "net/netip"

// Network returns the network of an address that belongs to one customer. The holder of an IPv6 address has all
// addresses with the same first bits, 64 at home and 48 with many providers.
func Network(address string, bits int) string {
	ip, err := netip.ParseAddr(address)
	if err != nil {
		return address
	}
	ip = ip.Unmap().WithZone("")
	if ip.Is6() {
		if part, err := ip.Prefix(bits); err == nil {
			return part.String()
		}
	}
	return ip.String()
}
