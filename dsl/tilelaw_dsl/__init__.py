"""The rules language: parser, checker and intermediate representation."""
