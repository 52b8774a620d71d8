import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Words of another time; the glossary has plain ones. */
const DATED = /\b(?:[Nn]obody|[Aa]new|[Ww]hoever|[Ww]hosoever|[Hh]itherto)\b/

it('texts and comments of the program are plain, modern English', () => {
  const found = globSync('{src-main,src-renderer,src-server}/**/*.{ts,vue}').flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line) => (DATED.test(line) ? [`${file}: ${line.trim()}`] : [])),
  )
  expect(found).toEqual([])
})
