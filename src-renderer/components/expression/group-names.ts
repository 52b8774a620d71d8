import { StateEffect, type Extension } from '@codemirror/state'
import { Decoration, EditorView, ViewPlugin, WidgetType, type ViewUpdate } from '@codemirror/view'
import { groupIdsIn } from './group-ids.ts'

/** What a group id is known as; null while no one knows. */
export type GroupWord = (id: string) => { word: string; gone: boolean } | null

class NameWidget extends WidgetType {
  private readonly word: string
  private readonly gone: boolean

  constructor(word: string, gone: boolean) {
    super()
    this.word = word
    this.gone = gone
  }

  override eq(other: NameWidget): boolean {
    return other.word === this.word && other.gone === this.gone
  }

  override toDOM(): HTMLElement {
    const span = document.createElement('span')
    span.className = this.gone ? 'cm-group-name cm-group-gone' : 'cm-group-name'
    span.textContent = this.word
    return span
  }
}

const renamed = StateEffect.define<null>()

function widgets(view: EditorView, wordOf: GroupWord) {
  const found = groupIdsIn(view.state.doc.toString()).flatMap(({ id, end }) => {
    const known = wordOf(id)
    return known ? [Decoration.widget({ widget: new NameWidget(known.word, known.gone), side: 1 }).range(end)] : []
  })
  return Decoration.set(found)
}

/** Shows the name of each group behind its id. */
export function groupNames(wordOf: GroupWord): Extension {
  const plugin = ViewPlugin.define(
    (view) => ({
      names: widgets(view, wordOf),
      update(update: ViewUpdate) {
        const isTold = update.transactions.some(({ effects }) => effects.some((effect) => effect.is(renamed)))
        if (update.docChanged || isTold) this.names = widgets(update.view, wordOf)
      },
    }),
    { decorations: ({ names }) => names },
  )
  const theme = EditorView.theme({
    '.cm-group-name': {
      margin: '0 1px 0 4px',
      padding: '0 5px',
      borderRadius: 'var(--radius-small)',
      background: 'var(--c-hover)',
      color: 'var(--c-text-soft)',
      fontFamily: 'var(--font)',
      fontSize: '11px',
    },
    '.cm-group-gone': { background: 'var(--c-danger-soft)', color: 'var(--c-danger)' },
  })
  return [plugin, theme]
}

/** Shows names again, after some have come. */
export function refreshNames(view: EditorView): void {
  view.dispatch({ effects: renamed.of(null) })
}
