package browsertest

import (
	"context"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// SetOffline cuts a tab's network connection, or restores it.
func SetOffline(t testing.TB, tab context.Context, offline bool) {
	t.Helper()
	if _, err := chromedp.Call(tab, network.Enable, network.EnableParams{}); err != nil {
		t.Fatal("watching the network: ", err)
	}
	conditions := &network.Conditions{Offline: offline, DownloadThroughput: -1, UploadThroughput: -1}
	if _, err := chromedp.Call(tab, network.EmulateNetworkConditionsByRule, network.EmulateNetworkConditionsByRuleParams{MatchedNetworkConditions: []*network.Conditions{conditions}}); err != nil {
		t.Fatal("setting the network: ", err)
	}
}
