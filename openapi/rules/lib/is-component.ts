import type { Place } from './rule.ts'

/** Whether a place is a component of its own: an entry of `components/<kind>`, or a file of that folder. */
export function isComponent(place: Place, kind: string): boolean {
  const path = place.pointer.replace(/^#?\//, '')
  if (path === '') return place.source.absoluteRef.includes(`/components/${kind}/`)
  return new RegExp(`^components/${kind}/[^/]+$`).test(path)
}
