import { describe, expect, it } from 'vitest'
import {
  automaticBackups,
  backupBeforeRestore,
  backupBeside,
  draftOf,
  isAutomaticDraft,
  isDue,
  manualBackup,
  nextAutomatic,
} from '#db/backup-names.ts'

const at = (day: string) => `${day}T09:00:00.000Z`
const first = nextAutomatic([], at('2026-03-02'))

describe('the name of an automatic backup', () => {
  it('says its number and its moment, and is read back', () => {
    expect(first).toBe('automatic-000001-20260302T090000000Z.backup')
    expect(automaticBackups([first])).toEqual([{ name: first, number: 1, created: at('2026-03-02') }])
    expect(nextAutomatic(automaticBackups([first]), at('2026-03-03'))).toBe(
      'automatic-000002-20260303T090000000Z.backup',
    )
  })

  it('orders them as they were made, whatever the clock said', () => {
    const names = [
      'automatic-000002-20990101T000000000Z.backup',
      'automatic-000010-20260303T000000000Z.backup',
      'automatic-000009-19700101T000000000Z.backup',
    ]
    expect(automaticBackups(names).map(({ number }) => number)).toEqual([10, 9, 2])
  })

  it.each([
    'org.sqlite',
    'automatic.backup',
    'automatic-1-20260302T090000000Z.backup',
    'automatic-000001-20261302T090000000Z.backup',
    'my automatic-000001-20260302T090000000Z.backup',
    'automatic-000001-20260302T090000000Z.backup.txt',
    draftOf(first),
  ])('is not %s', (name) => {
    expect(automaticBackups([name])).toEqual([])
  })

  it('is another one while it is copied', () => {
    expect([draftOf(first), `${draftOf(first)}-journal`].map(isAutomaticDraft)).toEqual([true, true])
    expect(['letter.draft', first, 'automatic.backup.draft'].map(isAutomaticDraft)).toEqual([false, false, false])
  })
})

describe('an automatic backup is due', () => {
  const due = (now: string, ...days: string[]) =>
    isDue(
      days.map((day, number) => ({ name: '', number, created: at(day) })),
      Date.parse(at(now)),
    )

  it('where there is none, and a day after the last', () => {
    expect(due('2026-03-02')).toBe(true)
    expect(due('2026-03-03', '2026-03-02')).toBe(true)
    expect(isDue([{ name: '', number: 1, created: at('2026-03-02') }], Date.parse(at('2026-03-03')) - 1)).toBe(false)
  })

  it('once where the clock was put back or leapt ahead, and not again for as long as it goes to and fro', () => {
    expect(due('2025-03-02', '2026-03-02')).toBe(true)
    expect(due('2025-03-02', '2026-03-02', '2025-03-02')).toBe(false)
    expect(due('2026-03-02', '2026-03-02', '2025-03-02')).toBe(false)
    expect(due('2026-03-03', '2026-03-02', '2099-01-01')).toBe(true)
  })
})

it('a backup beside the file tells its kind and its moment', () => {
  const beside = (name: string) => backupBeside('/w/org.sqlite', name)
  const moment = at('2026-03-02')
  expect(manualBackup('/w/org.sqlite', moment)).toBe('/w/org.sqlite.20260302T090000000Z.backup')
  expect(backupBeforeRestore('/w/org.sqlite', moment)).toBe('/w/org.sqlite.before-restore-20260302T090000000Z.backup')
  expect(beside('org.sqlite.20260302T090000000Z.backup')).toEqual({ kind: 'MANUAL', created: moment })
  expect(beside('org.sqlite.before-restore-20260302T090000000Z.backup')).toEqual({
    kind: 'BEFORE_RESTORE',
    created: moment,
  })
  expect(beside('org.sqlite.before-0101-x.backup')).toEqual({ kind: 'BEFORE_MIGRATION', created: null })
  expect(beside('org.sqlite.friday.backup')).toEqual({ kind: 'MANUAL', created: null })
  expect([beside('other.sqlite.20260302T090000000Z.backup'), beside('org.sqlite.key')]).toEqual([null, null])
})
