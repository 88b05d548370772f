/**
 * How many items at the beginning and at the end of two lists are the same; none counts for both.
 *
 * @param isSame compares an item of the first list with one of the second, by their indexes.
 */
export function sameEnds(
  firstLength: number,
  secondLength: number,
  isSame: (first: number, second: number) => boolean,
): { readonly head: number; readonly tail: number } {
  const most = Math.min(firstLength, secondLength);
  let head = 0;
  while (head < most && isSame(head, head)) head++;
  let tail = 0;
  while (tail < most - head && isSame(firstLength - 1 - tail, secondLength - 1 - tail)) tail++;
  return { head, tail };
}
