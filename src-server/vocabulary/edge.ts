import type { z } from 'zod'
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
  readonly #filterIn: (source: string) => string
  readonly #filterOut: (source: string) => string
  /** Paths that are other ones in the vocabulary: theirs, ours. */
  readonly #paths: readonly (readonly [string, string])[]

  constructor(vocabulary: Vocabulary) {
    const contract = wordsOfContract()
    this.vocabulary = vocabulary
    this.#brand = new BrandWords(vocabulary)
    const dictionaries = dictionariesOf(vocabulary, this.#brand, contract)
    this.#in = new Translator(dictionaries.in)
    this.#out = new Translator(dictionaries.out)
    this.#filterIn = filterWith({
      word: (field, text) => this.#innerLiteral(contract, field, text),
      shippedName: dictionaries.in.texts.shippedName,
    })
    this.#filterOut = filterWith({
      word: (field, text) => this.#outerLiteral(contract, field, text),
      shippedName: dictionaries.out.texts.shippedName,
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
    const named = withFilters(parts, this.#filterIn)
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
    const schema = replySchema(route, status)
    if (!schema) return body
    const translated = this.#out.translate(schema, body).value
    return ofOrganization(route) ? withLinks(translated, (href) => this.outerAddress(href)) : translated
  }

  /** For a client of an instance that speaks the vocabulary: what a request of ours is called there. `path` still has its placeholders. */
  writeRequest(route: Route, parts: Parts): Parts & { path: string } {
    const { params, query, body } = withFilters(parts, this.#filterOut)
    const outer = (schema: z.ZodType, value: unknown) => this.#out.translate(schema, value).value
    return {
      path: this.outerAddress(route.path),
      params: outer(route.params, params),
      query: outer(route.query, query),
      body: route.body ? outer(route.body, body) : body,
    }
  }

  /** The body of a reply of such an instance in our words; words that we do not know, and those that are ours already, stay. */
  readReply(route: Route, status: number, body: unknown): unknown {
    const schema = replySchema(route, status)
    if (!schema) return body
    const translated = this.#in.translate(schema, body).value
    return ofOrganization(route) ? withLinks(translated, (href) => this.#innerAddress(href)) : translated
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

  #innerLiteral({ byField }: ContractWords, field: string, text: string): string {
    if (field === 'eventType') return this.#brand.inner(text)
    const ours = [...(byField.get(field) ?? [])].find((word) => this.#brand.outer(word) === text)
    return ours ?? text
  }

  #outerLiteral({ byField }: ContractWords, field: string, text: string): string {
    return field === 'eventType' || byField.get(field)?.has(text) ? this.#brand.outer(text) : text
  }

  /** An address in which a path of ours may stand. */
  outerAddress(href: string): string {
    const found = this.#paths.find(([, ours]) => href.includes(ours))
    return found ? href.replace(found[1], found[0]) : href
  }

  #innerAddress(href: string): string {
    const found = this.#paths.find(([theirs]) => href.includes(theirs))
    return found ? href.replace(found[0], found[1]) : href
  }
}

function replySchema(route: Route, status: number): z.ZodType | null | undefined {
  const definition = route.responses[status]
  return isMedia(definition) ? definition.json : definition
}

const ofOrganization = ({ path }: Route) => path.startsWith('/api/v1/org')

function withFilters({ params, query, body }: Parts, translate: (source: string) => string): Parts {
  const given = query as Record<string, unknown>
  const filters = ['filter', 'search'].filter((name) => typeof given[name] === 'string')
  if (filters.length === 0) return { params, query, body }
  const read = filters.map((name) => [name, translate(given[name] as string)] as const)
  return { params, body, query: { ...given, ...Object.fromEntries(read) } }
}

/** A copy whose links have other addresses: some of the organization's have our word in their path. */
function withLinks(value: unknown, translate: (href: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => withLinks(item, translate))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, held]) => {
    const isAddress = key === 'href' && typeof held === 'string'
    return [key, isAddress ? translate(held) : withLinks(held, translate)]
  })
  return Object.fromEntries(entries)
}

const isWithin = (path: string, start: string) => path === start || path.startsWith(`${start}/`)

const edges = new WeakMap<Vocabulary, VocabularyEdge>()

/** The edge of a vocabulary, made once. */
export function edgeOf(vocabulary: Vocabulary): VocabularyEdge {
  const known = edges.get(vocabulary) ?? new VocabularyEdge(vocabulary)
  edges.set(vocabulary, known)
  return known
}
