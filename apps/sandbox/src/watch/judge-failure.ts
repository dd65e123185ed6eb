import { ApiError, UnexpectedResponseError } from '@giftcards/client'
import type { WatchState } from './watch-state.ts'

/** The connection state after a failed poll. */
export function judgeFailure(error: unknown): Pick<WatchState, 'link' | 'problem'> {
  if (error instanceof ApiError && error.status === 401) return { link: 'locked', problem: null }
  return { link: 'lost', problem: `${messageOf(error)}.` }
}

/** The reason of a failed call as readable text: the message of the refusal, if there is one. */
export function messageOf(error: unknown): string {
  if (error instanceof ApiError) return error.messages.join('; ')
  if (error instanceof UnexpectedResponseError)
    return `The response with the status ${error.status} is not from a sandbox`
  return 'The server does not respond'
}
