/** Text of a page with everything from outside escaped; made by {@link html} alone. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Value = string | number | Html | false | null | undefined | readonly Value[]

const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

function textOf(value: Value): string {
  if (value instanceof Html) return value.text
  if (Array.isArray(value)) return value.map(textOf).join('')
  return value === false || value === null || value === undefined ? '' : escaped(String(value))
}

/** Makes a piece of a page. All values are text, never markup, unless they were made by this themselves; nothing becomes empty. */
export const html = (pieces: TemplateStringsArray, ...values: readonly Value[]): Html =>
  new Html(pieces.map((piece, index) => piece + textOf(values[index])).join(''))
