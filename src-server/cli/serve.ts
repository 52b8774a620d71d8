import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { faultPlanSchema } from '#contract/gatehouse/faults.ts'
import { ENGINES, type Engine } from '#contract/gatehouse/workspace.ts'
import { suspendedText, type LogConcern } from '#contract/log/log-concern.ts'
import { createLogger, createLogTail, createServer, VERSION, type RunningServer } from '#server/index.ts'
import { readJsonFile } from './json-option.ts'
import { readVocabulary } from './vocabulary-option.ts'
import { readOptions, remark, say, UsageError, type Command } from './command.ts'

const USAGE = `Usage: gatehouse [serve] --data FILE [options]

Serves a workspace on 127.0.0.1 until it is stopped.

  --data FILE       the workspace file; created if it does not exist
  --port N          port on 127.0.0.1 (default 7480; 0 takes any free port)
  --owner EMAIL     the owner of a new workspace, to whom the first token
                    belongs (default owner@example.com)
  --sample          load the sample organization into a new workspace,
                    whose owner is one of its people
  --engine NAME     identity (default) or classic; for a new workspace
  --vocabulary V    words that clients speak from now on: a name
                    (svc, okta) or a JSON file
  --faults FILE     have requests of clients fail on purpose, as the JSON
                    file says, to test them
  --token TOKEN     accept this API token (or set GATEHOUSE_TOKEN);
                    without it, the first token is written to FILE.token
  --json            when ready, print one line {"url": …, "tokenFile": …}`

interface Arguments {
  data: string
  port: number
  sample: boolean
  owner: string | undefined
  vocabulary: string | undefined
  faults: string | undefined
  engine: Engine
  token: string | undefined
  json: boolean
}

const OPTIONS = {
  data: { type: 'string' },
  owner: { type: 'string' },
  vocabulary: { type: 'string' },
  faults: { type: 'string' },
  port: { type: 'string', default: '7480' },
  sample: { type: 'boolean', default: false },
  engine: { type: 'string', default: 'identity' },
  token: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const

function readArguments(argv: string[]): Arguments {
  const { values, positionals } = readOptions(argv, OPTIONS)
  if (positionals.length) throw new UsageError(`${positionals[0]} is one argument too many.`)
  if (!values.data) throw new UsageError('--data FILE is required.')
  const port = Number(values.port)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new UsageError(`--port ${values.port} is not a port number.`)
  const engine = ENGINES.find((name) => name === values.engine)
  if (!engine) throw new UsageError(`--engine takes ${ENGINES.join(' or ')}.`)
  if (values.sample && values.owner !== undefined)
    throw new UsageError('--owner does not go with --sample, whose owner is one of its people.')
  const token = values.token ?? process.env['GATEHOUSE_TOKEN'] ?? undefined
  return {
    data: resolve(values.data),
    port,
    sample: values.sample,
    owner: values.owner,
    vocabulary: values.vocabulary,
    faults: values.faults,
    engine,
    token: token || undefined,
    json: values.json,
  }
}

/** The built renderer: beside the built service, or in `out` when the service runs from its sources. */
function findRenderer(): string | undefined {
  const candidates = ['../renderer', '../../out/renderer'].map((path) => fileURLToPath(new URL(path, import.meta.url)))
  return candidates.find((path) => existsSync(`${path}/index.html`))
}

/** Serves a workspace; the default command. */
export const serve: Command = {
  usage: USAGE,
  async run(args) {
    const options = readArguments(args)
    const tail = createLogTail()
    const server = await createServer({
      dataFile: options.data,
      port: options.port,
      sample: options.sample,
      owner: options.owner,
      vocabulary: options.vocabulary === undefined ? undefined : await readVocabulary(options.vocabulary),
      faults:
        options.faults === undefined
          ? undefined
          : await readJsonFile(options.faults, faultPlanSchema, 'a plan of faults'),
      engine: options.engine,
      token: options.token,
      rendererDir: findRenderer(),
      log: createLogger(process.env['GATEHOUSE_LOG'] ?? 'warn', tail),
      recentLog: tail.lines,
    })
    // Before the announcement: who reads it may send a signal at once.
    stopOnSignals(server)
    announce(server, options)
    for (const concern of server.concerns) remark(`${concern.message} ${consequenceOf(concern)}`)
    return null
  },
}

function consequenceOf(concern: LogConcern): string {
  return `Until this is accepted, on the page Integrity and retention or by \`gatehouse audit accept\`, ${suspendedText([concern])}.`
}

function announce(server: RunningServer, options: Arguments): void {
  const { url, tokenFile } = server
  if (options.json) return say(JSON.stringify({ url, tokenFile }))
  say(`Gatehouse ${VERSION} serves ${options.data} at ${url}`)
  say(tokenFile ? `The API token is in ${tokenFile}` : 'It accepts the API token that was given.')
}

/** How often a service that npm started looks whether npm is still there. */
const PARENT_CHECK_MS = 500

function stopOnSignals(server: RunningServer): void {
  const end = () => {
    server.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        remark(String(error))
        process.exit(1)
      },
    )
  }
  // WHY `on`, not `once`: a second signal while requests drain must not end the program with its file open.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end)
  if (process.env['npm_lifecycle_event']) endWithParent(end)
}

/**
 * WHY: npm hands a signal to the shell between us, which ends without passing it on; a script that stops
 * `npm run serve` would leave the service behind, holding port and file.
 */
function endWithParent(end: () => void): void {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    end()
  }, PARENT_CHECK_MS)
  timer.unref()
}
