package budget

// TagNo is the number of a tag.
type TagNo int64

// Tag is what users said about a tag in notes, such as #holiday: how it is written, its colour and its description.
// Package tag finds tags in notes and defines their colours. A tag that has no such record is as good as one that has.
type Tag struct {
	No          TagNo  `json:"no"`
	ID          string `json:"id"`
	Name        string `json:"name"`             // without the sign #
	Colour      string `json:"colour,omitempty"` // "" for the colour that follows from the name
	Description string `json:"description,omitempty"`
}
