import { fn, type Operation } from '../operations.ts'
import type { Dialect, ExpressionContext } from '../types.ts'
import { AppProfile, ConversionError, UNDEFINED, type Value } from '../values.ts'
import { shown } from './conversions.ts'

const dialects: readonly Dialect[] = ['classic']

/** The one kind of source that names managers and assistants. */
const DIRECTORY = 'directory_service'
const sourceError = (source: string) =>
  source === DIRECTORY ? null : `${shown(source)} names no managers and assistants; write "${DIRECTORY}"`
const SOURCE = { name: 'source', type: 'text', validate: sourceError } as const

type Role = 'manager' | 'assistant'
type Source = 'directory' | 'hr'

/** @throws ConversionError for a source that names no one */
function colleague({ user }: ExpressionContext, role: Role, source: string) {
  const error = sourceError(source)
  if (error !== null) throw new ConversionError(error)
  return user?.[role]
}

function appProfileOf(person: ReturnType<typeof colleague>, application: string): Value {
  if (person === null) return null
  const profiles = person?.appProfiles
  const found = profiles && Object.hasOwn(profiles, application) ? profiles[application] : undefined
  return found ? new AppProfile(found) : found === null ? null : UNDEFINED
}

/** Of several, none is the one that is meant. */
function onlyProfile({ user }: ExpressionContext, source: Source): Value {
  if (!user?.sources) return UNDEFINED
  const [only, another] = user.sources[source]
  return only && !another ? new AppProfile(only) : null
}

/**
 * Who stands by the person, and what directories and HR systems have of them (spec/4 §1.8). The directory itself is asked before an
 * expression is evaluated, for what `relatedAsked` finds in it.
 */
export const CLASSIC_PEOPLE: readonly Operation[] = [
  ...roleFunctions('manager', 'Manager'),
  ...roleFunctions('assistant', 'Assistant'),
  ...sourceFunctions('directory', 'Directory', 'a directory'),
  ...sourceFunctions('hr', 'Hr', 'an HR system'),
]

function roleFunctions(role: Role, named: string): Operation[] {
  return [
    fn({
      family: null,
      dialects,
      name: `get${named}User`,
      takes: [SOURCE],
      gives: 'user',
      help: `The person's ${role}, as "${DIRECTORY}" names them; null when there is none.`,
      run: ([source], context) => {
        const found = colleague(context, role, source)
        return found === undefined ? UNDEFINED : found
      },
    }),
    fn({
      family: null,
      dialects,
      name: `get${named}AppUser`,
      takes: [SOURCE, { name: 'application', type: 'text' }],
      gives: 'appuser',
      help: `The profile of the person's ${role} in an application, given by its name or id; null when there is none.`,
      run: ([source, application], context) => appProfileOf(colleague(context, role, source), application),
    }),
  ]
}

function sourceFunctions(source: Source, named: string, from: string): Operation[] {
  return [
    fn({
      family: null,
      dialects,
      name: `has${named}User`,
      takes: [],
      gives: 'boolean',
      help: `Whether the person is from ${from}, and from one alone.`,
      run: (_, context) => {
        const found = onlyProfile(context, source)
        return found === UNDEFINED ? UNDEFINED : found !== null
      },
    }),
    fn({
      family: null,
      dialects,
      name: `find${named}User`,
      takes: [],
      gives: 'appuser',
      help: `What ${from} has of the person; null when there is none, or more than one.`,
      run: (_, context) => onlyProfile(context, source),
    }),
  ]
}
