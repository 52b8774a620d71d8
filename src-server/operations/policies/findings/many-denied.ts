import type { WorkspaceFinding } from '#contract/gatehouse/workspace.ts'
import { demandOf, isBroad, KEPT_OUT, situationText, workspaceFinding } from '#policy/index.ts'
import type { Directory } from '../audience-data.ts'
import type { PolicyView, RuleView } from '../read-policies.ts'
import { admitting, decidingScans, scanned } from './deciding.ts'

/** So many are many; in a small organization half of all, unless that is hardly anybody. */
const MANY = 50
const FEW = 5

/**
 * Rules that deny many people wherever they are, or anywhere but in some zones. Rules that wait for a risk, a device or one
 * place are meant to deny; people for whom an earlier rule surely decides are not counted.
 */
export function manyDenied(directory: Directory): WorkspaceFinding[] {
  const { people, snapshot } = directory
  const many = Math.min(MANY, Math.max(FEW, people.length / 2))
  return decidingScans(directory).flatMap((scan) =>
    [...scanned(directory, scan, denies)].flatMap(({ policy, rule, left }) => {
      const denied = left.filter(admitting(directory, rule.conditions)).length
      if (denied < many) return []
      const where = situationText(rule.conditions, snapshot.names.get)
      const message = `Denies ${denied} of ${people.length} people${where && ` ${where}`}.`
      return [workspaceFinding('denies-many', policy, rule, message)]
    }),
  )
}

const denies = (policy: PolicyView, rule: RuleView) =>
  demandOf(policy.type, rule) === KEPT_OUT && isBroad(rule.conditions)
