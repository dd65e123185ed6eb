import { defineConfig } from 'vitest/config'

// What the checker finds in faulty servers, and does not find in correct ones; and how its tarball installs.
export default defineConfig({
  test: {
    include: ['test/proof/*.test.ts', 'test/install/*.test.ts'],
    globalSetup: ['test/install/pack-packages.ts'],
    reporters: ['default'],
    isolate: false,
    maxWorkers: 2,
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
})
