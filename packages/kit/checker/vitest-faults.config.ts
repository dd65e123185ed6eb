import { defineConfig } from 'vitest/config'

// What the checker finds in faulty servers, and does not find in correct ones.
export default defineConfig({
  test: {
    include: ['test/proof/*.test.ts'],
    reporters: ['default'],
    isolate: false,
    maxWorkers: 2,
    testTimeout: 600_000,
    hookTimeout: 60_000,
  },
})
