import { createHash } from 'node:crypto'

/**
 * The one style sheet of pages outside the program, such as those of a sign-in, in the page itself. The colours are those of the
 * program; both schemes follow the system.
 */
export const STYLE = `
:root { color-scheme: light dark; --canvas: #f6f7f9; --card: #fff; --line: #e2e5ea; --control: #878e9b; --text: #1b1e25;
  --soft: #535a67; --accent: #4f46e5; --on-accent: #fff; --hover: #4338ca; --danger: #b91c1c; --danger-soft: #fdeeee;
  --note: #fdf3e0; --on-note: #8f4d06 }
@media (prefers-color-scheme: dark) { :root { --canvas: #0f1115; --card: #191c22; --line: #2b303a; --control: #6c7483;
  --text: #e7e9ee; --soft: #b0b6c2; --accent: #a3a8fc; --on-accent: #12141a; --hover: #b7bbfd; --danger: #f79a93;
  --danger-soft: #3d1c1c; --note: #37290f; --on-note: #eab85a } }
* { box-sizing: border-box }
body { margin: 0; padding: 12vh 16px 24px; background: var(--canvas); color: var(--text);
  font: 14px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'Liberation Sans', Arial, sans-serif; overflow-wrap: anywhere }
main { max-width: 400px; margin: 0 auto; background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: 32px }
@media (max-width: 480px) { body { padding-top: 24px } main { padding: 24px } }
header { color: var(--soft); margin-bottom: 4px; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden }
h1 { font-size: 20px; line-height: 1.3; margin: 0 0 16px }
p { margin: 0 0 16px } main > p:last-child { margin: 0 }
a { color: var(--accent) }
label { display: block; font-weight: 600; margin-bottom: 4px }
label.check { display: flex; align-items: center; gap: 8px; font-weight: 400; margin-bottom: 16px }
input[type=checkbox] { width: 16px; height: 16px; margin: 0; accent-color: var(--accent) }
input[type=text], input[type=password] { width: 100%; font: inherit; padding: 8px 12px; margin-bottom: 16px; color: inherit;
  background: var(--card); border: 1px solid var(--control); border-radius: 6px }
input[hidden] { display: none }
input[aria-invalid] { border-color: var(--danger); margin-bottom: 4px }
button { font: inherit; font-weight: 600; padding: 8px 16px; border-radius: 6px; border: 1px solid transparent; cursor: pointer }
button.main { width: 100%; background: var(--accent); color: var(--on-accent) }
button.main:hover { background: var(--hover) }
button.other, button.choice { width: 100%; margin-top: 8px; background: transparent; color: inherit; border-color: var(--control) }
button.choice { display: flex; gap: 16px; justify-content: space-between; align-items: baseline; text-align: left; padding: 8px 12px }
button.choice:hover, button.other:hover { background: var(--canvas) }
button.link { padding: 4px 0; border: 0; background: none; color: var(--accent); text-decoration: underline }
small { font-size: 12px; font-weight: 400; white-space: nowrap; color: var(--soft) }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
.problem, .note { padding: 8px 12px; border-radius: 6px }
.problem { background: var(--danger-soft); color: var(--danger) }
.error { color: var(--danger) }
.note { background: var(--note); color: var(--on-note) }
.soft { color: var(--soft) }
.who { display: flex; gap: 0 16px; justify-content: space-between; align-items: baseline; flex-wrap: wrap; margin-bottom: 16px }
.qr { display: block; width: 176px; height: 176px; margin: 0 auto 16px; border-radius: 6px }
.key { font: 13px/1.6 ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace; user-select: all }
.centered { text-align: center }
ul { margin: 0 0 16px; padding-left: 20px } li { margin-bottom: 8px }
footer { display: flex; flex-wrap: wrap; gap: 0 16px; justify-content: space-between; margin-top: 16px }
`

/** By which the policy of a page lets this style in and no other. */
export const STYLE_HASH = `sha256-${createHash('sha256').update(STYLE).digest('base64')}`
