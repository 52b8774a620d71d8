import { CLIENT_ALONE, type Fact, type NameOf } from '#policy/index.ts'

/** How facts that no sign-in can be given are said, by how their text begins. */
const SAID: readonly (readonly [prefix: string, says: (rest: string, holds: boolean, nameOf: NameOf) => string])[] = [
  ['expression ', (source, holds) => `${source} is ${holds}`],
  ['fails: ', (source, holds) => `${source} ${holds ? 'cannot' : 'can'} be evaluated`],
  ['platform ', (os, holds) => `the platform ${holds ? 'is' : 'is not'} ${platformText(os)}`],
  ['directory ', (ids, holds, nameOf) => `the password ${holds ? 'is' : 'is not'} kept in ${namesOf(ids, nameOf)}`],
]

/**
 * What has to be so beside what a sign-in can be given, as parts of a sentence after "if": free facts of a support, each once.
 * @param facts as few as make a formula hold
 */
export function needsOf(facts: Iterable<Fact>, isTrue: (fact: Fact) => boolean, nameOf: NameOf): string[] {
  const free = [...facts].filter(
    ({ key, about }) => key !== CLIENT_ALONE.key && (about.kind === 'free' || isOfFree(about)),
  )
  const said = free.flatMap((fact) => {
    const { about } = fact
    if (about.kind === 'free') return [{ text: about.text, needs: sentence(about.text, isTrue(fact), nameOf) }]
    // That something free is known is said by what it is.
    if (about.kind !== 'known' || isTrue(fact)) return []
    const text = about.subject.slice(FREE.length)
    return [{ text, needs: `it cannot be told whether ${sentence(text, true, nameOf)}` }]
  })
  const isSaid = (source: string) =>
    said.some(({ text }) => text.startsWith('expression ') && source.includes(text.slice('expression '.length)))
  return said.flatMap(({ text, needs }) =>
    // What a part of an expression comes to says that it can be evaluated.
    text.startsWith('fails: ') && needs.endsWith('can be evaluated') && isSaid(text) ? [] : [needs],
  )
}

const FREE = 'free: '
const isOfFree = (about: Fact['about']) => about.kind === 'known' && about.subject.startsWith(FREE)

function sentence(text: string, holds: boolean, nameOf: NameOf): string {
  for (const [prefix, says] of SAID) if (text.startsWith(prefix)) return says(text.slice(prefix.length), holds, nameOf)
  return `the condition ${text} is ${holds ? '' : 'not '}met`
}

function platformText(os: string): string {
  const { version, expression } = (JSON.parse(os) ?? {}) as { version?: { value?: string } | null; expression?: string }
  return version?.value ? `of version ${version.value}` : `as ${expression} says`
}

const namesOf = (ids: string, nameOf: NameOf) =>
  (JSON.parse(ids) as string[]).map((id) => nameOf(id) ?? id).join(' or ')
