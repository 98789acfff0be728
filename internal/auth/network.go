package auth

import "net/netip"

// Network is an address as far as one person has it: whoever has an IPv6 address
// has all those with the same first bits, 64 at home and 48 at many a provider.
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
