import type { ChangeCheck } from '../change-check.ts'

/** An operation asks for more than it did: a session, a login. */
export const accessNarrowed: ChangeCheck = {
  id: 'access-narrowed',
  verify({ typeName, property, base, revision }) {
    if (typeName !== 'Operation' || property !== 'x-access') return undefined
    const before = levels.findIndex((level) => level === (base?.value ?? 'none'))
    const after = levels.findIndex((level) => level === (revision?.value ?? 'none'))
    return after > before ? `Access was \`${levels[before]}\` and is \`${levels[after]}\`.` : undefined
  },
}

/** From open to everybody to open to few. */
const levels = ['none', 'session', 'customer']
