import { vi } from 'vitest'
import { type Sandbox, startSandbox } from '@giftcards/test-harness'

/** Starts a sandbox without interval timers, so that no sweep runs between the counts of a test. */
export async function startQuietSandbox(...options: Parameters<typeof startSandbox>): Promise<Sandbox> {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  try {
    return await startSandbox(...options)
  } finally {
    vi.useRealTimers()
  }
}
