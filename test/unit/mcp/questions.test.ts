import { readFileSync } from 'node:fs'
import { beforeAll, expect, it } from 'vitest'
import { startAssistant, wordsFor, type Assistant } from '../../helpers/assistant.ts'
import { START, startServer, type TestServer } from '../../helpers/server.ts'

/** A question with what is known of the sample organization; `@kind:name` stands for an id, `@days:n` for a moment. */
interface Question {
  question: string
  tool: string
  arguments: object
  /** Of the first answer. */
  counts?: object
  facts?: object
  /** Rows that are among those of all answers. */
  has?: object[]
  /** How many rows there are in all. */
  rows?: number
}

const QUESTIONS = JSON.parse(readFileSync('test/cases/assistant/sample.json', 'utf8')) as Question[]
const DAY_MS = 86_400_000

let server: TestServer
let assistant: Assistant
beforeAll(async () => {
  server = await startServer({ sample: true })
  assistant = await startAssistant(...(await wordsFor(server)))
}, 120_000)

async function hitOf(kind: string, text: string) {
  const [name = '', parent] = text.split('@')
  const query = { q: name, kind: kind as 'rule', limit: 200 }
  const hits = (await server.client.call('searchObjects', { query })).body
  const hit = hits.find((one) => one.name === name && (parent === undefined || one.parent?.name === parent))
  if (!hit) throw new Error(`the sample has no ${kind} ${text}`)
  return hit
}

async function filled(value: unknown): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map(filled))
  if (value !== null && typeof value === 'object') {
    const entries = Object.entries(value).map(async ([key, one]) => [key, await filled(one)] as const)
    return Object.fromEntries(await Promise.all(entries))
  }
  const [, kind = '', name = ''] = /^@(\w+):(.*)$/.exec(String(value)) ?? []
  if (kind === '') return value
  if (kind === 'days') return new Date(START + Number(name) * DAY_MS).toISOString()
  if (kind === 'ruleId') return (await hitOf('rule', name)).id
  const hit = await hitOf(kind, name)
  return kind === 'rule' ? { policyId: hit.parent?.id, ruleId: hit.id } : hit.id
}

it('there are questions of every tool that reads', () => {
  const asked = new Set(QUESTIONS.map(({ tool }) => tool))
  expect(QUESTIONS.length).toBeGreaterThanOrEqual(30)
  expect(assistant.names.filter((name) => !asked.has(name))).toEqual(['review_people'])
})

it.each(QUESTIONS)('$question', async ({ tool, arguments: args, counts = {}, facts = {}, has = [], rows: many }) => {
  const { first, rows } = await assistant.walk(tool, (await filled(args)) as object)
  expect(first.isError, first.text).toBe(false)
  expect(first.counts).toMatchObject(counts)
  expect(first.data).toMatchObject(facts)
  for (const row of has) expect(rows).toContainEqual(expect.objectContaining(deep(row)))
  if (many !== undefined) expect(rows).toHaveLength(many)
})

/** The same, with objects inside that may have more. */
const deep = (row: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).map(([key, one]: [string, unknown]) => [
      key,
      one !== null && typeof one === 'object' && !Array.isArray(one)
        ? (expect.objectContaining(deep(one)) as unknown)
        : one,
    ]),
  )
