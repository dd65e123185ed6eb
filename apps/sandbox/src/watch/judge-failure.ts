import { ApiError, UnexpectedResponseError } from '@giftcards/client'
import type { WatchState } from './watch-state.ts'

/** What a failed look means for the link. */
export function judgeFailure(error: unknown): Pick<WatchState, 'link' | 'problem'> {
  if (error instanceof ApiError && error.status === 401) return { link: 'locked', problem: null }
  return { link: 'lost', problem: `${messageOf(error)}.` }
}

/** Why a call came to nothing, for people: in the words of a refusal where there is one. */
export function messageOf(error: unknown): string {
  if (error instanceof ApiError) return error.messages.join('; ')
  if (error instanceof UnexpectedResponseError) return `The server answers ${error.status} and no more`
  return 'The server does not answer'
}
