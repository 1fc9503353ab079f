"""A small game of two layers, each with a look, as somebody might write it."""

RULES = """\
mode moor/basic
    title "Moor"
    look "moor.yaml"
    players 2
    kinds plant: moss, reed
    board land
        grid squares 0..2 by 0..1
        relation beside = orthogonal
        cell spot
            plant: plant?
            wet: flag
    flow
        ask grow of first(players) "What grows where?"
    rule grow.free "Something grows on a free spot"
        house
        action grow
            at in land
            what in plant
        for grow
            require at in land[no plant]
        for grow
            at.plant := what
            at.wet := what = reed
        score if you = first(players) then count land[plant = moss and not wet] else 0
        rank total(you)

option moor/heath on moor/basic
    title "Heath"
    look "heath.yaml"
    house
    add to kinds plant: heather
"""
MOOR = """\
boards:
  land:
    main: {field: plant, members: {moss: {letter: M}, reed: {letter: R, title: tall reed}}}
    marks:
      wet: {kind: flag, sign: "~"}
"""
HEATH = """\
boards:
  land:
    main: {members: {reed: {letter: T}, heather: {letter: H}}}
"""
