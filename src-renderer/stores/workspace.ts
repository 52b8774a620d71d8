import { useDebounceFn } from '@vueuse/core'
import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import type { Workspace } from '#contract/gatehouse/workspace.ts'
import { asApiError, type ApiError } from '#ui/api/api-error.ts'
import { bridge } from '#ui/api/bridge.ts'
import { api } from '#ui/api/client.ts'
import { PLACE } from '#ui/api/place.ts'
import { forgetToken, keepToken, readToken, whenChanged, whenHeard, whenRefused } from '#ui/api/session.ts'

/** `connect`: the service wants a token; `offline`: it has never answered; `ready`: there is a workspace to show. */
type Gate = 'loading' | 'connect' | 'offline' | 'ready'

/** After a change in a draft its changes are counted again, once for many that follow each other at once. */
const RECOUNT_MS = 300
const STARTED_EMPTY = 'gatehouse.startedEmpty'
/** The file that was shown last, in this browser or profile. */
const SHOWN = 'gatehouse.shownWorkspace'

/** The service and the open workspace: whether one may come in, the facts, and whether it still answers. */
export const useWorkspaceStore = defineStore('workspace', () => {
  const info = ref<Workspace | null>(null)
  const gate = ref<Gate>('loading')
  const error = ref<ApiError | null>(null)
  /** False from the first unanswered call of any part until the next answered one. */
  const alive = ref(true)
  const startedEmpty = ref(localStorage.getItem(STARTED_EMPTY))

  /** Whether no person was added to the one that every workspace begins with. */
  const hasOwnerAlone = computed(() => info.value?.hasOwnerAlone ?? false)
  const isNew = computed(() => {
    const now = info.value
    return Boolean(now && !now.sampleLoaded && hasOwnerAlone.value && startedEmpty.value !== now.file)
  })
  /** The workspace whose shell is drawn until the service has answered: the one that was shown last. */
  const expected = bridge.available || readToken() ? localStorage.getItem(SHOWN) : null
  /** The workspace file that the shell is of; null where there is no shell to show. */
  const shown = computed(() => {
    if (gate.value === 'loading') return expected
    return gate.value === 'ready' && info.value && !isNew.value ? info.value.file : null
  })
  /** Whether the open workspace was begun empty, in this window's profile. */
  const startedHere = computed(() => Boolean(info.value && startedEmpty.value === info.value.file))
  /** Where commands that the page copies go, and the words that are spoken there. */
  const target = computed(() => info.value ?? { url: window.location.origin })
  /** The port as shown beside the service's dot; empty until known. */
  const port = computed(() => (info.value ? new URL(info.value.url).port : ''))

  function accept(workspace: Workspace) {
    info.value = workspace
    gate.value = 'ready'
    error.value = null
    if (shown.value) localStorage.setItem(SHOWN, shown.value)
    else localStorage.removeItem(SHOWN)
  }

  /** Reads the facts again; failures move the gate, they are not thrown. */
  async function refresh() {
    try {
      accept(await api.call('getWorkspace'))
    } catch (thrown) {
      error.value = asApiError(thrown)
      const isDiscarded = PLACE !== '' && error.value.status === 404
      if ((gate.value === 'loading' && error.value.status !== 401) || isDiscarded) gate.value = 'offline'
    }
  }

  /** Tries a pasted token. @throws ApiError when the service refuses it. */
  async function connect(token: string) {
    keepToken(token)
    try {
      accept(await api.call('getWorkspace'))
    } catch (thrown) {
      forgetToken()
      throw thrown
    }
  }

  function disconnect() {
    forgetToken()
    gate.value = 'connect'
  }

  /** Loads the sample organization. @throws ApiError. */
  async function loadSample() {
    accept(await api.call('loadSample'))
  }

  function startEmpty() {
    startedEmpty.value = info.value?.file ?? null
    if (startedEmpty.value) localStorage.setItem(STARTED_EMPTY, startedEmpty.value)
  }

  const recount = useDebounceFn(refresh, RECOUNT_MS)
  whenChanged(() => void (info.value?.draft && recount()))
  whenHeard((answered) => (alive.value = answered))
  whenRefused(() => {
    gate.value = 'connect'
  })

  return {
    info,
    gate,
    error,
    alive,
    isNew,
    hasOwnerAlone,
    shown,
    startedHere,
    port,
    target,
    refresh,
    connect,
    disconnect,
    loadSample,
    startEmpty,
  }
})
