import { asRequest } from '#contract/interface/as-request.ts'
import { eventHookReplaceSchema } from '#contract/hooks/event-hook.ts'
import type { Tx } from '#audit-log/transaction.ts'
import {
  createEventHook,
  deleteEventHook,
  replaceEventHook,
  requireEventHook,
  setEventHookStatus,
  type OpenedHook,
} from '../../event-hooks/event-hooks.ts'
import { notRestorable, type RestoreOf, type Restoring } from './restoring.ts'
import { isOtherContent } from './stored-body.ts'

type Channel = Restoring<'eventHook'>['to']['channel']

const withoutQuery = (uri: string) => uri.replace(/\?.*/s, '')

/** The address of a version: of one with a query, which may hold a secret, only what the hook has now. */
function addressOf({ uri }: Channel, now: string | undefined): string {
  if (now !== undefined && withoutQuery(now) === withoutQuery(uri) && now.includes('?') === uri.includes('?'))
    return now
  if (uri.includes('?')) throw notRestorable('its address had a query, of which no version has the values')
  return uri
}

/** The values of headers, which no version has, are those of the hook. */
function configOf(channel: Channel, opened: OpenedHook | null) {
  const { headers: names = [], authKey = null } = opened?.record.channel ?? {}
  const values = new Map(names.map((name, at) => [name, opened?.secrets?.headerValues[at]]))
  const headers = channel.headers.map((key) => {
    const value = values.get(key)
    if (value === undefined) throw notRestorable(`it had the header ${key}, of which no version has the value`)
    return { key, value }
  })
  if (channel.authKey !== null && (authKey === null || !opened?.secrets?.authValue))
    throw notRestorable('it had an authentication header, of which no version has the value')
  const authScheme = channel.authKey === null ? null : { type: 'HEADER', key: channel.authKey }
  return { uri: addressOf(channel, opened?.record.channel.uri), headers, authScheme, method: 'POST' }
}

function requestOf({ name, description, events, channel }: Restoring<'eventHook'>['to'], opened: OpenedHook | null) {
  const { type, items, filter } = events
  const config = configOf(channel, opened)
  return asRequest(eventHookReplaceSchema, {
    ...{ name, description, channel: { type: 'HTTP', version: '1.0.0', config } },
    events: { type, items, ...(filter ? { filter } : {}) },
  })
}

/** A hook with another address or other headers has to be verified again. */
async function restore(tx: Tx, { to, current, box }: Restoring<'eventHook'>): Promise<void> {
  const { id, status } = to
  if (current === null) {
    const request = requestOf(to, null)
    tx.want('eventHook', id)
    await createEventHook(tx, box, request)
  } else {
    const settings = ({ verificationStatus: _, createdBy: _by, ...kept }: typeof to) => kept
    const opened = await requireEventHook(tx, box, id)
    if (isOtherContent(settings(current), settings(to))) await replaceEventHook(tx, box, id, requestOf(to, opened))
  }
  await setEventHookStatus(tx, id, status)
}

/** How an event hook goes back. */
export const RESTORE_HOOK: RestoreOf<'eventHook'> = {
  restore,
  remove: async (tx, { objectId }) => {
    await setEventHookStatus(tx, objectId, 'INACTIVE')
    await deleteEventHook(tx, objectId)
  },
}
