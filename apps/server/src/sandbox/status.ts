import { openapiDocument } from '@giftcards/contract'
import type { SandboxWire } from '@giftcards/contract/sandbox'
import type { JobCount } from '@giftcards/marketplace'
import type { ServiceClock } from '../clock.ts'
import type { Readiness } from '../observe/readiness.ts'

/** The status as the contract of the sandbox describes it. */
export type SandboxStatus = SandboxWire.components['schemas']['SandboxStatus']

/** Tells how a sandbox is, and takes notice of what it cannot look up. */
export interface StatusSource {
  read(): Promise<SandboxStatus>
  /** The jobs have run, and these are left. */
  noteJobs(counts: readonly JobCount[]): void
  /** The published data has been put back. */
  noteReset(): void
}

/** The parts that a status is read from. */
export interface StatusParts {
  readonly clock: ServiceClock
  readonly readiness: Pick<Readiness, 'isReady' | 'storeWorks'>
  /** Milliseconds since the epoch, in real time. */
  readonly realNow: () => number
}

/** Jobs run every five seconds. After so many missed runs, something holds them up. */
const jobSilenceMs = 30_000

/** Begins to take notice: the server has just been started. */
export function createStatus({ clock, readiness, realNow }: StatusParts): StatusSource {
  const startedAt = realNow()
  let resetAt: number | undefined
  let lastRun: { readonly at: number; readonly counts: readonly JobCount[] } | undefined

  const countOf = (state: JobCount['state']): number =>
    (lastRun?.counts ?? []).reduce((sum, one) => (one.state === state ? sum + one.count : sum), 0)

  return {
    async read() {
      const [ready, storeWorks] = await Promise.all([readiness.isReady(), readiness.storeWorks()])
      const now = realNow()
      return {
        ready,
        startedAt: toText(startedAt),
        contractVersion: openapiDocument.info.version,
        storage: storeWorks ? 'available' : 'unavailable',
        jobs: {
          working: lastRun !== undefined && now - lastRun.at < jobSilenceMs,
          waiting: countOf('open'),
          parked: countOf('parked'),
        },
        clock: { now: toText(clock.now()), frozen: clock.isFrozen() },
        clockOffsetSeconds: Math.round((clock.now() - now) / 1000),
        resetAt: resetAt === undefined ? null : toText(resetAt),
      }
    },
    noteJobs(counts) {
      lastRun = { at: realNow(), counts }
    },
    noteReset() {
      resetAt = realNow()
    },
  }
}

const toText = (ms: number): string => new Date(ms).toISOString()
