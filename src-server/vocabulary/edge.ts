import { invalidAll } from '#contract/interface/api-error.ts'
import type { ErrorBody } from '#contract/interface/error-body.ts'
import type { Route } from '#contract/interface/route.ts'
import { logEventSchema, type LogEvent } from '#contract/log/log-event.ts'
import { toCause } from '#contract/interface/schema-causes.ts'
import { isMedia } from '#contract/interface/content-types.ts'
import { ROUTE_LIST } from '#contract/routes/index.ts'
import { BrandWords } from '#contract/vocabulary/brand-words.ts'
import type { Vocabulary } from '#contract/vocabulary/vocabulary.ts'
import { contractWords, type ContractWords } from './contract-words.ts'
import { dictionariesOf, filterWith } from './texts.ts'
import { Translator } from './translator.ts'

type Parts = Record<'params' | 'query' | 'body', unknown>

let words: ContractWords | undefined
/** Read once, when the first vocabulary is there. */
export const wordsOfContract = (): ContractWords => (words ??= contractWords())

/** What clients of a workspace with a vocabulary speak, at the one place where requests come in and replies go out. */
export class VocabularyEdge {
  readonly vocabulary: Vocabulary
  readonly #brand: BrandWords
  readonly #in: Translator
  readonly #out: Translator
  readonly #filter: (source: string) => string
  /** Paths that are other ones in the vocabulary: theirs, ours. */
  readonly #paths: readonly (readonly [string, string])[]

  constructor(vocabulary: Vocabulary) {
    const contract = wordsOfContract()
    this.vocabulary = vocabulary
    this.#brand = new BrandWords(vocabulary)
    const dictionaries = dictionariesOf(vocabulary, this.#brand, contract)
    this.#in = new Translator(dictionaries.in)
    this.#out = new Translator(dictionaries.out)
    this.#filter = filterWith({
      word: (field, text) => this.#literal(contract, field, text),
      shippedName: dictionaries.in.texts.shippedName,
    })
    const ours = [...new Set(ROUTE_LIST.map(({ route }) => route.path.split('/{')[0] as string))]
    this.#paths = ours.flatMap((path) =>
      this.#brand.outer(path) === path ? [] : [[this.#brand.outer(path), path] as const],
    )
  }

  /** A path of ours for one of the vocabulary; null for a path that only we call so. */
  innerPath(path: string): string | null {
    for (const [theirs, ours] of this.#paths) {
      if (isWithin(path, theirs)) return ours + path.slice(theirs.length)
      if (isWithin(path, ours)) return null
    }
    return path
  }

  /** The parts of a request in our words. @throws ApiError E0000001 for a word of ours that is another one in the vocabulary */
  read(route: Route, parts: Parts): Parts {
    const named = this.#withFilters(parts)
    const read = {
      params: this.#in.translate(route.params, named.params),
      query: this.#in.translate(route.query, named.query),
      body: route.body ? this.#in.translate(route.body, named.body) : { value: named.body, wrong: [] },
    }
    const causes = Object.entries({ path: read.params, query: read.query, body: read.body }).flatMap(
      ([type, { wrong }]) =>
        wrong.map(({ path, expected }) =>
          toCause(
            [...path],
            `must be ${expected} in the vocabulary ${this.vocabulary.name}`,
            type as 'path' | 'query' | 'body',
          ),
        ),
    )
    if (causes.length > 0) throw invalidAll(causes)
    return { params: read.params.value, query: read.query.value, body: read.body.value }
  }

  /** The body of a reply in the words of the vocabulary. */
  write(route: Route, status: number, body: unknown): unknown {
    const definition = route.responses[status]
    const schema = isMedia(definition) ? definition.json : definition
    if (!schema) return body
    const translated = this.#out.translate(schema, body).value
    return this.#ofOrganization(route) ? this.#withLinks(translated) : translated
  }

  /** An event as hooks send it. */
  event(event: LogEvent): unknown {
    return this.#out.translate(logEventSchema, event).value
  }

  /** A refusal: our words in its sentences, but not those that the request holds: a person typed them. */
  refusal(body: ErrorBody, request: string): ErrorBody {
    const text = (sentence: string) => this.#brand.text(sentence, (word) => request.includes(word))
    return {
      ...body,
      errorSummary: text(body.errorSummary),
      errorCauses: body.errorCauses.map((cause) => ({
        ...cause,
        errorSummary: text(cause.errorSummary),
        ...(cause.location === undefined ? {} : { location: text(cause.location) }),
      })),
    }
  }

  /** A document that only we wrote, such as that of the interface. */
  document(value: unknown): unknown {
    if (typeof value === 'string') return this.#brand.text(value)
    if (Array.isArray(value)) return value.map((item) => this.document(item))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, held]) => [this.#brand.text(key), this.document(held)]))
  }

  /** One word, such as a scope or the name of a header. */
  outer(word: string): string {
    return this.#brand.outer(word)
  }

  inner(word: string): string {
    return this.#brand.inner(word)
  }

  #literal({ byField }: ContractWords, field: string, text: string): string {
    if (field === 'eventType') return this.#brand.inner(text)
    const ours = [...(byField.get(field) ?? [])].find((word) => this.#brand.outer(word) === text)
    return ours ?? text
  }

  #withFilters({ params, query, body }: Parts): Parts {
    const given = query as Record<string, unknown>
    const filters = ['filter', 'search'].filter((name) => typeof given[name] === 'string')
    if (filters.length === 0) return { params, query, body }
    const read = filters.map((name) => [name, this.#filter(given[name] as string)] as const)
    return { params, body, query: { ...given, ...Object.fromEntries(read) } }
  }

  #ofOrganization({ path }: Route): boolean {
    return path.startsWith('/api/v1/org')
  }

  /** Addresses of links, of which some of the organization's have our word in their path. */
  #withLinks(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.#withLinks(item))
    if (typeof value !== 'object' || value === null) return value
    const entries = Object.entries(value).map(([key, held]) => {
      const isAddress = key === 'href' && typeof held === 'string'
      return [key, isAddress ? this.outerAddress(held) : this.#withLinks(held)]
    })
    return Object.fromEntries(entries)
  }

  /** An address in which a path of ours may stand. */
  outerAddress(href: string): string {
    const found = this.#paths.find(([, ours]) => href.includes(ours))
    return found ? href.replace(found[1], found[0]) : href
  }
}

const isWithin = (path: string, start: string) => path === start || path.startsWith(`${start}/`)

const edges = new WeakMap<Vocabulary, VocabularyEdge>()

/** The edge of a vocabulary, made once. */
export function edgeOf(vocabulary: Vocabulary): VocabularyEdge {
  const known = edges.get(vocabulary) ?? new VocabularyEdge(vocabulary)
  edges.set(vocabulary, known)
  return known
}
