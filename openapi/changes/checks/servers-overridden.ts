import type { ChangeCheck } from '../change-check.ts'

/** A path or an operation leaves the servers of the document for others; that it goes back to them Redocly tells itself. */
export const serversOverridden: ChangeCheck = {
  id: 'servers-overridden',
  verify: ({ typeName }) => (typeName === 'ServerList' ? 'It has servers of its own now.' : undefined),
}
