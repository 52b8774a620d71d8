/**
 * The content type that a request's `Accept` likes best of those that are offered; the first of them where it likes all, or says nothing.
 * @returns undefined where it accepts none
 */
export function preferredType<const Type extends string>(
  accept: string | undefined,
  offered: readonly [Type, ...Type[]],
): Type | undefined {
  if (accept === undefined || accept.trim() === '') return offered[0]
  const ranges = accept.split(',').map((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    const quality = parameters.find((parameter) => parameter.startsWith('q='))
    return { type, quality: quality === undefined ? 1 : Number(quality.slice(2)) || 0 }
  })
  const liked = ranges.filter(({ quality }) => quality > 0).sort((one, other) => other.quality - one.quality)
  for (const { type } of liked) {
    const fitting = offered.find((candidate) => matches(type, candidate))
    if (fitting) return fitting
  }
  return undefined
}

function matches(range: string, type: string): boolean {
  if (range === '*/*' || range === '*') return true
  return range.endsWith('/*') ? type.startsWith(range.slice(0, -1)) : range === type
}
