const LONGEST = 100
/** What a system or its shells read as their own: separators, wildcards, quotes, control characters. */
const RESERVED = /[\\/:*?"<>|\p{Cc}\p{Cf}]+/gu

/** A title as the name of a file on every system, without an extension; `fallback` where nothing of it can stay. */
export function fileNameOf(title: string, fallback: string): string {
  const name = title.replaceAll(RESERVED, ' ').replaceAll(/\s+/g, ' ')
  // Windows loses dots and blanks at the end.
  return (
    [...name]
      .slice(0, LONGEST)
      .join('')
      .replaceAll(/^[. ]+|[. ]+$/g, '') || fallback
  )
}
