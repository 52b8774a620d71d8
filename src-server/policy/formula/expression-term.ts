import { parse, pathParts, type Node } from '#expression/index.ts'
import type { TermEnvironment } from '../conditions/condition.ts'
import { and, freeFact, is, not, or, type Fact } from './formula.ts'
import { attribute, SUBJECTS } from './subjects.ts'
import { inGroups } from './people-term.ts'
import {
  ALWAYS,
  allOfTerms,
  anyOfTerms,
  decidedWith,
  free,
  hasOneOf,
  negated,
  NEVER,
  UNDECIDED,
  type Term,
} from './term.ts'

type Compare = (value: string | number | boolean | null) => Term

/** Paths that conditions of their own are about too, by how an expression writes them; a value of another type is none of theirs. */
const SHARED: Readonly<Record<string, { subject: string; type: 'string' | 'boolean' }>> = {
  'user.id': { subject: SUBJECTS.person, type: 'string' },
  'device.profile.managed': { subject: SUBJECTS.managed, type: 'boolean' },
  'device.profile.registered': { subject: SUBJECTS.registered, type: 'boolean' },
  'device.profile.platform': { subject: SUBJECTS.platform, type: 'string' },
  'security.risk.level': { subject: SUBJECTS.riskScore, type: 'string' },
  'login.identifier': { subject: SUBJECTS.identifier, type: 'string' },
}

const PROFILE = 'user.profile.'

const pathOf = (node: Node): string | null => pathParts(node)?.join('.') ?? null

/** How a path compares with a value that is written out; null for one that is not simply looked up. */
function comparing(node: Node): Compare | null {
  const path = pathOf(node)
  if (path === null) return null
  const shared = SHARED[path]
  if (shared)
    return (value) =>
      typeof value === shared.type
        ? decidedWith(shared.subject, is(shared.subject, value))
        : decidedWith(shared.subject, false)
  if (path.startsWith(PROFILE) && !path.slice(PROFILE.length).includes('.'))
    return (value) => decidedWith(SUBJECTS.user, is(attribute(path.slice(PROFILE.length)), value))
  return path === 'user.status' ? (value) => decidedWith(path, is(path, value)) : null
}

type ExpressionEnvironment = Pick<TermEnvironment, 'everyoneGroupId' | 'behaviors'>

/** Reads one expression: boolean structure, comparisons with what is written out, memberships by id. */
class Reader {
  private readonly source: string
  private readonly environment: ExpressionEnvironment
  /** Whether something in it may fail, which leaves the whole undecided (spec/4 §1.8 "Number conversion"). */
  mayFail = false

  constructor(source: string, environment: ExpressionEnvironment) {
    this.source = source
    this.environment = environment
  }

  termOf(node: Node): Term {
    switch (node.kind) {
      case 'literal':
        return node.value === true ? ALWAYS : node.value === false ? NEVER : UNDECIDED
      case 'not':
        return negated(this.termOf(node.operand))
      case 'logical': {
        const terms = node.operands.map((operand) => this.termOf(operand))
        return node.operator === '&&' ? allOfTerms(terms) : anyOfTerms(terms)
      }
      case 'ternary':
        return this.choice(this.termOf(node.test), this.termOf(node.then), this.termOf(node.otherwise))
      case 'binary':
        return this.comparison(node) ?? this.unknown(node)
      case 'call':
        return this.membership(node) ?? this.behavior(node) ?? this.unknown(node)
      case 'name':
      case 'member':
        return this.flag(node) ?? this.unknown(node)
      default:
        return this.unknown(node)
    }
  }

  /** WHY its test is not Kleene's: where it is undecided so is the whole, even if both branches agree. */
  private choice(test: Term, then: Term, otherwise: Term): Term {
    return {
      yes: or(and(test.yes, then.yes), and(test.no, otherwise.yes)),
      no: or(and(test.yes, then.no), and(test.no, otherwise.no)),
    }
  }

  private comparison({ operator, left, right }: Node & { kind: 'binary' }): Term | null {
    if (operator !== '==' && operator !== '!=') return null
    const [path, literal] = right.kind === 'literal' ? [left, right] : [right, left]
    if (literal.kind !== 'literal') return null
    const term = comparing(path)?.(literal.value) ?? null
    return term && operator === '!=' ? negated(term) : term
  }

  /** A path that is true or false by itself. */
  private flag(node: Node): Term | null {
    const path = pathOf(node)
    if (path === null || SHARED[path]?.type !== 'boolean') return null
    return comparing(node)?.(true) ?? null
  }

  /** `user.isMemberOf({"group.id": …})` with ids that are written out. */
  private membership({ receiver, name, args }: Node & { kind: 'call' }): Term | null {
    const [criterion] = args
    if (name !== 'isMemberOf' || receiver?.kind !== 'name' || receiver.name !== 'user' || args.length !== 1) return null
    if (criterion?.kind !== 'map' || criterion.entries.length !== 1) return null
    const [entry] = criterion.entries
    if (entry?.key !== 'group.id') return null
    const ids = entry.value.kind === 'list' ? entry.value.items : [entry.value]
    const texts = ids.flatMap((id) => (id.kind === 'literal' && typeof id.value === 'string' ? [id.value] : []))
    return texts.length === ids.length ? inGroups(texts, texts.includes(this.environment.everyoneGroupId)) : null
  }

  /** `security.behaviors.contains('…')`: by name, where conditions have ids. */
  private behavior({ receiver, name, args }: Node & { kind: 'call' }): Term | null {
    const [named] = args
    if (name !== 'contains' || receiver === null || pathOf(receiver) !== 'security.behaviors') return null
    if (args.length !== 1 || named?.kind !== 'literal' || typeof named.value !== 'string') return null
    return hasOneOf(SUBJECTS.behaviors, this.environment.behaviors.idsOf(named.value))
  }

  private unknown(node: Node): Term {
    this.mayFail = true
    return free(`expression ${this.source.slice(node.start, node.end)}`)
  }
}

/** That evaluating an expression fails, whatever its parts come to. */
const failing = (source: string): Fact => freeFact(`fails: ${source}`)

/** When the whole of an expression is true and false; undecided where it cannot be read (spec/4 §1.9.5). */
export function expressionTerm(source: string, environment: ExpressionEnvironment): Term {
  const parsed = parse(source)
  if (!parsed.ok) return UNDECIDED
  const reader = new Reader(parsed.expression.source, environment)
  const term = reader.termOf(parsed.expression.root)
  if (!reader.mayFail) return term
  const succeeds = not(failing(source))
  return { yes: and(succeeds, term.yes), no: and(succeeds, term.no) }
}
