import { useStorage } from '@vueuse/core'
import { defineStore } from 'pinia'
import { watchSyncEffect } from 'vue'
import { timeZone, type TimeZone } from '#ui/lib/time-zone.ts'

/** What another version wrote and this one does not know is the default. */
const zones = {
  read: (text: string): TimeZone => (text === 'utc' ? 'utc' : 'local'),
  write: (zone: TimeZone) => zone,
}

/** In which zone times are shown, as the administrator chose. */
export const useTimeZoneStore = defineStore('time-zone', () => {
  const zone = useStorage<TimeZone>('gatehouse.timeZone', 'local', undefined, { serializer: zones })
  watchSyncEffect(() => (timeZone.value = zone.value))
  return { zone }
})
