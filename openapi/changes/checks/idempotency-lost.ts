import type { ChangeCheck } from '../change-check.ts'

/** What clients repeat by themselves after a lost answer may happen twice from now on. */
export const idempotencyLost: ChangeCheck = {
  id: 'idempotency-lost',
  verify({ typeName, property, base, revision }) {
    if (typeName !== 'Operation' || property !== 'x-idempotency') return undefined
    const before = levels.findIndex((level) => level === base?.value)
    const after = levels.findIndex((level) => level === revision?.value)
    if (before === -1 || after >= before) return undefined
    return `\`x-idempotency\` was \`${levels[before]}\` and is ${after === -1 ? 'gone' : `\`${levels[after]}\``}.`
  },
}

/** From least to most. */
const levels = ['never', 'key', 'always']
