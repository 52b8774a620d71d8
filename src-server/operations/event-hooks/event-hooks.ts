import { invalid, notFound } from '../../contract/api-error.ts'
import type { EventHookWrite, HookEvents, VerificationStatus } from '../../contract/event-hook.ts'
import type { ActiveStatus } from '../../contract/fields.ts'
import { newId } from '../../db/ids.ts'
import type { HookChannel } from '../../db/models/event-hook.ts'
import type { Statements } from '../../db/statements.ts'
import { changeDetails, eventHookTarget, statusChange } from '../audit/targets.ts'
import { cutPage, startAfter, type Page } from '../page.ts'
import type { Act, Service } from '../service.ts'
import { requireFreeHookName, requireRoomForHook, requireSoundHook } from './check-hook.ts'
import { readDeveloperSettings } from './developer-settings.ts'
import { shownAddress } from './endpoint-address.ts'
import { openSecrets, sealSecrets, type HookSecrets } from './secrets.ts'

/** A hook as it is read from the file. */
export interface EventHookRow {
  id: string
  name: string
  description: string | null
  status: ActiveStatus
  verification_status: VerificationStatus
  /** JSON of HookEvents. */
  events: string
  /** JSON of HookChannel. */
  channel: string
  /** Sealed; null where nothing is secret. */
  secrets: string | null
  created_by: string
  created: string
  last_updated: string
}

/** A hook with its secrets at hand; null where the key that sealed them is gone. */
export interface OpenedHook {
  row: EventHookRow
  events: HookEvents
  channel: HookChannel
  secrets: HookSecrets | null
}

export async function openHook({ secretBox }: Pick<Service, 'secretBox'>, row: EventHookRow): Promise<OpenedHook> {
  return {
    row,
    events: JSON.parse(row.events) as HookEvents,
    channel: JSON.parse(row.channel) as HookChannel,
    secrets: await openSecrets(secretBox, row),
  }
}

/** Hooks by id. */
export async function listEventHooks(
  service: Service,
  { limit, after }: { limit: number; after?: string },
): Promise<Page<OpenedHook>> {
  const sql = 'SELECT * FROM event_hooks WHERE id > ? ORDER BY id LIMIT ?'
  const rows = await service.store.read.all<EventHookRow>(sql, [startAfter('eventHook', after), limit + 1])
  const page = cutPage(rows, limit, (row) => row.id)
  return { items: await Promise.all(page.items.map((row) => openHook(service, row))), next: page.next }
}

/** @throws E0000007 */
export async function requireEventHook(
  service: Service,
  id: string,
  read: Statements = service.store.read,
): Promise<OpenedHook> {
  const row = await read.first<EventHookRow>('SELECT * FROM event_hooks WHERE id = ?', [id])
  if (!row) throw notFound(id, 'Webhook')
  return openHook(service, row)
}

/** What a body says of the channel, sorted into what is secret and what is not. @param before the hook that it replaces */
function channelOf({ channel: { config } }: EventHookWrite, before?: OpenedHook) {
  const { uri, headers, authScheme } = config
  const kept = before?.channel.authKey ? before.secrets?.authValue : null
  const authValue = authScheme ? (authScheme.value ?? kept ?? null) : null
  if (authScheme && authValue === null) throw invalid('channel.config.authScheme.value', 'is required')
  const channel: HookChannel = {
    uri,
    headers: headers?.map(({ key }) => key) ?? [],
    authKey: authScheme?.key ?? null,
  }
  const secrets: HookSecrets = { authValue, headerValues: headers?.map(({ value }) => value) ?? [] }
  return { channel, secrets }
}

function eventsOf({ events: { type, items, filter } }: EventHookWrite): HookEvents {
  const eventFilterMap = filter?.eventFilterMap.map(({ event, condition: { version, expression } }) => ({
    event,
    condition: { version: version ?? null, expression },
  }))
  return { type, items, filter: eventFilterMap ? { type: 'EXPRESSION_LANGUAGE', eventFilterMap } : null }
}

/** What the audit log shows of a hook: nothing that is secret, also none of its address. */
function auditView({ name, description }: { name: string; description: string | null }, hook: Omit<OpenedHook, 'row'>) {
  const { uri, headers, authKey } = hook.channel
  return { name, description, events: hook.events, channel: { uri: shownAddress(uri), headers, authScheme: authKey } }
}

