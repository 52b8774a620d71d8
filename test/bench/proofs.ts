import { constraintsOn } from '#analysis/constraints.ts'
import { ruleListsOf, type RuleList } from '#analysis/rule-lists.ts'
import { solverFor } from '#analysis/satisfiable.ts'
import { requiring } from '#analysis/constraint.ts'
import { and, factsIn, freeFact, not, or, type PolicySet, type RuleRecord, type ZoneRecord } from '#policy/index.ts'
import { createRandom, type Random } from '#sample/random.ts'
import { beside, rounded, type Figure } from './measure.ts'
import { deadRules } from '../helpers/dead-rules.ts'

const RULES = 1_000
const GROUPS = 2_000
const ZONES = 50
const GOAL = 3
const ROUNDS = 3

const zone = (index: number): ZoneRecord => ({
  id: `z${index}`,
  name: `Zone ${index}`,
  type: index % 10 === 9 ? 'DYNAMIC' : 'IP',
  status: 'ACTIVE',
  usage: 'POLICY',
  gateways: [{ type: 'CIDR', value: `10.${index}.0.0/16` }],
})

/** A rule for one to three groups, half of them somewhere, a third at a risk, on a device or a platform. */
function rule(index: number, random: Random): RuleRecord {
  const chance = (one: number) => random.int(one) === 0
  const group = () => `g${random.int(GROUPS)}`
  const place = () => `z${random.int(ZONES)}`
  return {
    id: `r${index}`,
    name: `Rule ${index}`,
    status: 'ACTIVE',
    priority: index + 1,
    system: false,
    actions: {},
    conditions: {
      people: {
        groups: { include: Array.from({ length: 1 + random.int(3) }, group), exclude: chance(5) ? [group()] : [] },
      },
      ...(chance(2) ? { network: { connection: 'ZONE' as const, include: [place(), place()] } } : {}),
      ...(chance(3) ? { riskScore: { level: (['LOW', 'MEDIUM', 'HIGH'] as const)[random.int(3)] ?? 'LOW' } } : {}),
      ...(chance(3) ? { device: { registered: true, managed: chance(2) } } : {}),
      ...(chance(4)
        ? { platform: { include: [{ type: chance(2) ? ('MOBILE' as const) : ('DESKTOP' as const) }] } }
        : {}),
    },
  }
}

function organization(): PolicySet {
  const random = createRandom('proofs')
  const rules = Array.from({ length: RULES }, (_, index) => rule(index, random))
  return {
    everyoneGroupId: 'everyone',
    zones: Array.from({ length: ZONES }, (_, index) => zone(index)),
    applications: [],
    policies: [{ id: 'p', type: 'SVC_SIGN_ON', name: 'p', status: 'ACTIVE', priority: 1, system: false, rules }],
  }
}

/** The same question of each rule, asked of the solver and of nothing else: no list is read and no reason is looked for. */
function bare({ rules }: RuleList, set: PolicySet): number {
  const after = (index: number) => freeFact(`after ${index}`)
  const solve = solverFor([
    ...constraintsOn(factsIn(rules.map(({ matches }) => matches)), set),
    ...rules.flatMap(({ matches }, index) => [
      requiring(or(not(matches), after(index))),
      ...(index > 0 ? [requiring(or(not(after(index - 1)), after(index)))] : []),
    ]),
  ])
  return rules.filter(({ matches }, index) => !solve(index > 0 ? and(matches, not(after(index - 1))) : matches)).length
}

/** Dead rules among 1,000 of one list, with the reason for each, beside the solver alone. */
export async function run(): Promise<Figure[]> {
  const set = organization()
  const [list] = ruleListsOf(set, ['SVC_SIGN_ON'])
  if (!list) throw new Error('there is no list')
  const dead = deadRules([list], set).length
  if (dead === 0 || dead !== bare(list, set)) throw new Error('the two disagree')
  const { ours, raw } = await beside(
    async () => void deadRules(ruleListsOf(set, ['SVC_SIGN_ON']), set),
    async () => void bare(list, set),
    ROUNDS,
  )
  return [
    {
      name: `proofs: ${RULES.toLocaleString('en')} rules, ${dead} of them dead and why, beside the solver alone`,
      value: rounded(ours),
      unit: 'ms',
      reference: rounded(raw),
      ratio: ours / raw,
      goal: `≤ ${GOAL}×`,
      met: ours / raw <= GOAL,
    },
  ]
}
