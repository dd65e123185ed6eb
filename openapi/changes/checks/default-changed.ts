import type { ChangeCheck } from '../change-check.ts'

/** A request that leaves something out means something else than before. */
export const defaultChanged: ChangeCheck = {
  id: 'default-changed',
  verify({ typeName, property, base, revision }, { isSent }) {
    if (typeName !== 'Schema' || property !== 'default' || !isSent || base?.value === undefined)
      return undefined
    const before = JSON.stringify(base.value)
    return revision?.value === undefined
      ? `The default ${before} is gone.`
      : `The default became ${JSON.stringify(revision.value)}; it was ${before}.`
  },
}
