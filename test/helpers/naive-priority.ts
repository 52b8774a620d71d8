import type { PriorityScheme } from '#contract/policy/policy-types.ts'

/**
 * Priorities as the documents describe them (spec/4 §1.4, §1.9.10), written without regard to speed or elegance: the model
 * that the real thing is compared with. The default item is not in the list; it follows all others, in v2 at 99.
 */
export class NaivePriorities {
  readonly priorityScheme: PriorityScheme
  #numbers: Record<string, number> = {}

  constructor(priorityScheme: PriorityScheme) {
    this.priorityScheme = priorityScheme
  }

  /** Puts a new item, or one that is there already, at a number; null is last. @returns whether that is possible */
  put(id: string, expected: number | null): boolean {
    return this.priorityScheme === 'v1' ? this.#putV1(id, expected) : this.#putV2(id, expected)
  }

  remove(id: string): void {
    const gone = this.#numbers[id] as number
    delete this.#numbers[id]
    if (this.priorityScheme === 'v1')
      for (const other of Object.keys(this.#numbers))
        if ((this.#numbers[other] as number) > gone) this.#numbers[other] = (this.#numbers[other] as number) - 1
  }

  get ids(): string[] {
    return Object.keys(this.#numbers).sort((a, b) => (this.#numbers[a] as number) - (this.#numbers[b] as number))
  }

  numbers(): Record<string, number> {
    return { ...this.#numbers }
  }

  /** The number of the default item. */
  get last(): number {
    return this.priorityScheme === 'v1' ? this.ids.length + 1 : 99
  }

  #putV1(id: string, expected: number | null): boolean {
    if (expected !== null && expected < 1) return false
    const order = this.ids.filter((other) => other !== id)
    const place = expected === null || expected > order.length ? order.length : expected - 1
    order.splice(place, 0, id)
    this.#numbers = Object.fromEntries(order.map((other, index) => [other, index + 1]))
    return true
  }

  #putV2(id: string, expected: number | null): boolean {
    const before = this.numbers()
    delete this.#numbers[id]
    const used = Object.values(this.#numbers)
    const target = expected ?? (used.length === 0 ? 0 : Math.max(...used) + 1)
    const possible = target >= 0 && this.#seat(id, target)
    if (!possible) this.#numbers = before
    return possible
  }

  /** Sits down; whoever sat there moves to the next seat, and so on until a seat is free. */
  #seat(id: string, seat: number): boolean {
    if (seat > 98) return false
    const sitting = Object.keys(this.#numbers).find((other) => this.#numbers[other] === seat)
    this.#numbers[id] = seat
    return sitting === undefined || this.#seat(sitting, seat + 1)
  }
}
