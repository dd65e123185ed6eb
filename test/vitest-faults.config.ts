import { defineConfig } from 'vitest/config'
import { LongestFirst } from './faults/longest-first.ts'

// Each file has a service, a gateway and partners of its own. Some wait while others work, hence three at a time.
export default defineConfig({
  test: {
    include: [
      'faults/*.test.ts',
      'postgres/*.test.ts',
      'contention/*.test.ts',
      'rolling-upgrade/*.test.ts',
      'foreign/all-documents.test.ts',
      'sandbox-documents/all-documents.test.ts',
      'sandbox-documents/soak.test.ts',
      'catalogue-faults/all-faults.test.ts',
    ],
    reporters: ['default'],
    globalSetup: ['faults/figures/summarize-run.ts'],
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // Nothing here is judged by its speed; a limit only ends what would never end.
    testTimeout: 3_600_000,
    hookTimeout: 600_000,
  },
})
