import { LRUCache } from 'lru-cache'
import { appDefinition } from '#contract/apps/definition.ts'
import type { AppRecord } from '#db/tables/apps.ts'
import type { UserRecord } from '#db/tables/users.ts'
import {
  compileTemplate,
  fillTemplate,
  missingIn,
  relatedAsked,
  type ExpressionContext,
  type RelatedAsked,
  type Template,
} from '#expression/index.ts'
import type { Related, RelatedByPerson } from './related.ts'

/** As many templates as organizations use, made ready once. */
const templates = new LRUCache<string, Template>({ max: 100, memoMethod: (source) => compileTemplate(source) })

/** What templates of names can read. */
function contextOf({ id, name, label }: AppRecord, user: UserRecord, related: Related | undefined): ExpressionContext {
  return { now: Date.now(), user: { ...related, profile: { ...user.profile } }, app: { id, name, label } }
}

const credentialsOf = (app: AppRecord) => appDefinition(app, app.definition).credentials

const expressionsIn = ({ parts }: Template) =>
  parts.flatMap((part) => (typeof part === 'string' ? [] : [part.expression]))

/** What the template of an application asks of others than the person. */
export function relatedAskedByName(app: AppRecord): RelatedAsked {
  const { userName, userNameTemplate } = credentialsOf(app)
  const isFilled = userName === undefined && userNameTemplate.type !== 'NONE'
  return relatedAsked(isFilled ? expressionsIn(templates.memo(userNameTemplate.template)) : [])
}

/**
 * The name that each person has in an application unless their assignment says another: the one that all share, or what the template makes
 * of their profile (spec/4 §2.3). Where a template cannot be read or comes to nothing it is their login; {@link userNameProblem} tells why.
 * WHY by application: its settings are completed once, however many people are listed.
 * @param related by person, what {@link relatedAskedByName} asks; absent: it is not known
 */
export function userNamesIn(app: AppRecord, related?: RelatedByPerson): (user: UserRecord) => string {
  const { userName: shared, userNameTemplate } = credentialsOf(app)
  if (shared !== undefined) return () => shared
  const { template, type, suffix } = userNameTemplate
  if (type === 'NONE') return () => ''
  const made = templates.memo(template)
  return (user) => {
    const name = made.problems.length ? null : fillTemplate(made, contextOf(app, user, related?.get(user.id)))
    return name ? `${name}${suffix ?? ''}` : user.login
  }
}

/** What keeps a template from making the name that it should; null where nothing does. */
export function userNameProblem(app: AppRecord, user: UserRecord, related: Related | undefined): string | null {
  const { userName: shared, userNameTemplate } = credentialsOf(app)
  if (shared !== undefined || userNameTemplate.type === 'NONE') return null
  const made = templates.memo(userNameTemplate.template)
  const [problem] = made.problems
  const context = contextOf(app, user, related)
  const reason = problem ?? (missingIn(made, context).join('; ') || null)
  const isUsed = problem === undefined && Boolean(fillTemplate(made, context))
  return reason === null || isUsed ? reason : `${reason}; the login is taken instead`
}
