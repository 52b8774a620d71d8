import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { StartError } from '#contract/gatehouse/start-error.ts'
import { UserFacingError } from '#contract/interface/user-facing-error.ts'
import { createLogger, createServer, VERSION } from '#server/index.ts'
import { readOptions, remark, UsageError, type Command } from './command.ts'
import { untilInterrupted } from './interrupt.ts'
import { readBounded } from './read-bounded.ts'

const TOKEN_VARIABLE = 'GATEHOUSE_TOKEN'
const MOST_TOKEN_BYTES = 65_536

const USAGE = `Usage: gatehouse mcp --url URL [--token-file FILE] [--drafts]
       gatehouse mcp --data FILE [--token-file FILE] [--drafts]

Serves assistants on standard input and output by the Model Context Protocol:
they find, simulate, explain and review, and search the log. They change nothing,
and are shown only what the token may do.

  --url URL          the address of a running service: https, or http on this
                     machine
  --data FILE        a workspace file that is not in use; it is served meanwhile
  --token-file FILE  a file that holds the API token; without it, the environment
                     variable ${TOKEN_VARIABLE}, or with --data FILE.token
  --drafts           let them open and change drafts; they never publish one`

const OPTIONS = {
  url: { type: 'string' },
  data: { type: 'string' },
  'token-file': { type: 'string' },
  drafts: { type: 'boolean', default: false },
} as const

const HERE = new Set(['localhost', '127.0.0.1', '[::1]'])

/** The address of a service, without a slash at its end. @throws UsageError */
function addressOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && HERE.has(url.hostname))
  if (!url || !isSafe || url.username || url.pathname !== '/' || url.search || url.hash)
    throw new UsageError('--url takes https, or http on this machine, and nothing behind host and port.')
  return url.origin
}

/** The token that was given; undefined where none was. WHY never in the line itself: others on the machine see that. */
async function givenToken(file: string | undefined): Promise<string | undefined> {
  if (file === undefined) return process.env[TOKEN_VARIABLE]?.trim() || undefined
  const text = await readBounded(file, MOST_TOKEN_BYTES)
  if (!text.trim()) throw new UsageError(`${file} is empty.`)
  return text.trim()
}

const onTrouble = (error: unknown) => remark(error instanceof Error ? error.message : String(error))

interface Serving {
  url: string
  token: string
  drafts: boolean
  signal: AbortSignal
}

async function serve(serving: Serving): Promise<void> {
  // WHY only now: no other command needs it, and it takes a while to load.
  const { serveAssistant } = await import('#mcp/serve-stdio.ts')
  await serveAssistant({ ...serving, version: VERSION, onTrouble })
}

/** Serves a file on a free port, to itself alone, for as long as there is an assistant. */
async function serveFile(data: string, token: string | undefined, serving: Omit<Serving, 'url' | 'token'>) {
  if (!(await stat(data).catch(() => null))?.isFile()) throw new UsageError(`${data} is not a file.`)
  const log = createLogger(process.env['GATEHOUSE_LOG'] ?? 'warn')
  const server = await createServer({ dataFile: resolve(data), log }).catch((error: unknown) => {
    if (!(error instanceof StartError) || error.code !== 'FILE_IN_USE') throw error
    throw new StartError(error.code, `${error.message} Give the address of its service: --url.`)
  })
  try {
    await serve({ ...serving, url: server.url, token: token ?? server.token })
  } finally {
    await server.stop()
  }
}

/** Serves assistants by the Model Context Protocol. */
export const mcp: Command = {
  usage: USAGE,
  async run(args) {
    const { values, positionals } = readOptions(args, OPTIONS)
    const { url, data, drafts } = values
    if (positionals.length) throw new UsageError(`${positionals[0]} is one argument too many.`)
    if ((url === undefined) === (data === undefined)) throw new UsageError('mcp takes either --url or --data.')
    const token = await givenToken(values['token-file'])
    // eslint-disable-next-line no-console -- standard output is the protocol's: what a library prints goes to the other one
    console.log = console.info = console.debug = console.error
    await untilInterrupted(async (signal) => {
      if (data !== undefined) return serveFile(data, token, { drafts, signal })
      if (token === undefined) throw new UsageError(`--url needs --token-file or ${TOKEN_VARIABLE}.`)
      return serve({ url: addressOf(url ?? ''), token, drafts, signal })
    }).catch((error: unknown) => {
      throw error instanceof Error && error.name === 'Refused' ? new UserFacingError(error.message) : error
    })
    return 0
  },
}
