"""How play goes on: the flow, the effects of answers, shuffles, turns."""
