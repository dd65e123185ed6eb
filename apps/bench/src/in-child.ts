import process from 'node:process'

// Preloaded into every measured process: only the process itself knows to the microsecond what it has used, on every system.
process.on('message', (message) => {
  if (message !== 'usage') return
  const { user, system } = process.cpuUsage()
  process.send?.({ cpuUs: user + system, rssBytes: process.memoryUsage.rss() })
})

// The bench has ended, perhaps by SIGKILL.
process.on('disconnect', () => process.exit())
