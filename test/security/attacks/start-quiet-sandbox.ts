import { vi } from 'vitest'
import { type Sandbox, startSandbox } from '@giftcards/test-harness'

/** A sandbox that does nothing unasked: no sweep comes between what a test counts. */
export async function startQuietSandbox(...options: Parameters<typeof startSandbox>): Promise<Sandbox> {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  try {
    return await startSandbox(...options)
  } finally {
    vi.useRealTimers()
  }
}
