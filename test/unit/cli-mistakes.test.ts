import { expect, it } from 'vitest'
import { gatehouse } from '../helpers/gatehouse.ts'

const NOWHERE = ['--data', '/nowhere/org.sqlite']
const REMOTE = [...NOWHERE, '--remote', 'Acme']
const DRAFT = [...NOWHERE, '--draft', 'May']

/** Commands of which some say with 2 that something differs, or is to be done. */
const LINES = [
  ...['compare', 'pull', 'status', 'plan', 'apply', 'take-back'].map((word) => ['sync', word, ...REMOTE]),
  ...['plan', 'publish', 'discard'].map((word) => ['draft', word, ...DRAFT]),
  ['draft', 'list', ...NOWHERE],
  ['draft', 'create', ...NOWHERE, '--name', 'May'],
  ...['write', 'compare', 'plan', 'apply'].map((word) => ['folder', word, '/nowhere/config', ...NOWHERE]),
]

it.each(LINES)('`%s %s` without a workspace ends with 1: 2 says that something is to be done', async (...line) => {
  expect(await gatehouse(...line)).toMatchObject({ status: 1, err: expect.stringContaining('is not a file') })
})

it.each(LINES)('`%s %s` with a line that cannot be followed ends with 1', async (...line) => {
  const [command = '', word = ''] = line
  expect(await gatehouse(...line, '--nothing')).toMatchObject({ status: 1, err: expect.stringContaining('--nothing') })
  expect(await gatehouse(...line, '--data')).toMatchObject({ status: 1 })
  expect(await gatehouse(command, word)).toMatchObject({ status: 1 })
  expect(await gatehouse(command)).toMatchObject({ status: 1 })
})

it('a mistake in the line of other commands ends with 2', async () => {
  expect(await gatehouse('token', 'list', ...NOWHERE)).toMatchObject({ status: 2 })
  expect(await gatehouse('remote', 'list', '--nothing')).toMatchObject({ status: 2 })
  expect(await gatehouse('nothing')).toMatchObject({ status: 2 })
})
