/** How often a property is tried whose examples cost little: a glance by `npm test`, a long look by `npm run test:long`. */
const isLong = process.env['GATEHOUSE_RUNS'] === 'long'
const USUAL = isLong ? 1_000 : 200

/**
 * How often a property is tried. Every property test asks here, so that one place says how long they take.
 * @param factor above 1 where only many examples meet what matters, below it where each takes long
 */
export const runs = (factor = 1): number => Math.max(1, Math.round(USUAL * factor))

/** The same for a property whose examples take seconds each, of which a long look is to have very many all the same. */
export const runsOfSeconds = (few: number, many: number): number => (isLong ? many : few)
