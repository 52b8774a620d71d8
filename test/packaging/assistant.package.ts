import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { startHeadless, type HeadlessService } from '../helpers/headless-service.ts'
import { runTool } from './run-tool.ts'

/** WHY not among the dependencies: it brings 111 MB, of which nothing else is used. */
const INSPECTOR = '@modelcontextprotocol/inspector@2.12.0'
const PROGRAM = join(import.meta.dirname, '../../out/server/cli.js')

interface Listed {
  tools: { name: string; annotations?: { readOnlyHint?: boolean } }[]
}
interface Called {
  isError?: boolean
  structuredContent: { counts: Record<string, number>; data: Record<string, unknown> }
}

test.describe.serial("the protocol's own inspector", () => {
  let folder = ''
  let service: HeadlessService | undefined
  /** Starts the server for assistants and asks it, as an assistant's program would. */
  let ask: <Reply>(...args: string[]) => Promise<Reply>

  test.beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gatehouse-inspector-'))
    const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline']
    await runTool('npm', ['install', ...options, INSPECTOR], { cwd: folder })
    service = await startHeadless({ args: ['--sample'] })
    const tokenFile = join(folder, 'token')
    await writeFile(tokenFile, service.token)
    const server = [PROGRAM, 'mcp', '--url', service.url, '--token-file', tokenFile]
    const inspector = join(folder, 'node_modules/.bin/mcp-inspector')
    ask = async <Reply>(...args: string[]) =>
      JSON.parse(await runTool(process.execPath, [inspector, '--cli', process.execPath, ...server, ...args])) as Reply
  })
  test.afterAll(async () => {
    await service?.dispose()
    await rm(folder, { recursive: true, force: true })
  })

  test('lists the tools, none of which writes', async () => {
    const { tools } = await ask<Listed>('--method', 'tools/list')
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['find', 'simulate', 'review_change']))
    expect(tools.filter(({ annotations }) => annotations?.readOnlyHint !== true)).toEqual([])
  })

  test('calls tools, and is told of an argument that is wrong', async () => {
    const call = (tool: string, ...args: string[]) =>
      ask<Called>('--method', 'tools/call', '--tool-name', tool, ...args.flatMap((arg) => ['--tool-arg', arg]))
    const { structuredContent: workspace } = await call('describe_workspace')
    expect(workspace.counts['users']).toBeGreaterThan(200)
    expect(workspace.data['organization']).toBe('Tidewrack Logistics')
    const found = await call('find', 'q=Contractors')
    expect(JSON.stringify(found.structuredContent)).toContain('Contractors')
    await expect(call('find', 'text=Contractors')).rejects.toThrow('returned isError:true')
  })
})
