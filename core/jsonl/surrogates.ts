/** Halves of surrogate pairs that stand alone as `\u` escapes: start and end column of each escape. */
export function loneSurrogateEscapes(line: string): [start: number, end: number][] {
  if (!line.includes('\\ud') && !line.includes('\\uD')) return [];
  const lone: [number, number][] = [];
  let high: number | undefined;
  for (const match of line.matchAll(/\\(?:u([0-9a-fA-F]{4})|.)/gs)) {
    const unit = match[1] === undefined ? 0 : Number.parseInt(match[1], 16);
    const pairs = high !== undefined && match.index === high + 6 && unit >= 0xdc00 && unit <= 0xdfff;
    if (high !== undefined && !pairs) lone.push([high, high + 6]);
    high = unit >= 0xd800 && unit <= 0xdbff ? match.index : undefined;
    if (!pairs && unit >= 0xdc00 && unit <= 0xdfff) lone.push([match.index, match.index + 6]);
  }
  if (high !== undefined) lone.push([high, high + 6]);
  return lone;
}
