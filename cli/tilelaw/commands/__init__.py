"""The commands of `tilelaw`, one module each: `add_to` declares it, `run` carries it out."""
