import type { State } from './pattern-states.ts'

/** A set of places in the pattern, and where each character leads from it. */
interface Places {
  ids: ReadonlySet<number>
  /** Whether a name may end here. */
  accepts: boolean
  next: Map<string, Places>
}

/** Sets of places cached per pattern; groups' names share most of them. */
const MAX_PLACES = 300

/** Follows every place that could be next at once; the sets of places that it meets are cached. */
export class Matcher {
  private readonly states: readonly State[]
  private readonly start: Places
  private known = new Map<string, Places>()

  constructor(states: readonly State[], start: number) {
    this.states = states
    this.start = this.places([start], true)
  }

  matches(name: string): boolean {
    let places = this.start
    for (const character of name) {
      const next = places.next.get(character) ?? this.step(places, character)
      if (next.ids.size === 0) return false
      places = next
    }
    return places.accepts
  }

  private step(from: Places, character: string): Places {
    const taken: number[] = []
    for (const id of from.ids) {
      const state = this.states[id]
      if (state?.kind === 'char' && state.test(character)) taken.push(state.next)
    }
    const key = taken.join()
    if (this.known.size >= MAX_PLACES) this.forget()
    const places = this.known.get(key) ?? this.places(taken, false)
    this.known.set(key, places)
    from.next.set(character, places)
    return places
  }

  private forget(): void {
    for (const places of [this.start, ...this.known.values()]) places.next.clear()
    this.known = new Map()
  }

  private places(from: readonly number[], atStart: boolean): Places {
    const atEnd = this.reach(from, atStart, true)
    const accepts = [...atEnd].some((id) => this.states[id]?.kind === 'match')
    return { ids: this.reach(from, atStart, false), accepts, next: new Map() }
  }

  /** All states that can be stood in without taking another character. */
  private reach(from: readonly number[], atStart: boolean, atEnd: boolean): Set<number> {
    const reached = new Set<number>()
    const open = [...from]
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (reached.has(id)) continue
      reached.add(id)
      const state = this.states[id]
      if (state?.kind === 'split') open.push(state.next, state.other)
      if (state?.kind === 'assert' && (state.at === 'start' ? atStart : atEnd)) open.push(state.next)
    }
    return reached
  }
}
