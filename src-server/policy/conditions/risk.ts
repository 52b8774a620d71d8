import type { RISK_DETECTION_TYPES, RuleConditions } from '#contract/policy/conditions.ts'
import { change, fix, type Change } from '../counterfactual/changes.ts'
import { SUBJECTS } from '../formula/subjects.ts'
import { allOfTerms, ALWAYS, hasOneOf, isOneOf, negated } from '../formula/term.ts'
import type { Facts } from '../prepared-context.ts'
import type { EvaluationContext } from '../types.ts'
import { UNKNOWN, YES, not, truth, type Truth } from '../verdict.ts'
import { formatList } from '../explain/labels.ts'
import { allOf, idList, type ConditionKind, type PathTest } from './condition.ts'

type Level = { level: 'ANY' | 'LOW' | 'MEDIUM' | 'HIGH' }

/** A level compares for equality; `ANY` needs no data (spec/4 §1.9.4). */
function levelKind(
  path: string,
  noun: string,
  subject: string,
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
          expected: () => [level === 'ANY' ? `any ${noun}` : `${level.toLowerCase()} ${noun}`],
          actual: ({ context }) => {
            const seen = read(context)
            return [seen ? `${seen.toLowerCase()} ${noun}` : `no ${noun}`]
          },
          missing: () => missing,
          fixes: () =>
            level === 'ANY'
              ? []
              : [
                  fix(
                    [`the ${noun} would have to be ${level.toLowerCase()}`],
                    change(missing, { level }, `set the ${noun} to ${level.toLowerCase()}`),
                  ),
                ],
        },
      ]),
    term: ({ level }) => (level === 'ANY' ? ALWAYS : isOneOf(subject, [level])),
    phrases: ({ level }) => (level === 'ANY' ? [] : [[`at ${level.toLowerCase()} ${noun}`]]),
  }
}

export const riskScore = levelKind(
  'riskScore.level',
  'risk',
  SUBJECTS.riskScore,
  'policyContext.risk',
  (context) => context.risk,
)
export const entityRisk = levelKind(
  'entityRisk.level',
  'entity risk',
  SUBJECTS.entityRisk,
  'policyContext.entityRisk',
  (context) => context.entityRisk,
)

/** Whether one of the expected signals was detected; without a list it is unknown. */
function detected(expected: ReadonlySet<string>, seen: readonly string[] | null | undefined): Truth {
  return seen ? truth(seen.some((signal) => expected.has(signal))) : UNKNOWN
}

/** Met when any of the behaviours was detected. */
export const risk: ConditionKind<NonNullable<RuleConditions['risk']>> = {
  compile({ behaviors }) {
    if (behaviors.length === 0) return allOf([])
    const expected = new Set(behaviors)
    return allOf([
      {
        path: 'risk.behaviors',
        test: ({ context }) => detected(expected, context.behaviors),
        expected: () => ['behaviour ', ...idList(behaviors, 'or')],
        actual: ({ context }) =>
          !context.behaviors
            ? ['no data on behaviour']
            : context.behaviors.length
              ? ['behaviour ', ...idList(context.behaviors, 'and')]
              : ['no unusual behaviour'],
        missing: () => 'policyContext.behaviors',
        fixes: ({ context }, exists) => [
          fix(
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
  term: ({ behaviors }) => (behaviors.length ? hasOneOf(SUBJECTS.behaviors, behaviors) : ALWAYS),
  phrases: ({ behaviors }) => (behaviors.length ? [['with behaviour ', ...idList(behaviors, 'or')]] : []),
}

type DetectionType = (typeof RISK_DETECTION_TYPES)[number]

const labelOf = (type: string) => type.toLowerCase().replaceAll('_', ' ')

function detections(side: 'include' | 'exclude', types: readonly DetectionType[], { context }: Facts): Change {
  const seen = (context.riskDetections ?? []) as readonly DetectionType[]
  const [first] = types
  return side === 'include' && first
    ? change('policyContext.riskDetections', [...seen, first], `let ${labelOf(first)} be detected`)
    : change(
        'policyContext.riskDetections',
        seen.filter((type) => !types.includes(type)),
        `let no ${types.map(labelOf).join(', ')} be detected`,
      )
}

function detectionPath(side: 'include' | 'exclude', types: readonly DetectionType[] | undefined): PathTest[] {
  if (!types?.length) return []
  const expected = new Set(types)
  const test = ({ context }: Facts) => detected(expected, context.riskDetections)
  return [
    {
      path: `riskDetectionTypes.${side}`,
      test: side === 'include' ? test : (facts) => not(test(facts)),
      expected: () => [`${side === 'include' ? '' : 'none of '}${types.map(labelOf).join(', ')}`],
      actual: ({ context }) => [
        context.riskDetections
          ? context.riskDetections.map(labelOf).join(', ') || 'no detection'
          : 'no data on detections',
      ],
      missing: () => 'policyContext.riskDetections',
      fixes: (facts) => [
        fix(
          [`${formatList(types.map(labelOf), 'or')} would have to be ${side === 'include' ? 'detected' : 'absent'}`],
          detections(side, types, facts),
        ),
      ],
    },
  ]
}

export const riskDetectionTypes: ConditionKind<NonNullable<RuleConditions['riskDetectionTypes']>> = {
  compile: ({ include, exclude }) =>
    allOf([...detectionPath('include', include), ...detectionPath('exclude', exclude)]),
  term: ({ include, exclude }) =>
    allOfTerms([
      ...(include?.length ? [hasOneOf(SUBJECTS.detections, include)] : []),
      ...(exclude?.length ? [negated(hasOneOf(SUBJECTS.detections, exclude))] : []),
    ]),
  phrases: ({ include, exclude }) => [
    ...(include?.length ? [[`when detected: ${include.map(labelOf).join(', ')}`]] : []),
    ...(exclude?.length ? [[`unless detected: ${exclude.map(labelOf).join(', ')}`]] : []),
  ],
}
