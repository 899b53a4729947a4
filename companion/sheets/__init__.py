"""What can be printed: the Never Over pack, the markers, a score sheet.  PDF with exact millimetres.

    write_pack(Path("pack.pdf"), Pack.parse("13,11,9,7", "1,2,3,4,5"), PAPERS["a4"])
    write_markers(Path("markers.pdf"), PAPERS["a4"])
    write_scoresheet(Path("scores.pdf"), PAPERS["a4"], ("Ann", "Bob"))

Frame of reference of all drawing: millimetres from the lower left corner of the page, y up, as in PDF.
"""
