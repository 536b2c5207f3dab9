/** Text on one line that is short enough for its place, cut at a word. Pure. */

/** `text` in one line of at most `length` characters; what was cut off is marked. */
export function cut(text: string, length: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > length ? `${split(line, length - 1)[0]}…` : line;
}

/** `text` cut at a word to at most `length` characters, and what is left of it. */
export function split(text: string, length: number): [string, string] {
  if (text.length <= length) {
    return [text, ''];
  }
  const space = text.lastIndexOf(' ', length);
  const at = space > length / 2 ? space : length;
  return [text.slice(0, at).trimEnd(), text.slice(at).trimStart()];
}
