import { openapiDocument } from '@giftcards/contract'
import type { SandboxWire } from '@giftcards/contract/sandbox'
import type { JobCount } from '@giftcards/marketplace'
import type { ServiceClock } from '../clock.ts'
import type { Readiness } from '../observe/readiness.ts'

/** The status as the contract of the sandbox describes it. */
export type SandboxStatus = SandboxWire.components['schemas']['SandboxStatus']

/** Reports the status of a sandbox, from recorded events and lookups. */
export interface StatusSource {
  read(): Promise<SandboxStatus>
  /** Records a run of the jobs, and the remaining ones. */
  noteJobs(counts: readonly JobCount[]): void
  /** Records a reset to the published data. */
  noteReset(): void
}

/** The sources of a status. */
export interface StatusParts {
  readonly clock: ServiceClock
  readonly readiness: Pick<Readiness, 'isReady' | 'storeWorks'>
  /** Milliseconds since the epoch, in real time. */
  readonly realNow: () => number
}

/** After this many missed runs, the jobs count as stalled. They run every five seconds. */
const jobSilenceMs = 30_000

/** Creates the status of a server that has just started. */
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
