"""Putting cases to an implementation and judging what comes back.

The life of a connection: a `Connector` starts the implementation, and the first request is `hello`; without a proper
answer to it within `Limits.start_seconds` nothing can be judged, and the run says so. After that a `Window` of cases is
open at once: requests are written without waiting, and each answer finds its case by its id. When no answer comes for
`Limits.seconds` (a timeout), when the implementation ends (a crash), or when it says what belongs to no request, the
connection is lost: everything it has started is ended, and every case that was open is suspect. Each suspect is put to
a fresh life by itself. One that loses that life as well is to blame and gets the verdict; the others get the verdict
they earn, and if nobody is to blame the run notes that too. After a number of losses in a row the rest is skipped. In
the end `bye` is sent, the input is closed, and what has not ended by itself a moment later is ended.
"""
