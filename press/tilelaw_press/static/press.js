// The chooser of options on pages of rulebooks.
