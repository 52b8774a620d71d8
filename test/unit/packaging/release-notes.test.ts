import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { RELEASE_NOTES } from '../../../scripts/packaging/metadata.ts'
import { feedNotes } from '../../../scripts/packaging/release-notes.ts'

const PAGE = `# Gatehouse 1.2.0

A sentence about the program.

## Highlights

- **Policies of every type**, with a form for each condition and
  action.
- See [signing in](../sign-in.md), under _Settings › Sign-in_.

## When you update from 1.1.0

Workspaces open unchanged; a file_name_with underscores too.

- Needs \`node\` 24.

## Downloads

| System  | File |
| ------- | ---- |
| Windows | \`x\`  |
`

const MARKS = /\*\*|`|^#|\]\(|\||(?<!\w)_/m

describe('the release notes of the update feed', () => {
  it('have the highlights and the update notes, as plain text', () => {
    expect(feedNotes(PAGE)).toBe(
      [
        'Highlights',
        '• Policies of every type, with a form for each condition and action.',
        '• See signing in, under Settings › Sign-in.',
        '',
        'When you update from 1.1.0',
        'Workspaces open unchanged; a file_name_with underscores too.',
        '• Needs node 24.',
      ].join('\n'),
    )
  })

  it('are there for this version', () => {
    const notes = feedNotes(readFileSync(RELEASE_NOTES, 'utf8'))
    expect(notes).toMatch(/^Highlights\n• /)
    expect(notes).toContain('\n\nWhen you update')
    expect(notes).not.toMatch(MARKS)
    expect(notes).not.toContain('Downloads')
  })

  it('need both sections', () => {
    expect(() => feedNotes(PAGE.replace('## Highlights', '## Other'))).toThrow('no section "Highlights"')
  })
})
