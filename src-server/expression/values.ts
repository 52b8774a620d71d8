import { Country } from '#contract/interface/countries.ts'
export { Country }
import type { GroupRecord, TypeName, UserRecord } from './types.ts'

/** What the context does not hold. Never equal to anything, itself included; spreads by Kleene logic (spec/4 §1.9.5). */
export const UNDEFINED: unique symbol = Symbol('undefined')

/** A moment, with the zone in which it is written out. */
export class Time {
  readonly epochMs: number
  /** `UTC`, an offset such as `+09:00`, or an IANA name. */
  readonly zone: string
  constructor(epochMs: number, zone = 'UTC') {
    this.epochMs = epochMs
    this.zone = zone
  }
}

/** A group that `getGroups` found. */
export class Group {
  readonly record: GroupRecord
  constructor(record: GroupRecord) {
    this.record = record
  }
}

export type GroupField = 'id' | 'name' | 'type' | 'sourceId'

/** What one map of `isMemberOf` or `getGroups` asks of a group: all of its demands. */
export class Criterion {
  readonly demands: readonly { field: GroupField; values: readonly string[]; prefix: boolean }[]
  constructor(demands: Criterion['demands']) {
    this.demands = demands
  }
}

/** That an object of the context, such as `appuser`, is there: the Classic language compares it with null, and with nothing else. */
export class Presence {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** What an application, a directory or an HR system has of a person. */
export class AppProfile {
  readonly attributes: Readonly<Record<string, unknown>>
  constructor(attributes: AppProfile['attributes']) {
    this.attributes = attributes
  }

  /** An attribute; null where it has no value. */
  read(name: string): Value {
    return toValue(Object.hasOwn(this.attributes, name) ? this.attributes[name] : null, null)
  }
}

/** A plain record among the values is always a person: no other raw object of the context becomes a value. */
export type Known =
  | string
  | number
  | boolean
  | null
  | Time
  | Country
  | Group
  | Criterion
  | Presence
  | AppProfile
  | UserRecord
  | readonly Value[]
export type Value = Known | typeof UNDEFINED

/** A conversion that cannot be done, which makes the whole expression UNDEFINED (spec/4 §1.8 "Number conversion"). */
export class ConversionError extends Error {}

/** The result of a sub-expression; `failure` names a conversion that could not be done. */
export interface Outcome {
  value: Value
  failure: string | null
}

/** The type of a known value. */
export function typeOf(value: Known): TypeName {
  if (typeof value === 'string') return 'text'
  if (typeof value === 'number') return 'number'
  if (typeof value === 'boolean') return 'boolean'
  if (value === null) return 'null'
  if (isList(value)) return 'list'
  if (value instanceof Time) return 'time'
  if (value instanceof Criterion) return 'criterion'
  if (value instanceof Country) return 'country'
  if (value instanceof Presence) return 'object'
  if (value instanceof AppProfile) return 'appuser'
  return value instanceof Group ? 'group' : 'user'
}

export function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value)
}

/** Takes what a context holds at a leaf. `absent` is the value of a missing leaf; objects, NaN and infinities are not values. */
export function toValue(raw: unknown, absent: Value): Value {
  if (typeof raw === 'string' || typeof raw === 'boolean' || raw === null) return raw
  if (typeof raw === 'number') return Number.isFinite(raw) ? raw : UNDEFINED
  if (raw === undefined) return absent
  return Array.isArray(raw) ? listOf(raw, 0) : UNDEFINED
}

const MAX_NESTED_LISTS = 8

function listOf(raw: readonly unknown[], depth: number): Value {
  if (raw.every(isPlain)) return raw
  if (depth === MAX_NESTED_LISTS) return UNDEFINED
  return raw.map((item) => (Array.isArray(item) ? listOf(item, depth + 1) : toValue(item, null)))
}

function isPlain(raw: unknown): raw is string | number | boolean | null {
  return typeof raw === 'string' || typeof raw === 'boolean' || raw === null || Number.isFinite(raw)
}

const MAX_SHOWN_ITEMS = 20
const MAX_SHOWN_TEXT = 500

/** A value for people to read: texts in quotes, lists in braces, both shortened when they are long. */
export function displayValue(value: Value): string {
  if (value === UNDEFINED) return 'undefined'
  if (typeof value === 'string')
    return JSON.stringify(value.length > MAX_SHOWN_TEXT ? `${value.slice(0, MAX_SHOWN_TEXT)}…` : value)
  if (typeof value !== 'object' || value === null) return String(value)
  if (isList(value)) return displayList(value)
  if (value instanceof Time) return displayTime(value)
  if (value instanceof Country) return value.alpha2
  if (value instanceof Criterion) return '{…}'
  if (value instanceof Group) return value.record.name ?? value.record.id
  if (value instanceof Presence) return `the ${value.name} that is there`
  if (value instanceof AppProfile) return 'a profile in an application'
  return value.id === undefined ? 'a person' : `person ${value.id}`
}

function displayList(list: readonly Value[]): string {
  const shown = list.slice(0, MAX_SHOWN_ITEMS).map(displayValue)
  const more = list.length > MAX_SHOWN_ITEMS ? [`… ${list.length - MAX_SHOWN_ITEMS} more`] : []
  return `{${[...shown, ...more].join(', ')}}`
}

function displayTime({ epochMs, zone }: Time): string {
  return `${new Date(epochMs).toISOString()}${zone === 'UTC' ? '' : ` (${zone})`}`
}
