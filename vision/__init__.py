"""From frames to what lies on the table.

    from vision.reading.reader import TableReader
    reader = TableReader()                  # the models that come with the project
    detections = reader.read(frame)         # BGR uint8; one row per physical card
    detections[detections.sure].label       # what may be committed without asking

`reading/`: `finder` says where indices may be, `crop` cuts them upright from the original pixels, `index_reader` reads
them, `one_card` puts the indices of one card together, `reader` joins all; `closer_look` reads small cards again;
`draw` shows the result.  `italian` reads cards without indices by their faces, `for_pack` opens the reader a pack asks
for; `dice` finds and counts dice.  `watching/`: `motion` tells what moves, `dice_rolls` when dice were rolled.
`watcher` is the one call from frames to a belief: `looker` tells what a frame shows, `table_finder` how the table is
seen, `belief` what lies there.
This room knows labels such as "7H", never games.
"""
