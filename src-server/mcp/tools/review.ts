import { z } from 'zod'
import type { ChangeReview } from '#contract/gatehouse/change-review.ts'
import { idSchema } from '#contract/interface/ids.ts'
import { ROUTES } from '#contract/routes/index.ts'
import { tool } from '../tool.ts'

const { steps } = ROUTES.reviewChange.body.shape
const { effect } = ROUTES.listReviewedPeople.query.shape
const PAGE = 100

const countsOf = ({ considered, affected, effects, situations }: ChangeReview) => ({
  ...{ considered, affected },
  ...Object.fromEntries([...effects, ...(situations?.effects ?? [])].map(({ effect: one, people }) => [one, people])),
})

/** For each effect whom it is of first, then its cases. */
const rowsOf = ({ effects }: ChangeReview) =>
  effects.flatMap(({ effect: one, people, sample, cases, moreCases }) => [
    { effect: one, people, first: sample.map(({ name }) => name), ...(moreCases > 0 && { moreCases }) },
    ...cases.map(({ policyType, subjects, moreSubjects, before, after, people: inCase }) => ({
      ...{ effect: one, people: inCase, policyType, before, after },
      ...(subjects.length > 0 && { about: subjects.map(({ name }) => name) }),
      ...(moreSubjects > 0 && { moreAbout: moreSubjects }),
    })),
  ])

/** The same in every situation that rules tell apart: how many always, then each case with its situations and the rule that decides. */
const situationRowsOf = ({ situations }: ChangeReview) =>
  (situations?.effects ?? []).flatMap(({ effect: one, people, always, cases, moreCases }) => [
    { effect: one, people, inEverySituation: always, ...(moreCases > 0 && { moreCases }) },
    ...cases.map((each, at) => ({
      ...{
        effect: one,
        case: at,
        people: each.people,
        policyType: each.policyType,
        before: each.before,
        after: each.after,
      },
      situations: each.situations.length > 0 ? each.situations : ['every situation'],
      ...(each.moreSituations > 0 && { moreSituations: each.moreSituations }),
      ...(each.ruleAfter && { decidedBy: { policy: each.ruleAfter.policyName, rule: each.ruleAfter.ruleName } }),
      ...(each.subjects.length > 0 && { about: each.subjects.map(({ name }) => name) }),
    })),
  ])

/** The invariants that it breaks, with why, and those that it may break. */
const brokenBy = (impact: ChangeReview['invariants']) =>
  impact && {
    breaksInvariants: impact.breaks.map(({ name, text }) => ({ name, text })),
    ...(impact.notDecided?.length && { notDecidedInvariants: impact.notDecided }),
  }

/** What a change would do, before it is made. */
export const reviewTools = [
  tool({
    name: 'review_change',
    title: 'Review a change before it is made',
    description:
      'Says whom a change of policies, rules, zones or mappings would affect, and how: who would lose or gain access, or need other factors, in which situations, and which invariants it would break. Nothing is changed. Each step is an operation of the interface with its `params` and `body`, such as { "operation": "deactivateRule", "params": { "policyId": "…", "ruleId": "…" } }; the body of a replacement is the whole object as `read` gives it, changed.',
    needs: ['reviewChange'],
    input: z.strictObject({ steps }),
    async answer({ given, service }) {
      const review = await service.call('reviewChange', { body: { steps: given.steps } })
      const { id, notes, rules = [], invariants } = review
      return {
        counts: countsOf(review),
        facts: { reviewId: id, notes, ...(rules.length > 0 && { rules }), ...brokenBy(invariants) },
        rows: [...rowsOf(review), ...situationRowsOf(review)],
      }
    },
  }),
  tool({
    name: 'review_people',
    title: 'Whom a reviewed change affects',
    description:
      'Lists by name the people of one effect of a review, with the numbers of the cases of that effect that each is in. The latest reviews are kept for some minutes.',
    needs: ['reviewChange', 'listReviewedPeople'],
    input: z.strictObject({ reviewId: idSchema, effect }),
    async answer({ input, place, service }) {
      const query = { effect: input.effect, limit: PAGE, after: place.after ?? undefined }
      const { items, next } = await service.page('listReviewedPeople', { params: { reviewId: input.reviewId }, query })
      return { ...(next === null && place.after === null && { counts: { found: items.length } }), rows: items, next }
    },
  }),
]
