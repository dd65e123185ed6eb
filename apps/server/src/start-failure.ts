import { DatabaseUrlError, StoreOpenError } from '@giftcards/storage'
import { ConfigError } from './config.ts'
import { NotBuiltError } from './pages.ts'
import { MockStartError } from './start-mock.ts'

/** The end of a failed start. */
export interface StartFailure {
  /** 2 for a wrong setting or an unusable resource, 1 for a defect. */
  readonly exitCode: 1 | 2
  /** One line about the setting to correct; for a defect, its stack. */
  readonly text: string
}

/** Explains a failed start to the operator. */
export function describeStartFailure(error: unknown): StartFailure {
  if (error instanceof ConfigError || error instanceof MockStartError || error instanceof NotBuiltError) {
    return { exitCode: 2, text: error.message }
  }
  if (error instanceof DatabaseUrlError || error instanceof StoreOpenError) {
    return { exitCode: 2, text: `DATABASE_URL: ${error.message}` }
  }
  if (isListenError(error)) return { exitCode: 2, text: listenSentence(error) }
  return { exitCode: 1, text: error instanceof Error ? (error.stack ?? error.message) : String(error) }
}

function isListenError(error: unknown): error is NodeJS.ErrnoException {
  return (
    error instanceof Error &&
    'syscall' in error &&
    (error.syscall === 'listen' || error.syscall === 'getaddrinfo')
  )
}

function listenSentence(error: NodeJS.ErrnoException): string {
  const port = 'port' in error ? ` ${String(error.port)}` : ''
  switch (error.code) {
    case 'EADDRINUSE':
      return `Port${port} is in use: stop the program that listens there, or set PORT to another port`
    case 'EACCES':
      return `Port${port} needs more rights: set PORT to a port above 1023`
    default:
      return `The server cannot listen on HOST (${error.code ?? 'unknown error'}): set HOST to an address of this machine`
  }
}
