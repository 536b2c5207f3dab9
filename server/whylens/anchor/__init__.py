"""Symbols and relocation: how a card finds its function again. Pure over text.

Import from the modules:

- `languages.language_of(path, text=None)`: the language of a file, None where only context lines can anchor.
- `symbols.outline(text, language)`: the symbols of one text; `symbols.DocumentParser(language).update(text)`
  follows a document and re-reads only what changed; `symbols.symbol_at(outline, line)` and
  `symbols.symbols_touched(outline, line_ranges)` answer which symbol a line belongs to.
- `make.make_anchor(path, text, line=None, symbol=None, outline=None, commit="")`: the anchor of a place.
- `resolve.resolve(anchors, path, outline)`: where the anchors of one document stand now.
- `relocate.relocate(anchor, files, old=None)`: where an anchor went in a change of several files.
"""
