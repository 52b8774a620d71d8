import { useMessage } from 'naive-ui'
import { onScopeDispose } from 'vue'
import { START_LOCATION, useRouter, type RouteLocationNormalized } from 'vue-router'
import { useWorkspaceStore } from '#ui/stores/workspace.ts'

function loadAfresh(to: RouteLocationNormalized) {
  window.location.hash = to.fullPath
  window.location.reload()
}

/**
 * Says so when a page's code cannot be fetched, instead of a link that does nothing, and loads the whole program afresh
 * once the service answers: it may be of another version, and the bundler's loader never asks again for a style sheet
 * that failed once.
 */
export function usePageLoading(): void {
  const router = useRouter()
  const workspace = useWorkspaceStore()
  const message = useMessage()
  let failed = false

  onScopeDispose(
    router.onError(async (_error, to, from) => {
      failed = true
      await workspace.refresh()
      // At the start it has just been loaded afresh: loading it again could go on without end.
      if (workspace.alive && from !== START_LOCATION) return loadAfresh(to)
      message.error(
        workspace.alive
          ? 'This page cannot be loaded. Reload to try again.'
          : 'The service does not answer, so the page cannot be loaded. Try again once it runs.',
      )
    }),
  )
  onScopeDispose(
    router.beforeEach(async (to, from) => {
      if (!failed || to.path === from.path) return true
      await workspace.refresh()
      if (workspace.alive) loadAfresh(to)
      return true
    }),
  )
}
