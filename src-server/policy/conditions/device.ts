import type { RuleConditions } from '#contract/policy/conditions.ts'
import { change, fix } from '../counterfactual/changes.ts'
import { SUBJECTS } from '../formula/subjects.ts'
import { allOfTerms, isOneOf } from '../formula/term.ts'
import { UNKNOWN, truth } from '../verdict.ts'
import { allOf, idList, type ConditionKind, type PathTest } from './condition.ts'

type Device = NonNullable<RuleConditions['device']>

/** Compares for equality, `false` too; `managed` in a context does not imply `registered` (spec/4 §1.9.4). */
function flag(name: 'registered' | 'managed', expected: boolean | undefined): PathTest[] {
  if (expected === undefined) return []
  const textOf = (value: boolean) => (value ? `a ${name} device` : `a device that is not ${name}`)
  return [
    {
      path: `device.${name}`,
      test: ({ context }) => {
        const seen = context.device?.[name] ?? null
        return seen === null ? UNKNOWN : truth(seen === expected)
      },
      expected: () => [textOf(expected)],
      actual: ({ context }) => {
        const seen = context.device?.[name] ?? null
        return [seen === null ? `no word on whether the device is ${name}` : textOf(seen)]
      },
      missing: () => `policyContext.device.${name}`,
      fixes: () => [
        fix(
          [`the device would have to be ${expected ? '' : 'un'}${name}`],
          change(`policyContext.device.${name}`, expected, `use ${textOf(expected)}`),
        ),
      ],
    },
  ]
}

function assurance(ids: readonly string[] | undefined): PathTest[] {
  if (!ids?.length) return []
  const expected = new Set(ids)
  return [
    {
      path: 'device.assurance.include',
      test: ({ context }) => {
        const id = context.device?.assuranceId
        return id ? truth(expected.has(id)) : UNKNOWN
      },
      expected: () => ['a device that satisfies ', ...idList(ids, 'or')],
      actual: ({ context }) => {
        const id = context.device?.assuranceId
        return id ? ['a device that satisfies ', { id }] : ['no device assurance']
      },
      missing: () => 'policyContext.device.assuranceId',
      fixes: (_, exists) => [
        fix(
          ['the device would have to satisfy ', ...idList(ids, 'or')],
          ...ids
            .filter(exists)
            .slice(0, 1)
            .map((id) => change('policyContext.device.assuranceId', id, 'use a device that satisfies ', { id })),
        ),
      ],
    },
  ]
}

export const device: ConditionKind<Device> = {
  compile: (condition) =>
    allOf([
      ...flag('registered', condition.registered),
      ...flag('managed', condition.managed),
      ...assurance(condition.assurance?.include),
    ]),
  term: ({ registered, managed, assurance: assured }) =>
    allOfTerms([
      ...(registered === undefined ? [] : [isOneOf(SUBJECTS.registered, [registered])]),
      ...(managed === undefined ? [] : [isOneOf(SUBJECTS.managed, [managed])]),
      ...(assured?.include.length ? [isOneOf(SUBJECTS.assurance, assured.include)] : []),
    ]),
  phrases({ registered, managed, assurance: assured }) {
    // A managed device is registered by the schema's own rule, so one phrase says both.
    const states =
      managed !== undefined
        ? [managed ? 'on a managed device' : 'on a registered device that is not managed']
        : registered !== undefined
          ? [registered ? 'on a registered device' : 'on a device that is not registered']
          : []
    return [
      ...states.map((state) => [state]),
      ...(assured ? [['on a device that satisfies ', ...idList(assured.include, 'or')]] : []),
    ]
  },
}
