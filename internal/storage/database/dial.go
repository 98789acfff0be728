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
	// doubt is the connect timeout for an address to which the last attempt failed. pgx tries the addresses in their
	// order for each connection, and the first server may never come back.
	doubt = 500 * time.Millisecond
)

// dialer opens connections that close by themselves if the server's machine, or the network to it, fails silently. This
// applies to connections that wait for a response, and to idle ones in the pool: otherwise the next callers would wait for
// one dead connection after another.
type dialer struct {
	net.Dialer
	doubtful sync.Map // the addresses to which the last attempt failed
}

func newDialer(connectTimeout time.Duration) *dialer {
	return &dialer{Dialer: net.Dialer{
		Timeout:         cmp.Or(connectTimeout, silence),
		KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: 2 * time.Second, Interval: time.Second, Count: 3},
		Control:         limitSilence,
	}}
}

func (d *dialer) dial(ctx context.Context, network, address string) (net.Conn, error) {
	if _, isDoubtful := d.doubtful.Load(address); isDoubtful {
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
