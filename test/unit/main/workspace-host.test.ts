import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { FileState } from '#contract/gatehouse/workspace.ts'
import { createWorkspaceHost } from '#main/host/workspace-host.ts'
import type { HostParts, WorkspaceHost } from '#main/host/workspace-host.ts'
import type { RunningServer, ServerOptions } from '#server/index.ts'

let folder = ''
/** What the service was asked to do, in order. */
let deeds: string[] = []
let changes: (string | null)[] = []
let broken: Set<string>
/** The words that clients of the pretended service speak. */
let spoken = 'svc'

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-switch-'))
  deeds = []
  changes = []
  broken = new Set()
  spoken = 'svc'
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const path = (name: string) => join(folder, name)
const nameOf = (file: string) => file.slice(folder.length + 1)

/** Stands in for the service where only the order of starts and stops matters. */
async function pretendService({ dataFile, port }: ServerOptions): Promise<RunningServer> {
  const name = nameOf(dataFile)
  if (broken.has(name)) throw new Error(`${name} is broken`)
  deeds.push(`start ${name}`)
  return {
    url: `http://127.0.0.1:${port}`,
    port: port ?? 0,
    token: 'secret',
    tokenFile: `${dataFile}.token`,
    concerns: [],
    vocabulary: () => spoken,
    backup: async () => undefined,
    backups: async () => [],
    runningWork: async () => [],
    fileState: () => 'IN_PLACE',
    stop: async () => void deeds.push(`stop ${name}`),
  }
}

function host(parts: Partial<HostParts> = {}): WorkspaceHost {
  return createWorkspaceHost({
    createServer: pretendService,
    probe: async (file) => void deeds.push(`probe ${nameOf(file)}`),
    restore: async (file, backup) => {
      deeds.push(`restore ${nameOf(file)} from ${nameOf(backup)}`)
      return broken.has(nameOf(backup)) ? Promise.reject(new Error('no backup')) : path('kept')
    },
    base: {},
    version: '0.1.0',
    pid: 4711,
    preferredPort: undefined,
    rememberPort: vi.fn(),
    // The pretended service listens nowhere; what else does on this machine decides nothing.
    isPortFree: async () => true,
    secretKey: async () => undefined,
    onChange: (workspace) => changes.push(workspace && nameOf(workspace.file)),
    warn: vi.fn(),
    ...parts,
  })
}

it('writes the discovery file while the service runs, without the token', async () => {
  const service = host()
  const { url } = await service.open(path('a.sqlite'))
  const text = await readFile(path('service.json'), 'utf8')
  const known = { url, tokenFile: path('a.sqlite.token'), vocabulary: 'svc', pid: 4711, version: '0.1.0' }
  expect(JSON.parse(text)).toEqual(known)
  expect(text).not.toContain('secret')
  await service.stop()
  await expect(stat(path('service.json'))).rejects.toThrow('ENOENT')
  expect(service.current()).toBeNull()
})

it('names the vocabulary in the discovery file, and the next one after a change', async () => {
  let change: ServerOptions['onVocabulary']
  const service = host({
    createServer: (options) => {
      change = options.onVocabulary
      return pretendService(options)
    },
  })
  spoken = 'Acme'
  await service.open(path('a.sqlite'))
  const named = async () => JSON.parse(await readFile(path('service.json'), 'utf8')) as { vocabulary: string }
  expect(await named()).toMatchObject({ vocabulary: 'Acme' })
  spoken = 'Other'
  change?.(spoken)
  await vi.waitFor(async () => expect(await named()).toMatchObject({ vocabulary: 'Other' }))
  await service.stop()
  change?.(spoken)
  await service.stop()
  await expect(stat(path('service.json'))).rejects.toThrow('ENOENT')
})

it('closes one workspace before it opens the next, and tells of both', async () => {
  const service = host()
  await service.open(path('a.sqlite'))
  await service.open(path('b.sqlite'))
  expect(deeds).toEqual(['start a.sqlite', 'stop a.sqlite', 'start b.sqlite'])
  expect(changes).toEqual(['a.sqlite', null, 'b.sqlite'])
})

it('goes back to the former workspace when the new one does not open', async () => {
  const service = host()
  await service.open(path('a.sqlite'))
  broken.add('b.sqlite')
  await expect(service.open(path('b.sqlite'))).rejects.toThrow('b.sqlite is broken')
  expect(service.current()?.workspace.file).toBe(path('a.sqlite'))
  expect(changes).toEqual(['a.sqlite', null, 'a.sqlite'])
})

it('asks whether a file could be opened while the former one stays open; its own it need not ask about', async () => {
  const service = host()
  await service.open(path('a.sqlite'))
  await service.probe(path('b.sqlite'))
  await service.probe(path('a.sqlite'))
  expect(deeds).toEqual(['start a.sqlite', 'probe b.sqlite'])
  expect(service.current()?.workspace.file).toBe(path('a.sqlite'))
})

