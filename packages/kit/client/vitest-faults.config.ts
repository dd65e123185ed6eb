import { defineConfig } from 'vitest/config'

// Most of the time is other programs at work: two at a time on two processors.
export default defineConfig({
  test: {
    include: ['test/install/*.test.ts'],
    reporters: ['default'],
    globalSetup: ['test/install/pack-packages.ts'],
    maxWorkers: 2,
    maxConcurrency: 2,
    // Nothing here is judged by its speed; a limit only ends what would never end.
    testTimeout: 300_000,
    hookTimeout: 600_000,
  },
})
