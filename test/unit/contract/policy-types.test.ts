import { expect, it } from 'vitest'
import { sourceFiles, textOf } from '../../helpers/source-graph.ts'

const PARTIAL_TABLE = /Partial<\s*Record<\s*PolicyType\b|\[\w+ in PolicyType\]\?/

it('no table of the types of policies leaves one out silently', () => {
  const files = ['src-server', 'src-renderer'].flatMap(sourceFiles)
  expect(files.filter((file) => PARTIAL_TABLE.test(textOf(file)))).toEqual([])
})
