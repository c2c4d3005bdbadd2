/** The part of a long list that is worth drawing, and the room that the rest takes, in pixels. */
export interface VisibleRange {
  readonly first: number;
  /** Not included. */
  readonly end: number;
  readonly before: number;
  readonly after: number;
}

export interface Viewport {
  readonly top: number;
  readonly height: number;
  /** Pixels to draw beyond each edge. */
  readonly margin: number;
}

/** `heightOf` tells a row's height, measured or guessed. At most `limit` rows are drawn, the ones from the top. */
export function visibleRange(
  count: number,
  heightOf: (index: number) => number,
  viewport: Viewport,
  limit: number,
): VisibleRange {
  const start = viewport.top - viewport.margin;
  const stop = viewport.top + viewport.height + viewport.margin;
  let first = 0;
  let end = 0;
  let before = 0;
  let total = 0;
  for (let index = 0; index < count; index++) {
    const top = total;
    total += heightOf(index);
    if (total <= start) {
      first = end = index + 1;
      before = total;
    } else if (top < stop && index - first < limit) end = index + 1;
  }
  let drawn = 0;
  for (let index = first; index < end; index++) drawn += heightOf(index);
  return { first, end, before, after: total - before - drawn };
}
