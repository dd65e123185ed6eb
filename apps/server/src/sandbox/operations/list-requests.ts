import type { Control } from './control.ts'

const defaultLimit = 50

/** Lists the most recent requests, newest first. */
export const listRequests: Control<'listRequests'> = async ({ query }, { requests }) => ({
  status: 200,
  body: { requests: [...requests.list(query.limit ?? defaultLimit)] },
})
