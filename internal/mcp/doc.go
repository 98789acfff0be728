// Package mcp lets assistants at a budget, over the Model Context Protocol: what
// is left to budget, what was spent on, adding and categorising transactions,
// assigning, verifying. Tools speak a budgeter's words; answers are small and
// amounts exact, as text. Writing tools are there only where they were asked
// for, and each is one step of the history.
//
// Floor 5: imports app, httpx and lower floors. Start with New, then reading.go and
// writing.go, one function each tool.
package mcp
