import {
  AbortError,
  ApiError,
  ConnectionError,
  SessionError,
  UnexpectedResponseError,
} from '@giftcards/client'

/** Explains in one or two sentences why the demo ended, for the user. */
export function explainFailure(error: unknown, url: string | undefined): string {
  const where = url ?? 'the sandbox'
  // Their causes explain the failure.
  if (error instanceof SessionError || error instanceof AbortError) return explainFailure(error.cause, url)
  if (error instanceof ConnectionError)
    return `No server responds at ${where}. Start a sandbox there with npm start, or fix --url.`
  if (error instanceof ApiError) return `${error.message}. ${adviceOn(error, where)}`
  if (error instanceof UnexpectedResponseError) return `${error.message}. ${where} is not a sandbox.`
  return error instanceof Error ? error.message : String(error)
}

function adviceOn({ code }: ApiError, where: string): string {
  if (code === 'not_found') return `${where} is not a sandbox.`
  if (code === 'sandbox_key_invalid') return `The controls of ${where} require a key: set SANDBOX_KEY to it.`
  return `Earlier purchases may have used up stock or money. Restore both with: curl -X POST ${where}/__sandbox/reset`
}
