package web

import (
	"holdover/internal/app"
	"holdover/internal/money"
)

func reportPage(_ *app.Report, _ money.Format) *ReportPage { return &ReportPage{} }
