"""Random programs: small, well-typed rulesets as text, which an engine must play as any other engine does.

`program` writes one from a source of chance; `programs` is the same for Hypothesis, which can then make it smaller.
The parts stand in the order in which a text is written: `world` (what there is to speak of), `declare` (declarations),
`writer` with `conditions`, `numbers`, `sets` and `things` (expressions of every form), `effects`, `flow`, `program`.
"""
