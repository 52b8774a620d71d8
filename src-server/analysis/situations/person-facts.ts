import { CLIENT_ALONE, compileAttributes, NO, SUBJECTS, YES, type Fact, type PersonContext } from '#policy/index.ts'
import { isOfPerson, isTrueOf, valueOfPerson } from '../person-values.ts'
import type { Resolve } from './situations.ts'

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

const valueOf = ({ person }: PersonContext, subject: string) => (person ? valueOfPerson(subject, person) : undefined)

const compared = (about: Parameters<typeof isTrueOf>[0], value: unknown) =>
  value !== undefined && isTrueOf(about, value)
