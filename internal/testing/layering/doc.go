// Package layering holds tests on the structure of the source tree: which packages may import each other, which packages may
// read the clock or the file system, how long files and folders may become, whether documents name files that exist, and how
// comments are worded.
//
// It contains tests only and nothing imports it. Start at layer_lists_test.go, which lists the layers and the few imports allowed
// within one layer.
package layering
