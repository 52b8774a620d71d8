import type { RISK_DETECTION_TYPES, RuleConditions } from '../../contract/conditions.ts'
import { change, way, type Change } from '../changes.ts'
import type { Facts } from '../facts.ts'
import type { EvaluationContext } from '../types.ts'
import { UNKNOWN, YES, not, truth, type Truth } from '../verdict.ts'
import { series } from '../words.ts'
import { allOf, idList, type ConditionKind, type PathTest } from './condition.ts'

type Level = { level: 'ANY' | 'LOW' | 'MEDIUM' | 'HIGH' }

/** A level compares for equality; `ANY` needs no data (spec/4 §1.9.4). */
function levelKind(
  path: string,
  noun: string,
  missing: 'policyContext.risk' | 'policyContext.entityRisk',
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
          remedy: () =>
            level === 'ANY'
              ? []
              : [
                  way(
                    [`the ${noun} would have to be ${level.toLowerCase()}`],
                    change(missing, { level }, `set the ${noun} to ${level.toLowerCase()}`),
                  ),
                ],
        },
      ]),
    phrases: ({ level }) => (level === 'ANY' ? [] : [[`at ${level.toLowerCase()} ${noun}`]]),
  }
}

export const riskScore = levelKind('riskScore.level', 'risk', 'policyContext.risk', (context) => context.risk)
export const entityRisk = levelKind(
  'entityRisk.level',
  'entity risk',
  'policyContext.entityRisk',
  (context) => context.entityRisk,
)

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
        missing: () => 'policyContext.behaviors',
        remedy: ({ context }, exists) => [
          way(
            [...idList(behaviors, 'or'), ' would have to be detected'],
            ...behaviors
              .filter(exists)
              .slice(0, 1)
              .map((id) =>
                change('policyContext.behaviors', [...(context.behaviors ?? []), id], 'let ', { id }, ' be detected'),
              ),
          ),
        ],
      },
    ])
  },
  phrases: ({ behaviors }) => [['with behaviour ', ...idList(behaviors, 'or')]],
}

type DetectionType = (typeof RISK_DETECTION_TYPES)[number]

const words = (type: string) => type.toLowerCase().replaceAll('_', ' ')

function detections(side: 'include' | 'exclude', types: readonly DetectionType[], { context }: Facts): Change {
  const seen = (context.riskDetections ?? []) as readonly DetectionType[]
  const [first] = types
  return side === 'include' && first
    ? change('policyContext.riskDetections', [...seen, first], `let ${words(first)} be detected`)
    : change(
        'policyContext.riskDetections',
        seen.filter((type) => !types.includes(type)),
        `let no ${types.map(words).join(', ')} be detected`,
      )
}

function detectionPath(side: 'include' | 'exclude', types: readonly DetectionType[] | undefined): PathTest[] {
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
      missing: () => 'policyContext.riskDetections',
      remedy: (facts) => [
        way(
          [`${series(types.map(words), 'or')} would have to be ${side === 'include' ? 'detected' : 'absent'}`],
          detections(side, types, facts),
        ),
      ],
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
