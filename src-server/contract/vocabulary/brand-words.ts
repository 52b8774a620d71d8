import type { Vocabulary } from './vocabulary.ts'

const capitalized = (brand: string) => brand.charAt(0).toUpperCase() + brand.slice(1)

/** Our brand word where it stands as a word of its own, by its case: `svc.users.read`, `SVC_GROUP`, `X-Svc-Request-Id`, `removePoweredBySvc`. */
const BRAND = /(?<![A-Za-z])svc(?![a-z])|(?<![A-Za-z])SVC(?![A-Z])|Svc(?![a-z])/g

/** The words of a vocabulary for our own, by its table, else by its brand. */
export class BrandWords {
  readonly #brand: Readonly<Record<string, string>>
  readonly #words: ReadonlyMap<string, string>
  readonly #ours: Readonly<Record<string, string>>
  readonly #theirs: RegExp

  constructor({ brand, words }: Pick<Vocabulary, 'brand' | 'words'>) {
    const forms = { svc: brand, SVC: brand.toUpperCase(), Svc: capitalized(brand) }
    this.#brand = forms
    this.#ours = Object.fromEntries(Object.entries(forms).map(([ours, theirs]) => [theirs, ours]))
    this.#theirs = new RegExp(
      `(?<![A-Za-z])${forms.svc}(?![a-z])|(?<![A-Za-z])${forms.SVC}(?![A-Z])|${forms.Svc}(?![a-z])`,
      'g',
    )
    this.#words = new Map(Object.entries(words))
  }

  /** One word of ours in the vocabulary; a word that is the same in both comes back as it is. */
  outer(word: string): string {
    return this.#words.get(word) ?? word.replaceAll(BRAND, (found) => this.#brand[found] ?? found)
  }

  /** A word of the vocabulary as one of ours, by the brand alone: of event types, and other words that no table has. */
  inner(word: string): string {
    return word.replaceAll(this.#theirs, (found) => this.#ours[found] ?? found)
  }

  /**
   * A text that we wrote, such as documentation, word by word.
   * @param isTyped whether a word in it is a person's own, which stays
   */
  text(text: string, isTyped: (word: string) => boolean = () => false): string {
    return text.replaceAll(/[\w.:-]*\w/g, (word) => (isTyped(word) ? word : this.outer(word)))
  }
}