/** Registers a hook, active and unverified. @returns its id */
export async function createEventHook(service: Service, act: Act, body: EventHookWrite): Promise<string> {
  const { allowLocalHooks } = await readDeveloperSettings(service)
  requireSoundHook(body, { allowLocal: allowLocalHooks })
  const { channel, secrets } = channelOf(body)
  const id = newId('eventHook')
  const sealed = await sealSecrets(service.secretBox, id, secrets)
  return service.write(
    act,
    async (unit) => {
      const { name, description = null } = body
      await requireFreeHookName(unit, name)
      const state = { status: 'ACTIVE', verificationStatus: 'UNVERIFIED' } as const
      const stamp = { createdBy: act.actor.id, created: unit.now, lastUpdated: unit.now }
      await service.store.models.EventHook.create(
        { id, name, description, ...state, events: eventsOf(body), channel, secrets: sealed, ...stamp },
        { transaction: unit.transaction },
      )
      unit.record({ type: 'event_hook.created', targets: [eventHookTarget({ id, name })] })
      return id
    },
    { changes: [] },
  )
}

/** Replaces a hook; one whose channel changes has to be verified again. Status and verification are not written. */
export async function replaceEventHook(service: Service, act: Act, id: string, body: EventHookWrite): Promise<void> {
  const { allowLocalHooks } = await readDeveloperSettings(service)
  await requireEventHook(service, id)
  requireSoundHook(body, { allowLocal: allowLocalHooks })
  await service.write(
    act,
    async (unit) => {
      const before = await requireEventHook(service, id, unit.statements)
      unit.attempt({ type: 'event_hook.updated', targets: [eventHookTarget(before.row)], refusals: 'forbidden' })
      const { name, description = null } = body
      await requireFreeHookName(unit, name, id)
      const after = { ...channelOf(body, before), events: eventsOf(body) }
      const sameChannel = JSON.stringify(after.channel) === JSON.stringify(before.channel)
      const sameSecrets = JSON.stringify(after.secrets) === JSON.stringify(before.secrets)
      const isKept = sameChannel && sameSecrets
      const verificationStatus = isKept ? before.row.verification_status : 'UNVERIFIED'
      const secrets = sameSecrets ? before.row.secrets : await sealSecrets(service.secretBox, id, after.secrets)
      await service.store.models.EventHook.update(
        {
          name,
          description,
          verificationStatus,
          events: after.events,
          channel: after.channel,
          secrets,
          lastUpdated: unit.now,
        },
        { where: { id }, transaction: unit.transaction },
      )
      const details = changeDetails(
        { ...auditView(before.row, before), verificationStatus: before.row.verification_status },
        { ...auditView({ name, description }, after), verificationStatus },
      )
      const debugData = sameSecrets ? {} : { secretsChanged: true }
      unit.record({ type: 'event_hook.updated', targets: [eventHookTarget({ id, name }, details)], debugData })
    },
    { changes: [] },
  )
}

/** Deletes an inactive hook with its deliveries. */
export function deleteEventHook(service: Service, act: Act, id: string): Promise<void> {
  return service.write(
    act,
    async (unit) => {
      const hook = await requireEventHook(service, id, unit.statements)
      unit.attempt({ type: 'event_hook.deleted', targets: [eventHookTarget(hook.row)] })
      if (hook.row.status === 'ACTIVE')
        throw invalid('status', 'deactivate the event hook before it is deleted', 'path')
      await unit.statements.run('DELETE FROM event_hooks WHERE id = ?', [id])
      const details = changeDetails(auditView(hook.row, hook), {})
      unit.record({ type: 'event_hook.deleted', targets: [eventHookTarget(hook.row, details)] })
    },
    { changes: [] },
  )
}

/** Switches a hook on or off; asking for the state that it is in is fine and leaves no event. */
export async function setEventHookStatus(service: Service, act: Act, id: string, status: ActiveStatus): Promise<void> {
  await service.write(
    act,
    async (unit) => {
      const { row } = await requireEventHook(service, id, unit.statements)
      if (row.status === status) return
      const type = status === 'ACTIVE' ? 'event_hook.activated' : 'event_hook.deactivated'
      unit.attempt({ type, targets: [eventHookTarget(row)] })
      if (status === 'ACTIVE' && row.verification_status === 'VERIFIED') await requireRoomForHook(unit, id)
      const sql = 'UPDATE event_hooks SET status = ?, last_updated = ? WHERE id = ?'
      await unit.statements.run(sql, [status, unit.now, id])
      unit.record({ type, targets: [eventHookTarget(row, statusChange(row.status, status))] })
    },
    { changes: [] },
  )
  // What was queued before it was switched off has waited.
  if (status === 'ACTIVE') service.outbox.wake([id])
}
