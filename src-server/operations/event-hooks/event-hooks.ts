import { invalid } from '#contract/interface/api-error.ts'
import type { ActiveStatus } from '#contract/interface/fields.ts'
import type { EventHookReplace, EventHookWrite, HookEvents } from '#contract/hooks/event-hook.ts'
import { changeDetails, targetOf } from '#contract/log/targets.ts'
import type { Reader, Tx } from '#audit-log/transaction.ts'
import type { Page } from '#db/page.ts'
import type { SecretBox } from '#db/secret-box.ts'
import { eventHooks, type EventHookRecord, type HookChannel } from '#db/tables/event-hooks.ts'
import { sqlCondition } from '#db/tables/table.ts'
import { assertUniqueName, setStatus } from '../service/checks.ts'
import { assertHookQuota, assertValidHook } from './check-hook.ts'
import { readDeveloperSettings } from './developer-settings.ts'
import { shownAddress } from './endpoint-address.ts'
import { openSecrets, sealSecrets, type HookSecrets } from './secrets.ts'

/** A hook with its secrets; null where the key that sealed them is gone. */
export interface OpenedHook {
  record: EventHookRecord
  secrets: HookSecrets | null
}

export async function openHook(box: SecretBox, record: EventHookRecord): Promise<OpenedHook> {
  return { record, secrets: await openSecrets(box, record) }
}

/** Hooks by id. */
export async function listEventHooks(
  reader: Reader,
  box: SecretBox,
  query: { limit: number; after?: string },
): Promise<Page<OpenedHook>> {
  const { condition } = reader.visible('read', 'eventHook')
  const { items, next } = await eventHooks.page(reader, query, sqlCondition(condition))
  return { items: await Promise.all(items.map((record) => openHook(box, record))), next }
}

/** @throws ApiError E0000007 */
export async function requireEventHook(reader: Reader, box: SecretBox, id: string): Promise<OpenedHook> {
  return openHook(box, await eventHooks.require(reader, id))
}

/** Sorts the channel of a body into its secret and its open part. @param before the hook that it replaces */
function channelOf({ channel: { config } }: EventHookWrite, before?: OpenedHook) {
  const { uri, headers, authScheme } = config
  const kept = before?.record.channel.authKey ? before.secrets?.authValue : null
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

/** A hook as the audit log shows it: nothing secret, also none of its address. */
function auditView({ name, description, events, channel }: EventHookRecord) {
  const { uri, headers, authKey } = channel
  return { name, description, events, channel: { uri: shownAddress(uri), headers, authScheme: authKey } }
}

/** Registers a hook, active and unverified. @returns its id */
export async function createEventHook(tx: Tx, box: SecretBox, body: EventHookWrite): Promise<string> {
  tx.authorize('event_hook.created', [], 'never')
  const { allowLocalHooks } = await readDeveloperSettings(tx)
  assertValidHook(body, { allowLocal: allowLocalHooks })
  const { channel, secrets } = channelOf(body)
  const { name, description = null } = body
  await assertUniqueName(tx, eventHooks, 'event hook', name)
  const id = tx.newId('eventHook')
  await eventHooks.insert(tx, {
    ...{ id, name, description, channel },
    status: 'ACTIVE',
    verificationStatus: 'UNVERIFIED',
    events: eventsOf(body),
    secrets: await sealSecrets(box, id, secrets),
    createdBy: tx.context.principal.id,
    created: tx.now,
    lastUpdated: tx.now,
  })
  tx.record({ type: 'event_hook.created', targets: [targetOf('eventHook', { id, name })] })
  return id
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/**
 * Replaces a hook; one whose channel changes has to be verified again. A status in the body switches it on or off, with an event of
 * its own; the caller triggers deliveries that have waited.
 */
export async function replaceEventHook(tx: Tx, box: SecretBox, id: string, body: EventHookReplace): Promise<void> {
  const opened = await requireEventHook(tx, box, id)
  const before = opened.record
  const { allowLocalHooks } = await readDeveloperSettings(tx)
  assertValidHook(body, { allowLocal: allowLocalHooks })
  tx.authorize('event_hook.updated', [targetOf('eventHook', before)], 'well-formed')
  const { name, description = null } = body
  await assertUniqueName(tx, eventHooks, 'event hook', name, { except: id })
  const { channel, secrets } = channelOf(body, opened)
  const areSecretsSame = isSame(secrets, opened.secrets)
  const isVerificationKept = areSecretsSame && isSame(channel, before.channel)
  const after = await eventHooks.update(tx, before, {
    ...{ name, description, channel },
    events: eventsOf(body),
    verificationStatus: isVerificationKept ? before.verificationStatus : 'UNVERIFIED',
    secrets: areSecretsSame ? before.secrets : await sealSecrets(box, id, secrets),
    lastUpdated: tx.now,
  })
  const details = changeDetails(
    { ...auditView(before), verificationStatus: before.verificationStatus },
    { ...auditView(after), verificationStatus: after.verificationStatus },
  )
  const debugData = areSecretsSame ? {} : { secretsChanged: true }
  tx.record({ type: 'event_hook.updated', targets: [targetOf('eventHook', { id, name }, details)], debugData })
  await switchHook(tx, after, body.status ?? after.status)
}

/** Deletes an inactive hook with its deliveries. */
export async function deleteEventHook(tx: Tx, id: string): Promise<void> {
  const hook = await eventHooks.require(tx, id)
  tx.authorize('event_hook.deleted', [targetOf('eventHook', hook)])
  if (hook.status === 'ACTIVE') throw invalid('status', 'deactivate the event hook before it is deleted', 'path')
  await eventHooks.remove(tx, hook)
  const details = changeDetails(auditView(hook), {})
  tx.record({ type: 'event_hook.deleted', targets: [targetOf('eventHook', hook, details)] })
}

/** Switches a hook on or off; the caller triggers deliveries that have waited. */
export async function setEventHookStatus(tx: Tx, id: string, status: ActiveStatus): Promise<void> {
  await switchHook(tx, await eventHooks.require(tx, id), status)
}

async function switchHook(tx: Tx, hook: EventHookRecord, status: ActiveStatus): Promise<void> {
  await setStatus(tx, eventHooks, hook, status, {
    events: { activate: 'event_hook.activated', deactivate: 'event_hook.deactivated' },
    targets: (details) => [targetOf('eventHook', hook, details)],
    check: async ({ verificationStatus }) => {
      if (status === 'ACTIVE' && verificationStatus === 'VERIFIED') await assertHookQuota(tx, hook.id)
    },
  })
}

/** Whether a hook is sent events. */
export const isListening = ({ status, verificationStatus }: EventHookRecord) =>
  status === 'ACTIVE' && verificationStatus === 'VERIFIED'
