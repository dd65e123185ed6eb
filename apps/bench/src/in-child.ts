import process from 'node:process'

// Preloaded into every measured process: only the process itself can measure its CPU time to the microsecond on every system.
process.on('message', (message) => {
  if (message !== 'usage') return
  const { user, system } = process.cpuUsage()
  process.send?.({ cpuUs: user + system, rssBytes: process.memoryUsage.rss() })
})

// The bench has ended, possibly by SIGKILL.
process.on('disconnect', () => process.exit())
