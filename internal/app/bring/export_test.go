package bring

// VerifyImport and Keep are what an import does last, for tests that spoil a
// budget between the two.
var (
	VerifyImport = verifyImport
	Keep         = (*Bring).keep
)
