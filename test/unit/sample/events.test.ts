import { describe, expect, it } from 'vitest'
import { EMITTED_EVENTS } from '#contract/log/event-types.ts'
import { gatewaysOf } from '#contract/policy/zone-definition.ts'
import {
  AUTHENTICATION_PROVIDERS,
  CREDENTIAL_PROVIDERS,
  CREDENTIAL_TYPES,
  DISK_ENCRYPTION_TYPES,
  logEventSchema,
  OUTCOMES,
  SCREEN_LOCK_TYPES,
  SEVERITIES,
  type LogEvent,
} from '#contract/log/log-event.ts'
import { holds, parseAddress, parseZoneAddress } from '#policy/networks/address.ts'
import { events, NOW, policiesById, sample } from './fixture.ts'

const DAY_MS = 86_400_000
const targetsOf = (event: LogEvent, type: string) => (event.target ?? []).filter((target) => target.type === type)
const ofType = (type: string) => events.filter((event) => event.eventType === type)

function holdsAddress(zone: (typeof sample.zones)[number], ip: string): boolean {
  const address = parseAddress(ip)
  return (gatewaysOf(zone.definition) ?? []).some((gateway) => {
    const range = parseZoneAddress(gateway)
    if (!range || address === null || typeof range.from !== typeof address) return false
    return holds([range], address)
  })
}

