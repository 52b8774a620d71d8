import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ASKED_BY, missingOf, noteOfMissing, packagesOf } from '../helpers/outside-programs.ts'
import { aFolder } from '../helpers/server.ts'

describe.skipIf(process.platform === 'win32')('programs of the system that tests ask', () => {
  it('are missing where no folder of the search path has one that can be run', async () => {
    const folder = await aFolder()
    for (const name of ['curl', 'openssl']) writeFileSync(join(folder, name), '')
    chmodSync(join(folder, 'curl'), 0o755)
    expect(missingOf(['curl', 'openssl', 'xmllint'], `/nowhere::${folder}`)).toEqual(['openssl', 'xmllint'])
  })

  it('are named in one line with their packages, and are a failure where they are required', async () => {
    const PATH = await aFolder()
    const note = noteOfMissing('npm run test:faults', { PATH })
    expect(note).toBe(
      'Not on this machine: prlimit, sh, unshare (Debian: apt install util-linux dash). The tests that ask them are left out.',
    )
    const required = { PATH, GATEHOUSE_OUTSIDE_PROGRAMS: 'required' }
    expect(() => noteOfMissing('npm run test:faults', required)).toThrow('prlimit, sh, unshare')
  })

  it('are installed by the build, which requires them', () => {
    const script = readFileSync('.ci/run', 'utf8')
    // Every Debian system has these.
    const given = ['dash', 'dpkg', 'tar', 'util-linux']
    const installed = /system_packages=\(([^)]*)\)/.exec(script)?.[1]?.split(/\s+/) ?? []
    const needed = packagesOf(Object.values(ASKED_BY).flat()).filter((name) => !given.includes(name))
    expect(installed).toEqual(expect.arrayContaining(needed))
    expect(script).toContain('export GATEHOUSE_OUTSIDE_PROGRAMS=required')
  })
})
