import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client, type CallToolResult, type Tool } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect } from 'vitest'
import { LIMITS } from '#contract/interface/limits.ts'
import { estimateTokens } from '#mcp/tokens.ts'
import { atFileEnd } from './at-file-end.ts'
import { builtCli } from './built-cli.ts'
import { aFolder } from './server.ts'

/** What a tool answers. */
export interface Answer {
  isError: boolean
  text: string
  counts: Record<string, unknown>
  cursor: string | null
  note: string
  data: Record<string, unknown> & { rows?: unknown[] }
}

/** An assistant: the real client of the protocol, on the real program. */
export interface Assistant {
  tools: readonly Tool[]
  names: readonly string[]
  transport: StdioClientTransport
  client: Client
  /** What the program has written to its other output. */
  err: () => string
  /** One answer. It fails the test where an answer is too long, or its two forms differ. */
  ask(tool: string, args?: object): Promise<Answer>
  /** The rows of all answers, and the first of them. */
  walk(tool: string, args?: object): Promise<{ first: Answer; rows: unknown[]; answers: number }>
}

const started: Client[] = []
atFileEnd(async () => {
  await Promise.all(started.splice(0).map((client) => client.close()))
})

/** The words that connect the program to a running service. */
export async function wordsFor({ url, token }: { url: string; token: string }): Promise<string[]> {
  const file = join(await aFolder(), 'token')
  await writeFile(file, `${token}\n`)
  return ['--url', url, '--token-file', file]
}

/** Starts the built program for an assistant. @param words behind `gatehouse mcp` */
export async function startAssistant(...words: string[]): Promise<Assistant> {
  const args = [await builtCli(), 'mcp', ...words]
  const transport = new StdioClientTransport({ command: process.execPath, args, stderr: 'pipe' })
  let err = ''
  transport.stderr?.on('data', (chunk: Buffer) => (err += chunk.toString()))
  const client = new Client({ name: 'test', version: '1.0.0' })
  await client.connect(transport)
  started.push(client)
  const { tools } = await client.listTools()
  const ask = async (name: string, given: object = {}) =>
    answerOf((await client.callTool({ name, arguments: given as Record<string, unknown> })) as CallToolResult)
  const walk: Assistant['walk'] = async (name, given = {}) => {
    const first = await ask(name, given)
    const rows = [...(first.data.rows ?? [])]
    let { cursor } = first
    let answers = 1
    for (; cursor !== null; answers++) {
      const next = await ask(name, { ...given, cursor })
      expect(next.isError, next.text).toBe(false)
      rows.push(...(next.data.rows ?? []))
      cursor = next.cursor
    }
    return { first, rows, answers }
  }
  return { tools, names: tools.map(({ name }) => name), transport, client, err: () => err, ask, walk }
}

function answerOf({ content, structuredContent, isError = false }: CallToolResult): Answer {
  const [{ text }] = content as unknown as [{ text: string }]
  expect(content).toHaveLength(1)
  expect(JSON.parse(text)).toEqual(structuredContent)
  expect(estimateTokens(text)).toBeLessThanOrEqual(LIMITS.assistantTokens)
  expect(Object.keys(structuredContent ?? {})).toEqual(['counts', 'cursor', 'note', 'data'])
  return { isError, text, ...(structuredContent as unknown as Omit<Answer, 'isError' | 'text'>) }
}
