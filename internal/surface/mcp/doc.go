// Package mcp gives AI assistants access to a budget with the Model Context Protocol: To Budget, expenses, adding and
// categorising transactions, assigning, verifying. Tools use the words of budgeting; responses are short, and amounts
// are exact texts. Writing tools exist only on request, and each call is one entry of the history.
//
// Start with New, then reading.go and writing.go, one function each tool.
package mcp
