import { computed } from 'vue'
import { useRouter } from 'vue-router'
import { useCrumbs } from '#ui/composables/useCrumbs.ts'
import { useResource } from '#ui/composables/useResource.ts'
import { usePageKeys } from '#ui/stores/page-keys.ts'
import type { Entity, Resource } from '../define-resource.ts'
import { useObject } from './useObject.ts'

type PageOptions<One extends Entity> = Omit<Parameters<typeof useObject<One>>[3], 'reload' | 'gone'> & {
  /** The line below its name. */
  lead?: (object: One) => string
}

/** The state of an object's page: the object itself, its breadcrumb, what names it, and the way back once it is deleted. */
export function useObjectPage<One extends Entity>(resource: Resource<One>, id: string, options: PageOptions<One> = {}) {
  const router = useRouter()
  const item = useResource((signal) => resource.read(id, signal))
  const object = useObject(resource, id, () => item.data.value, {
    ...options,
    reload: item.reload,
    gone: () => router.replace(resource.path),
  })
  const title = computed(() => object.name.value || resource.one.charAt(0).toUpperCase() + resource.one.slice(1))
  const lead = computed(() => (item.data.value && options.lead?.(item.data.value)) ?? '')
  usePageKeys({ edit: () => object.menu.value.some(({ key }) => key === 'edit') && object.select('edit') })
  useCrumbs(() => [{ label: resource.title, to: resource.path }, { label: title.value }])
  return { ...object, item, title, lead }
}

export type ObjectPageState<One extends Entity> = ReturnType<typeof useObjectPage<One>>
