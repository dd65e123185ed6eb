import { type Control, defaultLimit } from './control.ts'

/** Lists the most recent requests, newest first. */
export const listRequests: Control<'listRequests'> = async ({ query }, { requests }) => ({
  status: 200,
  body: { requests: [...requests.list(query.limit ?? defaultLimit)] },
})
