import { readdirSync, readFileSync } from 'node:fs'
import process from 'node:process'
import type { RunningSide } from './side.ts'

/** Linux counts a process's CPU time in these. */
const tickUs = 10_000

/**
 * A side whose CPU use includes the PostgreSQL that this process has started. The figure comes from `/proc` on Linux.
 * Elsewhere it is unknown and stays 0.
 */
export function withDatabaseUsage(side: RunningSide): RunningSide {
  return {
    ...side,
    async usage() {
      return { ...(await side.usage()), databaseCpuUs: process.platform === 'linux' ? readDatabaseCpu() : 0 }
    },
  }
}

interface ProcessFacts {
  readonly pid: number
  readonly parent: number
  readonly name: string
  /** Of itself, and of its children that have ended. */
  readonly ticks: number
}

function readDatabaseCpu(): number {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => readFacts(Number(pid)))
    .filter(({ name }) => name === 'postgres')
  const postmasters = all.filter(({ parent }) => parent === process.pid)
  const parents = new Set(postmasters.map(({ pid }) => pid))
  const own = all.filter(({ pid, parent }) => parents.has(pid) || parents.has(parent))
  return own.reduce((sum, { ticks }) => sum + ticks, 0) * tickUs
}

/** The facts of one process, in the order that proc(5) describes; nothing if it has just ended. */
function readFacts(pid: number): readonly ProcessFacts[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const [, name = '', rest = ''] = /^\d+ \((.*)\) (.*)$/s.exec(text) ?? []
    const fields = rest.split(' ').map(Number)
    const [user = 0, system = 0, childrenUser = 0, childrenSystem = 0] = fields.slice(11, 15)
    return [{ pid, parent: fields[1] ?? 0, name, ticks: user + system + childrenUser + childrenSystem }]
  } catch {
    return []
  }
}
