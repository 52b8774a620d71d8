import { describe, expect, it } from 'vitest'
import { OWN_VOCABULARY, vocabularySchema, type Vocabulary } from '#contract/vocabulary/vocabulary.ts'
import { SHIPPED_VOCABULARIES } from '#vocabulary/shipped.ts'
import { startServer } from '../../../helpers/server.ts'

const shipped = Object.values(SHIPPED_VOCABULARIES)[0] as Vocabulary
const UPPER = shipped.brand.toUpperCase()

const custom = (over: Partial<Vocabulary>): Vocabulary =>
  vocabularySchema.parse({ name: 'Ours', brand: 'acme', ...over })

describe('the vocabulary of a workspace', () => {
  it('can be changed at any time; what is stored stays, and an event says so', async () => {
    const heard: string[] = []
    const { client, make, vocabulary: current } = await startServer({ onVocabulary: (name) => heard.push(name) })
    const group = await make.aGroup('SVC_GROUP')
    const read = async () => (await client.fetch(`/api/v1/groups/${group.id}`)).json() as Promise<{ type: string }>
    const speak = (vocabulary: Vocabulary | null) => client.call('replaceVocabulary', { body: { vocabulary } })
    for (const [vocabulary, type] of [
      [shipped, `${UPPER}_GROUP`],
      [custom({}), 'ACME_GROUP'],
      [null, 'SVC_GROUP'],
    ] as const) {
      await speak(vocabulary)
      expect(await read()).toMatchObject({ type, profile: { name: 'SVC_GROUP' } })
      const name = vocabulary?.name ?? OWN_VOCABULARY
      expect((await client.call('getWorkspace')).body.vocabulary).toBe(name)
      expect([current(), heard.at(-1)]).toEqual([name, name])
    }
    const filter = 'eventType eq "gatehouse.vocabulary.update"'
    expect((await client.call('listLogEvents', { query: { filter } })).body).toHaveLength(3)
    expect(heard).toHaveLength(3)
  })

  it('is kept by the workspace, until a start says another', async () => {
    const first = await startServer({ vocabulary: shipped })
    await first.stop()
    const again = await startServer({ dataFile: first.dataFile, clock: first.clock })
    expect((await again.client.call('getWorkspace')).body.vocabulary).toBe(shipped.name)
    await again.stop()
    const own = await startServer({ dataFile: first.dataFile, clock: first.clock, vocabulary: null })
    expect((await own.client.call('getWorkspace')).body.vocabulary).toBe(OWN_VOCABULARY)
  })

  it.each([
    ['makes one word of two', { words: { ACTIVE: 'INACTIVE' } }, '“ACTIVE” and “INACTIVE” would both be “INACTIVE”'],
    [
      'makes one word of two of its own',
      { words: { LDAP: 'X', SOCIAL: 'X' } },
      '“LDAP” and “SOCIAL” would both be “X”',
    ],
    ['renames a part of a path', { words: { users: 'people' } }, '“users” is a part of a path'],
    ['has a word with a slash', { words: { ACTIVE: 'a/b' } }, '“a/b” for “ACTIVE” has a slash'],
    ['gives two objects one name', { shippedNames: { a: 'c', b: 'c' } }, '“a” and “b” would both be “c”'],
  ])('is refused where it %s, with the pair', async (_, over, why) => {
    const { client } = await startServer()
    const { code, body } = await client.refused('replaceVocabulary', { body: { vocabulary: custom(over) } })
    expect([code, body.errorCauses[0]?.errorSummary]).toEqual(['E0000001', expect.stringContaining(why)])
    await expect(startServer({ vocabulary: custom(over) })).rejects.toThrow(why)
  })

  it('has a word for each of ours', async () => {
    const { client } = await startServer()
    const body = { vocabulary: { ...custom({}), words: { ACTIVE: '' } } }
    expect((await client.refused('replaceVocabulary', { body })).locations).toContain('vocabulary.words.ACTIVE')
  })
})
