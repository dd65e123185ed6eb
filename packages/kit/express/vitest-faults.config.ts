import { defineConfig } from 'vitest/config'

// Installs the tarball and runs it on other versions of Node.
export default defineConfig({
  test: {
    include: ['test/install/*.test.ts'],
    globalSetup: ['test/install/pack-packages.ts'],
    reporters: ['default'],
    maxWorkers: 2,
    // Nothing here is judged by its speed; a limit only ends what would never end.
    testTimeout: 300_000,
    hookTimeout: 600_000,
  },
})
