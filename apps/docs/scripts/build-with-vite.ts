import process from 'node:process'
import { build, type InlineConfig } from 'vite'

/** Builds, and leaves the environment as it was: Vite writes `NODE_ENV` for whatever runs in the process afterwards. */
export async function buildWithVite(config: InlineConfig): Promise<void> {
  const isNamed = process.env['NODE_ENV'] !== undefined
  try {
    await build({ ...config, configFile: false })
  } finally {
    // Builds at the same time take each other's for named; the one that began first takes it away.
    if (!isNamed) delete process.env['NODE_ENV']
  }
}
