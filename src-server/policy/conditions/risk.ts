import type { RuleConditions } from '../../contract/conditions.ts'
import type { Facts } from '../facts.ts'
import type { EvaluationContext } from '../types.ts'
import { UNKNOWN, YES, not, truth, type Truth } from '../verdict.ts'
import { allOf, idList, type ConditionKind, type PathTest } from './condition.ts'

type Level = { level: 'ANY' | 'LOW' | 'MEDIUM' | 'HIGH' }

/** A level compares for equality; `ANY` needs no data (spec/4 §1.9.4). */
function levelKind(
  path: string,
  noun: string,
  missing: string | null,
  read: (context: EvaluationContext) => string | null | undefined,
): ConditionKind<Level> {
  return {
    compile: ({ level }) =>
      allOf([
        {
          path,
          test:
            level === 'ANY'
              ? () => YES
              : ({ context }) => {
                  const seen = read(context)
                  return seen ? truth(seen === level) : UNKNOWN
                },
          wanted: () => [level === 'ANY' ? `any ${noun}` : `${level.toLowerCase()} ${noun}`],
          saw: ({ context }) => {
            const seen = read(context)
            return [seen ? `${seen.toLowerCase()} ${noun}` : `no ${noun}`]
          },
          missing: () => missing,
        },
      ]),
    phrases: ({ level }) => (level === 'ANY' ? [] : [[`at ${level.toLowerCase()} ${noun}`]]),
  }
}

export const riskScore = levelKind('riskScore.level', 'risk', 'policyContext.risk', (context) => context.risk)
/** The published context has no field for it; the core's own has. */
export const entityRisk = levelKind('entityRisk.level', 'entity risk', null, (context) => context.entityRisk)

/** Whether one of the wanted signals was detected; a list that is not given tells nothing. */
function detected(wanted: ReadonlySet<string>, seen: readonly string[] | null | undefined): Truth {
  return seen ? truth(seen.some((signal) => wanted.has(signal))) : UNKNOWN
}

/** Met when any of the behaviours was detected. */
export const risk: ConditionKind<NonNullable<RuleConditions['risk']>> = {
  compile({ behaviors }) {
    const wanted = new Set(behaviors)
    return allOf([
      {
        path: 'risk.behaviors',
        test: ({ context }) => detected(wanted, context.behaviors),
        wanted: () => ['behaviour ', ...idList(behaviors, 'or')],
        saw: ({ context }) =>
          !context.behaviors
            ? ['no data on behaviour']
            : context.behaviors.length
              ? ['behaviour ', ...idList(context.behaviors, 'and')]
              : ['no unusual behaviour'],
        missing: () => null,
      },
    ])
  },
  phrases: ({ behaviors }) => [['with behaviour ', ...idList(behaviors, 'or')]],
}

const words = (type: string) => type.toLowerCase().replaceAll('_', ' ')

function detectionPath(side: 'include' | 'exclude', types: readonly string[] | undefined): PathTest[] {
  if (!types?.length) return []
  const wanted = new Set(types)
  const test = ({ context }: Facts) => detected(wanted, context.riskDetections)
  return [
    {
      path: `riskDetectionTypes.${side}`,
      test: side === 'include' ? test : (facts) => not(test(facts)),
      wanted: () => [`${side === 'include' ? '' : 'none of '}${types.map(words).join(', ')}`],
      saw: ({ context }) => [
        context.riskDetections
          ? context.riskDetections.map(words).join(', ') || 'no detection'
          : 'no data on detections',
      ],
      missing: () => null,
    },
  ]
}

export const riskDetectionTypes: ConditionKind<NonNullable<RuleConditions['riskDetectionTypes']>> = {
  compile: ({ include, exclude }) =>
    allOf([...detectionPath('include', include), ...detectionPath('exclude', exclude)]),
  phrases: ({ include, exclude }) => [
    ...(include?.length ? [[`when detected: ${include.map(words).join(', ')}`]] : []),
    ...(exclude?.length ? [[`unless detected: ${exclude.map(words).join(', ')}`]] : []),
  ],
}
