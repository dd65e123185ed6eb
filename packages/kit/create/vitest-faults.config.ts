import { defineConfig } from 'vitest/config'

// Makes projects of the tarballs, outside of the repository, and runs them on other versions of Node.
export default defineConfig({
  test: {
    include: ['test/install/*.test.ts'],
    globalSetup: ['test/install/pack-kit.ts'],
    reporters: ['default'],
    maxWorkers: 2,
    // Nothing here is judged by its speed; a limit only ends what would never end.
    testTimeout: 300_000,
    hookTimeout: 600_000,
  },
})
