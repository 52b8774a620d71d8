/**
 * Browsers cap the height of an element at some 33 million pixels, and keep scroll positions as single floats, which
 * tell half pixels apart up to here.
 */
export const CANVAS_MAX = 8_000_000
/** So many pixels at both ends of a longer content lie under the scrollbar one to one. */
const TRUE_ENDS = 1_000_000
/** A scroll event that moves further is a drag of the scrollbar: wheels and keys move some hundred pixels a frame. */
const NEAR = 4_000

/** Pixels of all rows together, and of those in sight. */
interface Extent {
  readonly content: number
  readonly view: number
}

/** The state of a scroller: its own position, and the first visible pixel of the content. */
interface Place {
  readonly scrollTop: number
  readonly top: number
}

/** Height of the element that is scrolled in the content's stead. */
export function canvasHeight(content: number): number {
  return Math.min(content, CANVAS_MAX)
}

const lastScroll = ({ content, view }: Extent) => Math.max(0, canvasHeight(content) - view)
const lastTop = ({ content, view }: Extent) => Math.max(0, content - view)

/** Keeps the first pixel in sight within the content. */
export function clampTop(top: number, extent: Extent): number {
  return Math.min(Math.max(top, 0), lastTop(extent))
}

/** Content pixels for each pixel of the scrollbar, between the ends. */
function slope(extent: Extent): number {
  const [short, long] = [lastScroll(extent) - 2 * TRUE_ENDS, lastTop(extent) - 2 * TRUE_ENDS]
  return long > short && short > 0 ? long / short : 1
}

/** The content under a position of the scrollbar: monotone, one to one at both ends, in proportion between them. */
export function topAt(scrollTop: number, extent: Extent): number {
  const [last, end] = [lastScroll(extent), lastTop(extent)]
  if (scrollTop <= TRUE_ENDS) return clampTop(scrollTop, extent)
  if (scrollTop >= last - TRUE_ENDS) return clampTop(end - (last - scrollTop), extent)
  return TRUE_ENDS + (scrollTop - TRUE_ENDS) * slope(extent)
}

/** Where the scrollbar belongs for a place in the content: the inverse of {@link topAt}. */
export function scrollTopAt(top: number, extent: Extent): number {
  const [last, end] = [lastScroll(extent), lastTop(extent)]
  if (top <= TRUE_ENDS) return Math.min(Math.max(top, 0), last)
  if (top >= end - TRUE_ENDS) return Math.max(0, last - (end - top))
  return TRUE_ENDS + (top - TRUE_ENDS) / slope(extent)
}

/**
 * What is in sight after a scroll event: a near movement is pixel-true wherever it happens, a far one goes where the
 * scrollbar points; the ends of the scrollbar are the ends of the content.
 */
export function movedTop(from: Place, scrollTop: number, extent: Extent): number {
  if (scrollTop <= 0) return 0
  if (scrollTop >= lastScroll(extent)) return lastTop(extent)
  const step = scrollTop - from.scrollTop
  return Math.abs(step) <= NEAR ? clampTop(from.top + step, extent) : topAt(scrollTop, extent)
}

/** The first pixel in sight that brings a row wholly into view with the least movement. */
export function topToShow(row: number, rowHeight: number, top: number, { view }: Extent): number {
  const start = row * rowHeight
  return Math.min(Math.max(top, start + rowHeight - view), start)
}
