import process from 'node:process'

// Preloaded into every measured process: it alone knows to the microsecond what it has used, on every system.
process.on('message', (message) => {
  if (message !== 'usage') return
  const { user, system } = process.cpuUsage()
  process.send?.({ cpuUs: user + system, databaseCpuUs: 0, rssBytes: process.memoryUsage.rss() })
})
// The bench has ended, however it did.
process.on('disconnect', () => process.exit())
