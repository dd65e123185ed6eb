import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// The compile cache makes loading a third faster. It is beside the installed modules, not in the world-writable temporary folder.
// If it is not writable, the server starts without it.
enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/node', import.meta.url)))
// Modules loaded before the cache is enabled are compiled at each start.
await import('./run-server.ts')
