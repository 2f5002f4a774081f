import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    globalSetup: ['web/build/ensure-pages.mjs', 'tests/setup/ensure-extension.ts'],
    // Most of the time a test waits for a browser or a server.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // A busy machine is slow, and nothing here is about speed.
    expect: { poll: { timeout: 15_000 } },
  },
})
