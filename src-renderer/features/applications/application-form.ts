import type { App } from '#contract/apps/app.ts'
import { getIn, setIn } from '#ui/lib/tree.ts'
import type { Draft, FieldSpec, ObjectForm } from '#ui/resource/form/field-specs.ts'
import { bodyOf } from '#ui/resource/form/form-body.ts'
import { DEFAULT_FIELDS } from './forms/default-fields.ts'
import { explained } from './forms/defaults.ts'
import { GENERAL_FIELDS } from './forms/general-fields.ts'
import { NEEDED_FIELDS } from './forms/needed-fields.ts'
import { appProblems } from './forms/schema-problems.ts'
import { isSaml } from './forms/when.ts'

/** All that people can set of how an application signs them on; what an application is shown by. */
export const SETTINGS_FIELDS: readonly FieldSpec[] = [...NEEDED_FIELDS, ...DEFAULT_FIELDS]

/** WHY without them: they follow the consumer service where they are the same, also to another address. */
function withoutFollowers(app: App): Draft {
  const draft = { ...app } as Draft
  const followed = getIn(draft, 'settings.signOn.ssoAcsUrl')
  return ['settings.signOn.recipient', 'settings.signOn.destination'].reduce(
    (kept, path) => (getIn(kept, path) === followed ? setIn(kept, path, undefined) : kept),
    draft,
  )
}

/** What no field shows. */
const ELSEWHERE: FieldSpec = {
  path: 'note.elsewhere',
  label: 'Elsewhere',
  control: 'note',
  when: isSaml,
  text: 'Single logout, signed requests and further consumer services are set under JSON.',
}

/** What no form of an application begins with: the wizard makes them. */
const blank = (): Draft => ({})
const common = { blank, check: appProblems, width: 720 } as const

const CLIENT = 'settings.oauthClient'

/** WHY without them: keys have a card of their own, stay where a request says nothing of them, and cannot go with an address of keys. */
const withoutKeys = (draft: Draft): Draft =>
  getIn(draft, `${CLIENT}.jwks`) === undefined ? draft : setIn(draft, `${CLIENT}.jwks`, undefined)

/** WHY without them: response types follow from the grants, unless a request gives them (spec/5 §8.4). */
function withoutFormerTypes(app: App, draft: Draft): Draft {
  const [before, now] = [app, draft].map((of) => JSON.stringify(getIn(of as Draft, `${CLIENT}.grant_types`)))
  return before === now ? draft : setIn(draft, `${CLIENT}.response_types`, undefined)
}

/** The settings of an application's mode, each with what it starts with; all else of it is sent back as it was read. */
export function signOnForm(app: App): ObjectForm<App> {
  const fields = [...NEEDED_FIELDS, ...explained(DEFAULT_FIELDS, app), ELSEWHERE]
  return {
    ...common,
    draftOf: withoutFollowers,
    fields,
    bodyOf: (draft) => bodyOf(fields, withoutFormerTypes(app, withoutKeys(draft)), { ...app }),
  }
}

/** What every application has, whatever its mode. */
export const generalForm = (app: App): ObjectForm<App> => ({
  ...common,
  fields: GENERAL_FIELDS,
  bodyOf: (draft) => bodyOf(GENERAL_FIELDS, withoutKeys(draft), { ...app }),
})
