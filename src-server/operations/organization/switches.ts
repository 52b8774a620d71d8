import { changeDetails, targetOf } from '#contract/log/targets.ts'
import type { EventType } from '#contract/log/event-types.ts'
import type { Tx } from '#audit-log/transaction.ts'
import type { Reader } from '#db/connection.ts'
import { readSetting, writeSetting } from '../service/settings.ts'
import { readOrganization } from './organization.ts'

interface Switches {
  communication: { optOutEmailUsers: boolean }
  preferences: { showEndUserFooter: boolean }
  thirdPartyAdmin: { thirdPartyAdmin: boolean }
  clientPrivileges: { clientPrivilegesSetting: boolean }
  selfService: { appSelfService: boolean }
}

/** The settings that are one switch each: how a new organization has them, and the event of a change (spec/2, spec/6 operations). Self-service is ours. */
const SWITCHES: { readonly [Name in keyof Switches]: { event: EventType; fallback: Switches[Name] } } = {
  communication: { event: 'gatehouse.organization.communication.update', fallback: { optOutEmailUsers: false } },
  preferences: { event: 'gatehouse.organization.preferences.update', fallback: { showEndUserFooter: true } },
  thirdPartyAdmin: { event: 'gatehouse.organization.third_party_admin.update', fallback: { thirdPartyAdmin: false } },
  clientPrivileges: {
    event: 'gatehouse.organization.client_privileges.update',
    fallback: { clientPrivilegesSetting: false },
  },
  selfService: { event: 'gatehouse.organization.self_service.update', fallback: { appSelfService: true } },
}

export async function readSwitch<Name extends keyof Switches>(reader: Reader, name: Name): Promise<Switches[Name]> {
  return ((await readSetting(reader, name)) as Switches[Name] | null) ?? SWITCHES[name].fallback
}

/** Changes one; setting what is set already is fine and leaves no event. */
export async function writeSwitch<Name extends keyof Switches>(
  tx: Tx,
  name: Name,
  value: Switches[Name],
): Promise<void> {
  const type = SWITCHES[name].event
  const organization = await readOrganization(tx)
  tx.authorize(type, [targetOf('org', organization)], 'well-formed')
  const details = changeDetails(await readSwitch(tx, name), value)
  if (!details) return
  await writeSetting<keyof Switches>(tx, name, value)
  tx.record({ type, targets: [targetOf('org', organization, details)] })
}
