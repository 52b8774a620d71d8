import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { verifyLogFile } from '#operations/audit/proof/verify-file.ts'
import { isMissing } from '../helpers/outside-programs.ts'
import { aFolder, startServer } from '../helpers/server.ts'
import { connect, differencesWith, pulled, pullOf } from '../helpers/sync/connections.ts'
import { endProcess, startProcess } from './service.ts'

/** Room for a part of what is pulled. */
const ROOM = 400_000

it.skipIf(isMissing('prlimit', 'sh'))(
  'a full disk ends a pull in a sentence, with a sound file; once there is room, the next one goes on',
  { timeout: 240_000 },
  async () => {
    const remote = await startServer({ sample: true, isFirstStart: true })
    const dataFile = join(await aFolder(), 'org.sqlite')
    await endProcess(await startProcess(dataFile), 'SIGTERM')
    const here = await startProcess(dataFile, { fileBytes: statSync(dataFile).size + ROOM })
    const connectionId = await connect(here, remote)

    const { state, problem } = await pulled(here, connectionId)
    expect({ state, problem }).toEqual({ state: 'FAILED', problem: expect.stringContaining('could not be written') })
    expect((await here.client.call('getPull', { params: { connectionId } })).body ?? null).toBeNull()

    execFileSync('prlimit', ['--pid', String(here.child.pid), '--fsize=unlimited'])
    expect(await pulled(here, connectionId)).toMatchObject({ state: 'COMPLETED', problem: null })
    expect(await pullOf(here, connectionId)).toMatchObject({ whole: 'FIRST', refused: [], conflicts: 0 })
    const found = await differencesWith(here, connectionId)
    // The owner of this workspace is nobody of theirs.
    expect(found.filter((line) => !/^outgoing (?:user|groupMembership|userRole) .*: only ours$/.test(line))).toEqual([])
    await endProcess(here, 'SIGTERM')
    expect((await verifyLogFile(dataFile, {})).violation).toBeNull()
  },
)
