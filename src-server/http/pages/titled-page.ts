import { html, Html } from './html.ts'
import { STYLE } from './style.ts'

/** WHY made apart: the policy of a page names the hash of the style to the letter, spaces included. */
const STYLE_ELEMENT = new Html(`<style>${STYLE}</style>`)

/** A whole page. */
function page(title: string, content: Html): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        ${STYLE_ELEMENT}
      </head>
      <body>
        <main>${content}</main>
      </body>
    </html> `.text
}

/** A whole page with its heading. @param above where the person is: the organization, and the application where the heading does not name it */
export const titledPage = (above: string, title: string, content: Html): string =>
  page(
    `${title} · ${above}`,
    html`<header>${above}</header>
      <h1>${title}</h1>
      ${content}`,
  )
