import { ConnectionLostError } from './connection-lost-error.ts'
import { stateOf } from './postgres-failure.ts'

/** Why a database cannot be opened, and what to do, in one line for an operator. */
export function describeOpenFailure(error: unknown): string {
  const cause = error instanceof ConnectionLostError ? error.cause : error
  const message = firstLine(cause)
  switch (stateOf(cause) ?? codeOf(cause)) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'its host is not known; check the name in the URL'
    case 'ECONNREFUSED':
      return 'nothing listens there; check host and port, and whether the server runs'
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'ETIMEDOUT':
      return 'its host does not answer; check host, port and firewalls'
    case '28P01':
      return 'the server refuses the user or the password'
    case '28000':
      // The words of a server that has been told to take encrypted connections only; its state says less.
      return /no encryption/.test(message)
        ? 'the server wants an encrypted connection; add ?sslmode=verify-full to the URL'
        : message
    case '3D000':
      return 'the server has no database of that name; create it first'
    case '42501':
      return `the user may not make tables there (${message})`
    case '53300':
      return 'the server has no connection left; raise its max_connections or lower the pools'
    case '57P03':
      return 'the server is starting up or shutting down; try again'
    default:
      return describeByWords(cause, message)
  }
}

/** Where `pg` and Node.js give no code of their own. */
function describeByWords(cause: unknown, message: string): string {
  if (/timeout/.test(message)) return 'its host does not answer; check host, port and firewalls'
  if (/does not support SSL/.test(message))
    return 'the server offers no encryption; take sslmode out of the URL'
  const code = codeOf(cause)
  if (code !== undefined && /CERT|SIGNATURE/.test(code))
    return `the server's certificate is not trusted (${code}); name its root with sslrootcert`
  return message
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

function firstLine(error: unknown): string {
  return error instanceof Error ? (error.message.split('\n')[0] ?? error.name) : 'unknown trouble'
}
