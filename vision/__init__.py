"""From frames to table events: what lies on the table, and what changed.

    from vision.reader import TableReader
    reader = TableReader()                  # the models that come with the project
    detections = reader.read(frame)         # BGR uint8; one row per physical card
    detections[detections.sure].label       # what may be committed without asking

`find` says where indices may be, `crop` cuts them upright from the original pixels, `classify`
reads them, `group` puts the indices of one card together, `reader` joins all; `draw` shows the result.
`tracker` follows them over frames; `changes` tells what settled, `steady` makes one clear picture of the last frames.
`italian` reads cards without indices by their faces, `readers` opens the reader that a pack asks for; `dice` finds and
counts dice, `dice_watch` tells when they were rolled.
This room knows labels such as "7H", never games.
"""
