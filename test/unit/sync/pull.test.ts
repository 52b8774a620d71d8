import { describe, expect, it } from 'vitest'
import { startServer } from '../../helpers/server.ts'
import { connect, differencesWith, pulled, pullOf } from '../../helpers/sync/connections.ts'
import { richOrganization } from '../../helpers/sync/rich-organization.ts'

describe('a pull from a remote', () => {
  it('brings an organization with every form of every kind into an empty workspace', async () => {
    const [here, remote] = await Promise.all([startServer(), richOrganization()])
    const connectionId = await connect(here, remote)
    expect(await pulled(here, connectionId)).toMatchObject({ state: 'COMPLETED', problem: null })
    const { refused, conflicts } = await pullOf(here, connectionId)
    expect({ refused, conflicts }).toEqual({ refused: [], conflicts: 0 })
    expect(await differencesWith(here, connectionId)).toEqual([])
  })
})
