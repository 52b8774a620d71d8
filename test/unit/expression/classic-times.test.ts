import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { evaluate } from '#expression/evaluate.ts'
import { CLASSIC_PATTERNS } from '#expression/families/classic-time-patterns.ts'
import { compile, parse } from '#expression/index.ts'
import type { Value } from '#expression/values.ts'
import { runs } from '../../helpers/runs.ts'

const NOW = Date.UTC(2026, 0, 15)

function valueOf(source: string, profile: Readonly<Record<string, unknown>> = {}): Value {
  const parsed = parse(source, 'classic', { result: 'value' })
  if (!parsed.ok) throw new Error(parsed.problems[0]?.message)
  return evaluate(compile(parsed.expression), { now: NOW, user: { profile } })
}

const YEAR_1601 = Date.UTC(1601, 0, 1)
/** Milliseconds, in the years that ISO 8601 writes with four digits. */
const moments = fc.integer({ min: -62_135_596_800_000, max: 253_402_300_799_999 })
const check = (property: (epochMs: number) => void) => fc.assert(fc.property(moments, property), { numRuns: runs(2) })

describe('there and back', () => {
  it('a time is the same after Unix, and Unix counts milliseconds since 1970', () => {
    check((epochMs) => {
      const iso = new Date(epochMs).toISOString()
      expect(valueOf('Time.fromIso8601ToUnix(user.t)', { t: iso })).toBe(String(epochMs))
      expect(valueOf('Time.fromUnixToIso8601(Time.fromIso8601ToUnix(user.t))', { t: iso })).toBe(iso)
    })
  })

  it('a time is the same after Windows, and Windows counts tens of thousands of steps a millisecond since 1601', () => {
    check((epochMs) => {
      const iso = new Date(epochMs).toISOString()
      const ticks = String((BigInt(epochMs) - BigInt(YEAR_1601)) * 10_000n)
      expect(valueOf('Time.fromIso8601ToWindows(user.t)', { t: iso })).toBe(ticks)
      expect(valueOf('Time.fromWindowsToIso8601(Time.fromIso8601ToWindows(user.t))', { t: iso })).toBe(iso)
    })
  })

  it.each(["yyyy-MM-dd'T'HH:mm:ss.SSSZZ", 'EEEE, d MMMM yyyy h:m:s.SSS a', 'S.ss.mm.kk.dd.MM.YYYY', 'yyyyMMddHHmmss'])(
    'a time that is written as %s is read as the same',
    (format) => {
      const least = format.includes('SSS') ? 1 : format.includes('S') ? 100 : 1_000
      check((epochMs) => {
        const t = new Date(Math.floor(epochMs / least) * least).toISOString()
        const back = 'Time.fromStringToIso8601(Time.fromIso8601ToString(user.t, user.f), user.f)'
        expect(valueOf(back, { t, f: format })).toBe(t)
      })
    },
  )

  it('what the clock of a zone shows is the same moment', () => {
    const zones = fc.constantFrom('EST', 'PST', 'Asia/Kolkata', 'Europe/London', 'Pacific/Apia', '-03:30')
    fc.assert(
      fc.property(zones, (zone) => {
        const shown = String(valueOf('Time.now(user.zone)', { zone }))
        expect(Date.parse(shown)).toBe(NOW)
      }),
    )
  })
})

describe('zones', () => {
  it.each([
    ['EST', 'America/New_York'],
    ['CST', 'America/Chicago'],
    ['MST', 'America/Denver'],
    ['PST', 'America/Los_Angeles'],
    ['HST', 'Pacific/Honolulu'],
    ['IST', 'Asia/Kolkata'],
    ['BST', 'Asia/Dhaka'],
    ['ECT', 'Europe/Paris'],
    ['JST', 'Asia/Tokyo'],
    ['US/Pacific', 'America/Los_Angeles'],
    ['PST8PDT', 'America/Los_Angeles'],
    ['Etc/GMT+5', '-05:00'],
    ['GMT', 'UTC'],
  ])('%s is the clock of %s', (old, named) => {
    expect(valueOf('Time.now(user.zone)', { zone: old })).toBe(valueOf('Time.now(user.zone)', { zone: named }))
  })

  it.each(
    'MIT HST AST PST MST PNT CST EST IET PRT CNT AGT BET ART CAT EAT ECT NET PLT IST BST VST CTT JST ACT AET SST NST'.split(
      ' ',
    ),
  )('the old name %s is known', (zone) => {
    expect(valueOf('Time.now(user.zone)', { zone })).toEqual(expect.any(String))
  })
})

describe('weeks', () => {
  it('are those of ISO 8601: the week of a day is that of its Thursday', () => {
    check((epochMs) => {
      const day = new Date(epochMs)
      const t = day.toISOString()
      const [year, week] = String(valueOf("Time.fromIso8601ToString(user.t, 'xxxx ww')", { t })).split(' ').map(Number)
      // Naive: go to the Thursday by single days, then count Thursdays back to the beginning of its year.
      while (day.getUTCDay() !== 4) day.setUTCDate(day.getUTCDate() + ([5, 6, 0].includes(day.getUTCDay()) ? -1 : 1))
      let thursdays = 0
      for (const at = new Date(day); at.getUTCFullYear() === day.getUTCFullYear(); at.setUTCDate(at.getUTCDate() - 7))
        thursdays += 1
      expect([year, week]).toEqual([day.getUTCFullYear(), thursdays])
    })
  })
})

it('any pattern is taken or refused, never more', () => {
  const pattern = fc
    .array(fc.constantFrom(..."GCyYxweEDMdaKhHkmsSzZ'Q /:-1"), { maxLength: 20 })
    .map((all) => all.join(''))
  fc.assert(
    fc.property(pattern, fc.string({ maxLength: 20 }), (format, text) => {
      const error = CLASSIC_PATTERNS.error(format)
      const written = valueOf("Time.fromIso8601ToString('2015-07-31T17:18:37.979Z', user.format)", { format })
      expect(typeof written).toBe(error === null ? 'string' : 'symbol')
      valueOf('Time.fromStringToIso8601(user.text, user.format)', { text, format })
    }),
    { numRuns: runs(2) },
  )
})
