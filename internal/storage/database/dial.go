package database

import (
	"cmp"
	"context"
	"net"
	"sync"
	"time"
)

const (
	// silence is the time after which a connection with unacknowledged data is closed. The system's default is a
	// quarter of an hour.
	silence = 5 * time.Second
	// doubt is the connect timeout for an address if its last attempt failed. Each connection tries the addresses in
	// their order, and the first server may be gone for good.
	doubt = 500 * time.Millisecond
)

// dialer opens connections that are closed if the server's machine, or the network to it, fails silently. This covers
// connections that wait for a response, and idle ones in the pool, so that the next caller does not wait for each of
// them.
type dialer struct {
	net.Dialer
	doubtful sync.Map // addresses with a failed last attempt
}

func newDialer(connectTimeout time.Duration) *dialer {
	return &dialer{Dialer: net.Dialer{
		Timeout:         cmp.Or(connectTimeout, silence),
		KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: 2 * time.Second, Interval: time.Second, Count: 3},
		Control:         endsUnanswered,
	}}
}

func (d *dialer) dial(ctx context.Context, network, address string) (net.Conn, error) {
	if _, is := d.doubtful.Load(address); is {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, doubt)
		defer cancel()
	}
	conn, err := d.DialContext(ctx, network, address)
	if err != nil {
		d.doubtful.Store(address, true)
		return nil, err
	}
	d.doubtful.Delete(address)
	return conn, nil
}
