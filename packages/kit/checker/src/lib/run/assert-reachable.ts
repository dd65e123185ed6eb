import { ConfigurationError } from './configuration-error.ts'
import type { PreparedRun } from './prepare-run.ts'
import { ConnectionError, TimeoutError } from './transport.ts'

/** Asks the server once for anything at all; nobody there is a {@link ConfigurationError}, whatever answers is good. */
export const assertReachable = async ({ session, baseUrl }: PreparedRun): Promise<void> => {
  const { transport, timeoutMs } = session.parts
  try {
    await transport.send(
      { method: 'GET', target: '/', headers: [['accept', '*/*']], body: undefined },
      timeoutMs,
    )
  } catch (error) {
    if (!(error instanceof ConnectionError) && !(error instanceof TimeoutError)) throw error
    throw new ConfigurationError(
      `The server at ${baseUrl} cannot be reached: ${error.message}; start it, or mend the URL.`,
      { cause: error },
    )
  }
}
