import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Words of another time, and what the glossary has for them. */
const DATED = /\b(?:nobody|anew|whoever|whosoever|hitherto)\b/i
/** Comments are not texts of the page; a key of the wire is none either. */
const NO_TEXT = /\/\*[\s\S]*?\*\/|<!--[\s\S]*?-->|(?<![:'"`\w])\/\/.*$|'reaches-nobody'/gm

it('texts of the page are plain, modern English', () => {
  const found = globSync('src-renderer/**/*.{ts,vue}').flatMap((file) =>
    readFileSync(file, 'utf8')
      .replaceAll(NO_TEXT, '')
      .split('\n')
      .flatMap((line) => (DATED.test(line) ? [`${file}: ${line.trim()}`] : [])),
  )
  expect(found).toEqual([])
})
