import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { faultPlanSchema } from '#contract/gatehouse/faults.ts'
import { UsageError } from '#cli/command.ts'
import { readJsonFile } from '#cli/json-option.ts'
import { aFolder } from '../helpers/server.ts'

const PLAN = { rules: [{ path: '/api/v1/**', fault: { type: 'CUT', bytes: 10 } }] }

async function read(content: string | null) {
  const file = join(await aFolder(), 'faults.json')
  if (content !== null) await writeFile(file, content)
  return readJsonFile(file, faultPlanSchema, 'a plan of faults')
}

it('an option that names a file gets what is in it, with defaults', async () => {
  expect(await read(JSON.stringify(PLAN))).toEqual({ seed: 1, rules: [{ ...PLAN.rules[0], share: 1 }] })
})

it.each([
  ['no file', null, /There is no file .*faults\.json/],
  ['no JSON', '{', /faults\.json is not JSON/],
  ['something else', '{"rules": [{"path": "/x"}]}', /is not a plan of faults:[^]*rules\[0\]\.path/],
])('an option that names a file tells what is wrong of %s', async (_, content, words) => {
  const error: unknown = await read(content).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(UsageError)
  expect((error as Error).message).toMatch(words)
})
