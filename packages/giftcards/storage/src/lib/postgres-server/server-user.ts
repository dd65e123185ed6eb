import { readFileSync } from 'node:fs'
import process from 'node:process'

/** A user of the machine, by the numbers that a process is started with. */
export interface ServerUser {
  readonly uid: number
  readonly gid: number
}

/**
 * Whom PostgreSQL is run as; `undefined`: as whoever runs the tests. It refuses to run as root, and asks for a user the
 * machine knows: every Unix knows `nobody`.
 */
export function findServerUser(): ServerUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  const [, uid, gid] = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8')) ?? []
  if (uid === undefined || gid === undefined)
    throw new Error('PostgreSQL cannot be run as root, and the machine has no user "nobody"')
  return { uid: Number(uid), gid: Number(gid) }
}