it('says once, and soon, that the file of the open workspace is lost', async () => {
  vi.useFakeTimers()
  try {
    let state: FileState = 'IN_PLACE'
    const service = host({
      createServer: async (options) => ({ ...(await pretendService(options)), fileState: () => state }),
    })
    await service.open(path('a.sqlite'))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(changes).toEqual(['a.sqlite'])
    state = 'MISSING'
    await vi.advanceTimersByTimeAsync(1_000)
    expect(changes).toEqual(['a.sqlite', 'a.sqlite'])
    await vi.advanceTimersByTimeAsync(10_000)
    expect(changes).toHaveLength(2)
  } finally {
    vi.useRealTimers()
  }
})

it('does one thing after the other, however fast it is asked', async () => {
  const service = host()
  await Promise.all([service.open(path('a.sqlite')), service.open(path('b.sqlite')), service.stop()])
  expect(deeds).toEqual(['start a.sqlite', 'stop a.sqlite', 'start b.sqlite', 'stop b.sqlite'])
  expect(service.current()).toBeNull()
})

it('moves to another port with the workspace that is open, and remembers it', async () => {
  const rememberPort = vi.fn()
  const service = host({ rememberPort, preferredPort: 48_231 })
  expect(await service.moveTo(48_260)).toBeNull()
  await service.open(path('a.sqlite'))
  expect(await service.moveTo(48_260)).toMatchObject({ file: path('a.sqlite'), port: 48_260 })
  expect(deeds).toEqual(['start a.sqlite', 'stop a.sqlite', 'start a.sqlite'])
  expect(rememberPort).toHaveBeenLastCalledWith(48_260)
})

it('goes back to its port where the service does not start on the other one', async () => {
  let refused = 0
  const service = host({
    preferredPort: 48_232,
    createServer: async (options) => {
      if (options.port === 48_261) throw new Error(`refused ${++refused}`)
      return pretendService(options)
    },
  })
  const { port } = await service.open(path('a.sqlite'))
  await expect(service.moveTo(48_261)).rejects.toThrow('refused 1')
  expect(service.current()?.workspace).toMatchObject({ file: path('a.sqlite'), port })
})

it('keeps its port from one workspace to the next, and remembers it', async () => {
  const rememberPort = vi.fn()
  const service = host({ rememberPort, preferredPort: 48_211 })
  const first = await service.open(path('a.sqlite'))
  expect(first.port).toBe(48_211)
  const second = await service.open(path('b.sqlite'))
  expect(second.port).toBe(first.port)
  expect(rememberPort).toHaveBeenLastCalledWith(first.port)
})

it('takes the next free port where another program has its own, and remembers that one', async () => {
  const rememberPort = vi.fn()
  const service = host({ rememberPort, preferredPort: 48_211, isPortFree: async (port) => port > 48_212 })
  expect(await service.open(path('a.sqlite'))).toMatchObject({ port: 48_213 })
  expect(rememberPort).toHaveBeenLastCalledWith(48_213)
})

it('runs without a discovery file where none can be written', async () => {
  const warn = vi.fn()
  const service = host({ warn })
  await service.open(path('none/a.sqlite'))
  expect(service.current()).not.toBeNull()
  expect(warn).toHaveBeenCalledOnce()
})

it.each([[new Uint8Array(32).fill(7)], [undefined]])(
  'gives the service the key of the profile, if there is one',
  async (key) => {
    const given: ServerOptions[] = []
    const service = host({
      createServer: (options) => {
        given.push(options)
        return pretendService(options)
      },
      secretKey: async () => key,
    })
    await service.open(path('a.sqlite'))
    expect(given.map(({ secretKey }) => secretKey)).toEqual([key])
  },
)

it('restores a backup while the workspace is closed, and opens what came', async () => {
  const service = host()
  await service.open(path('a.sqlite'))
  await service.restore(path('monday'))
  expect(deeds).toEqual(['start a.sqlite', 'stop a.sqlite', 'restore a.sqlite from monday', 'start a.sqlite'])
  expect(changes).toEqual(['a.sqlite', null, 'a.sqlite'])
})

it('opens the workspace as it was where a backup cannot be restored', async () => {
  const service = host()
  await service.open(path('a.sqlite'))
  broken.add('monday')
  await expect(service.restore(path('monday'))).rejects.toThrow('no backup')
  expect(deeds.slice(2)).toEqual(['restore a.sqlite from monday', 'start a.sqlite'])
})

it('puts the workspace back where what was restored does not open', async () => {
  let opens = 0
  const createServer = async (options: ServerOptions) => {
    if (++opens === 2) throw new Error('a step failed')
    return pretendService(options)
  }
  const service = host({ createServer })
  await service.open(path('a.sqlite'))
  await expect(service.restore(path('monday'))).rejects.toThrow('a step failed')
  expect(deeds.slice(2)).toEqual(['restore a.sqlite from monday', 'restore a.sqlite from kept', 'start a.sqlite'])
  expect(service.current()?.workspace.file).toBe(path('a.sqlite'))
})
