import {
  CLIENT_ALONE,
  compileAttributes,
  NO,
  SUBJECTS,
  textMatches,
  YES,
  type EvaluationContext,
  type Fact,
  type FactDetail,
  type PersonContext,
} from '#policy/index.ts'
import type { Resolve } from './situations.ts'

const PROFILE = 'user.profile.'
const EXPRESSION = 'expression '
const FREE = 'free: '

/** Reads facts that are about the person alone; of people one after the other, so that parts of expressions are compiled once. */
export function personFacts(everyoneGroupId: string): (someone: PersonContext) => Resolve {
  const tests = new Map<string, ReturnType<typeof compileAttributes>>()
  const testOf = (condition: string) => {
    const known = tests.get(condition)
    if (known !== undefined) return known
    const made = compileAttributes({ elCondition: { condition } }, everyoneGroupId)
    tests.set(condition, made)
    return made
  }

  /** A part of an expression that asks for nothing but the person; null for any other. */
  function ofPart(text: string, someone: PersonContext): boolean | null {
    if (!text.startsWith(EXPRESSION)) return null
    const met = testOf(text.slice(EXPRESSION.length))?.(someone)
    return met === YES ? true : met === NO ? false : null
  }

  return (someone) =>
    ({ key, about }: Fact) => {
      if (key === CLIENT_ALONE.key) return false
      switch (about.kind) {
        case 'free':
          return ofPart(about.text, someone)
        case 'known':
          return about.subject.startsWith(FREE)
            ? ofPart(about.subject.slice(FREE.length), someone) === null
              ? null
              : true
            : isOfPerson(about.subject)
              ? valueOf(someone, about.subject) !== undefined
              : null
        case 'has':
          return about.subject === SUBJECTS.groups
            ? about.item === everyoneGroupId || Boolean(someone.person?.groupIds.includes(about.item))
            : null
        default:
          return isOfPerson(about.subject) ? compared(about, valueOf(someone, about.subject)) : null
      }
    }
}

function compared(about: Extract<FactDetail, { kind: 'is' | 'matches' }>, value: unknown): boolean {
  if (value === undefined) return false
  if (about.kind === 'is') return JSON.stringify(value) === about.value
  return value !== null && textMatches(about.pattern, String(value)) === true
}

/** What a person has one of, or null; undefined where it is not known. */
const READERS: Readonly<Record<string, (context: EvaluationContext) => unknown>> = {
  [SUBJECTS.person]: ({ person }) => person?.id,
  [SUBJECTS.groups]: ({ person }) => person?.groupIds,
  [SUBJECTS.userType]: ({ person }) => person?.userTypeId,
  [SUBJECTS.providerType]: ({ person }) => person?.providerType ?? 'SVC',
  [SUBJECTS.user]: ({ person }) => person?.user?.profile,
  [SUBJECTS.identifier]: ({ person }) => person?.user?.profile['login'],
  'user.status': ({ person }) => person?.user?.status,
}

const isOfPerson = (subject: string) => subject in READERS || subject.startsWith(PROFILE)

function valueOf(someone: PersonContext, subject: string): unknown {
  const reader = READERS[subject]
  if (reader) return reader(someone)
  const profile = someone.person?.user?.profile
  return profile && (profile[subject.slice(PROFILE.length)] ?? null)
}
