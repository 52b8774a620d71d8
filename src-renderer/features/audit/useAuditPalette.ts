import { CalendarRange, Eraser, Radio } from '@lucide/vue'
import { usePaletteActions } from '#ui/composables/usePaletteActions.ts'
import { PRESETS, type Preset } from './time-range.ts'

interface Actions {
  toggleLive: () => void
  clear: () => void
  choose: (preset: Preset) => void
}

/** The audit page's actions in the command palette. */
export function useAuditPalette({ toggleLive, clear, choose }: Actions): void {
  usePaletteActions([
    { id: 'audit-live', label: 'Audit: turn live tail on or off', icon: Radio, run: toggleLive },
    { id: 'audit-clear', label: 'Audit: clear the query', icon: Eraser, run: clear },
    ...(Object.keys(PRESETS) as Preset[]).map((name) => ({
      id: `audit-${name}`,
      label: `Audit: ${PRESETS[name].label.toLowerCase()}`,
      icon: CalendarRange,
      run: () => choose(name),
    })),
  ])
}
