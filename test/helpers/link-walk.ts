import { isOutsideScope } from '#contract/interface/outside-scope.ts'
import { buildPath } from '#contract/interface/request-path.ts'
import { ROUTES, type OperationId } from '#contract/routes/index.ts'
import type { ApiDocument } from '../fuzz/document.ts'
import type { Objects } from '../fuzz/objects.ts'
import { linksIn, operationAt, type FoundLink } from './links.ts'
import type { TestServer } from './server.ts'

/** A link that does not lead where its form says, and why that is right. */
export interface LinkException {
  why: string
  link: RegExp
  /** What it is asked with instead of what it says; absent: it is not asked. */
  method?: string
}

interface Walked {
  server: TestServer
  /** The service's own. */
  document: ApiDocument
  /** Those that the walk has learned of. */
  objects: Objects
  exceptions: readonly LinkException[]
}

/** Links of one kind that are followed: from one operation, by one name, to one operation. */
const MOST_ALIKE = 2

/** Reads what a service answers and follows its links, each kind a few times; what it reads there it goes on from. */
export class LinkWalk {
  /** Links that lead nowhere: from which operation, by which name, and where. */
  readonly nowhere = new Set<string>()
  /** Exceptions that were needed. */
  readonly needed = new Set<LinkException>()
  /** Operations of which a reply was read. */
  readonly read = new Set<string>()
  /** Kinds of links that were looked at. */
  readonly #alike = new Map<string, number>()
  readonly #waiting: { id: string; links: FoundLink[] }[] = []
  readonly #followed = new Set<string>()
  readonly document: ApiDocument
  readonly objects: Objects
  readonly #server: TestServer
  readonly #exceptions: readonly LinkException[]

  constructor({ server, document, objects, exceptions }: Walked) {
    this.document = document
    this.objects = objects
    this.#server = server
    this.#exceptions = exceptions
  }

  /** Kinds of links that were looked at. */
  get kinds(): number {
    return this.#alike.size
  }

  /** Calls an operation; a refusal is passed over. @returns whether it was answered */
  async call(id: OperationId, params: Readonly<Record<string, string>>, query = ''): Promise<boolean> {
    const path = buildPath(ROUTES[id].path, params)
    const response = await this.#server.client.fetch(`${path}${query}`, { method: ROUTES[id].method })
    if (response.ok) await this.#hear(id, path, response)
    await this.#followAll()
    return response.ok
  }

  /** Takes what an operation has answered. */
  async hear(id: OperationId, path: string, body: unknown): Promise<void> {
    this.#learn(id, path, body, null)
    await this.#followAll()
  }

  async #hear(id: string, path: string, response: Response): Promise<void> {
    const isJson = response.headers.get('Content-Type')?.startsWith('application/json')
    const text = await response.text()
    this.#learn(id, path, isJson ? JSON.parse(text) : undefined, response.headers.get('Link'))
  }

  #learn(id: string, path: string, body: unknown, header: string | null): void {
    this.read.add(id)
    const operation = this.document.operations.find((known) => known.id === id)
    if (operation && body !== undefined)
      this.objects.learn(operation, this.document.bind(operation.path, path) ?? {}, body)
    this.#waiting.push({ id, links: linksIn(body, header) })
  }

  async #followAll(): Promise<void> {
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift())
      for (const link of next.links) await this.#look(next.id, link)
  }

  async #look(id: string, link: FoundLink): Promise<void> {
    const { name, href, isTemplate } = link
    const exception = this.#exceptions.find((known) => known.link.test(`${id} ${name}`))
    if (exception) this.needed.add(exception)
    if (exception && !exception.method) return
    const address = new URL(href.replace('//localhost:', '//127.0.0.1:'))
    if (address.origin !== this.#server.url || isOutsideScope(address.pathname)) return
    const methods = exception?.method ? [exception.method] : link.methods
    const dead = methods.filter((method) => !operationAt(method, address.pathname))
    if (isTemplate && !operationAt('GET', address.pathname)) dead.push('GET')
    const where = `${id} ${name}`
    for (const method of dead) this.nowhere.add(`${where}: no operation ${method} ${pathOf(address)}`)
    const isRead = !isTemplate && (methods.length === 0 || methods.includes('GET'))
    if (isRead && this.#isNew(where, address)) await this.#follow(where, address)
  }

  #isNew(where: string, address: URL): boolean {
    const kind = `${where} ${operationAt('GET', address.pathname) ?? address.pathname}`
    const before = this.#alike.get(kind) ?? 0
    if (before >= MOST_ALIKE || this.#followed.has(address.href)) return false
    this.#alike.set(kind, before + 1)
    this.#followed.add(address.href)
    return true
  }

  async #follow(where: string, address: URL): Promise<void> {
    const response = await this.#server.client.fetch(`${address.pathname}${address.search}`, { redirect: 'manual' })
    const { status } = response
    const to = operationAt('GET', address.pathname)
    if (status === 404 || status === 405 || status >= 500) this.nowhere.add(`${where}: ${status} ${pathOf(address)}`)
    else if (to && response.ok) return this.#hear(to, address.pathname, response)
    await response.body?.cancel()
  }
}

/** An address without ids, so that the same fault is told once. */
const pathOf = ({ pathname }: URL) => pathname.replaceAll(/[A-Za-z0-9]{20}/g, '…')
