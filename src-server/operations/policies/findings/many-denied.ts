import { demandOf, isBroad, KEPT_OUT, situationText, workspaceFinding } from '#policy/index.ts'
import { admitting, type RuleLint } from './deciding.ts'

/** So many are many; in a small organization half of all, unless that is hardly anyone. */
const MANY = 50
const FEW = 5

/**
 * Rules that deny many people wherever they are, or anywhere but in some zones. Rules that wait for a risk, a device or one
 * place are meant to deny; people for whom an earlier rule surely decides are not counted.
 */
export const manyDenied: RuleLint = {
  wants: (policy, rule) => demandOf(policy.type, rule) === KEPT_OUT && isBroad(rule.conditions),
  findingOf(directory, { policy, rule, left }) {
    const { people, snapshot } = directory
    const denied = left.filter(admitting(directory, rule.conditions)).length
    if (denied < Math.min(MANY, Math.max(FEW, people.length / 2))) return null
    const where = situationText(rule.conditions, snapshot.names.get)
    const message = `Denies ${denied} of ${people.length} people${where && ` ${where}`}.`
    return workspaceFinding('denies-many', policy, rule, message)
  },
}