describe('the log of the sample', () => {
  it('holds events of the interface, all their fields filled', () => {
    const wrong = events.filter(
      (event) => !logEventSchema.safeParse(event).success || !(event.eventType in EMITTED_EVENTS),
    )
    expect(wrong.slice(0, 3)).toEqual([])
    // Parsing drops what the interface does not know: nothing may get lost, in any kind of event.
    const kinds = new Map(events.map((event) => [`${event.eventType} ${event.outcome.result}`, event]))
    for (const event of kinds.values()) expect(logEventSchema.parse(event)).toEqual(event)
    expect(new Set(events.map((event) => event.uuid)).size).toBe(events.length)
  })

  it('says what the interface knows, each fact in its words', () => {
    const said = (read: (event: LogEvent) => unknown) =>
      [...new Set(events.map(read))].filter((value) => typeof value === 'string')
    const known: [readonly string[], unknown[]][] = [
      [SEVERITIES, said(({ severity }) => severity)],
      [OUTCOMES, said(({ outcome }) => outcome.result)],
      [DISK_ENCRYPTION_TYPES, said(({ device }) => device?.disk_encryption_type)],
      [SCREEN_LOCK_TYPES, said(({ device }) => device?.screen_lock_type)],
      [AUTHENTICATION_PROVIDERS, said((event) => event.authenticationContext?.authenticationProvider)],
      [CREDENTIAL_PROVIDERS, said((event) => event.authenticationContext?.credentialProvider)],
      [CREDENTIAL_TYPES, said((event) => event.authenticationContext?.credentialType)],
    ]
    for (const [words, values] of known) {
      expect(values).not.toEqual([])
      expect(words).toEqual(expect.arrayContaining(values))
    }
  })

  it('has no client, network or session where the service worked by itself, and all of them elsewhere', () => {
    const parts = (event: LogEvent) => [event.client, event.authenticationContext, event.securityContext]
    const isWhole = (event: LogEvent) =>
      parts(event).every((part) => (event.transaction.type === 'WEB' ? part !== null : part === null))
    expect(events.filter((event) => !isWhole(event)).slice(0, 3)).toEqual([])
    expect(new Set(events.map(({ transaction }) => transaction.type))).toEqual(new Set(['WEB', 'JOB']))
  })

  it('covers thirty days, ascending, and ends at the moment it was made', () => {
    const published = events.map((event) => Date.parse(event.published))
    expect(published.every((moment, index) => index === 0 || moment >= (published[index - 1] ?? 0))).toBe(true)
    expect(published[0]).toBeGreaterThanOrEqual(NOW - 30 * DAY_MS)
    expect(published.at(-1)).toBeLessThanOrEqual(NOW)
    expect(new Set(events.map((event) => event.published.slice(0, 10))).size).toBe(31)
  })

  it('can be read twice, with the same events', () => {
    expect(JSON.stringify([...sample.events].slice(0, 500))).toBe(JSON.stringify(events.slice(0, 500)))
  })

  it('is busier on weekdays than at the weekend', () => {
    const isWeekend = (event: LogEvent) => [0, 6].includes(new Date(event.published).getUTCDay())
    const signIns = ofType('user.session.start').filter((event) => event.outcome.result === 'SUCCESS')
    const weekend = signIns.filter(isWeekend).length / 8
    const weekdays = signIns.filter((event) => !isWeekend(event)).length / 22
    expect(weekdays).toBeGreaterThan(weekend * 2)
  })

  it('names policies and rules that exist, rules with their policy', () => {
    const rules = new Map(
      [...policiesById.values()].flatMap((policy) => policy.rules.map((rule) => [rule.id, policy.id])),
    )
    const sound = (event: LogEvent) =>
      targetsOf(event, 'PolicyEntity').every(({ id }) => policiesById.has(id)) &&
      targetsOf(event, 'PolicyRule').every(({ id, alternateId }) => rules.get(id) === alternateId) &&
      (!event.eventType.startsWith('policy.') || targetsOf(event, 'PolicyEntity').length === 1) &&
      (!event.eventType.startsWith('policy.rule.') || targetsOf(event, 'PolicyRule').length === 1)
    expect(events.filter((event) => !sound(event)).slice(0, 3)).toEqual([])
    expect(events.filter((event) => targetsOf(event, 'PolicyRule').length > 0).length).toBeGreaterThan(5_000)
  })

  it('tells of a change what the object now holds', () => {
    const changed = events.flatMap((event) =>
      (event.target ?? [])
        .filter((target) => target.changeDetails && target.type.startsWith('Policy'))
        .map((target) => ({ target, published: event.published })),
    )
    expect(changed.length).toBeGreaterThan(8)
    for (const { target, published } of changed) {
      const policies = [...policiesById.values()]
      const current = [...policies, ...policies.flatMap((policy) => policy.rules)].find(({ id }) => id === target.id)
      expect(current).toMatchObject(target.changeDetails?.to ?? {})
      expect(target.changeDetails?.from).not.toEqual(target.changeDetails?.to)
      expect((current as unknown as { lastUpdated: string }).lastUpdated >= published).toBe(true)
    }
  })

  it('gives evaluations a verdict and what led to it', () => {
    const evaluations = ofType('policy.evaluate_sign_on')
    expect(new Set(evaluations.map((event) => event.outcome.result))).toEqual(new Set(['ALLOW', 'CHALLENGE', 'DENY']))
    const keys = ['behaviors', 'risk', 'threatSuspected', 'factor', 'authnRequestId', 'requestUri', 'url']
    const bare = evaluations.filter(({ debugContext }) => keys.some((key) => debugContext.debugData[key] === undefined))
    expect(bare).toEqual([])
  })

  it('names the zone that holds the address', () => {
    const zones = sample.zones.filter(({ status, usage }) => status === 'ACTIVE' && usage === 'POLICY')
    const places = new Map(events.flatMap(({ client }) => (client?.ipAddress ? [[client.ipAddress, client.zone]] : [])))
    expect(places.size).toBeGreaterThan(100)
    for (const [ip, name] of places) {
      const holding = zones.filter((zone) => holdsAddress(zone, ip)).map((zone) => zone.name)
      if (name === null) expect(holding, ip).toEqual([])
      else expect(holding, ip).toContain(name)
    }
  })

  it('shares a transaction within a request and a session within a sign-in', () => {
    const sessions = Map.groupBy(events, (event) => event.authenticationContext?.externalSessionId ?? null)
    sessions.delete(null)
    expect([...sessions.values()].filter((own) => own.length > 1).length).toBeGreaterThan(sessions.size / 2)
    const shared = [...sessions.values()].filter((own) => new Set(own.map((event) => event.actor.id)).size > 1)
    expect(shared).toEqual([])
    const transactions = Map.groupBy(events, (event) => event.transaction.id)
    expect(transactions.size).toBeLessThan(events.length * 0.8)
    const drawnOut = [...transactions.values()].filter((own) => {
      const moments = own.map((event) => Date.parse(event.published))
      return Math.max(...moments) - Math.min(...moments) > 60_000
    })
    expect(drawnOut).toEqual([])
  })

  it('agrees with the accounts about who signed in last, and who no longer could', () => {
    const users = new Map(sample.users.map((user) => [user.id, user]))
    const last = new Map<string, string>()
    for (const event of ofType('user.session.start'))
      if (event.outcome.result === 'SUCCESS') last.set(event.actor.id, event.published)
    expect(last.size).toBeGreaterThan(250)
    for (const [id, published] of last) {
      const user = users.get(id)
      expect(user?.lastLogin).toBe(published)
      if (user && ['LOCKED_OUT', 'SUSPENDED', 'DEPROVISIONED'].includes(user.status))
        expect(published < (user.statusChanged ?? '')).toBe(true)
    }
    for (const user of sample.users.filter(({ status }) => status === 'LOCKED_OUT'))
      expect(
        ofType('user.account.lock').some(
          (event) => event.actor.id === user.id && event.published === user.statusChanged,
        ),
      ).toBe(true)
  })

  it('hides one night of sprayed passwords with one break-in', () => {
    const foreign = events.filter((event) => /^203\.0\.113\.(19[2-9]|2\d\d)$/.test(event.client?.ipAddress ?? ''))
    const failed = foreign.filter(
      ({ eventType, outcome }) => eventType === 'user.session.start' && outcome.result === 'FAILURE',
    )
    const entered = foreign.filter(
      ({ eventType, outcome }) => eventType === 'user.session.start' && outcome.result === 'SUCCESS',
    )
    expect(failed.length).toBeGreaterThan(300)
    expect(entered.map((event) => event.actor.displayName)).toEqual(['Gwen Pellowmere'])
    const hours = (Date.parse(foreign.at(-1)?.published ?? '') - Date.parse(foreign[0]?.published ?? '')) / 3_600_000
    expect(hours).toBeLessThan(2)
    const blocklist = sample.zones.find(({ usage }) => usage === 'BLOCKLIST')
    const missed = new Set(
      foreign.map((event) => event.client?.ipAddress ?? '').filter((ip) => blocklist && !holdsAddress(blocklist, ip)),
    )
    expect(missed.size).toBeGreaterThan(3)
  })

  it('remembers the group that a rule still names', () => {
    const names = JSON.stringify(sample.policies)
    const deleted = ofType('group.lifecycle.delete').flatMap((event) => event.target ?? [])
    expect(deleted.map(({ displayName }) => displayName)).toEqual(['Chartering desk'])
    expect(names).toContain(deleted[0]?.id)
  })

  it('locks no one in: whoever is locked signs in only after the unlock', () => {
    const locked = new Set<string>()
    const signedIn: string[] = []
    for (const { eventType, outcome, actor, target } of events) {
      if (eventType === 'user.account.lock') locked.add(actor.id)
      else if (eventType === 'user.account.unlock') locked.delete(target?.[0]?.id ?? '')
      else if (eventType === 'user.session.start' && outcome.result === 'SUCCESS' && locked.has(actor.id))
        signedIn.push(actor.displayName ?? '')
    }
    expect(signedIn).toEqual([])
  })

  it('shows three or four administrators at work', () => {
    const authors = events.filter(({ eventType }) =>
      /^(policy\.(rule|lifecycle)|zone|application\.lifecycle)\./.test(eventType),
    )
    const people = new Set(authors.filter(({ actor }) => actor.type === 'User').map(({ actor }) => actor.displayName))
    expect(people.size).toBe(4)
  })
})
