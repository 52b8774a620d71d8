import { z } from 'zod'
import { canonical } from '#contract/interface/canonical.ts'
import type { EventHook } from '#contract/hooks/event-hook.ts'
import type { CallInput } from '#ui/api/client.ts'
import { changesBetween, type Change } from '#ui/domain/changes.ts'

/** A hook as its form holds it. */
export interface HookDraft {
  name: string
  description: string
  uri: string
  /** Empty: nothing authenticates. */
  authKey: string
  /** Null: the stored one stays. */
  authValue: string | null
  headers: { key: string; value: string }[]
  /** Types of events, in the order in which they were chosen. */
  items: string[]
  /** Expressions by type of event; one that is empty or whose type is not chosen is not sent. */
  filters: Record<string, string>
}

const keptSchema = z.object({
  name: z.string(),
  description: z.string(),
  uri: z.string(),
  authKey: z.string(),
  headers: z.array(z.object({ key: z.string() })),
  items: z.array(z.string()),
  filters: z.record(z.string(), z.string()),
})

/** What may be kept of a draft while it is not saved: neither what authenticates nor the values of headers. */
export function keptOf({ authValue: _secret, headers, ...draft }: HookDraft): z.output<typeof keptSchema> {
  return { ...draft, headers: headers.map(({ key }) => ({ key })) }
}

/** A draft with what was kept of another; values that were not kept are those of this one, or have to be given again. */
export function withKept(draft: HookDraft, kept: unknown): HookDraft {
  const { headers, ...rest } = keptSchema.parse(kept)
  const valueOf = (key: string) => draft.headers.find((header) => header.key === key)?.value ?? ''
  return { ...draft, ...rest, headers: headers.map(({ key }) => ({ key, value: valueOf(key) })) }
}

type HookBody = NonNullable<CallInput<'createEventHook'>['body']>

/** The draft of a hook, or of a new one. */
export function draftOf(hook: EventHook | null, preset: Partial<HookDraft> = {}): HookDraft {
  const config = hook?.channel.config
  const filters = hook?.events.filter?.eventFilterMap ?? []
  return {
    name: hook?.name ?? '',
    description: hook?.description ?? '',
    uri: config?.uri ?? '',
    authKey: config?.authScheme?.key ?? '',
    authValue: config?.authScheme ? null : '',
    headers: (config?.headers ?? []).map((header) => ({ ...header })),
    items: [...(hook?.events.items ?? [])],
    filters: Object.fromEntries(filters.map(({ event, condition }) => [event, condition.expression])),
    ...preset,
  }
}

/** The types of events that have a filter, in the order in which they are sent. */
export function filteredTypes({ items, filters }: HookDraft): string[] {
  return items.filter((type) => filters[type]?.trim())
}

/** The body that a draft makes; rows of headers in which nothing was written are left out. */
export function bodyOf(draft: HookDraft): HookBody {
  const { name, description, uri, items, filters } = draft
  const eventFilterMap = filteredTypes(draft).map((event) => ({
    event,
    condition: { version: null, expression: filters[event] ?? '' },
  }))
  const authScheme = draft.authKey.trim()
    ? { type: 'HEADER' as const, key: draft.authKey.trim(), value: draft.authValue }
    : null
  return {
    name,
    description: description.trim() || null,
    events: {
      type: 'EVENT_TYPE',
      items,
      filter: eventFilterMap.length ? { type: 'EXPRESSION_LANGUAGE', eventFilterMap } : null,
    },
    channel: { config: { uri: uri.trim(), headers: writtenHeaders(draft), authScheme } },
  }
}

/** The rows of headers in which something was written. */
export function writtenHeaders({ headers }: HookDraft): HookDraft['headers'] {
  return headers.filter(({ key, value }) => key || value)
}

function channelOf(draft: HookDraft) {
  const { authKey, authValue } = draft
  return {
    address: draft.uri.trim(),
    // Of the value that authenticates it is told whether it is new, never what it is.
    authentication: authKey.trim()
      ? { header: authKey.trim(), value: authValue === null ? 'the stored one' : 'a new one' }
      : null,
    headers: Object.fromEntries(writtenHeaders(draft).map(({ key, value }) => [key, value])),
  }
}

function shown(draft: HookDraft) {
  const filters = Object.fromEntries(filteredTypes(draft).map((type) => [type, draft.filters[type]]))
  const { name, description, items } = draft
  return { name, description: description.trim() || null, ...channelOf(draft), events: items, filters }
}

/** What saving a draft changes of a hook, for people. */
export function hookChanges(hook: EventHook, draft: HookDraft): Change[] {
  return changesBetween(shown(draftOf(hook)), shown(draft))
}

/** Whether the channel changes, after which a hook hears nothing until it is verified again. */
export function changesChannel(hook: EventHook, draft: HookDraft): boolean {
  return canonical(channelOf(draftOf(hook))) !== canonical(channelOf(draft))
}
