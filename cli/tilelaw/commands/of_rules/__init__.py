"""Parts of `tilelaw rules` that have a module of their own."""
