import { formatList, SUBJECTS, type ApplicationRecord, type FactDetail, type NameOf } from '#policy/index.ts'
import type { Dimension, Value } from './dimension.ts'

interface Target extends Value {
  label: string
}

/** The application that someone signs in to: each that rules name, others of a kind that they name, any other, and none. */
export function targets(
  facts: readonly FactDetail[],
  applications: readonly ApplicationRecord[],
  nameOf: NameOf,
): Dimension[] {
  const valuesOf = (subject: string) =>
    new Set(facts.flatMap((about) => (about.kind === 'is' && about.subject === subject ? [about.value] : [])))
  const [ids, kinds] = [valuesOf(SUBJECTS.app), valuesOf(SUBJECTS.appName)]
  if (ids.size + kinds.size === 0) return []
  const kindOf = new Map(applications.map(({ id, name }) => [JSON.stringify(id), JSON.stringify(name)]))
  const target = (label: string, id: string | null, kind: string | null): Target => ({
    label,
    isKnown: true,
    holds: (about) => about.kind === 'is' && about.value === (about.subject === SUBJECTS.app ? id : kind),
  })
  const textOfJson = (json: string) => JSON.parse(json) as string
  const values: Target[] = [
    ...[...ids].map((id) => target(nameOf(textOfJson(id)) ?? textOfJson(id), id, kindOf.get(id) ?? null)),
    ...[...kinds].map((kind) => target(`applications of type ${textOfJson(kind)}`, null, kind)),
    target('other applications', null, null),
    { ...target('no application', null, null), isKnown: false },
  ]
  return [
    {
      subjects: [SUBJECTS.app, SUBJECTS.appName],
      values,
      textOf: (chosen) =>
        `to ${formatList(
          values.filter((_, place) => chosen.has(place)).map(({ label }) => label),
          'or',
        )}`,
    },
  ]
}
