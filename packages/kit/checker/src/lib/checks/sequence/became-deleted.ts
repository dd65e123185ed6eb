import { equalJson } from '../../schema/judge/equal-json.ts'
import { isObject, type Json } from '../../schema/json.ts'

const DELETED =
  /delet|archiv|cancel|remov|trash|inactiv|deactiv|disabl|revok|withdraw|retired|clos|terminat|former|tombston/i
const ALIVE = /^(is_?)?(active|enabled|available|open|live)$/i
const STATUS = /status|state|phase|lifecycle/i

/**
 * Whether a thing that is still shown says of itself that it was deleted, and did not say so before: `deletedAt`,
 * `status: "cancelled"`, `active: false`.
 */
export const becameDeleted = (shown: Json | undefined, before: Json | undefined): boolean => {
  if (!isObject(shown)) return false
  return Object.entries(shown).some(([name, held]) => {
    const earlier = isObject(before) && Object.hasOwn(before, name) ? before[name] : undefined
    if (isObject(held)) return becameDeleted(held, earlier)
    return saysDeleted(name, held) && !equalJson(held, earlier)
  })
}

const saysDeleted = (name: string, held: Json): boolean => {
  if (STATUS.test(name) && typeof held === 'string') return DELETED.test(held)
  if (ALIVE.test(name)) return held === false
  return DELETED.test(name) && held !== null && held !== false && held !== '' && held !== 0
}
