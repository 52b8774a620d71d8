/** Sections of a release page that matter before an update, by the start of their headings. */
const SECTIONS = ['Highlights', 'When you update'] as const

/**
 * The notes of a release as plain text, for the update feed: the program shows them as they are. They are the highlights
 * and what to know when updating; downloads and checksums are not for those who have the program.
 * @param page the release page, in Markdown
 * @throws Error for a page without one of the sections
 */
export function feedNotes(page: string): string {
  const sections = page.split(/^## /m).slice(1)
  const chosen = SECTIONS.map((heading) => {
    const found = sections.find((section) => section.startsWith(heading))
    if (found === undefined) throw new Error(`the release page has no section "${heading}"`)
    return plainText(found)
  })
  return chosen.join('\n\n')
}

/** The text of a section without marks; wrapped lines are joined, and each item of a list is a line. */
function plainText(section: string): string {
  return section
    .trim()
    .replace(/(?<=\S)\n(?!\n|- )\s*/g, ' ')
    .replace(/^- /gm, '• ')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\*\*(.+?)\*\*/g, '$1')
    .replace(/(?<!\w)_(.+?)_(?!\w)/g, '$1')
    .replaceAll('`', '')
    .replace(/\n{2,}/g, '\n')
}
